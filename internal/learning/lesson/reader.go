package lesson

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
)

// reader holds what decides which lessons of a course are open to a user.
type reader struct {
	teaches   bool
	learns    bool // the course is open to them, through enrollment or because it is open to all
	enrolled  bool
	since     time.Time // of enrollment
	completed map[string]bool
	now       time.Time
}

// readerOf returns course.ErrNotFound if the caller may not know of the course.
func (s *Service) readerOf(ctx context.Context, who access.Caller, courseID string) (r reader, err error) {
	r.now = s.deps.Clock.Now()
	if r.teaches, err = s.deps.Courses.MayTeach(ctx, who, courseID); err != nil || r.teaches {
		return r, err
	}
	visible, err := s.deps.Courses.MayWatch(ctx, who, courseID, true)
	if err == nil && !visible {
		err = course.ErrNotFound
	}
	if err == nil {
		r.learns, err = s.deps.Courses.MayWatch(ctx, who, courseID, false)
	}
	if err != nil || who.ID == "" {
		return r, err
	}
	if r.since, r.enrolled, err = enrolledAt(ctx, s.deps.DB.Reader(), who.ID, courseID); err != nil || !r.enrolled {
		return r, err
	}
	r.completed, err = s.deps.Progress.Completed(ctx, who.ID, courseID)
	return r, err
}

// lock returns why a lesson is locked for the reader, nil if it is open. Completed lessons stay open.
func (r reader) lock(titles map[string]string) func(outline.Lesson) *outline.LessonLock {
	return func(l outline.Lesson) *outline.LessonLock {
		opens := l.Release.At
		if l.Release.DaysAfterEnrolment > 0 && r.enrolled {
			later := r.since.AddDate(0, 0, int(l.Release.DaysAfterEnrolment))
			if opens == nil || later.After(*opens) {
				opens = &later
			}
		}
		switch after := l.Release.AfterLesson; {
		case r.teaches || l.Previewable || r.completed[l.ID]:
			return nil
		case !r.learns:
			return &outline.LessonLock{Reason: "not_enrolled", Text: "Enrol in the course to open this lesson."}
		case opens != nil && opens.After(r.now):
			return &outline.LessonLock{Reason: "date", Text: "This lesson is not open yet.", At: opens}
		case after != "" && !r.completed[after]:
			return &outline.LessonLock{Reason: "after_lesson", Text: fmt.Sprintf("Complete “%s” first.", titles[after]), Lesson: after}
		}
		return nil
	}
}

func titlesOf(o outline.Outline) map[string]string {
	titles := map[string]string{}
	for _, l := range o.AllLessons() {
		titles[l.ID] = l.Title
	}
	return titles
}
