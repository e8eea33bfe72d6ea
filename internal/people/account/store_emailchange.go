package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"
)

func insertEmailChange(ctx context.Context, tx bun.IDB, c emailChange) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

// endEmailChanges makes every wish of a user for another address void that does not count yet.
func endEmailChanges(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE email_changes SET ended_at = ? WHERE user_id = ? AND confirmed_at IS NULL AND ended_at IS NULL", now, user).Exec(ctx)
	return err
}

// openEmailChange is a change whose link is good; errDeadLink for others.
func openEmailChange(ctx context.Context, q bun.IDB, id string, now time.Time) (c emailChange, err error) {
	err = q.NewSelect().Model(&c).Where("e.id = ? AND e.ended_at IS NULL AND e.expires_at > ?", id, now).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadLink
	}
	return c, err
}

// confirmEmailChange uses the link to the new address up: of several at once one, errDeadLink for the others.
func confirmEmailChange(ctx context.Context, tx bun.IDB, id string, now, until time.Time) (c emailChange, err error) {
	err = tx.NewRaw(`UPDATE email_changes SET confirmed_at = ?, expires_at = ? WHERE id = ? AND confirmed_at IS NULL AND ended_at IS NULL AND expires_at > ?
		RETURNING *`, now, until, id, now).Scan(ctx, &c)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadLink
	}
	return c, err
}

// undoEmailChange uses the link to the old address up, as confirmEmailChange; later changes of the same user are void with it.
func undoEmailChange(ctx context.Context, tx bun.IDB, id string, now time.Time) (c emailChange, err error) {
	err = tx.NewRaw(`UPDATE email_changes SET ended_at = ? WHERE id = ? AND confirmed_at IS NOT NULL AND ended_at IS NULL AND expires_at > ?
		RETURNING *`, now, id, now).Scan(ctx, &c)
	if errors.Is(err, sql.ErrNoRows) {
		return c, errDeadLink
	}
	if err != nil {
		return c, err
	}
	_, err = tx.NewRaw("UPDATE email_changes SET ended_at = ? WHERE user_id = ? AND id > ? AND ended_at IS NULL", now, c.UserID, id).Exec(ctx)
	return c, err
}

func deleteOldEmailChanges(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM email_changes WHERE expires_at < ?", before).Exec(ctx)
	return err
}
