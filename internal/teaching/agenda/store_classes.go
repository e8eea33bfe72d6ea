package agenda

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
)

// findInstructor returns errNoInstructor unless a user may teach.
func findInstructor(ctx context.Context, q bun.IDB, id string) error {
	var found string
	err := q.NewSelect().TableExpr("users AS u").Column("u.id").Where("u.id = ?", id).
		Where("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role IN ('instructor', 'admin'))").Scan(ctx, &found)
	return db.One(err, errNoInstructor)
}

// takes selects what takes an instructor's time from an instant on, by their calendar: few rows, however many sessions the school has.
const takes = "(SELECT t.ref_id FROM instructor_busy AS t WHERE t.instructor_id = ? AND t.kind IN (?) AND t.until_at > ?)"

// sessionsHeld returns the sessions of an instructor, a substitute's too, that are going on or else ahead, by time.
func sessionsHeld(ctx context.Context, q bun.IDB, who access.Caller, id string, ongoing bool, now time.Time, limit int64) (entries []Entry, err error) {
	entries = []Entry{}
	s := selectEntries(q, who, &entries, now).Where("s.id IN "+takes, id, bun.List([]busy.Kind{busy.Session}), now).Where("s.status = 'scheduled' AND s.ends_at > ?", now).Limit(limit)
	if ongoing {
		s.Where("(s.starts_at <= ? OR s.started_at IS NOT NULL)", now)
	} else {
		s.Where("s.starts_at > ? AND s.started_at IS NULL", now)
	}
	return entries, s.Scan(ctx)
}

// meetingsHeld returns the meetings of an instructor that are going on or else ahead, by time.
func meetingsHeld(ctx context.Context, q bun.IDB, who access.Caller, id string, ongoing bool, now time.Time, limit int64) (entries []Entry, err error) {
	s := selectMeetings(q, who, now).Where("m.id IN "+takes, id, bun.List([]busy.Kind{busy.Meeting, busy.Doubt}), now).Where("m.status = 'scheduled' AND m.ends_at > ?", now).Limit(limit)
	if ongoing {
		s.Where("m.starts_at <= ?", now)
	} else {
		s.Where("m.starts_at > ?", now)
	}
	return entries, s.Scan(ctx, &entries)
}
