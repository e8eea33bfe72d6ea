package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// Outside is with what people come in beside their password. Package app fills it.
type Outside interface {
	// Forget takes every outside identity away from a user.
	Forget(ctx context.Context, tx bun.IDB, user string) error
	// Settle connects what waits for a sign-up to the account that it has made.
	Settle(ctx context.Context, tx bun.IDB, signUp, user string) error
}

// SignUpProven makes the account of a student who has no password: an outside party has proven who they are, and that the
// address is theirs. For other features, never for a request by itself. It gives the account's id; fault.Invalid when the
// name or the address cannot be one, fault.Conflict when the address has an account.
func (s *Service) SignUpProven(ctx context.Context, tx bun.IDB, name, email string) (id string, err error) {
	r, err := person(name, email)
	if err != nil {
		return "", err
	}
	now := s.Clock.Now()
	u := User{ID: db.NewID(), Email: r.Email, EmailKey: emailKey(r.Email), FullName: r.FullName, Roles: []access.Role{access.Student},
		EmailVerifiedAt: &now, Status: active, CreatedAt: now, UpdatedAt: now}
	return u.ID, insertUser(ctx, tx, u)
}

// SignUpUnproven begins the account of a student who has no password: an outside party has proven who they are, but not
// that the address is theirs. Like SignUp it tells nobody whether there is an account. note runs in its transaction, with the
// id of the sign-up. It gives the key for the browser of that person, without which the letter alone makes no account:
// whoever reads it may be another, whose account would open to a stranger. For other features. fault.Invalid when the name or the address cannot be one, fault.TooMany.
func (s *Service) SignUpUnproven(ctx context.Context, name, email string, from access.Client, note func(tx bun.IDB, signUp string) error) (key string, err error) {
	r, err := person(name, email)
	if err != nil {
		return "", err
	}
	if err := s.take(ctx, signUpLimit, from, emailKey(r.Email)); err != nil {
		return "", err
	}
	now := s.Clock.Now()
	row := signUp{ID: db.NewID(), Email: r.Email, EmailKey: emailKey(r.Email), FullName: r.FullName, CreatedAt: now, ExpiresAt: now.Add(signUpLives)}
	return s.linkToken(inBrowser, row.ID), s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.beginSignUp(ctx, tx, row); err != nil {
			return err
		}
		return note(tx, row.ID)
	})
}

// person is a name and an address as they are stored, or fault.Invalid.
func person(name, email string) (Registration, error) {
	r := Registration{FullName: name, Email: email}.trimmed()
	var broken fault.Fields
	r.checkPerson(&broken)
	return r, broken.Err()
}

// Holder is whose account an address is, and the address as they have written it; "" for nobody's. For other features.
func (s *Service) Holder(ctx context.Context, q bun.IDB, email string) (user, address string, err error) {
	u, err := userByEmail(ctx, q, emailKey(email))
	if fault.Is(err, fault.NotFound) {
		return "", "", nil
	}
	return u.ID, u.Email, err
}
