package quiz

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

const deadlineJob = "quiz.deadline"

// deadlineWork is the payload of the job that submits an attempt at its deadline.
type deadlineWork struct{ Attempt string }

func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{deadlineJob: {Do: func(ctx context.Context, claim []jobs.Job) error {
		w, err := jobs.Payload[deadlineWork](claim[0])
		if err != nil {
			return err
		}
		return s.finishDue(ctx, w.Attempt)
	}}}
}

// finishDue submits an attempt whose deadline has passed. A deleted attempt is no error.
func (s *Service) finishDue(ctx context.Context, id string) error {
	err := s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := lockAttempt(ctx, tx, id)
		if err == nil && a.Status == running && a.over(s.deps.Clock.Now()) {
			_, err = s.finish(ctx, tx, a)
		}
		return err
	})
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

// finishOverdue submits the caller's attempt if its deadline has passed and no worker has got to it yet.
func (s *Service) finishOverdue(ctx context.Context, who access.Caller, lessonID string) error {
	a, err := runningAttempt(ctx, s.deps.DB.Reader(), who.ID, lessonID)
	if fault.Is(err, fault.NotFound) || err == nil && !a.over(s.deps.Clock.Now()) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.finishDue(ctx, a.ID)
}
