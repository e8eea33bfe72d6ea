package jobs

import (
	"context"

	"github.com/uptrace/bun"
)

// Claim claims what a runner would claim next, up to most jobs of a batch, so that a test decides what happens to it and
// when.
func (q *Queue) Claim(ctx context.Context, worker string, most int, kinds ...string) (claimed []Job, err error) {
	err = q.DB.InTx(ctx, func(tx bun.IDB) error {
		claimed, err = claim(ctx, tx, q.DB.Postgres, kinds, anyPriority, worker, func(string) int { return most }, q.Clock.Now())
		return err
	})
	return claimed, err
}

// RescueOne is the second half of Rescue, for a job whose lease was found expired some time ago.
func (r *Runner) RescueOne(ctx context.Context, j Job) error { return r.rescue(ctx, j) }

// Lease is the duration of a lease.
const Lease = leaseDuration
