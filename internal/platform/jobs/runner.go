package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Handler processes the jobs of a kind.
type Handler struct {
	// Do processes the jobs of one claim: one, or several of a batch. It completes each in the transaction that writes its
	// results; jobs that it leaves open are completed when it returns nil, otherwise retried or failed.
	Do func(ctx context.Context, claim []Job) error
	// Failed, which may be nil, writes the consequences of a job that has failed for good, with the transaction tx.
	Failed   func(ctx context.Context, tx bun.IDB, j Job, err error) error
	Lane     Lane
	MaxBatch int           // jobs of a batch that may be claimed together; 0 is one
	Every    time.Duration // of periodic work: time from its end to its next start
}

// One makes a Do of what processes one job, for handlers without batches.
func One(do func(ctx context.Context, j Job) error) func(ctx context.Context, claim []Job) error {
	return func(ctx context.Context, claim []Job) error { return do(ctx, claim[0]) }
}

// anyPriority is above the priorities of all jobs.
const anyPriority = math.MaxInt64

// Lane keeps quick work from waiting behind long work.
type Lane int

const (
	Light Lane = iota // waits for the database or storage
	Heavy             // keeps a core busy: encoding
)

// Runner claims and processes jobs until it is stopped.
type Runner struct {
	Queue        *Queue
	Log          *slog.Logger
	Worker       string // identifies this process in the rows of its jobs
	Handlers     map[string]Handler
	Slots        map[Lane]int  // concurrent claims in a lane
	PollInterval time.Duration // wait when there was nothing to claim

	mu     sync.Mutex
	leases map[string]heldLease
}

type heldLease struct {
	job    Job
	cancel context.CancelCauseFunc
	until  time.Time // by the machine's clock: end of a lease that could not be extended
}

// Run processes jobs until ctx ends, then releases its jobs so that other workers can claim them at once.
func (r *Runner) Run(ctx context.Context) error {
	if err := r.prepare(ctx); err != nil {
		if ctx.Err() != nil { // stopped before it began
			return nil
		}
		return err
	}
	var workers sync.WaitGroup
	for lane, slots := range r.Slots {
		for range slots {
			workers.Go(func() { r.loop(ctx, lane, anyPriority) })
		}
		if slots > 0 {
			workers.Go(func() { r.loop(ctx, lane, orphanPriority+1) }) // an extra slot for orphaned jobs
		}
	}
	workers.Go(func() { r.heartbeat(ctx) })
	workers.Wait()
	return nil
}

func (r *Runner) prepare(ctx context.Context) error {
	r.leases = map[string]heldLease{}
	var periodic []string
	// Always in the same order, so that workers that start together cannot deadlock.
	for _, kind := range slices.Sorted(maps.Keys(r.Handlers)) {
		if r.Handlers[kind].Every > 0 {
			periodic = append(periodic, kind)
		}
	}
	// Only what is missing is inserted: that waits for transactions that write the same row, such as one of a worker that is suspended.
	missing, err := missingOf(ctx, r.Queue.DB.Reader(), periodic)
	if err != nil || len(missing) == 0 {
		return err
	}
	return r.Queue.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, kind := range missing {
			if err := ensurePeriodic(ctx, tx, kind, r.Queue.Clock.Now()); err != nil {
				return err
			}
		}
		return nil
	})
}

func (r *Runner) kinds(lane Lane) []string {
	return slices.Sorted(func(yield func(string) bool) {
		for kind, h := range r.Handlers {
			if h.Lane == lane && !yield(kind) {
				return
			}
		}
	})
}

// loop claims and processes jobs of a lane below a priority until ctx ends.
func (r *Runner) loop(ctx context.Context, lane Lane, below int64) {
	kinds := r.kinds(lane)
	for ctx.Err() == nil {
		worked, err := r.step(ctx, kinds, below)
		if err != nil && ctx.Err() == nil {
			r.Log.Warn("claiming a job failed", "err", err)
		}
		if !worked {
			select {
			case <-ctx.Done():
			case <-time.After(r.PollInterval):
			}
		}
	}
}

// step claims once and processes the claim.
func (r *Runner) step(ctx context.Context, kinds []string, below int64) (worked bool, err error) {
	now := r.Queue.Clock.Now()
	if any, err := waiting(ctx, r.Queue.DB.Reader(), kinds, below, now); err != nil || !any {
		return false, err
	}
	var claimed []Job
	most := func(kind string) int { return r.Handlers[kind].MaxBatch }
	err = r.Queue.DB.InTx(ctx, func(tx bun.IDB) error {
		claimed, err = claim(ctx, tx, r.Queue.DB.Postgres, kinds, below, r.Worker, most, now)
		return err
	})
	if err != nil || len(claimed) == 0 {
		return false, err
	}
	r.process(ctx, claimed)
	return true, nil
}

// process processes one claim and writes its outcome.
func (r *Runner) process(ctx context.Context, claimed []Job) {
	doing, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.track(claimed, cancel)
	defer r.untrack(claimed)

	h := r.Handlers[claimed[0].Kind]
	err := recoverPanic(doing, h.Do, claimed)
	if cause := context.Cause(doing); err != nil && errors.Is(cause, ErrFenced) {
		err = cause
	}
	if errors.Is(err, ErrFenced) {
		r.Log.Warn("a job was taken over or cancelled while it ran; its results are not published",
			"kind", claimed[0].Kind, "ref", claimed[0].Ref, "fence", claimed[0].Fence)
	}
	for _, j := range claimed {
		if e := r.writeOutcome(ctx, doing, h, j, err); e != nil && !errors.Is(e, ErrFenced) {
			r.Log.Error("the outcome of a job could not be written; its lease will expire", "kind", j.Kind, "id", j.ID, "err", e)
		}
	}
}

const (
	writeTimeout = 10 * time.Second // one attempt to write the outcome
	minBackoff   = 250 * time.Millisecond
	maxBackoff   = 4 * time.Second
)

// writeOutcome writes the outcome of a job. While the database is unreachable or full it retries, as long as the lease
// holds (doing) and the worker is not being stopped (ctx), so that finished work need not be repeated.
func (r *Runner) writeOutcome(ctx, doing context.Context, h Handler, j Job, result error) error {
	for pause := minBackoff; ; pause = min(2*pause, maxBackoff) {
		trying, stop := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
		err := r.finish(trying, h, j, result, ctx.Err() != nil)
		stop()
		if err == nil || !isTransient(err) || doing.Err() != nil {
			return err
		}
		select {
		case <-doing.Done(): // a last attempt, to release the job if it is still ours
		case <-time.After(pause):
		}
	}
}

// recoverPanic turns a handler's panic into an error.
func recoverPanic(ctx context.Context, do func(context.Context, []Job) error, claimed []Job) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return do(ctx, claimed)
}

// finish writes the outcome of a job; stopping: the worker is being shut down, which is not the job's fault. A job that its
// handler has completed is no longer running and is left alone.
func (r *Runner) finish(ctx context.Context, h Handler, j Job, err error, stopping bool) error {
	now := r.Queue.Clock.Now()
	return r.Queue.DB.InTx(ctx, func(tx bun.IDB) error {
		p, late := errors.AsType[postponed](err)
		_, final := errors.AsType[permanent](err)
		switch {
		case err == nil && h.Every > 0:
			j.Attempts = 1
			return requeue(ctx, tx, j, now.Add(h.Every), "", false)
		case err == nil:
			return finish(ctx, tx, j, "done", "", now)
		case errors.Is(err, ErrFenced):
			return nil
		case stopping:
			return requeue(ctx, tx, j, j.DueAt, "the worker was stopped", false)
		case late:
			return requeue(ctx, tx, j, now.Add(p.after), err.Error(), false)
		case isTransient(err):
			return requeue(ctx, tx, j, now.Add(5*time.Second), err.Error(), false)
		case h.Every > 0 || !final && j.Attempts < j.MaxAttempts:
			r.Log.Warn("a job failed and will be retried", "kind", j.Kind, "ref", j.Ref, "attempt", j.Attempts, "err", err)
			return requeue(ctx, tx, j, now.Add(time.Duration(j.Attempts)*time.Second), err.Error(), true)
		}
		return r.fail(ctx, tx, h, j, err)
	})
}

// isTransient reports an outage of something that every job depends on: not the job's fault.
func isTransient(err error) bool {
	return db.IsUnavailable(err) || db.IsDiskFull(err) || fault.Is(err, fault.Unavailable) || fault.Is(err, fault.NoSpace)
}

func (r *Runner) fail(ctx context.Context, tx bun.IDB, h Handler, j Job, err error) error {
	r.Log.Error("a job failed", "kind", j.Kind, "ref", j.Ref, "err", err)
	if e := finish(ctx, tx, j, "failed", err.Error(), r.Queue.Clock.Now()); e != nil || h.Failed == nil {
		return e
	}
	return h.Failed(ctx, tx, j, err)
}

// Drain processes everything that is due, one job at a time, and returns when nothing is left. For tests and the demo.
func (r *Runner) Drain(ctx context.Context) error {
	for {
		worked := false
		for _, lane := range []Lane{Light, Heavy} {
			w, err := r.step(ctx, r.kinds(lane), anyPriority)
			if err != nil {
				return err
			}
			worked = worked || w
		}
		if !worked {
			return nil
		}
	}
}

// Sweep deletes jobs that ended long ago.
func (q *Queue) Sweep(ctx context.Context) error {
	return sweep(ctx, q.DB, q.Clock.Now().Add(-retention))
}
