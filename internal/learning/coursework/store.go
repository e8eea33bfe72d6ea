package coursework

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"
)

// Course is the part of a course that other features read.
type Course struct {
	ID, Title, CourseType, Status string
}

// CourseByID returns ErrNoCourse if there is none.
func CourseByID(ctx context.Context, q bun.IDB, id string) (c Course, err error) {
	err = q.NewRaw("SELECT id, title, course_type, status FROM courses WHERE id = ?", id).Scan(ctx, &c)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoCourse
	}
	return c, err
}
