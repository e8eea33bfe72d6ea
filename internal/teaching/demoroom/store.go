package demoroom

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
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
