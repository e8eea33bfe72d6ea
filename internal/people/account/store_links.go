package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"
)

// putLink stores a link, or leaves the one that an earlier try at the same job has stored.
func putLink(ctx context.Context, tx bun.IDB, l link) error {
	_, err := tx.NewInsert().Model(&l).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}

// useLink marks a good link as used and gives its user; errDeadLink when it is not good, or another was faster.
func useLink(ctx context.Context, tx bun.IDB, id string, p purpose, now time.Time) (user string, err error) {
	err = tx.NewRaw(`UPDATE account_links SET used_at = ? WHERE id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?
		RETURNING user_id`, now, id, p, now).Scan(ctx, &user)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadLink
	}
	return user, err
}

func ownerOfLink(ctx context.Context, q bun.IDB, id string, p purpose, now time.Time) (user string, err error) {
	err = q.NewRaw("SELECT user_id FROM account_links WHERE id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ?",
		id, p, now).Scan(ctx, &user)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadLink
	}
	return user, err
}

// killLinks makes every link of a user as good as used, but one that gives the account back to its old address, and ends the
// sign-ins that wait for their second step.
func killLinks(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE account_links SET used_at = ? WHERE user_id = ? AND used_at IS NULL", now, user).Exec(ctx)
	if err != nil {
		return err
	}
	if err := endEmailChanges(ctx, tx, user, now); err != nil {
		return err
	}
	return deleteChallenges(ctx, tx, user)
}

func deleteOldLinks(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM account_links WHERE expires_at < ?", before).Exec(ctx)
	return err
}

// markVerified notes, once, that the address of a user is theirs.
func markVerified(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE users SET email_verified_at = ? WHERE id = ? AND email_verified_at IS NULL", now, user).Exec(ctx)
	return err
}
