package session

import (
	"context"
	"time"

	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

// claim is the user named in a sign-in, before anything is proven. The zero value is an unknown user.
type claim struct {
	ID       string
	DeviceID string // the known device, "" for a new one
}

// claimedBy looks up an address and a device token in one query, which is the same for known and unknown ones.
func claimedBy(ctx context.Context, q bun.IDB, email, tokenHash string) (c claim, err error) {
	err = q.NewRaw(`SELECT u.id, coalesce((SELECT d.id FROM devices AS d WHERE d.token_hash = ? AND d.user_id = u.id), '') AS device_id
		FROM users AS u WHERE u.email_key = ?`, tokenHash, email).Scan(ctx, &c)
	return c, db.One(err, nil)
}

func insertDevice(ctx context.Context, tx bun.IDB, d device) error {
	_, err := tx.NewInsert().Model(&d).Exec(ctx)
	return err
}

func touchDevice(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE devices SET last_used_at = ? WHERE id = ?", now, id).Exec(ctx)
	return err
}

func deleteDevices(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM devices WHERE user_id = ?", user).Exec(ctx)
	return err
}

func deleteOldDevices(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM devices WHERE last_used_at < ?", before).Exec(ctx)
	return err
}
