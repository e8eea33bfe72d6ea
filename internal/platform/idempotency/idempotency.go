// Package idempotency lets a request that is sent twice count once: what the first was answered with is kept for a day.
package idempotency

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// retention is how long a key stands for its answer.
const retention = 24 * time.Hour

// Store keeps the answers of all servers together in the database.
type Store struct {
	DB    *db.DB
	Clock clock.Clock
}

// Request is one of a person under a key of their own making. Digest says what was asked for.
type Request struct{ User, Key, Digest string }

// Response is what a request was answered with.
type Response struct {
	Status int64
	ETag   string
	Body   string // JSON
}

// Claim lets the first of a person's requests under a key go on, and gives the others its answer: nil for whoever may go on,
// who then calls Keep or Release. fault.Conflict when the key stands for another request, or as long as nobody knows what
// became of the first. A server that dies in between leaves it so for the day: doing it twice would be worse.
func (k *Store) Claim(ctx context.Context, r Request) (known *Response, err error) {
	err = k.DB.InTx(ctx, func(tx bun.IDB) error {
		now := k.Clock.Now()
		claimed, err := claim(ctx, tx, r, now, now.Add(-retention))
		if err != nil || claimed {
			return err
		}
		digest, a, err := find(ctx, tx, r)
		switch {
		case err != nil:
			return err
		case digest != r.Digest:
			return fault.New(fault.Conflict, "idempotency_key_reused", "This Idempotency-Key stands for another request. Please use a new key for each.")
		case a.Status == 0:
			return fault.New(fault.Conflict, "request_in_progress",
				"This request has arrived already and is being worked on. Send it again in a moment; if this stays so, look at what became of it before you use another key.")
		}
		known = &a
		return nil
	})
	return known, err
}

// Save writes what a claimed request was answered with.
func (k *Store) Save(ctx context.Context, r Request, a Response) error {
	return k.DB.InTx(ctx, func(tx bun.IDB) error { return save(ctx, tx, r, a) })
}

// Release gives the key of a claimed request free that was refused: nothing has happened, and it may be sent again.
func (k *Store) Release(ctx context.Context, r Request) error {
	return k.DB.InTx(ctx, func(tx bun.IDB) error { return release(ctx, tx, r) })
}

// Sweep forgets answers that are a day old. For the periodic job.
func (k *Store) Sweep(ctx context.Context) error {
	return k.DB.InTx(ctx, func(tx bun.IDB) error { return deleteBefore(ctx, tx, k.Clock.Now().Add(-retention)) })
}

// Sweeps runs Sweep from time to time.
func (k *Store) Sweeps() jobs.Sweeps { return jobs.Sweeps{"idempotency.sweep": k.Sweep} }
