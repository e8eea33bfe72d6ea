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

// Refusal returns the fault.Locked of a user who is locked by hand; nil when they are not.
func (c *Counter) Refusal(ctx context.Context, q bun.IDB, user string) (refusal, err error) {
	now := c.clock.Now()
	l, err := adminLockOf(ctx, q, user, now)
	if err != nil || l == nil {
		return nil, err
	}
	return Count{Reason: ByHand, LockedUntil: l.LockedUntil}.Fault(now), nil
}

// LockByHand sets a lock by hand, or replaces the one there is.
func (c *Counter) LockByHand(ctx context.Context, tx bun.IDB, l AdminLock) error {
	if err := putAdminLock(ctx, tx, l); err != nil {
		return err
	}
	return c.RecordLock(ctx, tx, Count{Reason: ByHand, UserID: &l.UserID, LockedUntil: l.LockedUntil})
}

// UnlockByHand ends a lock by hand, if there is one.
func (c *Counter) UnlockByHand(ctx context.Context, tx bun.IDB, user string) error {
	return deleteAdminLock(ctx, tx, user)
}

// Sweeps deletes counts that would begin again anyway, and what the statistics no longer show.
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

// Holdings are the tables of this package that hold something of a user.
func (*Counter) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "lockouts", Column: "user_id", Export: []string{"reason", "attempts", "last_at", "locked_until"}},
		{Table: "lockout_events", Column: "user_id", Export: []string{"reason", "attempts", "locked_at", "locked_until"}},
		{Table: "admin_locks", Column: "user_id", Export: []string{"note", "locked_at", "locked_until"}},
		{Table: "admin_locks", Column: "locked_by", Excuse: personaldata.Others},
	}
}

// Erase deletes the counts and locks of a user. The statistics stay: they name nobody.
func (*Counter) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteOf(ctx, tx, user)
}
