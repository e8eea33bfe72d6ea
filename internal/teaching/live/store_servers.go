package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

// longestSession bounds the range of sessions that may be open, so that an index finds them.
const longestSession = 26 * time.Hour

// openRooms returns the sessions around now whose room is one of a provider.
func openRooms(ctx context.Context, q bun.IDB, provider string, now time.Time) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT s.id FROM batch_sessions AS s
			LEFT JOIN live_rooms AS own ON own.session_id = s.id AND own.provider <> 'none'
			LEFT JOIN live_rooms AS r ON r.batch_id = s.batch_id AND r.session_id IS NULL
		WHERE s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ? AND s.status <> ? AND coalesce(own.provider, r.provider) = ? ORDER BY s.starts_at, s.id`,
		now.Add(-longestSession), now.Add(reportBefore), now.Add(-closesAfter), classsession.Cancelled, provider).Scan(ctx, &ids)
}

// isRecorded reports whether sessions of a batch are recorded in a room of a provider.
func isRecorded(ctx context.Context, q bun.IDB, batchID, provider string) (bool, error) {
	if provider != meeting.Zoom && provider != meeting.BigBlueButton {
		return false, nil
	}
	return q.NewSelect().Table("recording_settings").Where("batch_id = ? AND records", batchID).Exists(ctx)
}

// knownUsers returns those of some ids that are users.
func knownUsers(ctx context.Context, q bun.IDB, ids []string) (known []string, err error) {
	return known, q.NewSelect().TableExpr("users").Column("id").Where("id IN (?)", bun.List(ids)).Order("id").Scan(ctx, &known)
}

// madeMeeting is what is kept of a meeting at Zoom.
type madeMeeting struct {
	ExternalID string
	Topic      string
	Wishes     db.JSON[zoom.Wishes]
}

// zoomMeeting returns what is kept of the meeting of a session at Zoom; the zero value for none.
func zoomMeeting(ctx context.Context, q bun.IDB, sessionID string) (m madeMeeting, err error) {
	err = q.NewRaw("SELECT external_id, topic, wishes FROM live_meetings WHERE owner_id = ? AND state NOT IN ('deleting', 'deleted')", sessionID).Scan(ctx, &m)
	return m, db.One(err, nil)
}

// exists reports whether a session, or a meeting outside of batches, is there.
func exists(ctx context.Context, q bun.IDB, of attendance.Kind, id string) (bool, error) {
	table := "batch_sessions"
	if of == attendance.OfMeeting {
		table = "online_meetings"
	}
	return q.NewSelect().Table(table).Where("id = ?", id).Exists(ctx)
}
