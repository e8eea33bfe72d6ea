package jobs

import (
	"context"
	"errors"
	"maps"
	"time"

	"github.com/uptrace/bun"
)

// beat extends the leases of what this process holds and frees what silent workers hold.
func (r *Runner) beat(ctx context.Context) {
	speak, look := time.NewTicker(beat), time.NewTicker(watch)
	defer speak.Stop()
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-speak.C:
			r.extend(ctx)
		case <-look.C:
			if err := r.Rescue(ctx); err != nil && ctx.Err() == nil {
				r.Log.Warn("silent workers could not be looked for", "err", err)
			}
		}
	}
}

func (r *Runner) extend(ctx context.Context) {
	for id, h := range r.holdings() {
		err := r.Queue.Hold(ctx, h.job)
		switch {
		case err == nil:
			h.until = time.Now().Add(lease)
			r.mu.Lock()
			if _, still := r.held[id]; still {
				r.held[id] = h
			}
			r.mu.Unlock()
		case errors.Is(err, ErrFenced), time.Now().After(h.until):
			h.cancel(ErrFenced)
		}
	}
}

// Rescue puts jobs of silent workers back, or fails the ones that have been tried often enough.
func (r *Runner) Rescue(ctx context.Context) error {
	lost, err := expired(ctx, r.Queue.DB.Reader(), r.Queue.Clock.Now())
	for _, j := range lost {
		err = errors.Join(err, r.rescue(ctx, j))
	}
	return err
}

func (r *Runner) rescue(ctx context.Context, j Job) error {
	gone := errors.New("its worker fell silent")
	now := r.Queue.Clock.Now()
	err := r.Queue.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := stillSilent(ctx, tx, j, now); err != nil {
			return err
		}
		if h, known := r.Handlers[j.Kind]; known && j.Attempts >= j.MaxAttempts {
			return r.fail(ctx, tx, h, j, gone)
		}
		return orphan(ctx, tx, j, gone.Error())
	})
	if errors.Is(err, ErrFenced) { // another worker rescued it first, or its own has spoken again
		return nil
	}
	return err
}

func (r *Runner) hold(claimed []Job, cancel context.CancelCauseFunc) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.held == nil {
		r.held = map[string]holding{}
	}
	for _, j := range claimed {
		r.held[j.ID] = holding{j, cancel, time.Now().Add(lease)}
	}
}

func (r *Runner) release(claimed []Job) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, j := range claimed {
		delete(r.held, j.ID)
	}
}

func (r *Runner) holdings() map[string]holding {
	r.mu.Lock()
	defer r.mu.Unlock()
	return maps.Clone(r.held)
}
