package attendance

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// stays returns the table of what is attended, and its column that names it.
func (k Kind) stays() (table, owner bun.Ident) {
	if k == OfMeeting {
		return "online_meeting_stays", "meeting_id"
	}
	return "attendance_intervals", "session_id"
}

// Record stores what is known of a stay. Reports may come repeatedly and in any order: the earliest joining counts, and leaving over anything else.
func Record(ctx context.Context, tx bun.IDB, s Stay) error {
	table, owner := s.Kind.stays()
	_, err := tx.NewRaw(`INSERT INTO ? AS s (id, ?, user_id, source, joined_at, left_at, closed, external_key) VALUES (?, ?, ?, 'server', ?, ?, ?, ?)
		ON CONFLICT (?, external_key) DO UPDATE SET
			joined_at = CASE WHEN excluded.joined_at < s.joined_at THEN excluded.joined_at ELSE s.joined_at END,
			left_at = CASE WHEN excluded.closed THEN excluded.left_at WHEN s.closed OR excluded.left_at < s.left_at THEN s.left_at ELSE excluded.left_at END,
			closed = s.closed OR excluded.closed`,
		table, owner, db.NewID(), s.OwnerID, s.UserID, s.JoinedAt.UTC(), s.LeftAt.UTC(), s.HasLeft, s.Key, owner).Exec(ctx)
	return err
}

// End prolongs all stays in a session or a meeting whose keys begin with a prefix, and which nobody is known to have left, until the room was closed.
func End(ctx context.Context, tx bun.IDB, kind Kind, ownerID, prefix string, at time.Time) error {
	table, owner := kind.stays()
	_, err := tx.NewRaw(`UPDATE ? SET left_at = ? WHERE ? = ? AND substr(external_key, 1, ?) = ? AND NOT closed AND left_at < ?`,
		table, at.UTC(), owner, ownerID, len(prefix), prefix, at.UTC()).Exec(ctx)
	return err
}

// seenBefore is how long before the end of a room someone was seen in it who was there to the end: one report, of which there is one a minute, and the time that it takes.
const seenBefore = time.Minute + 30*time.Second

// EndSeen ends, when a room is known to have ended, the stays of those whom the last report has seen in it. What has keys of a provider ends by End.
func EndSeen(ctx context.Context, tx bun.IDB, kind Kind, ownerID string, at time.Time) error {
	table, owner := kind.stays()
	_, err := tx.NewRaw(`UPDATE ? SET left_at = ?, closed = ? WHERE ? = ? AND source = ? AND external_key IS NULL AND NOT closed AND left_at >= ? AND left_at <= ?`,
		table, at.UTC(), true, owner, ownerID, ByServer, at.Add(-seenBefore).UTC(), at.UTC()).Exec(ctx)
	return err
}

// Remain says that a user is in a room now: it prolongs their stay there, or begins another if they were not heard of for longer than silence. SessionID is that of a meeting for OfMeeting.
func Remain(ctx context.Context, tx bun.IDB, kind Kind, of Cell, source string, now time.Time, silence time.Duration) error {
	in, err := prolong(ctx, tx, kind, of, source, now, silence, false)
	if err != nil || in {
		return err
	}
	table, owner := kind.stays()
	_, err = tx.NewRaw("INSERT INTO ? (id, ?, user_id, source, joined_at, left_at, closed) VALUES (?, ?, ?, ?, ?, ?, FALSE)",
		table, owner, db.NewID(), of.SessionID, of.UserID, source, now.UTC(), now.UTC()).Exec(ctx)
	return err
}

// Leave says that a user has left a room, unless they were not heard of there for longer than silence.
func Leave(ctx context.Context, tx bun.IDB, kind Kind, of Cell, source string, now time.Time, silence time.Duration) error {
	_, err := prolong(ctx, tx, kind, of, source, now, silence, true)
	return err
}

// prolong moves the end of the stay of a user in a room; false if there is none that lasts.
func prolong(ctx context.Context, tx bun.IDB, kind Kind, of Cell, source string, now time.Time, silence time.Duration, closed bool) (bool, error) {
	table, owner := kind.stays()
	return db.Changed(tx.NewRaw(`UPDATE ? SET left_at = ?, closed = ? WHERE id = (SELECT i.id FROM ? AS i
		WHERE i.? = ? AND i.user_id = ? AND i.source = ? AND NOT i.closed AND i.left_at >= ? ORDER BY i.joined_at DESC LIMIT 1)`,
		table, now.UTC(), closed, table, owner, of.SessionID, of.UserID, source, now.Add(-silence).UTC()).Exec(ctx))
}
