package user

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase takes the filters of a user away, and why administrators acted as them, with the transaction tx. For package profile,
// when they are forgotten.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("DELETE FROM user_filters WHERE owner_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM user_actings WHERE user_id = ?", user).Exec(ctx)
	return err
}
