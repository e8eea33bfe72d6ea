package seat

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Provide gives a company seats in a course that it has ordered, with the transaction of package order. Once for each line; those that were ended are open again.
func (s *Service) Provide(ctx context.Context, tx bun.IDB, company, courseID, line string, total int64, note string) error {
	now := s.deps.Clock.Now()
	return insertBought(ctx, tx, SeatPool{ID: db.NewID(), CompanyID: company, CoursesRow: db.JSON[[]string]{V: []string{courseID}}, Total: total, StartsAt: now,
		SwapDays: boughtSwapDays, SwapsLeft: (total + boughtSwaps - 1) / boughtSwaps, Note: note, CreatedAt: now, LineID: &line})
}

// EndBought ends the seats of a line that is not to be paid, or was refunded: Expire ends those that people have.
func (s *Service) EndBought(ctx context.Context, tx bun.IDB, line string) error {
	return endBought(ctx, tx, line, s.deps.Clock.Now())
}
