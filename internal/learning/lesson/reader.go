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
	place     enrollment
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
	if r.place, err = enrollmentIn(ctx, s.deps.DB.Reader(), who.ID, courseID); err != nil || !r.place.Enrolled {
		return r, err
	}
	r.enrolled = true
	r.completed, err = s.deps.Progress.Completed(ctx, who.ID, courseID)
	return r, err
}

// lock returns why a lesson is locked for the reader, nil if it is open. Completed lessons stay open as long as the course is.
func (r reader) lock(titles map[string]string) func(outline.Lesson) *outline.LessonLock {
	return func(l outline.Lesson) *outline.LessonLock {
		opens := l.Release.At
		if l.Release.DaysAfterEnrolment > 0 && r.enrolled {
			later := r.place.Since.AddDate(0, 0, int(l.Release.DaysAfterEnrolment))
			if opens == nil || later.After(*opens) {
				opens = &later
			}
		}
		switch after := l.Release.AfterLesson; {
		case r.teaches || l.Previewable:
			return nil
		case !r.learns:
			return r.closed()
		case r.completed[l.ID]:
			return nil
		case opens != nil && opens.After(r.now):
			return &outline.LessonLock{Reason: "date", Text: "This lesson is not open yet.", At: opens}
		case after != "" && !r.completed[after]:
			return &outline.LessonLock{Reason: "after_lesson", Text: fmt.Sprintf("Complete “%s” first.", titles[after]), Lesson: after}
		}
		return nil
	}
}

// closed says why the whole course does not open for the reader.
func (r reader) closed() *outline.LessonLock {
	e := r.place
	end := e.EndsAt
	if end == nil || e.AccessUntil != nil && e.AccessUntil.Before(*end) {
		end = e.AccessUntil
	}
	switch stranger := e.Status == "" || e.Status == "withdrawn"; {
	case stranger && e.AccessUntil != nil && !e.AccessUntil.After(r.now):
		return &outline.LessonLock{Reason: "access_ended", Text: "This course was open until " + day(*e.AccessUntil) + "."}
	case stranger:
		return &outline.LessonLock{Reason: "not_enrolled", Text: "Enrol in the course to open this lesson."}
	case e.Status == "suspended":
		return &outline.LessonLock{Reason: "suspended", Text: "Your enrolment in this course is suspended. Ask your instructor."}
	case end != nil && !end.After(r.now):
		return &outline.LessonLock{Reason: "access_ended", Text: "Your access to this course ended on " + day(*end) + "."}
	case e.Status == "expired":
		return &outline.LessonLock{Reason: "access_ended", Text: "Your access to this course has ended."}
	case e.AccessFrom != nil && e.AccessFrom.After(r.now):
		return &outline.LessonLock{Reason: "access_not_begun", Text: "This course opens on " + day(*e.AccessFrom) + ".", At: e.AccessFrom}
	case e.Status == "pending_payment":
		return &outline.LessonLock{Reason: "not_admitted", Text: "Your place is kept until it is paid for."}
	case e.Status == "waitlisted":
		return &outline.LessonLock{Reason: "not_admitted", Text: "You are on this course's waiting list."}
	}
	return &outline.LessonLock{Reason: "not_admitted", Text: "You are invited to this course. Enrol to accept."}
}

func day(at time.Time) string { return at.UTC().Format("2 January 2006, 15:04") + " UTC" }

func titlesOf(o outline.Outline) map[string]string {
	titles := map[string]string{}
	for _, l := range o.AllLessons() {
		titles[l.ID] = l.Title
	}
	return titles
}
