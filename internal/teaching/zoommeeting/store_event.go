package zoommeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// instance is one time in which a meeting takes place, of which the end is known.
type instance struct {
	bun.BaseModel `bun:"table:live_instances"`

	MeetingID string `bun:",pk"`
	UUID      string `bun:",pk"`
	StartedAt time.Time
	EndedAt   *time.Time
}

func putInstance(ctx context.Context, tx bun.IDB, i instance) error {
	_, err := tx.NewInsert().Model(&i).On("CONFLICT (meeting_id, uuid) DO UPDATE").Set("ended_at = excluded.ended_at").Exec(ctx)
	return err
}

// endOf returns when an instance has ended; nil while that is not known.
func endOf(ctx context.Context, q bun.IDB, meetingID, uuid string) (*time.Time, error) {
	var i instance
	err := q.NewSelect().Model(&i).Where("meeting_id = ? AND uuid = ?", meetingID, uuid).Scan(ctx)
	return i.EndedAt, db.One(err, nil)
}

// insertEvent stores an event, and reports whether it is new.
func insertEvent(ctx context.Context, tx bun.IDB, digest string, body []byte, now time.Time) (bool, error) {
	done, err := tx.NewRaw("INSERT INTO live_events (digest, body, received_at) VALUES (?, ?, ?) ON CONFLICT (digest) DO NOTHING", digest, string(body), now).Exec(ctx)
	if err != nil {
		return false, err
	}
	n, err := done.RowsAffected()
	return n > 0, err
}

// bodyOf returns the body of an event that has had no effect yet; "" for others.
func bodyOf(ctx context.Context, q bun.IDB, digest string) (body string, err error) {
	err = q.NewSelect().Table("live_events").Column("body").Where("digest = ?", digest).Scan(ctx, &body)
	return body, db.One(err, nil)
}

// emptyEvent leaves of an event that it had its effect.
func emptyEvent(ctx context.Context, tx bun.IDB, digest string) error {
	_, err := tx.NewRaw("UPDATE live_events SET body = '' WHERE digest = ?", digest).Exec(ctx)
	return err
}

func deleteOldEvents(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM live_events WHERE received_at < ?", before).Exec(ctx)
	return err
}

// lockExternal returns the meeting with a number at Zoom, whose session, meeting outside of batches or demo class still exists, and keeps it as it is; errNoMeeting.
func lockExternal(ctx context.Context, tx bun.IDB, number string) (m record, err error) {
	s := tx.NewSelect().Model(&m).Where("lm.external_id = ? AND lm.external_id <> ''", number).
		Where("(EXISTS (SELECT 1 FROM batch_sessions AS s WHERE s.id = lm.owner_id) OR EXISTS (SELECT 1 FROM online_meetings AS o WHERE o.id = lm.owner_id) OR EXISTS (SELECT 1 FROM demo_bookings AS d WHERE d.id = lm.owner_id))")
	return m, db.One(db.ForUpdate(s).Scan(ctx), errNoMeeting)
}

// userOf returns the user of a registrant; "" for none.
func userOf(ctx context.Context, q bun.IDB, meetingID, registrant string) (userID string, err error) {
	err = q.NewSelect().Table("live_registrants").Column("user_id").Where("meeting_id = ? AND registrant_id = ?", meetingID, registrant).Scan(ctx, &userID)
	return userID, db.One(err, nil)
}

// unreported returns meetings that have ended within a range and of which Zoom has not been asked who was in.
func unreported(ctx context.Context, q bun.IDB, from, until time.Time) (due []record, err error) {
	return due, q.NewSelect().Model(&due).Where("lm.state IN ('ready', 'updating') AND lm.reported_at IS NULL AND lm.starts_at > ? AND lm.ends_at > ? AND lm.ends_at <= ?",
		from.Add(-longestSession), from, until).Where("(EXISTS (SELECT 1 FROM batch_sessions AS s WHERE s.id = lm.owner_id) OR EXISTS (SELECT 1 FROM online_meetings AS o WHERE o.id = lm.owner_id))").OrderExpr("lm.ends_at, lm.id").Scan(ctx, &due)
}

func markReported(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE live_meetings SET reported_at = ? WHERE id = ?", now, id).Exec(ctx)
	return err
}
