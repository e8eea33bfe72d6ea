package catalogue

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
)

const (
	mostRelated   = 4  // courses on the page of another
	mostAlike     = 40 // candidates by each thing that courses have in common, newest first, however many there are
	mostToolsTold = 8  // tools that are compared; the first are the most important
)

// What two courses have in common, in points: which come first among related courses.
const (
	pointsCategory   = 3
	pointsInstructor = 2
	pointsTool       = 2 // each
)

// Related returns the courses of the catalogue that have most in common with a course: its category, its teachers and its tools. Those in
// which the caller is enrolled are left out. For callers who may see the course; it returns course.ErrNotFound.
func (s *Service) Related(ctx context.Context, who access.Caller, id string) ([]course.Course, error) {
	q := s.db.Reader()
	c, err := course.Find(ctx, q, who, id)
	if err != nil {
		return nil, err
	}
	related, err := related(ctx, q, who, c.Record)
	if err != nil {
		return nil, err
	}
	return related, course.Complete(ctx, q, related)
}
