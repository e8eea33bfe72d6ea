package progress

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase deletes the events and progress of a user, with the transaction tx. For package profile, when the account is erased.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
