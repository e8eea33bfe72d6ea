package workinghours

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
)

// Of returns the hours of the instructors of these ids who have set some.
func Of(ctx context.Context, q bun.IDB, ids []string) (rows []Row, err error) {
	return rows, q.NewSelect().Model(&rows).Where("h.instructor_id IN (?)", bun.List(ids)).OrderExpr("h.instructor_id").Scan(ctx)
}

// OfDemos returns the hours of the instructors who take demos: of all, or of one.
func OfDemos(ctx context.Context, q bun.IDB, instructorID string) (rows []Row, err error) {
	s := q.NewSelect().Model(&rows).Join("JOIN users AS u ON u.id = h.instructor_id AND u.status = 'active'").
		Where("h.takes_demos AND EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'instructor')")
	if instructorID != "" {
		s.Where("h.instructor_id = ?", instructorID)
	}
	return rows, s.OrderExpr("h.instructor_id").Scan(ctx)
}

// AddExternal adds to what is taken, by instructor, when the calendars that these keep elsewhere say that they are busy within [from, until). What it returns is by time and does not overlap.
func AddExternal(ctx context.Context, q bun.IDB, taken map[string][]clock.Span, ids []string, from, until time.Time) error {
	var found []struct {
		InstructorID    string
		FromAt, UntilAt time.Time
	}
	err := q.NewSelect().Table("external_busy").Column("instructor_id", "from_at", "until_at").
		Where("instructor_id IN (?) AND until_at > ? AND from_at < ?", bun.List(ids), from.UTC(), until.UTC()).Scan(ctx, &found)
	for _, f := range found {
		taken[f.InstructorID] = append(taken[f.InstructorID], clock.Span{FromAt: f.FromAt, UntilAt: f.UntilAt})
	}
	for id := range taken {
		taken[id] = clock.Union(taken[id])
	}
	return err
}
