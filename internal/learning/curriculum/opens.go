package curriculum

import (
	"context"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Opens gives the course of a published lesson that opens for the caller, and whether they teach it. errNoLesson for a
// lesson that is locked for them, of a course that they may not know of, or not there. For other features.
func (s *Service) Opens(ctx context.Context, who access.Caller, lessonID string) (courseID string, teaches bool, err error) {
	if courseID, err = outline.CourseOfLesson(ctx, s.DB.Reader(), lessonID); err != nil {
		return "", false, err
	}
	as, err := s.readerOf(ctx, who, courseID)
	if err != nil {
		return "", false, unseen(err)
	}
	r, err := outline.Read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return "", false, unseen(err)
	}
	o := r.PublishedOutline.V
	_, l, err := o.FindLesson(lessonID)
	if err == nil && as.lock(titlesOf(o))(*l) != nil {
		err = outline.ErrNoLesson
	}
	return courseID, as.teaches, err
}

// unseen says of a course that somebody may not know of what is said of a lesson that is not there.
func unseen(err error) error {
	if fault.Is(err, fault.NotFound) {
		return outline.ErrNoLesson
	}
	return err
}
