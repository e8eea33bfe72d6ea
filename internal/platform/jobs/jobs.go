// Package jobs does work in the background, on as many machines as share the database. A job is a row that is written
// in the transaction that made it necessary. Whoever works on it holds its lease and a fence, a number that grows with
// every claim: a result counts only under the fence that it was claimed with, so that a worker who was frozen and wakes
// up publishes nothing.
package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

const (
	leaseDuration     = 20 * time.Second // how long a worker may be silent before its jobs are another's
	heartbeatInterval = 4 * time.Second  // how often it speaks
	rescueInterval    = time.Second      // how often silent ones are looked for
	retention         = 7 * 24 * time.Hour

	// orphanPriority is the priority of a job whose worker fell silent: it goes before all others, and does not wait until one
	// of the slots is free. A long piece may keep those for minutes, and the job has waited for a lease already.
	orphanPriority = -1
)

// ErrFenced says that a job belongs to somebody else by now: whatever was made of it must not be published.
var ErrFenced = errors.New("the job has been taken over or cancelled")

// New is a job to be done. Payload holds ids only, because it may run late, twice, and on another version of the program.
type New struct {
	Kind        string
	Ref         string    // what it is about, by which it can be cancelled
	Batch       string    // jobs of a kind with the same batch may be claimed together; "" for none
	Priority    int64     // the lowest first, from 0
	Due         time.Time // zero: now
	Payload     any
	MaxAttempts int64 // 0: five
}

// Job is a job as its worker has it.
type Job struct {
	bun.BaseModel `bun:"table:jobs"`

	ID          string `bun:",pk"`
	Kind        string
	Ref         string
	Batch       string
	Payload     db.JSON[json.RawMessage]
	Priority    int64
	State       string
	DueAt       time.Time
	Fence       int64
	Attempts    int64 // this one included
	MaxAttempts int64
	Worker      string
	LeaseUntil  *time.Time
	Progress    int64
	LastError   string
	CreatedAt   time.Time
	FinishedAt  *time.Time
}

// Payload gives the payload of a job.
func Payload[T any](j Job) (v T, err error) {
	if err = json.Unmarshal(j.Payload.V, &v); err != nil {
		err = Permanent(fmt.Errorf("payload of %s: %w", j.Kind, err))
	}
	return v, err
}

// Queue is where jobs are put.
type Queue struct {
	DB    *db.DB
	Clock clock.Clock
}

// Add writes a job with the transaction tx and gives its id.
func (q *Queue) Add(ctx context.Context, tx bun.IDB, n New) (string, error) {
	return AddAt(ctx, tx, n, q.Clock.Now())
}

// AddAt is Add for who has no queue but knows the time.
func AddAt(ctx context.Context, tx bun.IDB, n New, now time.Time) (string, error) {
	payload, err := json.Marshal(n.Payload)
	if err != nil {
		return "", err
	}
	j := Job{ID: db.NewID(), Kind: n.Kind, Ref: n.Ref, Batch: n.Batch, Payload: db.JSON[json.RawMessage]{V: payload},
		Priority: n.Priority, State: "waiting", DueAt: n.Due, MaxAttempts: n.MaxAttempts, CreatedAt: now}
	if j.DueAt.IsZero() {
		j.DueAt = now
	}
	if j.MaxAttempts == 0 {
		j.MaxAttempts = 5
	}
	return j.ID, insert(ctx, tx, j)
}

// Cancel ends all jobs about ref with the transaction tx; who works on one of them is fenced from then on.
func (q *Queue) Cancel(ctx context.Context, tx bun.IDB, ref string) error {
	return cancel(ctx, tx, ref, q.Clock.Now())
}

// Complete marks a job as done with the transaction tx in which its results are written. ErrFenced when it is no longer
// the caller's: then nothing of the transaction may be committed.
func (q *Queue) Complete(ctx context.Context, tx bun.IDB, j Job) error {
	return finish(ctx, tx, j, "done", "", q.Clock.Now())
}

// ExtendLease extends the lease of a job; ErrFenced when it is no longer the caller's.
func (q *Queue) ExtendLease(ctx context.Context, j Job) error {
	return q.DB.InTx(ctx, func(tx bun.IDB) error { return extendLease(ctx, tx, j, q.Clock.Now().Add(leaseDuration)) })
}

// ReportProgress notes how far a running attempt has come, in the kind's own unit; ErrFenced when the job is no longer the caller's.
func (q *Queue) ReportProgress(ctx context.Context, j Job, progress int64) error {
	return q.DB.InTx(ctx, func(tx bun.IDB) error { return reportProgress(ctx, tx, j, progress) })
}

// CountAhead counts the jobs that will be claimed before the first waiting one about ref; 0 when none of it waits.
func (q *Queue) CountAhead(ctx context.Context, ref string) (int64, error) {
	return countAhead(ctx, q.DB.Reader(), ref)
}

// Count is how many jobs of a kind are in a state.
type Count struct {
	Kind, State string
	N           int64
}

// Count counts the jobs that wait, run or have failed. For operators.
func (q *Queue) Count(ctx context.Context) ([]Count, error) { return counts(ctx, q.DB.Reader()) }

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error that trying again will not mend.
func Permanent(err error) error { return permanent{err} }

type postponed struct {
	error
	after time.Duration
}

func (p postponed) Unwrap() error { return p.error }

// Postpone marks an error that is not the job's fault, a storage that is away or full: the job is tried again after d,
// and the attempt does not count.
func Postpone(err error, d time.Duration) error { return postponed{err, d} }

// DeleteContaining removes, with the transaction tx, every job that holds this text as a value and is not running: what was ordered for
// somebody who is to be forgotten. It reads the whole queue.
func (q *Queue) DeleteContaining(ctx context.Context, tx bun.IDB, text string) error {
	quoted, err := json.Marshal(text)
	if err != nil {
		return err
	}
	return deleteContaining(ctx, tx, string(quoted))
}
