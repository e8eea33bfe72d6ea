package zoommeeting

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/zoom"
)

// longestSession bounds the range of sessions that are not over, so that an index finds them.
const longestSession = 26 * time.Hour

// allWanted returns the sessions, the meetings outside of batches and the demo classes that take place at Zoom and are not over, until an instant; with an id, only that one.
func allWanted(ctx context.Context, q bun.IDB, now, until time.Time, id string) ([]want, error) {
	wants, err := wantedSessions(ctx, q, now, until, id)
	if err != nil {
		return nil, err
	}
	meetings, err := wantedMeetings(ctx, q, now, until, id)
	for i := range meetings {
		meetings[i].Wishes.V = zoom.Wishes{Agenda: meetings[i].Agenda, Choices: meetings[i].Choices.V}
	}
	if err != nil {
		return nil, err
	}
	demos, err := wantedDemos(ctx, q, now, until, id)
	return slices.Concat(wants, meetings, demos), err
}

// wantedDemos is allWanted of demo classes. The topic names nobody: it is kept longer than the booking. One that is completed before its end goes on.
func wantedDemos(ctx context.Context, q bun.IDB, now, until time.Time, id string) (wants []want, err error) {
	return wants, q.NewRaw(`SELECT 'demo' AS owner_kind, d.id AS owner_id, 'Demo class' AS name, 'UTC' AS timezone, d.starts_at, d.ends_at
		FROM demo_bookings AS d JOIN demo_rooms AS r ON r.instructor_id = d.instructor_id AND r.provider = 'zoom'
		WHERE d.starts_at > ? AND d.starts_at < ? AND d.ends_at > ? AND d.status IN ('confirmed', 'completed') AND (? = '' OR d.id = ?)
		ORDER BY d.starts_at, d.id`, now.Add(-longestSession), until, now, id, id).Scan(ctx, &wants)
}

// wantedMeetings is allWanted of meetings outside of batches.
func wantedMeetings(ctx context.Context, q bun.IDB, now, until time.Time, id string) (wants []want, err error) {
	return wants, q.NewRaw(`SELECT 'meeting' AS owner_kind, m.id AS owner_id, coalesce(nullif(m.title, ''), c.title, '') AS name, m.description AS agenda, m.choices, m.timezone, m.starts_at, m.ends_at
		FROM online_meetings AS m LEFT JOIN courses AS c ON c.id = m.course_id
		WHERE m.starts_at > ? AND m.starts_at < ? AND m.ends_at > ? AND m.status = 'scheduled' AND m.provider = 'zoom' AND (? = '' OR m.id = ?)
		ORDER BY m.starts_at, m.id`, now.Add(-longestSession), until, now, id, id).Scan(ctx, &wants)
}

// wantedSessions is allWanted of sessions.
func wantedSessions(ctx context.Context, q bun.IDB, now, until time.Time, id string) (wants []want, err error) {
	return wants, q.NewRaw(`SELECT 'session' AS owner_kind, s.id AS owner_id, b.batch_name AS name, s.title, s.timezone, s.starts_at, s.ends_at,
			(own.session_id IS NOT NULL AND r.provider IS NOT NULL AND r.provider NOT IN ('none', 'zoom')) AS has_other,
			coalesce((SELECT rs.records FROM recording_settings AS rs WHERE rs.batch_id = s.batch_id), FALSE) AS is_recorded, coalesce(own.wishes, '{}') AS wishes
		FROM batch_sessions AS s JOIN batches AS b ON b.id = s.batch_id
			LEFT JOIN live_rooms AS own ON own.session_id = s.id AND own.provider <> 'none'
			LEFT JOIN live_rooms AS r ON r.batch_id = s.batch_id AND r.session_id IS NULL
		WHERE s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ? AND s.status = 'scheduled' AND b.status <> 'Cancelled' AND coalesce(own.provider, r.provider) = 'zoom' AND (? = '' OR s.id = ?)
		ORDER BY s.starts_at, s.id`, now.Add(-longestSession), until, now, id, id).Scan(ctx, &wants)
}

const isCurrent = "lm.state NOT IN ('deleting', 'deleted')"

// currentMeetings returns the meetings that are not on their way out, by what takes place in them, without those that were made and are over: what happened in them can be asked
// by their number.
func currentMeetings(ctx context.Context, q bun.IDB, now time.Time) (map[string]record, error) {
	var all []record
	err := q.NewSelect().Model(&all).Where(isCurrent).Where("lm.state NOT IN ('ready', 'updating') OR lm.ends_at > ?", now).Scan(ctx)
	current := make(map[string]record, len(all))
	for _, m := range all {
		current[m.OwnerID] = m
	}
	return current, err
}

// staleMeetings returns meetings whose next try should long have been.
func staleMeetings(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	return ids, q.NewSelect().Model((*record)(nil)).Column("id").Where("lm.state IN ('wanted', 'creating', 'updating', 'deleting') AND lm.host_id IS NOT NULL").
		Where("lm.next_try_at < ? AND (lm.claimed_until IS NULL OR lm.claimed_until < ?)", now.Add(-forgotten), now).Scan(ctx, &ids)
}

// currentOf returns the meeting of a session, or of a meeting outside of batches; errNoMeeting.
func currentOf(ctx context.Context, q bun.IDB, ownerID string) (m record, err error) {
	return m, db.One(q.NewSelect().Model(&m).Where("lm.owner_id = ?", ownerID).Where(isCurrent).Scan(ctx), errNoMeeting)
}

// lockCurrent is currentOf that keeps the meeting as it is until the transaction ends.
func lockCurrent(ctx context.Context, tx bun.IDB, ownerID string) (m record, err error) {
	s := tx.NewSelect().Model(&m).Where("lm.owner_id = ?", ownerID).Where(isCurrent)
	return m, db.One(db.ForUpdate(s).Scan(ctx), errNoMeeting)
}

func lock(ctx context.Context, tx bun.IDB, id string) (m record, err error) {
	return m, db.One(db.ForUpdate(tx.NewSelect().Model(&m).Where("lm.id = ?", id)).Scan(ctx), errNoMeeting)
}

// put stores a meeting, new or not.
func put(ctx context.Context, tx bun.IDB, m record, now time.Time) error {
	m.UpdatedAt = now
	_, err := tx.NewInsert().Model(&m).On("CONFLICT (id) DO UPDATE").
		Set(`host_id = excluded.host_id, external_id = excluded.external_id, external_uuid = excluded.external_uuid, state = excluded.state, topic = excluded.topic,
			timezone = excluded.timezone, starts_at = excluded.starts_at, ends_at = excluded.ends_at, want_hash = excluded.want_hash, is_recorded = excluded.is_recorded, wishes = excluded.wishes,
			tries = excluded.tries, next_try_at = excluded.next_try_at, claimed_until = excluded.claimed_until, last_error = excluded.last_error, last_detail = excluded.last_detail, updated_at = excluded.updated_at`).Exec(ctx)
	return err
}

// markCreating says that a meeting may be at Zoom from now on, unless it has been dropped.
func markCreating(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE live_meetings SET state = ? WHERE id = ? AND state = ?", creating, id, wanted).Exec(ctx)
	return err
}

// batchOf returns the batch of a session, or errNoMeeting.
func batchOf(ctx context.Context, q bun.IDB, sessionID string) (batchID string, err error) {
	return batchID, db.One(q.NewSelect().Table("batch_sessions").Column("batch_id").Where("id = ?", sessionID).Scan(ctx, &batchID), errNoMeeting)
}

// mostMeetings bounds the list of the administrators: what is ahead within two days.
const mostMeetings = 500

func listMeetings(ctx context.Context, q bun.IDB, now time.Time) (list []SessionMeeting, err error) {
	list = []SessionMeeting{}
	return list, q.NewRaw(`SELECT CASE lm.owner_kind WHEN 'session' THEN lm.owner_id ELSE '' END AS session_id, CASE lm.owner_kind WHEN 'meeting' THEN lm.owner_id ELSE '' END AS meeting_id,
			CASE lm.owner_kind WHEN 'demo' THEN lm.owner_id ELSE '' END AS demo_id,
			coalesce(b.batch_name, nullif(m.title, ''), c.title, '') AS batch_name, coalesce(s.title, '') AS title, lm.starts_at, lm.ends_at, coalesce(r.name, '') AS host, lm.state, lm.last_error AS error, lm.last_detail AS detail, lm.tries, lm.next_try_at
		FROM live_meetings AS lm LEFT JOIN batch_sessions AS s ON s.id = lm.owner_id LEFT JOIN batches AS b ON b.id = s.batch_id
			LEFT JOIN online_meetings AS m ON m.id = lm.owner_id LEFT JOIN courses AS c ON c.id = m.course_id LEFT JOIN resources AS r ON r.id = lm.host_id
			LEFT JOIN demo_bookings AS d ON d.id = lm.owner_id
		WHERE `+isCurrent+` AND (s.id IS NOT NULL OR m.id IS NOT NULL OR d.id IS NOT NULL) AND lm.starts_at > ? AND lm.ends_at > ? ORDER BY CASE WHEN lm.state = 'failed' THEN 0 ELSE 1 END, lm.starts_at, lm.id LIMIT ?`,
		now.Add(-longestSession), now, mostMeetings).Scan(ctx, &list)
}

// nameOf returns the name of a user; "" for none.
func nameOf(ctx context.Context, q bun.IDB, userID string) (name string, err error) {
	err = q.NewSelect().Table("users").Column("full_name").Where("id = ?", userID).Scan(ctx, &name)
	return name, db.One(err, nil)
}
