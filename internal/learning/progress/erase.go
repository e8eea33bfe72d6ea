package progress

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase takes away what a person has done in lessons. For package profile, in the transaction that erases the person.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
