package identity

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insertAuthorizationRequest(ctx context.Context, tx bun.IDB, v authorizationRequest) error {
	_, err := tx.NewInsert().Model(&v).Exec(ctx)
	return err
}

// useAuthorizationRequest marks a request as used; errRequestExpired when it is invalid or already used.
func useAuthorizationRequest(ctx context.Context, tx bun.IDB, id, provider string, now time.Time) (v authorizationRequest, err error) {
	err = tx.NewRaw(`UPDATE authorization_requests SET used_at = ? WHERE id = ? AND provider = ? AND used_at IS NULL AND expires_at > ?
		RETURNING id, provider, user_id, next`, now, id, provider, now).Scan(ctx, &v)
	return v, db.One(err, errRequestExpired)
}

func insertProof(ctx context.Context, tx bun.IDB, f proof) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return err
}

// useProof marks a proof as used; errNoLink when it is invalid or already used.
func useProof(ctx context.Context, tx bun.IDB, id string, now time.Time) (f proof, err error) {
	err = tx.NewRaw(`UPDATE identity_proofs SET used_at = ? WHERE id = ? AND sign_up = '' AND used_at IS NULL AND expires_at > ?
		RETURNING id, user_id, provider, issuer, subject, email`, now, id, now).Scan(ctx, &f)
	return f, db.One(err, errNoLink)
}

// useSignUpProof marks the proof that waits for a sign-up as used and returns it, or the zero proof.
func useSignUpProof(ctx context.Context, tx bun.IDB, signUp string, now time.Time) (f proof, err error) {
	err = tx.NewRaw(`UPDATE identity_proofs SET used_at = ? WHERE sign_up = ? AND sign_up <> '' AND used_at IS NULL AND expires_at > ?
		RETURNING id, provider, issuer, subject, email`, now, signUp, now).Scan(ctx, &f)
	return f, db.One(err, nil)
}

var errTaken = fault.New(fault.Conflict, "identity_taken", "This external account is already connected to another account here. Disconnect it there first.")

func insertIdentity(ctx context.Context, tx bun.IDB, c Connected) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errTaken
	}
	return err
}

// identityOf returns the provider's identity of a user, or the zero value when it is not connected.
func identityOf(ctx context.Context, tx bun.IDB, provider string, p providerUser) (c Connected, err error) {
	err = tx.NewSelect().Model(&c).Where("provider = ? AND issuer = ? AND subject = ?", provider, p.Issuer, p.Subject).Scan(ctx)
	return c, db.One(err, nil)
}

func identities(ctx context.Context, q bun.IDB, user string) (all []Connected, err error) {
	return all, q.NewSelect().Model(&all).Where("user_id = ?", user).Order("id").Scan(ctx)
}

// touchIdentity records a use. When the provider omits the address, the stored one stays.
func touchIdentity(ctx context.Context, tx bun.IDB, id, email string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE federated_identities SET last_used_at = ?, email = CASE WHEN ? = '' THEN email ELSE ? END WHERE id = ?", now, email, email, id).Exec(ctx)
	return err
}

func deleteIdentity(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM federated_identities WHERE id = ?", id).Exec(ctx)
	return err
}

func deleteIdentities(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM federated_identities WHERE user_id = ?", user).Exec(ctx)
	return err
}

func deleteExpired(ctx context.Context, tx bun.IDB, before time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM authorization_requests WHERE expires_at < ?", before).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM identity_proofs WHERE expires_at < ?", before).Exec(ctx)
	return err
}

func lockUser(ctx context.Context, tx bun.IDB, user string) error {
	var id string
	return db.ForUpdate(tx.NewSelect().Table("users").Column("id").Where("id = ?", user)).Scan(ctx, &id)
}

func hasPassword(ctx context.Context, q bun.IDB, user string) (has bool, err error) {
	return has, q.NewRaw("SELECT password_hash <> '' FROM users WHERE id = ?", user).Scan(ctx, &has)
}

// accountInfo is the recipient of an email.
type accountInfo struct{ Email, FullName, Status string }

func accountInfoOf(ctx context.Context, q bun.IDB, user string) (r accountInfo, err error) {
	return r, q.NewRaw("SELECT email, full_name, status FROM users WHERE id = ?", user).Scan(ctx, &r)
}
