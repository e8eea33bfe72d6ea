package directory

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/text"
)

// tail is one text by whose beginning a user can be found.
type tail struct {
	bun.BaseModel `bun:"table:user_tails"`

	Tail   string
	UserID string
}

// index replaces the sort and search keys of u.
func index(ctx context.Context, tx bun.IDB, u User) error {
	if _, err := tx.NewRaw("DELETE FROM user_tails WHERE user_id = ?", u.ID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("UPDATE users SET name_key = ? WHERE id = ?", text.Fold(u.FullName), u.ID).Exec(ctx); err != nil {
		return err
	}
	var rows []tail
	for _, t := range append(text.SearchKeys(u.FullName), text.SearchKeys(u.EmailKey)...) {
		rows = append(rows, tail{Tail: t, UserID: u.ID})
	}
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}
