package authoring

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Doubts keeps the doubt sessions of blended courses, which are meetings with their learners. Its methods trust the caller to teach the course.
type Doubts interface {
	// Add plans a session of a course with a title, takes the time of its instructor and notifies the learners. fault.Invalid for its url, fault.Conflict.
	Add(ctx context.Context, tx bun.IDB, who access.Caller, courseID, title string, d schedule.DoubtSession, url string) (schedule.DoubtSession, error)
	// Cancel cancels a session that has not begun. fault.NotFound, fault.Conflict.
	Cancel(ctx context.Context, tx bun.IDB, who access.Caller, courseID, id string) error
	// Of returns the sessions of a course, the newest first.
	Of(ctx context.Context, q bun.IDB, courseID string) ([]schedule.DoubtSession, error)
	// LayOut plans the dates of the weekly schedule of a course as it is stored now.
	LayOut(ctx context.Context, tx bun.IDB, who access.Caller, courseID string) error
	// FreeTimes gives back the time that sessions take that are deleted with their course.
	FreeTimes(ctx context.Context, tx bun.IDB, courseID string) error
}

// AddDoubtSession adds a doubt session and takes the time of its instructor for it. Same callers as SetExtras. It returns fault.Invalid also for an instructor who does not
// teach the course, and fault.Conflict if the instructor is taken then.
func (s *Service) AddDoubtSession(ctx context.Context, who access.Caller, id string, n schedule.NewDoubtSession) (d schedule.DoubtSession, err error) {
	_, err = s.changeTyped(ctx, who, course.Blended, id, func(tx bun.IDB, p *page) error {
		current, err := s.settings.Current(ctx, tx)
		if err != nil {
			return err
		}
		n.Timezone = cmp.Or(n.Timezone, current.School.TimeZone)
		if d, err = n.Plan(s.clock.Now()); err != nil {
			return err
		}
		answering, err := instructorFor(p.Instructors, who, n.InstructorID)
		if err != nil {
			return err
		}
		d.InstructorID = &answering.ID
		if d, err = s.doubts.Add(ctx, tx, who, id, p.Title, d, n.URL); err != nil {
			return err
		}
		d.InstructorName = answering.FullName
		return nil
	})
	return d, err
}

// instructorFor returns the wanted one of the instructors of a course, by default the caller, or the first. It returns fault.Invalid.
func instructorFor(all []course.Instructor, who access.Caller, wanted string) (course.Instructor, error) {
	at := slices.IndexFunc(all, func(i course.Instructor) bool { return i.ID == cmp.Or(wanted, who.ID) })
	if at < 0 && wanted == "" && len(all) > 0 {
		at = 0
	}
	if at < 0 {
		return course.Instructor{}, fault.InvalidField("instructor_id", "unknown_value", "Choose an instructor of this course")
	}
	return all[at], nil
}

// CancelDoubtSession cancels a doubt session that has not begun, or skips a date of a weekly one; its instructor has the time again. Same callers as SetExtras. It returns
// fault.NotFound also if the course has no such session, fault.Conflict if it has begun.
func (s *Service) CancelDoubtSession(ctx context.Context, who access.Caller, id, sessionID string) error {
	_, err := s.changeTyped(ctx, who, course.Blended, id, func(tx bun.IDB, _ *page) error {
		return s.doubts.Cancel(ctx, tx, who, id, sessionID)
	})
	return err
}
