package workinghours

import (
	"context"

	"github.com/uptrace/bun"
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
