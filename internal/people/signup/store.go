package signup

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insertPending(ctx context.Context, tx bun.IDB, row pending) error {
	_, err := tx.NewInsert().Model(&row).Exec(ctx)
	return err
}

// pendingOf returns the sign-up of a queued email, or the newest of its address, if it was created after the instant and is
// pending. fault.NotFound.
func pendingOf(ctx context.Context, q bun.IDB, o accountmail.QueuedEmail, after time.Time) (row pending, err error) {
	s := q.NewSelect().Model(&row).Where("s.email_key = ? AND s.created_at > ? AND s.ended_at IS NULL", o.Email, after)
	if o.Subject != "" {
		s = s.Where("s.id = ?", o.Subject)
	}
	err = s.Order("s.created_at DESC", "s.id DESC").Limit(1).Scan(ctx)
	return row, db.One(err, fault.New(fault.NotFound, "sign_up_not_found", "No one has signed up with this email address."))
}

// extendPending extends the link of a sign-up, never shortens it.
func extendPending(ctx context.Context, tx bun.IDB, id string, until time.Time) error {
	_, err := tx.NewRaw("UPDATE sign_ups SET expires_at = ? WHERE id = ? AND expires_at < ?", until, id, until).Exec(ctx)
	return err
}

// passwordOf returns the password hash of a sign-up, "" for none; emaillink.ErrDead when its link is invalid.
func passwordOf(ctx context.Context, q bun.IDB, id string, now time.Time) (hash string, err error) {
	err = q.NewRaw("SELECT password_hash FROM sign_ups WHERE id = ? AND ended_at IS NULL AND expires_at > ?", id, now).Scan(ctx, &hash)
	return hash, db.One(err, emaillink.ErrDead)
}

// endPending marks a sign-up as completed and returns it; emaillink.ErrDead when its link is invalid or already used.
func endPending(ctx context.Context, tx bun.IDB, id string, now time.Time) (row pending, err error) {
	err = tx.NewRaw("UPDATE sign_ups SET ended_at = ? WHERE id = ? AND ended_at IS NULL AND expires_at > ? RETURNING *", now, id, now).Scan(ctx, &row)
	return row, db.One(err, emaillink.ErrDead)
}

func deleteOldPending(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM sign_ups WHERE created_at < ? OR ended_at IS NOT NULL", before).Exec(ctx)
	return err
}

// isSetUp reports whether there is or has ever been an administrator.
func isSetUp(ctx context.Context, q bun.IDB) (done bool, err error) {
	err = q.NewRaw(`SELECT EXISTS (SELECT 1 FROM settings WHERE name = 'set_up_at')
		OR EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin')`).Scan(ctx, &done)
	return done, err
}

// markSetUp succeeds for one of several concurrent set-ups; errSetUp for the others.
func markSetUp(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("INSERT INTO settings (name, value) VALUES ('set_up_at', ?)", now.Format(time.RFC3339)).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errSetUp
	}
	return err
}

// deleteOf deletes the applications of u, and the sign-ups and invitations with their address.
func deleteOf(ctx context.Context, tx bun.IDB, u directory.User) error {
	if _, err := tx.NewDelete().Table("role_applications").Where("user_id = ?", u.ID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewDelete().Table("sign_ups").Where("email_key = ?", u.EmailKey).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewDelete().Table("invitations").Where("email = ? OR lower(email) = ?", u.Email, u.EmailKey).Exec(ctx)
	return err
}
