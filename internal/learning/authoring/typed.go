package authoring

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// TypedCourse is a course at the address of its type, with what only courses of that type have.
type TypedCourse struct {
	CourseDetail
	DoubtSchedule schedule.DoubtSchedule  `json:"doubt_schedule" doc:"Of a blended course: when questions are answered, week by week."`
	DoubtSessions []schedule.DoubtSession `json:"doubt_sessions" doc:"Of a blended course: extra sessions; for those who learn in it or teach it."`
	Recordings    []CourseRecording       `json:"recordings" doc:"Of a live course: what was recorded; for those who learn in it or teach it."`
}

// NewTypedCourse is a course with what only courses of its type have. What its type does not have is refused.
type NewTypedCourse struct {
	course.NewCourse
	Access        *course.FreeAccess         `json:"access,omitempty" msg:"Access is an object with access_type"`
	Schedule      *schedule.NewLiveSchedule  `json:"schedule,omitempty" msg:"The schedule is an object with timezone and entries"`
	DoubtSchedule *schedule.NewDoubtSchedule `json:"doubt_schedule,omitempty" msg:"The doubt schedule is an object with timezone and slots"`
}

// CreateTyped is Create at the address of the types. fault.Invalid also for extras that the type does not have.
func (s *Service) CreateTyped(ctx context.Context, who access.Caller, n NewTypedCourse) (TypedCourse, error) {
	c, err := s.create(ctx, who, originTyped, n)
	if err != nil {
		return TypedCourse{}, err
	}
	return s.Typed(ctx, who, c.CourseType, c.ID, "")
}

// UpdateTyped is Update at the address of a type, which stays as it is; fault.Invalid also for another type, fault.NotFound also for
// a course of another type.
func (s *Service) UpdateTyped(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse, holds func(version int64) bool) (TypedCourse, error) {
	if n.CourseType != kind {
		return TypedCourse{}, fault.Fields{{Name: "course_type", Code: "not_allowed", Message: "At this address the type of a course stays as it is"}}.Err()
	}
	p, err := s.update(ctx, who, kind, id, n, holds)
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, p)
}

// putExtras writes what of n only courses of its type have.
func (s *Service) putExtras(ctx context.Context, tx bun.IDB, p *page, n NewTypedCourse) error {
	var broken fault.Fields
	broken.Require(n.Access == nil || p.CourseType == course.Free, "access", "not_allowed", "Only a free course has this")
	broken.Require(n.Schedule == nil || p.CourseType == course.Live, "schedule", "not_allowed", "Only a live course has this")
	broken.Require(n.DoubtSchedule == nil || p.CourseType == course.Blended, "doubt_schedule", "not_allowed", "Only a blended course has this")
	if err := broken.Err(); err != nil {
		return err
	}
	now := s.clock.Now()
	if n.Access != nil {
		a := n.Access.Normalise()
		if err := a.Check(); err != nil {
			return err
		}
		p.AccessType, p.AccessFrom, p.AccessUntil, p.UpdatedAt = a.AccessType, a.AccessFrom, a.AccessUntil, now
		if err := putAccess(ctx, tx, p.ID, a, now); err != nil {
			return err
		}
	}
	if n.Schedule != nil {
		plan, err := n.Schedule.Plan(p.Schedule.V, now)
		if err != nil {
			return err
		}
		p.Schedule.V, p.UpdatedAt = plan, now
		if err := putSchedule(ctx, tx, p.ID, plan, now); err != nil {
			return err
		}
	}
	if n.DoubtSchedule != nil {
		plan, err := n.DoubtSchedule.Plan()
		if err != nil {
			return err
		}
		p.DoubtSchedule.V, p.UpdatedAt = plan, now
		return putDoubtSchedule(ctx, tx, p.ID, plan, now)
	}
	return nil
}

// Typed is Get at the address of a type: fault.NotFound also for a course of another type.
func (s *Service) Typed(ctx context.Context, who access.Caller, kind, id, studentID string) (TypedCourse, error) {
	p, err := s.readFor(ctx, who, id, studentID)
	if err == nil {
		err = requireType(p.Record, kind)
	}
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, p)
}

// typed adds to a page what only courses of its type have.
func (s *Service) typed(ctx context.Context, p page) (t TypedCourse, err error) {
	q := s.db.Reader()
	t = TypedCourse{CourseDetail: s.detail(p), DoubtSchedule: schedule.DoubtSchedule{Slots: []schedule.DoubtSlot{}},
		DoubtSessions: []schedule.DoubtSession{}, Recordings: []CourseRecording{}}
	inside := p.Teaches || p.enrollment != nil && p.enrollment.Enrolled
	switch p.CourseType {
	case course.Blended:
		if p.DoubtSchedule.V.Slots != nil {
			t.DoubtSchedule = p.DoubtSchedule.V
		}
		if inside {
			t.DoubtSessions, err = doubtSessions(ctx, q, p.ID)
		}
	case course.Live:
		if inside {
			t.Recordings, err = recordings(ctx, q, p.ID)
		}
	}
	return t, err
}

// SetExtras writes the extras of n to a course of a type. For teachers of the course, as Update; fault.NotFound for a course of
// another type.
func (s *Service) SetExtras(ctx context.Context, who access.Caller, kind, id string, n NewTypedCourse) (TypedCourse, error) {
	p, err := s.changeTyped(ctx, who, kind, id, func(tx bun.IDB, p *page) error { return s.putExtras(ctx, tx, p, n) })
	if err != nil {
		return TypedCourse{}, err
	}
	return s.typed(ctx, p)
}

// changeTyped is change of a course of a type; fault.NotFound for one of another type.
func (s *Service) changeTyped(ctx context.Context, who access.Caller, kind, id string, fn func(tx bun.IDB, p *page) error) (page, error) {
	return s.change(ctx, who, kind, id, actionChanged, fn)
}

// AddDoubtSession adds a session in which questions are answered. For teachers of the course, as SetExtras.
func (s *Service) AddDoubtSession(ctx context.Context, who access.Caller, id string, n schedule.NewDoubtSession) (d schedule.DoubtSession, err error) {
	_, err = s.changeTyped(ctx, who, course.Blended, id, func(tx bun.IDB, _ *page) error {
		if d, err = n.Plan(s.clock.Now()); err != nil {
			return err
		}
		d.ID, d.CourseID = db.NewID(), id
		return insertDoubtSession(ctx, tx, d)
	})
	return d, err
}

// RemoveDoubtSession takes a session away that does not take place. For teachers of the course, as SetExtras; fault.NotFound also
// when the course has no such session.
func (s *Service) RemoveDoubtSession(ctx context.Context, who access.Caller, id, sessionID string) error {
	_, err := s.changeTyped(ctx, who, course.Blended, id, func(tx bun.IDB, _ *page) error {
		removed, err := removeDoubtSession(ctx, tx, id, sessionID)
		if err == nil && !removed {
			err = fault.New(fault.NotFound, "doubt_session_not_found", "There is no such session in this course.")
		}
		return err
	})
	return err
}
