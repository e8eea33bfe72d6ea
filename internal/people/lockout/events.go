package lockout

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// StatisticsDays is how many days back the lock statistics go.
const StatisticsDays = 366

// lockEvent records a lock for the statistics.
type lockEvent struct {
	bun.BaseModel `bun:"table:lockout_events"`

	ID          string `bun:",pk"`
	Reason      Reason
	UserID      *string
	Attempts    int64
	LockedAt    time.Time
	LockedUntil *time.Time
	Day         string
}

// RecordLock records a lock for the statistics, with the transaction tx.
func (c *Counter) RecordLock(ctx context.Context, tx bun.IDB, l Count) error {
	now := c.clock.Now()
	return insertEvent(ctx, tx, lockEvent{ID: db.NewID(), Reason: l.Reason, UserID: l.UserID, Attempts: l.Attempts,
		LockedAt: now, LockedUntil: l.LockedUntil, Day: now.Format(time.DateOnly)})
}

// Failure describes the consequences of a failed attempt.
type Failure struct {
	Event     string                 // in the security log
	LockEvent string                 // replaces Event when the attempt locks; "" for Event
	Wrong     *fault.Error           // answer when the attempt does not lock; gets the number of attempts left
	OnLock    func(tx bun.IDB) error // runs in the transaction that records the lock; may be nil
}

// Start is Begin that returns fault.Locked during a lock.
func (c *Counter) Start(ctx context.Context, r Reason, key string, user *string) (Attempt, error) {
	a, err := c.Begin(ctx, r, key, user)
	if err == nil && a.Held {
		err = a.Count.Fault(c.clock.Now())
	}
	return a, err
}

// Fail leaves an attempt counted and returns its answer: f.Wrong, or fault.Locked when the attempt has locked. It does the
// same work for an address without an account, so that timing reveals nothing.
func (c *Counter) Fail(ctx context.Context, a Attempt, f Failure) error {
	user, event := "", f.Event
	if a.Count.UserID != nil {
		user = *a.Count.UserID
	}
	if a.Locked && f.LockEvent != "" {
		event = f.LockEvent
	}
	err := c.db.InTx(ctx, func(tx bun.IDB) error {
		if err := c.log.Record(ctx, tx, user, event); err != nil || !a.Locked {
			return err
		}
		if err := c.RecordLock(ctx, tx, a.Count); err != nil || f.OnLock == nil {
			return err
		}
		return f.OnLock(tx)
	})
	if err != nil {
		return err
	}
	if !a.Locked {
		return f.Wrong.WithDetails(a.Left())
	}
	return a.Count.Fault(c.clock.Now())
}
