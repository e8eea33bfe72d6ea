package user

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase deletes the filters of a user and the reasons of their impersonations, with the transaction tx.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := deleteFiltersOf(ctx, tx, user); err != nil {
		return err
	}
	return deleteImpersonationsOf(ctx, tx, user)
}
