package zoommeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
)

// registrantOf returns a person as Zoom knows them in a meeting; the zero value for who is not registered.
func registrantOf(ctx context.Context, q bun.IDB, meetingID string, p meeting.Person) (r registrant, err error) {
	if p.IsGuest {
		return guestOf(ctx, q, meetingID, p.ID)
	}
	err = q.NewSelect().Table("live_registrants").ColumnExpr("registrant_id AS id, user_id, status").Where("meeting_id = ? AND user_id = ?", meetingID, p.ID).Scan(ctx, &r)
	return r, db.One(err, nil)
}

// registrantsBy returns registrants of a meeting by their ids.
func registrantsBy(ctx context.Context, q bun.IDB, meetingID string, ids []string, day string) (map[string]registrant, error) {
	var all []registrant
	err := q.NewRaw(`SELECT r.registrant_id AS id, r.user_id, r.status, coalesce(c.changed, 0) AS changed FROM live_registrants AS r
			LEFT JOIN registrant_calls AS c ON c.meeting_id = r.meeting_id AND c.user_id = r.user_id AND c.day = ?
		WHERE r.meeting_id = ? AND r.registrant_id IN (?)`, day, meetingID, bun.List(ids)).Scan(ctx, &all)
	known := make(map[string]registrant, len(all))
	for _, r := range all {
		known[r.ID] = r
	}
	return known, err
}

func putRegistrant(ctx context.Context, tx bun.IDB, meetingID string, p meeting.Person, id string, now time.Time) error {
	if p.IsGuest {
		return putGuest(ctx, tx, meetingID, p.ID, id, now)
	}
	_, err := tx.NewRaw(`INSERT INTO live_registrants (meeting_id, user_id, registrant_id, status, created_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (meeting_id, user_id) DO UPDATE SET registrant_id = excluded.registrant_id, status = excluded.status`, meetingID, p.ID, id, zoom.Approved, now).Exec(ctx)
	return err
}

func setRegistrantStatus(ctx context.Context, tx bun.IDB, meetingID, id, status string) error {
	_, err := tx.NewRaw("UPDATE live_registrants SET status = ? WHERE meeting_id = ? AND registrant_id = ?", status, meetingID, id).Exec(ctx)
	return err
}

// addedToday returns how often a person was registered for a meeting on a day.
func addedToday(ctx context.Context, q bun.IDB, meetingID string, p meeting.Person, day string) (added int64, err error) {
	s := q.NewSelect().Table("registrant_calls").Where("user_id = ?", p.ID)
	if p.IsGuest {
		s = q.NewSelect().Table("live_guests").Where("guest = ?", p.ID)
	}
	err = s.Column("added").Where("meeting_id = ? AND day = ?", meetingID, day).Scan(ctx, &added)
	return added, db.One(err, nil)
}

// countAdded counts that a person was registered; with guests, putRegistrant does.
func countAdded(ctx context.Context, tx bun.IDB, meetingID string, p meeting.Person, day string) error {
	if p.IsGuest {
		return nil
	}
	_, err := tx.NewRaw(`INSERT INTO registrant_calls (meeting_id, user_id, day, added, changed) VALUES (?, ?, ?, 1, 0)
		ON CONFLICT (meeting_id, user_id, day) DO UPDATE SET added = registrant_calls.added + 1`, meetingID, p.ID, day).Exec(ctx)
	return err
}

func countChanged(ctx context.Context, tx bun.IDB, meetingID, userID, day string) error {
	_, err := tx.NewRaw(`INSERT INTO registrant_calls (meeting_id, user_id, day, added, changed) VALUES (?, ?, ?, 0, 1)
		ON CONFLICT (meeting_id, user_id, day) DO UPDATE SET changed = registrant_calls.changed + 1`, meetingID, userID, day).Exec(ctx)
	return err
}

// deleteOldRegistrantCalls deletes the counts of days that are over.
func deleteOldRegistrantCalls(ctx context.Context, tx bun.IDB, before string) error {
	_, err := tx.NewRaw("DELETE FROM registrant_calls WHERE day < ?", before).Exec(ctx)
	return err
}
