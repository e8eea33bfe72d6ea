package lockout

import (
	"context"
	"time"

	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

// adminLockOf returns the lock by hand in force at now, or nil.
func adminLockOf(ctx context.Context, q bun.IDB, user string, now time.Time) (*AdminLock, error) {
	var l AdminLock
	return db.Optional(&l, q.NewSelect().Model(&l).Where("user_id = ? AND (locked_until IS NULL OR locked_until > ?)", user, now).Scan(ctx))
}

func putAdminLock(ctx context.Context, tx bun.IDB, l AdminLock) error {
	_, err := tx.NewInsert().Model(&l).On("CONFLICT (user_id) DO UPDATE").
		Set("locked_by = excluded.locked_by, note = excluded.note, locked_at = excluded.locked_at, locked_until = excluded.locked_until").Exec(ctx)
	return err
}

func deleteAdminLock(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM admin_locks WHERE user_id = ?", user).Exec(ctx)
	return err
}

func insertEvent(ctx context.Context, tx bun.IDB, e lockEvent) error {
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

func deleteOldEvents(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM lockout_events WHERE day < ?", before.Format(time.DateOnly)).Exec(ctx)
	return err
}

func deleteOf(ctx context.Context, tx bun.IDB, user string) error {
	for _, table := range []string{"lockouts", "admin_locks"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}
