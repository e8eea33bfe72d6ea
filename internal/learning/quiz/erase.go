package quiz

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase deletes a user's attempts, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
