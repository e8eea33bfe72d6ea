package reminder

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// mostAtOnce limits how many sessions are read and published in one transaction.
const mostAtOnce = 100

// dueSession is a session that is about to begin.
type dueSession struct {
	ID        string
	StartsAt  time.Time
	PlannedAt time.Time // for the time at which it begins now
}

// due returns sessions that begin within (after, until] and of which that is not recorded yet.
func due(ctx context.Context, q bun.IDB, after, until time.Time, minutes int64) (found []dueSession, err error) {
	return found, q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").Column("s.id", "s.starts_at").
		ColumnExpr("coalesce((SELECT max(m.changed_at) FROM batch_session_moves AS m WHERE m.session_id = s.id AND m.kind <> 'cancelled'), s.created_at) AS planned_at").
		Where("s.starts_at > ? AND s.starts_at <= ? AND s.status = 'scheduled' AND b.status NOT IN ('Completed', 'Cancelled')", after, until).
		Where("NOT EXISTS (SELECT 1 FROM session_reminders AS r WHERE r.session_id = s.id AND r.starts_at = s.starts_at AND r.minutes = ?)", minutes).
		OrderExpr("s.starts_at, s.id").Limit(mostAtOnce).Scan(ctx, &found)
}

// record keeps that a session is due; false if it is recorded already.
func record(ctx context.Context, tx bun.IDB, d dueSession, minutes int64) (bool, error) {
	return db.Changed(tx.NewRaw("INSERT INTO session_reminders (session_id, starts_at, minutes) VALUES (?, ?, ?) ON CONFLICT (session_id, starts_at, minutes) DO NOTHING",
		d.ID, d.StartsAt.UTC(), minutes).Exec(ctx))
}

func deletePast(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM session_reminders WHERE starts_at < ?", now).Exec(ctx)
	return err
}
