// Package jobs runs background work on all machines that share the database. A job is a row, written in the transaction
// that made it necessary. Its worker holds a lease and a fence, a number that grows with every claim: a result is accepted
// only under the fence of its claim, so that a worker that was suspended and wakes up publishes nothing.
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
	leaseDuration     = 20 * time.Second // without a heartbeat, before another worker may claim its jobs
	heartbeatInterval = 4 * time.Second  // between heartbeats
	rescueInterval    = time.Second      // between searches for expired leases
	retention         = 7 * 24 * time.Hour

	// orphanPriority is the priority of a job whose lease has expired: it goes before all others and does not wait for a
	// free slot, because long pieces may keep those busy for minutes and the job has already waited for a lease.
	orphanPriority = -1
)

// ErrFenced means that the caller no longer holds the job: its results must not be published.
var ErrFenced = errors.New("the job has been taken over or cancelled")

// New is a job to add. Its payload holds ids only, because it may run late, twice, or in another version of the program.
type New struct {
	Kind        string
	Ref         string    // what it is about, by which it can be cancelled
	Batch       string    // jobs of a kind with the same batch may be claimed together; "" for none
	Priority    int64     // lowest first, from 0
	Due         time.Time // zero: now
	Payload     any
	MaxAttempts int64 // 0: five
}

// Job as its worker gets it.
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
	Attempts    int64 // including this one
	MaxAttempts int64
	Worker      string
	ClaimedAt   *time.Time // when the latest attempt began
	LeaseUntil  *time.Time
	Progress    int64
	LastError   string
	CreatedAt   time.Time
	FinishedAt  *time.Time
}

// Payload decodes the payload of a job.
func Payload[T any](j Job) (v T, err error) {
	if err = json.Unmarshal(j.Payload.V, &v); err != nil {
		err = Permanent(fmt.Errorf("payload of %s: %w", j.Kind, err))
	}
	return v, err
}

// Queue stores jobs.
type Queue struct {
	DB    *db.DB
	Clock clock.Clock
}

// Add writes a job with the transaction tx and returns its id.
func (q *Queue) Add(ctx context.Context, tx bun.IDB, n New) (string, error) {
	return AddAt(ctx, tx, n, q.Clock.Now())
}

// AddAt is Add for callers without a queue.
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

// Cancel ends all jobs about ref with the transaction tx; their workers are fenced from then on.
func (q *Queue) Cancel(ctx context.Context, tx bun.IDB, ref string) error {
	return cancel(ctx, tx, ref, q.Clock.Now())
}

// Complete marks a job as done in the transaction tx that writes its results. On ErrFenced, when the caller no longer holds
// the job, nothing of the transaction may be committed.
func (q *Queue) Complete(ctx context.Context, tx bun.IDB, j Job) error {
	return finish(ctx, tx, j, "done", "", q.Clock.Now())
}

// ExtendLease extends the lease of a job; ErrFenced when the caller no longer holds it.
func (q *Queue) ExtendLease(ctx context.Context, j Job) error {
	return q.DB.InTx(ctx, func(tx bun.IDB) error { return extendLease(ctx, tx, j, q.Clock.Now().Add(leaseDuration)) })
}

// ReportProgress records the progress of a running attempt, in a unit of the job's kind; ErrFenced when the caller no
// longer holds the job.
func (q *Queue) ReportProgress(ctx context.Context, j Job, progress int64) error {
	return q.DB.InTx(ctx, func(tx bun.IDB) error { return reportProgress(ctx, tx, j, progress) })
}

// CountAhead counts the jobs that will be claimed before the first waiting one about ref; 0 when none is waiting.
func (q *Queue) CountAhead(ctx context.Context, ref string) (int64, error) {
	return countAhead(ctx, q.DB.Reader(), ref)
}

// Count is the number of jobs of a kind in a state.
type Count struct {
	Kind, State string
	N           int64
}

// Count counts waiting, running and failed jobs. For operators.
func (q *Queue) Count(ctx context.Context) ([]Count, error) { return counts(ctx, q.DB.Reader()) }

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error that a retry will not fix.
func Permanent(err error) error { return permanent{err} }

type postponed struct {
	error
	after time.Duration
}

func (p postponed) Unwrap() error { return p.error }

// Postpone marks an error that is not the job's fault, such as storage that is unreachable or full: the job is retried
// after d and the attempt does not count.
func Postpone(err error, d time.Duration) error { return postponed{err, d} }

// DeleteContaining deletes, with the transaction tx, every job that is not running and has this text as a value in its
// payload, for the erasure of a user. It reads the whole queue.
func (q *Queue) DeleteContaining(ctx context.Context, tx bun.IDB, text string) error {
	quoted, err := json.Marshal(text)
	if err != nil {
		return err
	}
	return deleteContaining(ctx, tx, string(quoted))
}
