package identity

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase takes everything away that connects a user to accounts elsewhere, with the transaction tx. For package profile, when
// they are forgotten.
func (s *Service[E]) Erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"outside_identities", "identity_visits", "identity_proofs"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
