package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/keyrotation"
	"lectern/internal/platform/seal"
)

// authenticator is a row for an authenticator app.
type authenticator struct {
	bun.BaseModel `bun:"table:authenticators,alias:a"`

	UserID        string
	Confirmed     bool
	Secret        string
	MasterVersion int64
	LastStep      int64
	CreatedAt     time.Time
}

// authenticatorOf returns a user's active app, or the one being set up; nil when there is none.
func authenticatorOf(ctx context.Context, q bun.IDB, user string, confirmed bool) (*authenticator, error) {
	var a authenticator
	err := q.NewSelect().Model(&a).Where("a.user_id = ? AND a.confirmed = ?", user, confirmed).Scan(ctx)
	return db.Optional(&a, err)
}

func authenticatorSince(ctx context.Context, q bun.IDB, user string) (*time.Time, error) {
	a, err := authenticatorOf(ctx, q, user, true)
	if err != nil || a == nil {
		return nil, err
	}
	return &a.CreatedAt, nil
}

// upsertPending stores an app that is being set up, replacing an earlier one.
func upsertPending(ctx context.Context, tx bun.IDB, a authenticator) error {
	_, err := tx.NewInsert().Model(&a).On("CONFLICT (user_id, confirmed) DO UPDATE").
		Set("secret = excluded.secret, master_version = excluded.master_version, last_step = 0, created_at = excluded.created_at").Exec(ctx)
	return err
}

// confirmPending activates the app that is being set up, replacing the active one: of concurrent calls one succeeds.
func confirmPending(ctx context.Context, tx bun.IDB, user string, step int64) error {
	if _, err := tx.NewRaw("DELETE FROM authenticators WHERE user_id = ? AND confirmed", user).Exec(ctx); err != nil {
		return err
	}
	changed, err := db.Changed(tx.NewRaw("UPDATE authenticators SET confirmed = ?, last_step = ? WHERE user_id = ? AND NOT confirmed", true, step, user).Exec(ctx))
	if err == nil && !changed {
		err = errNothingBegun
	}
	return err
}

// advanceStep marks the code of a time step as used and reports whether this call was the first.
func advanceStep(ctx context.Context, tx bun.IDB, user string, step int64) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE authenticators SET last_step = ? WHERE user_id = ? AND confirmed AND last_step < ?", step, user, step).Exec(ctx))
}

// deleteAuthenticator deletes a user's app, and one being set up. fault.NotFound when none is active.
func deleteAuthenticator(ctx context.Context, tx bun.IDB, user string) error {
	changed, err := db.Changed(tx.NewRaw("DELETE FROM authenticators WHERE user_id = ? AND confirmed", user).Exec(ctx))
	if err == nil && !changed {
		err = fault.New(fault.NotFound, "no_authenticator", "There is no authenticator app to remove.")
	}
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("DELETE FROM authenticators WHERE user_id = ?", user).Exec(ctx)
	return err
}

// outdatedSecrets reads the apps of up to limit users, after that of the given one in their order, whose secrets another version of the
// master key than the newest wraps. A user may have two, one of which is being set up: both are read.
func outdatedSecrets(ctx context.Context, q bun.IDB, newest int64, after authenticator, limit int64) (rows []authenticator, err error) {
	users := q.NewSelect().Distinct().Table("authenticators").Column("user_id").Where("master_version <> ? AND user_id > ?", newest, after.UserID).
		Order("user_id").Limit(limit)
	err = q.NewSelect().Model(&rows).Where("a.master_version <> ? AND a.user_id IN (?)", newest, users).Order("a.user_id").Scan(ctx)
	return rows, err
}

// replaceSecret stores the same secret wrapped anew, unless another app has been set up in between.
func replaceSecret(ctx context.Context, tx bun.IDB, a authenticator, w seal.WrappedKey) error {
	_, err := tx.NewRaw("UPDATE authenticators SET secret = ?, master_version = ? WHERE user_id = ? AND secret = ?", w.Text, w.Master, a.UserID, a.Secret).Exec(ctx)
	return err
}

func countSecrets(ctx context.Context, q bun.IDB) (counts []keyrotation.Count, err error) {
	return counts, q.NewRaw("SELECT master_version AS version, count(*) AS keys FROM authenticators GROUP BY master_version").Scan(ctx, &counts)
}

type recoveryCode struct {
	bun.BaseModel `bun:"table:recovery_codes"`

	UserID    string
	CodeHash  string
	CreatedAt time.Time
	UsedAt    *time.Time
}

func insertRecoveryCodes(ctx context.Context, tx bun.IDB, rows []recoveryCode) error {
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}

func deleteRecoveryCodes(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM recovery_codes WHERE user_id = ?", user).Exec(ctx)
	return err
}

// useRecoveryCode marks a code as used and reports whether it was valid: of concurrent uses one succeeds.
func useRecoveryCode(ctx context.Context, tx bun.IDB, user, hash string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE recovery_codes SET used_at = ? WHERE user_id = ? AND code_hash = ? AND used_at IS NULL", now, user, hash).Exec(ctx))
}
