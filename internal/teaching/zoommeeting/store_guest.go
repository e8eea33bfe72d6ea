package zoommeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/zoom"
)

// guestOf is registrantOf for who has no account here. Nobody cancels their registration: an instructor cancels the demo class.
func guestOf(ctx context.Context, q bun.IDB, meetingID, guest string) (r registrant, err error) {
	err = q.NewSelect().Table("live_guests").ColumnExpr("registrant_id AS id, ? AS status", zoom.Approved).Where("meeting_id = ? AND guest = ?", meetingID, guest).Scan(ctx, &r)
	return r, db.One(err, nil)
}

// putGuest stores who has no account here as Zoom knows them in a meeting, and counts that they were registered.
func putGuest(ctx context.Context, tx bun.IDB, meetingID, guest, id string, now time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO live_guests (meeting_id, guest, registrant_id, day, added, created_at) VALUES (?, ?, ?, ?, 1, ?)
		ON CONFLICT (meeting_id, guest) DO UPDATE SET registrant_id = excluded.registrant_id, day = excluded.day,
			added = CASE WHEN live_guests.day = excluded.day THEN live_guests.added + 1 ELSE 1 END`, meetingID, guest, id, dayOf(now), now).Exec(ctx)
	return err
}
