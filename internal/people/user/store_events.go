package user

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// The tables that record activity, each as rows of kind, id, at, about and target_id.
const (
	enrolled = `SELECT 'enrolled' AS kind, e.id, e.created_at AS at, c.title AS about, c.id AS target_id, '' AS network, '' AS user_agent, e.user_id FROM enrollments AS e JOIN courses AS c ON c.id = e.course_id`
	applied  = `SELECT 'applied' AS kind, id, created_at AS at, role AS about, id AS target_id, '' AS network, '' AS user_agent, user_id FROM role_applications`
	created  = `SELECT 'course_created' AS kind, id, created_at AS at, title AS about, id AS target_id, '' AS network, '' AS user_agent, created_by AS user_id FROM courses`
	uploaded = `SELECT 'video_added' AS kind, id, created_at AS at, title AS about, id AS target_id, '' AS network, '' AS user_agent, owner_id AS user_id FROM videos`
	watched  = `SELECT 'watched' AS kind, v.id, w.updated_at AS at, v.title AS about, v.id AS target_id, '' AS network, '' AS user_agent, w.user_id FROM watch_positions AS w JOIN videos AS v ON v.id = w.video_id`
	signedIn = `SELECT 'signed_in' AS kind, id, at, '' AS about, '' AS target_id, network, user_agent, user_id FROM security_events WHERE kind = 'signed_in'`
	governed = `SELECT 'administered' AS kind, id, at, action AS about, target_id, network, user_agent, actor_id AS user_id FROM audit_log`
	security = `SELECT kind, id, at, '' AS about, '' AS target_id, network, user_agent, user_id FROM security_events`
)

// eventsOf reads the newest rows of a source about a user, before a position in time.
func eventsOf(ctx context.Context, q bun.IDB, source, user string, before time.Time, id string, limit int64) (events []UserEvent, err error) {
	return events, q.NewRaw("SELECT kind, id, at, about, target_id, network, user_agent FROM (?) AS e WHERE user_id = ? AND (at, id) < (?, ?) ORDER BY at DESC, id DESC LIMIT ?",
		bun.Safe(source), user, before.UTC(), id, limit).Scan(ctx, &events)
}
