package course

import (
	"context"

	"lectern/internal/platform/access"
)

// RecordedVideo is a recording with the course that it belongs to.
type RecordedVideo struct {
	CourseRecording `bun:",extend"`

	OfCourse    string `bun:"of_course" json:"course_id"`
	CourseTitle string `bun:"course_title" json:"course_title"`
}

// Recorded is a page of the recordings of live courses in which the caller learns or which they teach, the newest first, and
// how many there are. For whoever is signed in.
func (s *Service) Recorded(ctx context.Context, who access.Caller, limit, offset int64) ([]RecordedVideo, int64, error) {
	return recorded(ctx, s.DB.Reader(), who.ID, limit, offset)
}
