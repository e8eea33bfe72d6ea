package twofactor

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase deletes a user's second factors and their failed attempts. For package profile, when the account is erased.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := deleteFactors(ctx, tx, user); err != nil {
		return err
	}
	return s.lockouts.Forget(ctx, tx, attemptsKey(user))
}
