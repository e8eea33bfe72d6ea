package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

func insertChallenge(ctx context.Context, tx bun.IDB, c challenge) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

func liveChallenge(ctx context.Context, q bun.IDB, id string, now time.Time) (c challenge, err error) {
	err = q.NewSelect().Model(&c).Where("c.id = ? AND c.expires_at > ?", id, now).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadChallenge
	}
	return c, err
}

// takeChallenge takes a challenge away: of several at once one gets it, errDeadChallenge for the others.
func takeChallenge(ctx context.Context, tx bun.IDB, id string, now time.Time) (c challenge, err error) {
	err = tx.NewRaw("DELETE FROM sign_in_challenges WHERE id = ? AND expires_at > ? RETURNING *", id, now).Scan(ctx, &c)
	if errors.Is(err, sql.ErrNoRows) {
		err = errDeadChallenge
	}
	return c, err
}

func deleteChallenges(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM sign_in_challenges WHERE user_id = ?", user).Exec(ctx)
	return err
}

func deleteOldChallenges(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM sign_in_challenges WHERE expires_at <= ?", now).Exec(ctx)
	return err
}

// demanded is the condition that a user's roles demand more than a password. The roles are the two-factor feature's.
const demanded = `EXISTS (SELECT 1 FROM user_roles AS r JOIN two_factor_roles AS d ON d.role = r.role WHERE r.user_id = ?)`

// mustProveMore says that a role of the user demands a second factor.
func mustProveMore(ctx context.Context, q bun.IDB, user string) (must bool, err error) {
	err = q.NewRaw("SELECT "+demanded, user).Scan(ctx, &must)
	return must, err
}

// noteProof notes that the owner of a session has just proven themselves; twoFactor that it was by more than a password.
func noteProof(ctx context.Context, tx bun.IDB, id string, twoFactor bool, now time.Time) error {
	u := tx.NewUpdate().Table("sessions").Set("proven_at = ?", now).Where("id = ?", id)
	if twoFactor {
		u = u.Set("two_factor = ?", true)
	}
	_, err := u.Exec(ctx)
	return err
}

// provenAt is when the owner of a live session last proved themselves; fault.NotFound when it is over.
func provenAt(ctx context.Context, q bun.IDB, who access.Caller) (at *time.Time, err error) {
	err = q.NewRaw("SELECT proven_at FROM sessions WHERE id = ? AND user_id = ? AND revoked_at IS NULL", who.Session, who.ID).Scan(ctx, &at)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoSession
	}
	if fault.Is(err, fault.NotFound) {
		err = errSessionEnded
	}
	return at, err
}
