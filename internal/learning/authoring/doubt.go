package authoring

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

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
		d.ID, d.CourseID, d.InstructorID, d.InstructorName = db.NewID(), id, &answering.ID, answering.FullName
		found, err := s.calendars.Replace(ctx, tx, busy.Doubt, nil, []busy.Time{{OwnerID: answering.ID, Kind: busy.Doubt, RefID: d.ID, Label: cmp.Or(d.Title, p.Title),
			FromAt: d.StartsAt, UntilAt: d.EndsAt, StartsAt: d.StartsAt, EndsAt: d.EndsAt}})
		if err != nil {
			return err
		}
		if len(found) > 0 {
			return fault.New(fault.Conflict, "schedule_conflict", "The instructor isn't free at that time. Choose another time or another instructor.")
		}
		return insertDoubtSession(ctx, tx, d)
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

// RemoveDoubtSession removes a doubt session that was cancelled; its instructor has the time again. Same callers as SetExtras. It returns fault.NotFound also if
// the course has no such session.
func (s *Service) RemoveDoubtSession(ctx context.Context, who access.Caller, id, sessionID string) error {
	_, err := s.changeTyped(ctx, who, course.Blended, id, func(tx bun.IDB, _ *page) error {
		removed, err := removeDoubtSession(ctx, tx, id, sessionID)
		if err == nil && !removed {
			err = fault.New(fault.NotFound, "doubt_session_not_found", "This course has no such session.")
		}
		if err != nil {
			return err
		}
		_, err = s.calendars.Replace(ctx, tx, busy.Doubt, []string{sessionID}, nil)
		return err
	})
	return err
}

// freeDoubtTimes gives back the time that the doubt sessions of a course take: the sessions stay, without an instructor.
func (s *Service) freeDoubtTimes(ctx context.Context, tx bun.IDB, courseID string) error {
	ids, err := doubtSessionsOf(ctx, tx, courseID)
	if err != nil {
		return err
	}
	return s.freeTimes(ctx, tx, ids)
}

func (s *Service) freeTimes(ctx context.Context, tx bun.IDB, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := forgetInstructors(ctx, tx, ids); err != nil {
		return err
	}
	_, err := s.calendars.Replace(ctx, tx, busy.Doubt, ids, nil)
	return err
}
