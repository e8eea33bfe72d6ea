package jobs

import (
	"context"
	"errors"

	"github.com/uptrace/bun"
)

// ErrNoStepsLeft is returned by the step of a job that has nothing left to do.
var ErrNoStepsLeft = errors.New("no steps are left")

// TakeSteps works through a list that is kept in the database: it takes up to most steps, each in a transaction of its own in which the
// step also records what it has done, so that each is taken once, whatever happens to workers. What is left waits in the queue
// again, behind emails and other light work.
func (q *Queue) TakeSteps(ctx context.Context, j Job, most int, step func(tx bun.IDB) error) error {
	for range most {
		err := q.DB.InTx(ctx, step)
		if errors.Is(err, ErrNoStepsLeft) {
			return nil
		}
		if err != nil {
			return err
		}
		if ctx.Err() != nil { // the worker is being stopped or has lost the job
			return ctx.Err()
		}
	}
	return q.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := q.Complete(ctx, tx, j); err != nil {
			return err
		}
		_, err := q.Add(ctx, tx, New{Kind: j.Kind, Ref: j.Ref, Payload: j.Payload.V})
		return err
	})
}
