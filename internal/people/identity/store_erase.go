package identity

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase deletes a user's identities and pending authorization requests. For package profile, when the account is erased.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"federated_identities", "authorization_requests", "identity_proofs"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
