package lesson

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// OpenLesson returns the course of a published lesson that is open to the caller, and whether they teach it. It
// returns ErrNoLesson for a lesson that is locked for them, in a course that they may not know of, or does not exist.
// For other features.
func (s *Service) OpenLesson(ctx context.Context, who access.Caller, lessonID string) (courseID string, teaches bool, err error) {
	if courseID, err = outline.CourseOfLesson(ctx, s.deps.DB.Reader(), lessonID); err != nil {
		return "", false, err
	}
	as, err := s.readerOf(ctx, who, courseID)
	if err != nil {
		return "", false, asNoLesson(err)
	}
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return "", false, asNoLesson(err)
	}
	o := r.PublishedOutline.V
	_, l, err := o.FindLesson(lessonID)
	if err == nil && as.lock(titlesOf(o))(*l) != nil {
		err = outline.ErrNoLesson
	}
	return courseID, as.teaches, err
}

// asNoLesson replaces a not-found error of a course by that of a lesson.
func asNoLesson(err error) error {
	if fault.Is(err, fault.NotFound) {
		return outline.ErrNoLesson
	}
	return err
}

// Task returns a published lesson by id and type. Teachers of its course get the one in the draft, if draft is set or the
// lesson has not been published. It returns ErrNoLesson if the caller may not know of it. For other features.
func (s *Service) Task(ctx context.Context, who access.Caller, id, kind string, draft bool) (t coursework.Task, err error) {
	courseID, err := outline.CourseOfLesson(ctx, s.deps.DB.Reader(), id)
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
	r, err := outline.Read(ctx, s.deps.DB.Reader(), courseID)
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
	t = coursework.Task{CourseID: courseID, LessonID: id, Title: l.Title, Revision: l.Revision, Teaches: as.teaches, Enrolled: as.enrolled && as.learns}
	if lock := as.lock(titlesOf(o))(*l); lock != nil {
		t.Locked = lock.Text
		return t, nil
	}
	held, err := content.ByID(ctx, s.deps.DB.Reader(), courseID, []string{l.ContentID})
	t.Content = held[l.ContentID]
	return t, err
}

// IsVideoOpen reports whether a published lesson with the video is open to the caller. placed is false if no lesson
// shows the video, in which case the curriculum has no say. Playback calls this often.
func (s *Service) IsVideoOpen(ctx context.Context, who access.Caller, courseID, videoID string) (open, placed bool, err error) {
	lessons, err := lessonsShowing(ctx, s.deps.DB.Reader(), courseID, videoID)
	if err != nil || len(lessons) == 0 {
		return false, false, err
	}
	as, err := s.readerOf(ctx, who, courseID)
	if fault.Is(err, fault.NotFound) {
		return false, true, nil
	}
	locked := as.lock(nil)
	for _, l := range lessons {
		open = open || locked(l) == nil
	}
	return open && err == nil, true, err
}
