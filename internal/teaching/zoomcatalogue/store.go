package zoomcatalogue

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/meetingaccess"
)

// longest bounds the range of what is not over, so that an index finds it.
const longest = 26 * time.Hour

// What takes place at Zoom: meetings m and sessions s, with the meeting there that is not on its way out.
const (
	meetings = `SELECT 'meeting' AS kind, m.id, '' AS batch_id, coalesce(nullif(m.title, ''), c.title, '') AS topic, m.description AS agenda, m.starts_at AS start_time, m.ends_at AS end_time,
			m.timezone, m.choices AS wishes, m.sequence + 1 AS version, coalesce(lm.external_id, '') AS meeting_id, coalesce(lm.state, '') AS stored, coalesce(lm.last_error, '') AS error
		FROM online_meetings AS m LEFT JOIN courses AS c ON c.id = m.course_id LEFT JOIN live_meetings AS lm ON lm.owner_id = m.id AND lm.state NOT IN ('deleting', 'deleted')
		WHERE m.provider = 'zoom' AND m.status = 'scheduled' AND `
	sessions = `SELECT 'session' AS kind, s.id, s.batch_id, b.batch_name || CASE WHEN s.title <> '' THEN ': ' || s.title ELSE '' END AS topic, '' AS agenda, s.starts_at AS start_time, s.ends_at AS end_time,
			s.timezone, coalesce(own.wishes, '{}') AS wishes, coalesce(own.version, 0) + 1 AS version, coalesce(lm.external_id, '') AS meeting_id, coalesce(lm.state, '') AS stored, coalesce(lm.last_error, '') AS error
		FROM batch_sessions AS s JOIN batches AS b ON b.id = s.batch_id
			LEFT JOIN live_rooms AS own ON own.session_id = s.id
			LEFT JOIN live_rooms AS r ON r.batch_id = s.batch_id AND r.session_id IS NULL
			LEFT JOIN live_meetings AS lm ON lm.owner_id = s.id AND lm.state NOT IN ('deleting', 'deleted')
		WHERE coalesce(nullif(own.provider, 'none'), r.provider) = 'zoom' AND s.status = 'scheduled' AND b.status <> 'Cancelled' AND `
	// held are the ids of what a user holds that is not over, of some kinds.
	held = "(SELECT y.ref_id FROM instructor_busy AS y WHERE y.instructor_id = ? AND y.from_at > ? AND y.ends_at > ? AND y.kind IN (?))"
)

// byID returns what takes place at Zoom by its number there, or by its own id; errNoMeeting.
func byID(ctx context.Context, q bun.IDB, id string) (m stored, err error) {
	var owner string
	err = q.NewRaw("SELECT owner_id FROM live_meetings WHERE external_id = ? AND external_id <> '' AND state NOT IN ('deleting', 'deleted')", id).Scan(ctx, &owner)
	if db.One(err, nil) != nil {
		return m, err
	}
	if owner != "" {
		id = owner
	}
	err = q.NewRaw(meetings+"m.id = ?", id).Scan(ctx, &m)
	if db.One(err, nil) != nil || m.ID != "" {
		return m, err
	}
	return m, db.One(q.NewRaw(sessions+"s.id = ?", id).Scan(ctx, &m), errNoMeeting)
}

// heldBy returns what a user holds at Zoom that is not over.
func heldBy(ctx context.Context, q bun.IDB, userID string, now time.Time) (all []stored, err error) {
	if err = q.NewRaw(meetings+"m.id IN "+held, userID, now.Add(-longest), now, bun.List([]string{"meeting", "doubt"})).Scan(ctx, &all); err != nil {
		return nil, err
	}
	var others []stored
	err = q.NewRaw(sessions+"s.id IN "+held, userID, now.Add(-longest), now, bun.List([]string{"session"})).Scan(ctx, &others)
	return append(all, others...), err
}

func checkUser(ctx context.Context, q bun.IDB, id string) error {
	var known string
	return db.One(q.NewSelect().Table("users").Column("id").Where("id = ?", id).Scan(ctx, &known), errNoUser)
}

// mostRegistrants bounds their list: a batch has no more members who attend.
const mostRegistrants = 1000

func registrantsOf(ctx context.Context, q bun.IDB, ownerID string) (list []ZoomRegistrant, err error) {
	list = []ZoomRegistrant{}
	return list, q.NewRaw(`SELECT r.registrant_id AS id, r.user_id, u.full_name, r.status, r.created_at FROM live_registrants AS r
			JOIN live_meetings AS lm ON lm.id = r.meeting_id JOIN users AS u ON u.id = r.user_id
		WHERE lm.owner_id = ? AND lm.state NOT IN ('deleting', 'deleted') ORDER BY u.name_key, u.id LIMIT ?`, ownerID, mostRegistrants).Scan(ctx, &list)
}

// isRegistrant reports whether a user is a registrant of a meeting.
func isRegistrant(ctx context.Context, q bun.IDB, ownerID, registrantID, userID string) (bool, error) {
	return q.NewSelect().TableExpr("live_registrants AS r").Join("JOIN live_meetings AS lm ON lm.id = r.meeting_id").
		Where("lm.owner_id = ? AND lm.state NOT IN ('deleting', 'deleted') AND r.user_id = ? AND r.registrant_id = ?", ownerID, userID, registrantID).Exists(ctx)
}

// isExpected reports whether a user is one of the people of a session, or of a meeting.
func isExpected(ctx context.Context, q bun.IDB, m stored, userID string) (bool, error) {
	if m.Kind == ofSession {
		return q.NewSelect().TableExpr("users AS u").Where("u.id = ?", userID).
			Where("(EXISTS (SELECT 1 FROM batch_members AS b WHERE b.batch_id = ? AND b.user_id = u.id AND b.status = 'active') OR EXISTS (SELECT 1 FROM admitted_guests AS g WHERE g.session_id = ? AND g.user_id = u.id))", m.BatchID, m.ID).Exists(ctx)
	}
	return q.NewSelect().TableExpr("online_meetings AS m").Where("m.id = ?", m.ID).
		Where(meetingaccess.IsInvited, userID, userID).Exists(ctx)
}

// selectRecordings selects what Zoom has recorded, and has not deleted, of sessions s of batches b and meetings m.
func selectRecordings(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("recording_files AS f").Join("LEFT JOIN batch_sessions AS s ON s.id = f.session_id").Join("LEFT JOIN batches AS b ON b.id = s.batch_id").
		Join("LEFT JOIN online_meetings AS m ON m.id = f.meeting_id").Join("LEFT JOIN courses AS c ON c.id = m.course_id").
		ColumnExpr("f.id, coalesce(f.session_id, '') AS session_id, coalesce(f.meeting_id, '') AS online_id, coalesce(b.batch_name, nullif(m.title, ''), c.title, '') AS batch_name").
		ColumnExpr("f.kind, f.size, f.started_at, f.state, coalesce(f.video_id, '') AS video_id").Where("f.provider = 'zoom' AND f.trashed_at IS NULL")
}

func recordingsOf(ctx context.Context, q bun.IDB, of stored, kind string) (list []ZoomRecording, err error) {
	list = []ZoomRecording{}
	s := selectRecordings(q).Where(map[string]string{ofSession: "f.session_id = ?", ofMeeting: "f.meeting_id = ?"}[of.Kind], of.ID)
	if kind != "" {
		s.Where("f.kind = ?", kind)
	}
	return list, s.OrderExpr("f.started_at, f.kind DESC, f.id").Scan(ctx, &list)
}

func recordingsTaught(ctx context.Context, q bun.IDB, who access.Caller, page rest.Page) (list []ZoomRecording, total int64, err error) {
	list = []ZoomRecording{}
	limit, offset := page.LimitOffset()
	s := selectRecordings(q).WhereGroup(" AND ", func(mine *bun.SelectQuery) *bun.SelectQuery {
		return batch.WhereTaught(mine, who).WhereOr("m.id IS NOT NULL AND "+meetingaccess.Manages, meetingaccess.Mine(who)...)
	})
	total, err = s.OrderExpr("f.started_at DESC, f.id").Limit(limit).Offset(offset).ScanAndCount(ctx, &list)
	return list, total, err
}
