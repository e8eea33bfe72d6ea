package coursework

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
)

// Course is the part of a course that other features read.
type Course struct {
	ID, Title, CourseType, Status string
}

// CourseByID returns course.ErrNotFound if there is none.
func CourseByID(ctx context.Context, q bun.IDB, id string) (c Course, err error) {
	err = q.NewRaw("SELECT id, title, course_type, status FROM courses WHERE id = ?", id).Scan(ctx, &c)
	return c, db.One(err, course.ErrNotFound)
}
