package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/builtinroom"
)

// stay says that a user is in the room of a meeting; who was not seen since alive comes anew.
func stay(ctx context.Context, tx bun.IDB, meetingID, userID string, now, alive time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO online_meeting_presence (meeting_id, user_id, since, seen_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (meeting_id, user_id) DO UPDATE SET seen_at = excluded.seen_at,
			since = CASE WHEN online_meeting_presence.seen_at < ? THEN excluded.since ELSE online_meeting_presence.since END`, meetingID, userID, now, now, alive).Exec(ctx)
	return err
}

// present returns who is in the room of a meeting: who holds it first.
func present(ctx context.Context, q bun.IDB, meetingID string, alive time.Time) (in []builtinroom.Person, err error) {
	in = []builtinroom.Person{}
	return in, q.NewRaw(`SELECT u.id AS user_id, u.full_name, p.since, coalesce(m.instructor_id = u.id, FALSE) AS teaches
		FROM online_meeting_presence AS p JOIN users AS u ON u.id = p.user_id JOIN online_meetings AS m ON m.id = p.meeting_id
		WHERE p.meeting_id = ? AND p.seen_at >= ? ORDER BY 4 DESC, u.name_key, u.id`, meetingID, alive).Scan(ctx, &in)
}

func leave(ctx context.Context, tx bun.IDB, meetingID, userID string) error {
	_, err := tx.NewRaw("DELETE FROM online_meeting_presence WHERE meeting_id = ? AND user_id = ?", meetingID, userID).Exec(ctx)
	return err
}

// deleteAbsent deletes who was not seen since some time.
func deleteAbsent(ctx context.Context, tx bun.IDB, alive time.Time) error {
	_, err := tx.NewRaw("DELETE FROM online_meeting_presence WHERE seen_at < ?", alive).Exec(ctx)
	return err
}
