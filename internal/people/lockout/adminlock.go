package lockout

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// AdminLock is a lock that an administrator has set by hand.
type AdminLock struct {
	bun.BaseModel `bun:"table:admin_locks"`

	UserID      string `bun:",pk"`
	LockedBy    string
	Note        string
	LockedAt    time.Time
	LockedUntil *time.Time // nil: until an administrator unlocks
}

// Refusal returns fault.Locked when a user is locked by hand, otherwise nil.
func (c *Counter) Refusal(ctx context.Context, q bun.IDB, user string) (refusal, err error) {
	now := c.clock.Now()
	l, err := adminLockOf(ctx, q, user, now)
	if err != nil || l == nil {
		return nil, err
	}
	return Count{Reason: ByHand, LockedUntil: l.LockedUntil}.Fault(now), nil
}

// LockByHand sets or replaces a lock by hand.
func (c *Counter) LockByHand(ctx context.Context, tx bun.IDB, l AdminLock) error {
	if err := putAdminLock(ctx, tx, l); err != nil {
		return err
	}
	return c.RecordLock(ctx, tx, Count{Reason: ByHand, UserID: &l.UserID, LockedUntil: l.LockedUntil})
}

// UnlockByHand ends a lock by hand, if any.
func (c *Counter) UnlockByHand(ctx context.Context, tx bun.IDB, user string) error {
	return deleteAdminLock(ctx, tx, user)
}

// Sweeps delete expired counts, and events older than the statistics go back.
func (c *Counter) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"lockout.sweep": func(ctx context.Context) error {
		return c.db.InTx(ctx, func(tx bun.IDB) error {
			if err := deleteOldEvents(ctx, tx, c.clock.Now().AddDate(0, 0, -StatisticsDays)); err != nil {
				return err
			}
			return c.Sweep(ctx, tx)
		})
	}}
}

// Holdings lists the tables of this package that hold personal data.
func (*Counter) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "lockouts", Column: "user_id", Export: []string{"reason", "attempts", "last_at", "locked_until"}},
		{Table: "lockout_events", Column: "user_id", Export: []string{"reason", "attempts", "locked_at", "locked_until"}},
		{Table: "admin_locks", Column: "user_id", Export: []string{"note", "locked_at", "locked_until"}},
		{Table: "admin_locks", Column: "locked_by", Excuse: personaldata.Others},
	}
}

// Erase deletes the counts and locks of a user. The statistics stay because they name nobody.
func (*Counter) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteOf(ctx, tx, user)
}
