// Package idempotency runs a repeated request once: the answer to the first is kept for a day.
package idempotency

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// retention is how long an answer is kept for its key.
const retention = 24 * time.Hour

// Deps are what New needs.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Secret []byte // of this package
}

// Store keeps the answers of all servers in the database.
type Store struct{ deps Deps }

func New(d Deps) *Store {
	deps.Require(d)
	return &Store{d}
}

// Request is a request under a key of the client. User is "" for callers without an account, who share one space of keys.
type Request struct {
	User    string
	Key     string
	Content []byte // what is asked for
}

// Response is the answer to a request.
type Response struct {
	Status int64
	ETag   string
	Body   string // JSON
}

// Claim lets the first of a user's requests under a key proceed, returning nil, after which the caller must call Save or
// Release; for the others it returns the first's answer. fault.Conflict when the key was used for a different request, or
// while the outcome of the first is unknown. If the server dies in between it stays unknown for the day: running it twice
// would be worse.
func (k *Store) Claim(ctx context.Context, r Request) (known *Response, err error) {
	err = k.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		now := k.deps.Clock.Now()
		row := k.rowOf(r, now)
		claimed, err := claim(ctx, tx, row, now.Add(-retention))
		if err != nil || claimed {
			return err
		}
		held, err := find(ctx, tx, row.ID)
		switch {
		case err != nil:
			return err
		case held.Digest != row.Digest:
			return fault.New(fault.Conflict, "idempotency_key_reused", "This Idempotency-Key was used for another request. Use a new key for each request.")
		case held.Status == 0:
			return fault.New(fault.Conflict, "request_in_progress",
				"This request has already arrived and is being processed. Send it again in a moment. If this continues, check its result before you use another key.")
		}
		body, err := k.open(r, held.Answer)
		known = &Response{held.Status, held.ETag, body}
		return err
	})
	return known, err
}

// Save stores the answer to a claimed request.
func (k *Store) Save(ctx context.Context, r Request, a Response) error {
	row := k.rowOf(r, k.deps.Clock.Now())
	row.Status, row.ETag, row.Answer = a.Status, a.ETag, k.seal(r, a.Body)
	return k.deps.DB.InTx(ctx, func(tx bun.IDB) error { return save(ctx, tx, row) })
}

// Release frees the key of a claimed request that was refused: nothing has happened, and it may be repeated.
func (k *Store) Release(ctx context.Context, r Request) error {
	return k.deps.DB.InTx(ctx, func(tx bun.IDB) error { return release(ctx, tx, k.rowOf(r, k.deps.Clock.Now())) })
}

// Sweep deletes answers older than a day. For the periodic job.
func (k *Store) Sweep(ctx context.Context) error {
	return k.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteBefore(ctx, tx, k.deps.Clock.Now().Add(-retention)) })
}

func (k *Store) Sweeps() jobs.Sweeps { return jobs.Sweeps{"idempotency.sweep": k.Sweep} }
