package ratelimit

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// count increments the count of a key, whose window starts again when it has ended.
func count(ctx context.Context, tx bun.IDB, key string, now time.Time, window time.Duration) (taken int64, ends time.Time, err error) {
	err = tx.NewRaw(`INSERT INTO rate_limits AS r (key, taken, ends_at) VALUES (?, 1, ?)
		ON CONFLICT (key) DO UPDATE SET taken = CASE WHEN r.ends_at <= ? THEN 1 ELSE r.taken + 1 END,
			ends_at = CASE WHEN r.ends_at <= ? THEN excluded.ends_at ELSE r.ends_at END
		RETURNING taken, ends_at`, key, now.Add(window), now, now).Scan(ctx, &taken, &ends)
	return taken, ends, err
}

// current is the count of a key whose window has not ended; zero where none runs.
func current(ctx context.Context, q bun.IDB, key string, now time.Time) (taken int64, ends time.Time, err error) {
	err = q.NewRaw("SELECT taken, ends_at FROM rate_limits WHERE key = ? AND ends_at > ?", key, now).Scan(ctx, &taken, &ends)
	return taken, ends, db.One(err, nil)
}

func deleteEnded(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM rate_limits WHERE ends_at <= ?", now).Exec(ctx)
	return err
}
