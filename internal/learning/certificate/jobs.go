package certificate

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/objectkey"
)

// courseCompleted is the event course.completed, as far as it is read here.
type courseCompleted struct{ UserID, CourseID string }

func (courseCompleted) EventName() string { return "course.completed" }

// Listeners issue certificates to those who complete a course.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("certificate", func(ctx context.Context, d events.Delivery[courseCompleted]) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
			return s.queue(ctx, tx, issueWork{User: d.Event.UserID, Course: d.Event.CourseID}, time.Time{})
		})
	})}
}

// Handlers are those of the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		issueJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[issueWork](claim[0])
			if err != nil {
				return err
			}
			return s.issue(ctx, w)
		}},
		dropJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[dropWork](claim[0])
			if err != nil {
				return err
			}
			return s.deps.Blob.Delete(ctx, objectkey.Certificate(w.Certificate))
		}},
		"certificate.catch_up": {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.CatchUp(ctx) }},
		"certificate.expire":   {Every: time.Hour, Do: func(ctx context.Context, _ []jobs.Job) error { return s.Expire(ctx) }},
	}
}

// CatchUp has certificates issued to those who completed a course after its rule was saved and for whom the rule holds only now: their work was graded
// later, they have another name, or their batch has ended.
func (s *Service) CatchUp(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		rules, err := automaticRules(ctx, tx)
		if err != nil {
			return err
		}
		for _, rule := range rules {
			users, err := dueWithout(ctx, tx, rule, s.deps.Clock.Now(), atOnce)
			if err != nil {
				return err
			}
			for _, user := range users {
				if err := s.queue(ctx, tx, issueWork{User: user, Course: rule.CourseID}, time.Time{}); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// Expire records which certificates have expired, and has the holders of those reminded that will soon.
func (s *Service) Expire(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := s.deps.Clock.Now()
		if err := expire(ctx, tx, now); err != nil {
			return err
		}
		ids, err := takeReminders(ctx, tx, now)
		for _, id := range ids {
			if err := events.Publish(ctx, tx, now, ExpiringEvent{id}); err != nil {
				return err
			}
		}
		return err
	})
}
