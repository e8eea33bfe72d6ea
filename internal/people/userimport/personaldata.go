package userimport

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "user_imports", Column: "admin_id", Excuse: personaldata.Record},
		{Table: "user_import_rows", Column: "user_id", Excuse: personaldata.Record},
	}
}

// Erase deletes the rows about a user, also those of dry runs that hold the address without its account, with the transaction tx. It
// runs before the directory forgets the address. The numbers of the imports stay as they were.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteRowsOf(ctx, tx, user)
}
