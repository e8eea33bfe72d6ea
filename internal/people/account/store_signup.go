package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

func insertSignUp(ctx context.Context, tx bun.IDB, row signUp) error {
	_, err := tx.NewInsert().Model(&row).Exec(ctx)
	return err
}

// waitingSignUp is the one that an order is about, or the newest of its address, if it was made after that and waits.
func waitingSignUp(ctx context.Context, q bun.IDB, o order, after time.Time) (row signUp, err error) {
	s := q.NewSelect().Model(&row).Where("s.email_key = ? AND s.created_at > ? AND s.ended_at IS NULL", o.Email, after)
	if o.About != "" {
		s = s.Where("s.id = ?", o.About)
	}
	err = s.Order("s.created_at DESC", "s.id DESC").Limit(1).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.New(fault.NotFound, "sign_up_not_found", "Nobody has signed up with this address.")
	}
	return row, err
}

// prolongSignUp keeps the link of a sign-up good until then, if that is later.
func prolongSignUp(ctx context.Context, tx bun.IDB, id string, until time.Time) error {
	_, err := tx.NewRaw("UPDATE sign_ups SET expires_at = ? WHERE id = ? AND expires_at < ?", until, id, until).Exec(ctx)
	return err
}

// passwordOfSignUp is the hash of the password that was chosen with a sign-up, "" for none; errDeadLink when its link is not good.
func passwordOfSignUp(ctx context.Context, q bun.IDB, id string, now time.Time) (hash string, err error) {
	err = q.NewRaw("SELECT password_hash FROM sign_ups WHERE id = ? AND ended_at IS NULL AND expires_at > ?", id, now).Scan(ctx, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadLink
	}
	return hash, err
}

// endSignUp marks a sign-up as completed and gives it; errDeadLink when its link is not good, or another was faster.
func endSignUp(ctx context.Context, tx bun.IDB, id string, now time.Time) (row signUp, err error) {
	err = tx.NewRaw("UPDATE sign_ups SET ended_at = ? WHERE id = ? AND ended_at IS NULL AND expires_at > ? RETURNING *", now, id, now).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadLink
	}
	return row, err
}

// deleteOldSignUps forgets those for which no letter can be asked any more.
func deleteOldSignUps(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM sign_ups WHERE created_at < ? OR ended_at IS NOT NULL", before).Exec(ctx)
	return err
}
