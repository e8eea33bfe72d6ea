package user

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "user_search_keys", Column: "user_id", Excuse: personaldata.Derived},
		{Table: "user_filters", Column: "owner_id", Export: []string{"name", "query", "created_at"}},
		{Table: "impersonations", Column: "user_id", Export: []string{"reason", "read_only", "created_at", "expires_at", "ended_at"}},
		{Table: "impersonations", Column: "admin_id", Excuse: personaldata.Others},
		{Table: "bulk_jobs", Column: "admin_id", Excuse: personaldata.Record},
		{Table: "bulk_job_users", Column: "user_id", Excuse: personaldata.Record},
	}
}

// Erase deletes the filters of a user, the reasons of their impersonations and what bulk jobs have found about them, with the
// transaction tx. The numbers of those jobs stay as they were.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, erase := range []func(context.Context, bun.IDB, string) error{deleteFiltersOf, deleteImpersonationsOf, deleteBulkUser} {
		if err := erase(ctx, tx, user); err != nil {
			return err
		}
	}
	return nil
}
