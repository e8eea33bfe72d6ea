package audit

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Log) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "audit_personal", Column: "user_id", Excuse: personaldata.Record},
		{Table: "audit_log", Column: "actor_id", Excuse: personaldata.Record},
		{Table: "audit_log", Column: "on_behalf_of_id", Excuse: personaldata.Record},
	}
}
