package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/people/lockout"
)

// lockedUsers returns a page of the users who are locked at now, by address, and their number.
func lockedUsers(ctx context.Context, q bun.IDB, now time.Time, limit, offset int64) (us []directory.User, total int64, err error) {
	s := q.NewSelect().Model(&us).
		Where(`u.id IN (SELECT user_id FROM lockouts WHERE locked_until > ?
			UNION ALL SELECT user_id FROM admin_locks WHERE locked_until IS NULL OR locked_until > ?)`, now, now)
	n, err := s.Count(ctx)
	if err != nil || limit == 0 {
		return nil, int64(n), err
	}
	if err = s.Order("u.email_key").Limit(limit).Offset(offset).Scan(ctx); err != nil || len(us) == 0 {
		return nil, int64(n), err
	}
	return us, int64(n), directory.ReadRoles(ctx, q, us)
}

// locksOf returns the locks of the users that are in force at now, those by hand first.
func locksOf(ctx context.Context, q bun.IDB, us []directory.User, now time.Time) (map[string][]Lock, error) {
	ids := make([]string, len(us))
	for i, u := range us {
		ids[i] = u.ID
	}
	var byHand []lockout.AdminLock
	err := q.NewSelect().Model(&byHand).Where("user_id IN (?) AND (locked_until IS NULL OR locked_until > ?)", bun.List(ids), now).Scan(ctx)
	if err != nil {
		return nil, err
	}
	locks := map[string][]Lock{}
	for _, l := range byHand {
		locks[l.UserID] = append(locks[l.UserID], Lock{lockout.Count{Reason: lockout.ByHand, LockedUntil: l.LockedUntil}.Info(now), l.Note, l.LockedAt})
	}
	var counted []lockout.Count
	err = q.NewSelect().Model(&counted).Where("l.user_id IN (?) AND l.locked_until > ?", bun.List(ids), now).Order("l.locked_until DESC").Scan(ctx)
	for _, l := range counted {
		locks[*l.UserID] = append(locks[*l.UserID], Lock{l.Info(now), "", l.LastAt})
	}
	return locks, err
}

// countLocked counts the users locked at now by failed attempts.
func countLocked(ctx context.Context, q bun.IDB, now time.Time) (n int64, err error) {
	err = q.NewRaw("SELECT count(DISTINCT user_id) FROM lockouts WHERE locked_until > ?", now).Scan(ctx, &n)
	return n, err
}

type lockoutCount struct {
	Day            string
	Reason         lockout.Reason
	Attempts       int64 // 6 means 6 or more
	Count          int64
	WithoutAccount int64
}

// lockoutCounts counts the locks since a day.
func lockoutCounts(ctx context.Context, q bun.IDB, since string) (counts []lockoutCount, err error) {
	err = q.NewRaw(`SELECT day, reason, CASE WHEN attempts > 6 THEN 6 ELSE attempts END AS attempts, count(*) AS count,
		sum(CASE WHEN user_id IS NULL THEN 1 ELSE 0 END) AS without_account
		FROM lockout_events WHERE day >= ? GROUP BY 1, 2, 3`, since).Scan(ctx, &counts)
	return counts, err
}

// failingCounts returns, for each number of failed attempts, how many counts have it, of those with an attempt after the
// instant.
func failingCounts(ctx context.Context, q bun.IDB, after time.Time) (map[int64]int64, error) {
	var rows []struct{ Attempts, Count int64 }
	err := q.NewRaw(`SELECT CASE WHEN attempts > 6 THEN 6 ELSE attempts END AS attempts, count(*) AS count
		FROM lockouts WHERE attempts > 0 AND last_at > ? GROUP BY 1`, after).Scan(ctx, &rows)
	counts := map[int64]int64{}
	for _, r := range rows {
		counts[r.Attempts] = r.Count
	}
	return counts, err
}
