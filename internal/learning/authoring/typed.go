package authoring

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// TypedCourse is a course under its type's URL, with what only courses of that type have.
type TypedCourse struct {
	CourseDetail
	DoubtSchedule schedule.DoubtSchedule  `json:"doubt_schedule" doc:"Of a blended course: when questions are answered, week by week."`
	DoubtSessions []schedule.DoubtSession `json:"doubt_sessions" doc:"Of a blended course: extra sessions, and the dates of the weekly ones for the next 60 days; for those who learn in it or teach it."`
	Recordings    []CourseRecording       `json:"recordings" doc:"Of a live course: what was recorded; for those who learn in it or teach it."`
}

// NewTypedCourse is a course with the extras of its type. Extras of other types are refused.
type NewTypedCourse struct {
	course.NewCourse
	Access        *course.FreeAccess         `json:"access,omitempty" msg:"access must be an object with access_type"`
	Schedule      *schedule.NewLiveSchedule  `json:"schedule,omitempty" msg:"The schedule must be an object with timezone and entries"`
	DoubtSchedule *schedule.NewDoubtSchedule `json:"doubt_schedule,omitempty" msg:"The Q&A schedule must be an object with timezone and slots"`
}

// CreateTyped is Create under a type's URL. It returns fault.Invalid also for extras that the type does not have.
func (s *Service) CreateTyped(ctx context.Context, who access.Caller, n NewTypedCourse) (TypedCourse, error) {
	c, err := s.create(ctx, who, originTyped, n)
	if err != nil {
		return TypedCourse{}, err
	}
	return s.Typed(ctx, who, c.CourseType, c.ID, "")
}

// UpdateTyped is Update under a type's URL. The type cannot be changed: a different one in n is fault.Invalid, a
// course of another type fault.NotFound.
func (s *Service) UpdateTyped(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse, holds func(version int64) bool) (TypedCourse, error) {
	if n.CourseType != kind {
		return TypedCourse{}, fault.Fields{{Name: "course_type", Code: "not_allowed", Message: "The format of a course can't be changed at this address"}}.Err()
	}
	p, err := s.update(ctx, who, kind, id, n, holds)
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, who, p)
}

// putExtras stores the extras in n.
func (s *Service) putExtras(ctx context.Context, tx bun.IDB, who access.Caller, p *page, n NewTypedCourse) error {
	var broken fault.Fields
	broken.Require(n.Access == nil || p.CourseType == course.Free, "access", "not_allowed", "Only a self-paced course has this")
	broken.Require(n.Schedule == nil || p.CourseType == course.Live, "schedule", "not_allowed", "Only a live course has this")
	broken.Require(n.DoubtSchedule == nil || p.CourseType == course.Blended, "doubt_schedule", "not_allowed", "Only a blended course has this")
	if err := broken.Err(); err != nil {
		return err
	}
	now := s.clock.Now()
	current, err := s.settings.Current(ctx, tx)
	if err != nil {
		return err
	}
	if n.Access != nil {
		a := n.Access.Normalise()
		if err := a.Check(); err != nil {
			return err
		}
		p.AccessType, p.AccessFrom, p.AccessUntil, p.UpdatedAt = a.AccessType, a.AccessFrom, a.AccessUntil, now
		if err := putAccess(ctx, tx, p.ID, a, now); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, AccessChanged{p.ID}); err != nil {
			return err
		}
	}
	if n.Schedule != nil {
		entered := *n.Schedule
		entered.Timezone = cmp.Or(entered.Timezone, current.School.TimeZone)
		plan, err := entered.Plan(p.Schedule.V, now)
		if err != nil {
			return err
		}
		p.Schedule.V, p.UpdatedAt = plan, now
		if err := putSchedule(ctx, tx, p.ID, plan, now); err != nil {
			return err
		}
	}
	if n.DoubtSchedule != nil {
		entered := *n.DoubtSchedule
		entered.Timezone = cmp.Or(entered.Timezone, current.School.TimeZone)
		plan, err := entered.Plan(func(id string) bool {
			return slices.ContainsFunc(p.Instructors, func(i course.Instructor) bool { return i.ID == id })
		})
		if err != nil {
			return err
		}
		if p.Status == course.Published && !plan.HasTimesOf(p.DoubtSchedule.V) {
			if err := events.Publish(ctx, tx, now, WeeklyTimesChanged{p.ID, who.ID}); err != nil {
				return err
			}
		}
		p.DoubtSchedule.V, p.UpdatedAt = plan, now
		if err := putDoubtSchedule(ctx, tx, p.ID, plan, now); err != nil {
			return err
		}
		return s.doubts.LayOut(ctx, tx, who, p.ID)
	}
	return nil
}

// Typed is Get under a type's URL. It returns fault.NotFound also for a course of another type.
func (s *Service) Typed(ctx context.Context, who access.Caller, kind, id, studentID string) (TypedCourse, error) {
	p, err := s.readFor(ctx, who, id, studentID)
	if err == nil {
		err = requireType(p.Record, kind)
	}
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, who, p)
}

// typed adds to a page the extras of its type.
func (s *Service) typed(ctx context.Context, who access.Caller, p page) (t TypedCourse, err error) {
	q := s.db.Reader()
	t = s.withDoubts(p)
	inside := p.Teaches || p.enrollment != nil && p.enrollment.Enrolled
	switch p.CourseType {
	case course.Blended:
		if inside {
			t.DoubtSessions, err = s.doubts.Of(ctx, q, p.ID)
		}
	case course.Live:
		if inside {
			t.Recordings, err = s.weekRecordings(ctx, q, who, p)
		}
	}
	return t, err
}

// SetExtras writes the extras of n to a course of a type. For teachers of the course, as Update. It returns fault.NotFound for a
// course of another type, and fault.Precondition with the TypedCourse as it is unless its version holds.
func (s *Service) SetExtras(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse, holds func(version int64) bool) (TypedCourse, error) {
	p, err := s.changeTyped(ctx, who, kind, id, func(tx bun.IDB, p *page) error {
		if before := s.withDoubts(*p); !holds(before.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this course. Your change is not saved yet.").WithDetails(before)
		}
		return s.putExtras(ctx, tx, who, p, n)
	})
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, who, p)
}

// withDoubts is a page with its doubt schedule, without what has rows of its own.
func (s *Service) withDoubts(p page) TypedCourse {
	t := TypedCourse{CourseDetail: s.detail(p), DoubtSchedule: schedule.DoubtSchedule{Slots: []schedule.DoubtSlot{}},
		DoubtSessions: []schedule.DoubtSession{}, Recordings: []CourseRecording{}}
	if p.CourseType == course.Blended && p.DoubtSchedule.V.Slots != nil {
		t.DoubtSchedule = p.DoubtSchedule.V
	}
	return t
}

// changeTyped is change for a course of a type. It returns fault.NotFound for a course of another type.
func (s *Service) changeTyped(ctx context.Context, who access.Caller, kind, id string, fn func(tx bun.IDB, p *page) error) (page, error) {
	return s.change(ctx, who, kind, id, actionChanged, fn)
}
