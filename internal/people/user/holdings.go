package user

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "user_search_keys", Column: "user_id", Excuse: personaldata.Derived},
		{Table: "user_filters", Column: "owner_id", Export: []string{"name", "query", "created_at"}},
		{Table: "impersonations", Column: "user_id", Export: []string{"reason", "read_only", "created_at", "expires_at", "ended_at"}},
		{Table: "impersonations", Column: "admin_id", Excuse: personaldata.Others},
	}
}
