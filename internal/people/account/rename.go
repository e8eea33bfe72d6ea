package account

import (
	"context"

	"github.com/uptrace/bun"
)

// Rename gives a user another name with the transaction tx. For package profile, which has checked it.
func (s *Service) Rename(ctx context.Context, tx bun.IDB, user, name string) error {
	if _, err := tx.NewRaw("UPDATE users SET full_name = ?, updated_at = ? WHERE id = ?", name, s.Clock.Now(), user).Exec(ctx); err != nil {
		return err
	}
	u, err := userByID(ctx, tx, user)
	if err != nil {
		return err
	}
	if err := enlist(ctx, tx, u); err != nil {
		return err
	}
	return s.tell(ctx, tx, Renamed{user})
}
