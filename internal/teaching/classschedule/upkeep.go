package classschedule

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{{Table: "batch_session_moves", Column: "changed_by", Excuse: personaldata.Work}}
}
