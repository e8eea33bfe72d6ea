package directory

import (
	"context"
	"strings"
	"time"

	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Registration holds a new user's details.
type Registration struct {
	FullName string `json:"full_name" pattern:"\\S" maxLength:"120" msg:"Please enter your name;maxLength=Your name must be at most 120 characters"`
	Email    string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your email address;maxLength=An email address has at most 254 characters"`
	Password string `json:"password" minLength:"10" maxLength:"128" msg:"Please choose a password;minLength=Your password must have at least 10 characters;maxLength=Your password must have at most 128 characters"`
}

// Person returns r trimmed, ignoring its password; fault.Invalid with every violated rule of name and address.
func (r Registration) Person() (Registration, error) {
	r = r.trimmed()
	var broken fault.Fields
	r.requirePerson(&broken)
	return r, broken.Err()
}

// normalized returns r as it is stored, or fault.Invalid with every violated rule, including those of the tags, because
// input from the command line has not been checked against them. The password is kept to the byte.
func (r Registration) normalized() (Registration, error) {
	r = r.trimmed()
	var broken fault.Fields
	r.requirePerson(&broken)
	password.RequireLength(&broken, "password", r.Password)
	return r, broken.Err()
}

func (r Registration) trimmed() Registration {
	r.FullName, r.Email = strings.TrimSpace(r.FullName), strings.TrimSpace(r.Email)
	return r
}

// requirePerson validates the name and the address.
func (r Registration) requirePerson(broken *fault.Fields) {
	broken.Require(r.FullName != "", "full_name", "required", "Please enter your name")
	broken.Require(!strings.ContainsFunc(r.FullName, text.IsUnprintable), "full_name", "invalid_format", "Your name contains a character that can't be shown")
	broken.Require(IsAddress(r.Email), "email", "invalid_format", "This is not a valid email address")
}

// NewStrongUser is NewUser for users who choose the password themselves: fault.Invalid also when it is easily guessed.
func (r Registration) NewStrongUser(ctx context.Context, p *password.Policy, now time.Time, roles ...access.Role) (User, error) {
	r, err := r.normalized()
	if err != nil {
		return User{}, err
	}
	if err := p.Require(ctx, "password", r.Password, r.FullName, r.Email); err != nil {
		return User{}, err
	}
	return r.NewUser(ctx, p.Hasher, now, roles...)
}

// NewUser returns a user, not stored yet. It hashes the password, so call it before the transaction begins: hashing is
// slow, and SQLite has one writer.
func (r Registration) NewUser(ctx context.Context, h *password.Hasher, now time.Time, roles ...access.Role) (User, error) {
	r, err := r.normalized()
	if err != nil {
		return User{}, err
	}
	hash, err := h.Hash(ctx, r.Password)
	if err != nil {
		return User{}, err
	}
	return User{ID: db.NewID(), Email: r.Email, EmailKey: EmailKey(r.Email), FullName: r.FullName, Roles: roles,
		PasswordHash: hash, Status: Active, CreatedAt: now, UpdatedAt: now}, nil
}
