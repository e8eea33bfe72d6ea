package signup

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/people/legal"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// SignUpVerified creates a student's account without a password: an identity provider has proven the identity and vouches for
// the address. For other features. It returns the user's id; fault.Invalid when name or address violates a rule,
// fault.Conflict when the address has an account.
func (s *Service) SignUpVerified(ctx context.Context, tx bun.IDB, name, email string) (id string, err error) {
	r, err := directory.Registration{FullName: name, Email: email}.Person()
	if err != nil {
		return "", err
	}
	if err := s.requireOpen(ctx, tx, r.Email); err != nil {
		return "", err
	}
	now := s.clock.Now()
	u := directory.User{ID: db.NewID(), Email: r.Email, EmailKey: directory.EmailKey(r.Email), FullName: r.FullName, Roles: []access.Role{access.Student},
		EmailVerifiedAt: &now, Status: directory.Active, CreatedAt: now, UpdatedAt: now}
	return u.ID, directory.Insert(ctx, tx, u)
}

// SignUpUnverified begins a student's account without a password: an identity provider has proven the identity but does not
// vouch for the address. Like SignUp it does not reveal whether there is an account. note runs in its transaction with the
// id of the sign-up. It returns a key for the user's browser, without which the email alone creates no account: its reader
// may be another person, whose account would then be open to a stranger. For other features. fault.Invalid when name or
// address violates a rule, fault.TooMany.
func (s *Service) SignUpUnverified(ctx context.Context, name, email string, from access.Client, note func(tx bun.IDB, signUp string) error) (key string, err error) {
	r, err := directory.Registration{FullName: name, Email: email}.Person()
	if err != nil {
		return "", err
	}
	address := directory.EmailKey(r.Email)
	if err := s.limits.Take(ctx, signUpLimit, from, address); err != nil {
		return "", err
	}
	if err := s.requireOpen(ctx, s.db.Reader(), r.Email); err != nil {
		return "", err
	}
	now := s.clock.Now()
	row := pending{ID: db.NewID(), Email: r.Email, EmailKey: address, FullName: r.FullName, Accepted: db.JSON[[]legal.DocumentAcceptance]{V: []legal.DocumentAcceptance{}},
		CreatedAt: now, ExpiresAt: now.Add(linkLifetime)}
	return s.links.Token(browserKey, row.ID), s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.begin(ctx, tx, row); err != nil {
			return err
		}
		return note(tx, row.ID)
	})
}

// UserOf returns the user who has an address, and the address as they wrote it; "" when nobody has. For other features.
func (s *Service) UserOf(ctx context.Context, q bun.IDB, email string) (user, address string, err error) {
	u, err := directory.ByEmail(ctx, q, directory.EmailKey(email))
	if fault.Is(err, fault.NotFound) {
		return "", "", nil
	}
	return u.ID, u.Email, err
}
