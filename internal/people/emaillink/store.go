package emaillink

import (
	"context"
	"time"

	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

// insert stores a link, or keeps the one that an earlier run of the same job has stored.
func insert(ctx context.Context, tx bun.IDB, l link) error {
	_, err := tx.NewInsert().Model(&l).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}

// use marks a valid link as used and returns its user; ErrDead when it is invalid or already used.
func use(ctx context.Context, tx bun.IDB, id string, p Purpose, now time.Time) (user string, err error) {
	err = tx.NewRaw(`UPDATE email_links SET used_at = ? WHERE id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?
		RETURNING user_id`, now, id, p, now).Scan(ctx, &user)
	return user, db.One(err, ErrDead)
}

func ownerOf(ctx context.Context, q bun.IDB, id string, p Purpose, now time.Time) (user string, err error) {
	err = q.NewRaw("SELECT user_id FROM email_links WHERE id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?",
		id, p, now).Scan(ctx, &user)
	return user, db.One(err, ErrDead)
}

func revoke(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE email_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL", now, user).Exec(ctx)
	return err
}

func deleteExpired(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM email_links WHERE expires_at < ?", before).Exec(ctx)
	return err
}

func deleteOf(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM email_links WHERE user_id = ?", user).Exec(ctx)
	return err
}
