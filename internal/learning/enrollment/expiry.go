package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
)

const atOnce = 500 // enrollments that one transaction expires

// accessChanged is published by authoring.
type accessChanged struct{ CourseID string }

func (accessChanged) EventName() string { return "course.access_changed" }

// Listeners follow the access to courses.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("enrollment", func(ctx context.Context, d events.Delivery[accessChanged]) error {
		return s.follow(ctx, course.Where("e.course_id = ?", d.Event.CourseID))
	})}
}

// Handlers include the periodic job that expires enrollments.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"enrollment.expire": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Expire(ctx) }},
	}
}

// Expire gives enrollments that are over the status that says so. Until it has run, requests look at the ends themselves
// (course.LearnableAt).
func (s *Service) Expire(ctx context.Context) error {
	for {
		ids, err := overdue(ctx, s.db.Reader(), s.clock.Now(), atOnce)
		if err != nil || len(ids) == 0 {
			return err
		}
		if err := s.follow(ctx, course.Where("e.id IN (?)", bun.List(ids))); err != nil {
			return err
		}
		if len(ids) < atOnce {
			return nil
		}
	}
}

// follow brings enrollments to the status that follows from their ends and publishes what has changed.
func (s *Service) follow(ctx context.Context, scope course.Condition) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		now := s.clock.Now()
		changed, err := followAccess(ctx, tx, now, scope)
		if err != nil {
			return err
		}
		for _, e := range changed {
			if err := events.Publish(ctx, tx, now, EnrollmentChanged{e.ID, e.UserID, e.CourseID, e.Status}); err != nil {
				return err
			}
		}
		return nil
	})
}
