package twofactor

import (
	"context"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

type passkeyRow struct {
	bun.BaseModel `bun:"table:passkeys,alias:p"`

	Passkey
	UserID       string
	CredentialID string
	Credential   db.JSON[webauthn.Credential]
}

// passkeysOf returns a user's passkeys, newest first.
func passkeysOf(ctx context.Context, q bun.IDB, user string) (rows []passkeyRow, err error) {
	err = q.NewSelect().Model(&rows).Where("p.user_id = ?", user).Order("p.id DESC").Scan(ctx)
	return rows, err
}

// lockPasskeys serialises reading and writing the counters of a user's passkeys.
func lockPasskeys(ctx context.Context, tx bun.IDB, user string) error {
	var ids []string
	return db.ForUpdate(tx.NewSelect().Table("passkeys").Column("id").Where("user_id = ?", user).Order("id")).Scan(ctx, &ids)
}

func insertPasskey(ctx context.Context, tx bun.IDB, row passkeyRow) error {
	_, err := tx.NewInsert().Model(&row).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "passkey_known", "This passkey is already set up.").WithCause(err)
	}
	return err
}

var errNoPasskey = fault.New(fault.NotFound, "passkey_not_found", "This passkey doesn't exist.")

func renamePasskey(ctx context.Context, tx bun.IDB, user, id, name string) error {
	changed, err := db.Changed(tx.NewRaw("UPDATE passkeys SET name = ? WHERE id = ? AND user_id = ?", name, id, user).Exec(ctx))
	if err == nil && !changed {
		err = errNoPasskey
	}
	return err
}

// deletePasskey deletes a passkey and returns its name.
func deletePasskey(ctx context.Context, tx bun.IDB, user, id string) (name string, err error) {
	err = tx.NewRaw("DELETE FROM passkeys WHERE id = ? AND user_id = ? RETURNING name", id, user).Scan(ctx, &name)
	return name, db.One(err, errNoPasskey)
}

// notePasskeyUse stores the counter and flags of a use.
func notePasskeyUse(ctx context.Context, tx bun.IDB, id string, c webauthn.Credential, now time.Time) error {
	_, err := tx.NewRaw("UPDATE passkeys SET credential = ?, last_used_at = ? WHERE id = ?", db.JSON[webauthn.Credential]{V: c}, now, id).Exec(ctx)
	return err
}

type passkeyChallenge struct {
	bun.BaseModel `bun:"table:passkey_challenges"`

	ID        string `bun:",pk"`
	UserID    *string
	Purpose   purpose
	Data      db.JSON[webauthn.SessionData]
	ExpiresAt time.Time
}

func insertPasskeyChallenge(ctx context.Context, tx bun.IDB, c passkeyChallenge) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

// takePasskeyChallenge deletes and returns a challenge: of concurrent calls one gets it. nil when it does not exist, has
// expired or has another purpose.
func takePasskeyChallenge(ctx context.Context, tx bun.IDB, id string, p purpose, now time.Time) (*passkeyChallenge, error) {
	var c passkeyChallenge
	err := tx.NewRaw("DELETE FROM passkey_challenges WHERE id = ? AND purpose = ? AND expires_at > ? RETURNING *", id, p, now).Scan(ctx, &c)
	return db.Optional(&c, err)
}
