package course

import (
	"context"

	"github.com/uptrace/bun"
)

// Erase takes away what a person has kept for later, and their name out of what the catalogue is searched by. For package
// profile, in the transaction that erases the person.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	if err := forgetSaved(ctx, tx, user); err != nil {
		return err
	}
	return s.renamed(ctx, tx, user)
}

// Renamed lets the courses of somebody who has another name now be found by it. For whoever hears of that.
func (s *Service) Renamed(ctx context.Context, user string) error {
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return s.renamed(ctx, tx, user) })
}

func (s *Service) renamed(ctx context.Context, tx bun.IDB, user string) error {
	ids, err := taughtBy(ctx, tx, user)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := reindex(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}
