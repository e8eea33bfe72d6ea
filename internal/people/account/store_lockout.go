package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/db"
)

// deleteOldLockouts forgets what the statistics no longer show, and devices that nobody uses.
func deleteOldLockouts(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM lockout_events WHERE day < ?", now.AddDate(0, 0, -statisticsMost).Format(time.DateOnly)).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("DELETE FROM devices WHERE last_used_at < ?", now.Add(-deviceKept)).Exec(ctx)
	return err
}

type lockoutEvent struct {
	bun.BaseModel `bun:"table:lockout_events"`

	ID          string `bun:",pk"`
	Reason      lockout.Reason
	UserID      *string
	Attempts    int64
	LockedAt    time.Time
	LockedUntil *time.Time
	Day         string
}

func insertLockoutEvent(ctx context.Context, tx bun.IDB, e lockoutEvent) error {
	_, err := tx.NewInsert().Model(&e).Exec(ctx)
	return err
}

// adminLockRow is a lock by hand.
type adminLockRow struct {
	bun.BaseModel `bun:"table:admin_locks"`

	UserID      string `bun:",pk"`
	LockedBy    string
	Note        string
	LockedAt    time.Time
	LockedUntil *time.Time
}

// adminLockOf is the lock by hand that holds at now; nil when there is none.
func adminLockOf(ctx context.Context, q bun.IDB, user string, now time.Time) (*adminLockRow, error) {
	var l adminLockRow
	err := q.NewSelect().Model(&l).Where("user_id = ? AND (locked_until IS NULL OR locked_until > ?)", user, now).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return &l, err
}

func putAdminLock(ctx context.Context, tx bun.IDB, l adminLockRow) error {
	_, err := tx.NewInsert().Model(&l).On("CONFLICT (user_id) DO UPDATE").
		Set("locked_by = excluded.locked_by, note = excluded.note, locked_at = excluded.locked_at, locked_until = excluded.locked_until").Exec(ctx)
	return err
}

func deleteAdminLock(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM admin_locks WHERE user_id = ?", user).Exec(ctx)
	return err
}

// othersInReach counts the administrators beside this user who could sign in. It holds their rows until the transaction
// ends, so that two of them cannot shut each other out at once.
func othersInReach(ctx context.Context, tx bun.IDB, user string, now time.Time) (int64, error) {
	var ids []string
	err := db.ForUpdate(tx.NewSelect().Table("user_roles").Column("user_id").Where("role = 'admin'").Order("user_id")).Scan(ctx, &ids)
	if err != nil {
		return 0, err
	}
	return tx.NewSelect().Model((*User)(nil)).Where("u.id IN (?) AND u.id <> ? AND u.status = ?", bun.List(ids), user, active).
		Where("NOT EXISTS (SELECT 1 FROM admin_locks AS a WHERE a.user_id = u.id AND (a.locked_until IS NULL OR a.locked_until > ?))", now).Count(ctx)
}

// subject is whom somebody tries to sign in as. The zero value is nobody.
type subject struct {
	ID        string
	DeviceID  string // the known device on which they do, "" for another
	LastAdmin bool   // and the only administrator left who could sign in
}

// subjectOf looks an e-mail address and a device token up in one query, the same for known and unknown ones.
func subjectOf(ctx context.Context, q bun.IDB, email, tokenHash string) (s subject, err error) {
	err = q.NewRaw(`SELECT u.id, coalesce((SELECT d.id FROM devices AS d WHERE d.token_hash = ? AND d.user_id = u.id), '') AS device_id,
		EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'admin') AND u.status = 'active'
		AND NOT EXISTS (SELECT 1 FROM user_roles AS r JOIN users AS o ON o.id = r.user_id
			WHERE r.role = 'admin' AND o.id <> u.id AND o.status = 'active') AS last_admin
		FROM users AS u WHERE u.email_key = ?`, tokenHash, email).Scan(ctx, &s)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return s, err
}

type device struct {
	bun.BaseModel `bun:"table:devices"`

	ID         string `bun:",pk"`
	UserID     string
	TokenHash  string
	CreatedAt  time.Time
	LastUsedAt time.Time
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
