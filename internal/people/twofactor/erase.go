package twofactor

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase takes everything away with which a user proved themselves and what they got wrong, with the transaction tx. For
// package profile, when they are forgotten.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := deleteFactors(ctx, tx, user); err != nil {
		return err
	}
	return s.lockouts.Forget(ctx, tx, triesOf(user))
}
