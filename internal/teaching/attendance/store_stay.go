package attendance

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Record stores what is known of a stay. Reports may come repeatedly and in any order: the earliest joining counts, and leaving over anything else.
func Record(ctx context.Context, tx bun.IDB, s Stay) error {
	_, err := tx.NewRaw(`INSERT INTO attendance_intervals (id, session_id, user_id, source, joined_at, left_at, closed, external_key) VALUES (?, ?, ?, 'server', ?, ?, ?, ?)
		ON CONFLICT (session_id, external_key) DO UPDATE SET
			joined_at = CASE WHEN excluded.joined_at < attendance_intervals.joined_at THEN excluded.joined_at ELSE attendance_intervals.joined_at END,
			left_at = CASE WHEN excluded.closed THEN excluded.left_at WHEN attendance_intervals.closed OR excluded.left_at < attendance_intervals.left_at
				THEN attendance_intervals.left_at ELSE excluded.left_at END,
			closed = attendance_intervals.closed OR excluded.closed`,
		db.NewID(), s.SessionID, s.UserID, s.JoinedAt.UTC(), s.LeftAt.UTC(), s.HasLeft, s.Key).Exec(ctx)
	return err
}

// End prolongs all stays of a session whose keys begin with a prefix, and which nobody is known to have left, until the room was closed.
func End(ctx context.Context, tx bun.IDB, sessionID, prefix string, at time.Time) error {
	_, err := tx.NewRaw(`UPDATE attendance_intervals SET left_at = ? WHERE session_id = ? AND substr(external_key, 1, ?) = ? AND NOT closed AND left_at < ?`,
		at.UTC(), sessionID, len(prefix), prefix, at.UTC()).Exec(ctx)
	return err
}
