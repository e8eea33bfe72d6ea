package directory

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/text"
)

// searchKey is a text by whose beginning a user can be found.
type searchKey struct {
	bun.BaseModel `bun:"table:user_search_keys"`

	SearchKey string
	UserID    string
}

// index replaces the sort and search keys of u.
func index(ctx context.Context, tx bun.IDB, u User) error {
	if _, err := tx.NewRaw("DELETE FROM user_search_keys WHERE user_id = ?", u.ID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("UPDATE users SET name_key = ? WHERE id = ?", text.Fold(u.FullName), u.ID).Exec(ctx); err != nil {
		return err
	}
	var rows []searchKey
	for _, k := range append(text.SearchKeys(u.FullName), text.SearchKeys(u.EmailKey)...) {
		rows = append(rows, searchKey{SearchKey: k, UserID: u.ID})
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}
