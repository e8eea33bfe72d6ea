package profile

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "profiles", Column: "user_id", Export: []string{"about", "version", "updated_at"}},
		{Table: "data_exports", Column: "user_id", Export: []string{"id", "status", "created_at", "ready_at"}},
		{Table: "deletion_requests", Column: "user_id", Export: []string{"requested_at", "erase_at"}},
		{Table: "deletion_requests", Column: "requested_by", Excuse: personaldata.Others},
	}
}
