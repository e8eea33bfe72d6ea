package twofactor

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase takes everything away with which a user proved themselves, with the transaction tx. For package profile, when they
// are forgotten.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"authenticators", "recovery_codes", "passkeys", "passkey_challenges", "two_factor_tries"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
