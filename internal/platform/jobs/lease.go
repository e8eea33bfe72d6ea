package jobs

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/uptrace/bun"
)

// heartbeat extends the leases of this process and rescues jobs with expired leases.
func (r *Runner) heartbeat(ctx context.Context) {
	speak, look := time.NewTicker(heartbeatInterval), time.NewTicker(rescueInterval)
	defer speak.Stop()
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-speak.C:
			r.extendLeases(ctx)
		case <-look.C:
			if err := r.Rescue(ctx); err != nil && ctx.Err() == nil {
				r.Log.Warn("looking for expired leases failed", "err", err)
			}
		}
	}
}

func (r *Runner) extendLeases(ctx context.Context) {
	for id, h := range r.tracked() {
		err := r.Queue.ExtendLease(ctx, h.job)
		switch {
		case err == nil:
			h.until = time.Now().Add(leaseDuration)
			r.mu.Lock()
			if _, still := r.leases[id]; still {
				r.leases[id] = h
			}
			r.mu.Unlock()
		case errors.Is(err, ErrFenced), time.Now().After(h.until):
			h.cancel(ErrFenced)
		}
	}
}

// Rescue requeues jobs with expired leases, or fails those without attempts left.
func (r *Runner) Rescue(ctx context.Context) error {
	lost, err := expiredLeases(ctx, r.Queue.DB.Reader(), r.Queue.Clock.Now())
	for _, j := range lost {
		err = errors.Join(err, r.rescue(ctx, j))
	}
	return err
}

func (r *Runner) rescue(ctx context.Context, j Job) error {
	gone := errors.New("its worker stopped sending heartbeats")
	now := r.Queue.Clock.Now()
	err := r.Queue.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lockExpired(ctx, tx, j, now); err != nil {
			return err
		}
		if h, known := r.Handlers[j.Kind]; known && j.Attempts >= j.MaxAttempts {
			return r.fail(ctx, tx, h, j, gone)
		}
		return requeueOrphan(ctx, tx, j, gone.Error())
	})
	if errors.Is(err, ErrFenced) { // another worker rescued it first, or its own has extended the lease
		return nil
	}
	return err
}

func (r *Runner) track(claimed []Job, cancel context.CancelCauseFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.leases == nil {
		r.leases = map[string]heldLease{}
	}
	for _, j := range claimed {
		r.leases[j.ID] = heldLease{j, cancel, time.Now().Add(leaseDuration)}
	}
}

func (r *Runner) untrack(claimed []Job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range claimed {
		delete(r.leases, j.ID)
	}
}

func (r *Runner) tracked() map[string]heldLease {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.leases)
}
