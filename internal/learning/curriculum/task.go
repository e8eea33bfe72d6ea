package curriculum

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Task is the published lesson of an id and type; for teachers of its course with draft that of the draft, which they also get
// of a lesson that has not been published. errNoLesson for who may not know of it. For other features.
func (s *Service) Task(ctx context.Context, who access.Caller, id, kind string, draft bool) (t coursework.Task, err error) {
	courseID, err := outline.CourseOfLesson(ctx, s.DB.Reader(), id)
	if err != nil {
		return t, err
	}
	as, err := s.readerOf(ctx, who, courseID)
	if fault.Is(err, fault.NotFound) {
		err = outline.ErrNoLesson
	}
	if err != nil {
		return t, err
	}
	r, err := outline.Read(ctx, s.DB.Reader(), courseID)
	if err != nil {
		return t, err
	}
	o := r.PublishedOutline.V
	_, l, err := o.FindLesson(id)
	if as.teaches && (draft || err != nil) {
		o = r.Outline.V
		_, l, err = o.FindLesson(id)
	}
	if err == nil && l.Type != kind {
		err = outline.ErrNoLesson
	}
	if err != nil {
		return t, err
	}
	t = coursework.Task{CourseID: courseID, LessonID: id, Title: l.Title, Revision: l.Revision, Teaches: as.teaches, Enrolled: as.enrolled}
	if lock := as.lock(titlesOf(o))(*l); lock != nil {
		t.Locked = lock.Text
		return t, nil
	}
	held, err := content.ByID(ctx, s.DB.Reader(), courseID, []string{l.ContentID})
	t.Content = held[l.ContentID]
	return t, err
}
