package coursework

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
)

// OfType is the path of a course under its type's URL. Exported so that inputs can embed it.
type OfType struct {
	Type string `path:"type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	ID   string `path:"id"`
}

// Check returns course.ErrNotFound unless the course has the type in the path.
func (o OfType) Check(ctx context.Context, q bun.IDB) error {
	c, err := CourseByID(ctx, q, o.ID)
	if err == nil && c.CourseType != o.Type {
		err = course.ErrNotFound
	}
	return err
}
