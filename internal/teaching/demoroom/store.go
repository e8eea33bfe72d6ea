package demoroom

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/joinlink"
)

// byInstructor returns the room that an instructor has chosen; one with version 0 for none.
func byInstructor(ctx context.Context, q bun.IDB, id string) (r DemoRoom, err error) {
	err = q.NewSelect().Table("demo_rooms").Column("provider", "url", "version").Where("instructor_id = ?", id).Scan(ctx, &r)
	return r, db.One(err, nil)
}

// Put stores the room of an instructor.
func Put(ctx context.Context, tx bun.IDB, id string, r DemoRoom, now time.Time) error {
	_, err := tx.NewRaw(`INSERT INTO demo_rooms (instructor_id, provider, url, version, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (instructor_id) DO UPDATE SET provider = excluded.provider, url = excluded.url, version = excluded.version, updated_at = excluded.updated_at`,
		id, r.Provider, r.URL, r.Version, now).Exec(ctx)
	return err
}

var errNoEntry = fault.New(fault.Unauthenticated, "join_link_invalid", "This link doesn't work any more. Open the demo class again and press Join demo class.")

// EntryLink is a link into a demo class as stored.
type EntryLink struct {
	bun.BaseModel `bun:"table:demo_links,alias:l"`

	joinlink.Link
	BookingID string
	UserID    *string // of staff; nil for who has booked it
}

const entryTable = "demo_links"

// InsertEntry stores a link into a demo class.
func InsertEntry(ctx context.Context, tx bun.IDB, l EntryLink) error {
	_, err := tx.NewInsert().Model(&l).Exec(ctx)
	return err
}

// EntryOf returns a link into a demo class, used or not; fault.Unauthenticated.
func EntryOf(ctx context.Context, q bun.IDB, digest string) (l EntryLink, err error) {
	return l, db.One(q.NewSelect().Model(&l).Where("l.digest = ?", digest).Scan(ctx), errNoEntry)
}

// UseEntry reports whether a link still works, which it then does no longer.
func UseEntry(ctx context.Context, tx bun.IDB, l EntryLink, now time.Time) (bool, error) {
	return l.Use(ctx, tx, entryTable, now)
}

// DeleteExpiredEntries deletes the links into demo classes that have expired before an instant.
func DeleteExpiredEntries(ctx context.Context, tx bun.IDB, before time.Time) error {
	return joinlink.DeleteExpired(ctx, tx, entryTable, before)
}
