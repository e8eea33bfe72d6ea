package recovery

import (
	"context"
	"time"

	"lectern/internal/people/emaillink"
	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

func insertEmailChange(ctx context.Context, tx bun.IDB, c emailChange) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

// cancelEmailChanges cancels a user's requests for another address that have not taken effect.
func cancelEmailChanges(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE email_changes SET ended_at = ? WHERE user_id = ? AND confirmed_at IS NULL AND ended_at IS NULL", now, user).Exec(ctx)
	return err
}

// openEmailChange returns a change whose link is valid; emaillink.ErrDead.
func openEmailChange(ctx context.Context, q bun.IDB, id string, now time.Time) (c emailChange, err error) {
	err = q.NewSelect().Model(&c).Where("e.id = ? AND e.ended_at IS NULL AND e.expires_at > ?", id, now).Scan(ctx)
	return c, db.One(err, emaillink.ErrDead)
}

// confirmEmailChange uses the link to the new address. Of several concurrent calls one succeeds; emaillink.ErrDead for the
// others.
func confirmEmailChange(ctx context.Context, tx bun.IDB, id string, now, until time.Time) (c emailChange, err error) {
	err = tx.NewRaw(`UPDATE email_changes SET confirmed_at = ?, expires_at = ? WHERE id = ? AND confirmed_at IS NULL AND ended_at IS NULL AND expires_at > ?
		RETURNING *`, now, until, id, now).Scan(ctx, &c)
	return c, db.One(err, emaillink.ErrDead)
}

// preventEmailChange ends a change that has not taken effect, and reports whether it was one.
func preventEmailChange(ctx context.Context, tx bun.IDB, id string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE email_changes SET ended_at = ? WHERE id = ? AND confirmed_at IS NULL AND ended_at IS NULL AND expires_at > ?",
		now, id, now).Exec(ctx))
}

// undoEmailChange uses the link to the old address, like confirmEmailChange, and cancels later changes of the same user.
func undoEmailChange(ctx context.Context, tx bun.IDB, id string, now time.Time) (c emailChange, err error) {
	err = tx.NewRaw(`UPDATE email_changes SET ended_at = ? WHERE id = ? AND confirmed_at IS NOT NULL AND ended_at IS NULL AND expires_at > ?
		RETURNING *`, now, id, now).Scan(ctx, &c)
	if err != nil {
		return c, db.One(err, emaillink.ErrDead)
	}
	_, err = tx.NewRaw("UPDATE email_changes SET ended_at = ? WHERE user_id = ? AND id > ? AND ended_at IS NULL", now, c.UserID, id).Exec(ctx)
	return c, err
}

func deleteOldEmailChanges(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM email_changes WHERE expires_at < ?", before).Exec(ctx)
	return err
}

func deleteEmailChangesOf(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM email_changes WHERE user_id = ?", user).Exec(ctx)
	return err
}
