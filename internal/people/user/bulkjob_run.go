package user

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// bulkWork is the payload of the job that goes on with a bulk job.
type bulkWork struct{ ID string }

// usersAtATime is how many users one claim changes.
const usersAtATime = 100

func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{bulkJob: {
		Do: func(ctx context.Context, claim []jobs.Job) error {
			w, err := jobs.Payload[bulkWork](claim[0])
			if err != nil {
				return err
			}
			return s.queue.TakeSteps(ctx, claim[0], usersAtATime, func(tx bun.IDB) error { return s.changeNext(ctx, tx, w.ID) })
		},
		Failed: func(ctx context.Context, tx bun.IDB, j jobs.Job, _ error) error {
			w, err := jobs.Payload[bulkWork](j)
			if err != nil {
				return err
			}
			return endBulk(ctx, tx, w.ID, bulkStopped, bulkStoppedByBug, s.clock.Now())
		},
	}}
}

// Sweeps delete impersonations that are over, and bulk jobs that were started 30 days ago.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"user.sweep": s.Sweep, "user.bulk_sweep": func(ctx context.Context) error {
		return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteBulksBefore(ctx, tx, s.clock.Now().Add(-bulkRetention)) })
	}}
}

// changeNext changes one user and records the outcome in the same transaction, so that each is changed once, whatever happens to
// workers. The lock of the bulk job keeps two workers from taking the same user.
func (s *Service) changeNext(ctx context.Context, tx bun.IDB, id string) error {
	b, err := lockBulk(ctx, tx, id)
	if fault.Is(err, fault.NotFound) || err == nil && b.State != bulkRunning {
		return jobs.ErrNoStepsLeft
	}
	if err != nil {
		return err
	}
	if may, err := s.accounts.MayAdminister(ctx, tx, b.AdminID); err != nil {
		return err
	} else if !may {
		return endBulk(ctx, tx, id, bulkStopped, "The administrator who started this change no longer has that role. Users who were not reached are unchanged.", s.clock.Now())
	}
	position, user, err := nextOf(ctx, tx, id)
	if fault.Is(err, fault.NotFound) {
		return endBulk(ctx, tx, id, bulkDone, "", s.clock.Now())
	}
	if err != nil {
		return err
	}
	outcome, code, message, err := outcomeOf(s.tryChange(ctx, tx, b, user))
	if err != nil {
		return err
	}
	return noteOutcome(ctx, tx, id, position, outcome, code, message)
}

// tryChange changes one user behind a savepoint: a refusal and a dry run leave nothing behind.
func (s *Service) tryChange(ctx context.Context, tx bun.IDB, b BulkJob, user string) (changed bool, err error) {
	who := access.Caller{ID: b.AdminID}
	err = tx.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) (err error) {
		changed, err = s.change(ctx, tx, who, user, BulkAction{Action: b.Action, Role: b.Role})
		if err == nil && b.DryRun {
			err = errDryRun
		}
		return err
	})
	return changed, err
}
