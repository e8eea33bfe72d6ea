package workinghours

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
)

// Of returns the hours of the instructors of these ids who have set some.
func Of(ctx context.Context, q bun.IDB, ids []string) (rows []Row, err error) {
	err = q.NewSelect().Model(&rows).Where("h.instructor_id IN (?)", bun.List(ids)).OrderExpr("h.instructor_id").Scan(ctx)
	return located(rows), err
}

// OfDemos returns the hours of the instructors who take demos: of all, or of one.
func OfDemos(ctx context.Context, q bun.IDB, instructorID string) (rows []Row, err error) {
	err = ofDemos(q.NewSelect().Model(&rows), instructorID).Scan(ctx)
	return located(rows), err
}

// ofDemos selects from instructor_rules AS h.
func ofDemos(s *bun.SelectQuery, instructorID string) *bun.SelectQuery {
	s.Join("JOIN users AS u ON u.id = h.instructor_id AND u.status = 'active'").
		Where("h.takes_demos AND EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'instructor')")
	if instructorID != "" {
		s.Where("h.instructor_id = ?", instructorID)
	}
	return s.OrderExpr("h.instructor_id")
}

// version changes with the hours of an instructor or with what is taken of their time.
type version struct {
	InstructorID string
	Version      int64     // of the hours
	UpdatedAt    time.Time // likewise: hours that are deleted and made anew begin with the same version
	Calendar     int64
}

func (v version) equal(w version) bool {
	return v.Version == w.Version && v.UpdatedAt.Equal(w.UpdatedAt) && v.Calendar == w.Calendar
}

// versionsOfDemos returns those of the instructors who take demos: of all, or of one.
func versionsOfDemos(ctx context.Context, q bun.IDB, instructorID string) (versions []version, err error) {
	s := q.NewSelect().TableExpr("instructor_rules AS h").Column("h.instructor_id", "h.version", "h.updated_at").ColumnExpr("coalesce(c.version, 0) AS calendar").
		Join("LEFT JOIN instructor_calendars AS c ON c.instructor_id = h.instructor_id")
	return versions, ofDemos(s, instructorID).Scan(ctx, &versions)
}

// AddExternal adds to what is taken, by instructor, when the calendars that these keep elsewhere say that they are busy within [from, until). What is taken must be by time and not overlap; it is so afterwards.
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
	for _, f := range found {
		taken[f.InstructorID] = clock.Union(taken[f.InstructorID])
	}
	return err
}
