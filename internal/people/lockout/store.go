package lockout

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Count of failed attempts under one key.
type Count struct {
	bun.BaseModel `bun:"table:lockouts,alias:l"`

	Key         string `bun:",pk"` // hashed: never what a user has typed
	Reason      Reason
	UserID      *string
	Attempts    int64
	LastAt      time.Time
	LockedUntil *time.Time
	LockedBy    string
}

// countAttempt adds an attempt to the count of l.Key, which starts again when the last attempt was at or before stale.
// During a lock it counts nothing and returns the count unchanged.
func countAttempt(ctx context.Context, tx bun.IDB, l Count, stale time.Time) (count Count, counted bool, err error) {
	err = tx.NewInsert().Model(&l).On("CONFLICT (key) DO UPDATE").
		Set("attempts = CASE WHEN l.last_at <= ? THEN 1 ELSE l.attempts + 1 END", stale).
		Set("last_at = excluded.last_at, user_id = excluded.user_id, locked_until = NULL, locked_by = ''").
		Where("l.locked_until IS NULL OR l.locked_until <= ?", l.LastAt).Returning("*").Scan(ctx, &count)
	if counted, err = db.Found(err); err != nil || counted {
		return count, counted, err
	}
	err = tx.NewSelect().Model(&count).Where("l.key = ?", l.Key).Scan(ctx)
	return count, false, err
}

func setLock(ctx context.Context, tx bun.IDB, key, attempt string, until time.Time) error {
	_, err := tx.NewRaw("UPDATE lockouts SET locked_until = ?, locked_by = ? WHERE key = ?", until, attempt, key).Exec(ctx)
	return err
}

// forgetAttempts subtracts n from the count, and removes the lock if this attempt has set it.
func forgetAttempts(ctx context.Context, tx bun.IDB, a Attempt, n int64) error {
	_, err := tx.NewRaw(`UPDATE lockouts SET attempts = CASE WHEN attempts > ? THEN attempts - ? ELSE 0 END,
		locked_until = CASE WHEN locked_by = ? THEN NULL ELSE locked_until END,
		locked_by = CASE WHEN locked_by = ? THEN '' ELSE locked_by END WHERE key = ?`, n, n, a.id, a.id, a.Count.Key).Exec(ctx)
	return err
}

// unlock ends the locks of a user, or of everybody for "", and resets the counts of the given reasons.
func unlock(ctx context.Context, tx bun.IDB, user string, reset []Reason) error {
	u := tx.NewUpdate().Table("lockouts").Set("locked_until = NULL, locked_by = ''")
	if len(reset) > 0 {
		u = u.Set("attempts = CASE WHEN reason IN (?) THEN 0 ELSE attempts END", bun.List(reset))
	}
	if user == "" {
		u = u.Where("attempts > 0")
	} else {
		u = u.Where("user_id = ?", user)
	}
	_, err := u.Exec(ctx)
	return err
}

func deleteCount(ctx context.Context, tx bun.IDB, key string) error {
	_, err := tx.NewRaw("DELETE FROM lockouts WHERE key = ?", key).Exec(ctx)
	return err
}

func deleteStale(ctx context.Context, tx bun.IDB, uncounted, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM lockouts WHERE last_at < ? AND (locked_until IS NULL OR locked_until < ?)", uncounted, now).Exec(ctx)
	return err
}
