package twofactor

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/seal"
)

// authenticator is an app that makes codes.
type authenticator struct {
	bun.BaseModel `bun:"table:authenticators,alias:a"`

	UserID    string
	Confirmed bool
	Secret    string
	Master    int64
	LastStep  int64
	CreatedAt time.Time
}

// authenticatorOf is the app of a user that counts, or the one that is being set up; nil when there is none.
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

// upsertPending stores an app that is being set up, in place of one that was.
func upsertPending(ctx context.Context, tx bun.IDB, a authenticator) error {
	_, err := tx.NewInsert().Model(&a).On("CONFLICT (user_id, confirmed) DO UPDATE").
		Set("secret = excluded.secret, master = excluded.master, last_step = 0, created_at = excluded.created_at").Exec(ctx)
	return err
}

// confirmPending makes the app count that is being set up, in place of one that did: of several at once one does so.
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

// advanceStep uses the code of a step up, and says whether nobody else was faster.
func advanceStep(ctx context.Context, tx bun.IDB, user string, step int64) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE authenticators SET last_step = ? WHERE user_id = ? AND confirmed AND last_step < ?", step, user, step).Exec(ctx))
}

// deleteAuthenticator takes the app away, and one that is being set up. fault.NotFound when none counts.
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

// secretsNotBy is the apps of up to limit users, after the given one in their order, that another master key than version
// seals. A user may have two, one of which is being set up: both are given.
func secretsNotBy(ctx context.Context, q bun.IDB, version int64, after string, limit int64) (rows []authenticator, err error) {
	users := q.NewSelect().Distinct().Table("authenticators").Column("user_id").Where("master <> ? AND user_id > ?", version, after).
		Order("user_id").Limit(limit)
	err = q.NewSelect().Model(&rows).Where("a.master <> ? AND a.user_id IN (?)", version, users).Order("a.user_id").Scan(ctx)
	return rows, err
}

// reseal stores the same secret by another master key, unless another app has been set up meanwhile.
func reseal(ctx context.Context, tx bun.IDB, a authenticator, w seal.WrappedKey) error {
	_, err := tx.NewRaw("UPDATE authenticators SET secret = ?, master = ? WHERE user_id = ? AND secret = ?", w.Text, w.Master, a.UserID, a.Secret).Exec(ctx)
	return err
}

type secretCount struct{ Master, Count int64 }

// countSecrets counts the apps by the version of the master key that seals them.
func countSecrets(ctx context.Context, q bun.IDB) (counts []secretCount, err error) {
	err = q.NewRaw("SELECT master, count(*) AS count FROM authenticators GROUP BY master").Scan(ctx, &counts)
	return counts, err
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

// useRecoveryCode uses a code up and says whether it was good: of several at once one finds it so.
func useRecoveryCode(ctx context.Context, tx bun.IDB, user, hash string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE recovery_codes SET used_at = ? WHERE user_id = ? AND code_hash = ? AND used_at IS NULL", now, user, hash).Exec(ctx))
}
