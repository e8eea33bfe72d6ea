package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/builtinroom"
)

// present returns who is in the built-in room of a meeting: who holds it first.
func present(ctx context.Context, q bun.IDB, meetingID string, alive time.Time) (in []builtinroom.Person, err error) {
	in = []builtinroom.Person{}
	return in, q.NewRaw(`SELECT u.id AS user_id, u.full_name, min(s.joined_at) AS since, coalesce(m.instructor_id = u.id, FALSE) AS teaches
		FROM online_meeting_stays AS s JOIN users AS u ON u.id = s.user_id JOIN online_meetings AS m ON m.id = s.meeting_id
		WHERE s.meeting_id = ? AND s.source = 'room' AND NOT s.closed AND s.left_at >= ?
		GROUP BY u.id, u.full_name, u.name_key, m.instructor_id ORDER BY 4 DESC, u.name_key, u.id`, meetingID, alive).Scan(ctx, &in)
}
