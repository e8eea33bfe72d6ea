package account

import (
	"context"

	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
)

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB      *db.DB
	Clock   clock.Clock
	Tokens  access.Tokens
	Key     []byte // of refresh tokens, of counted attempts and of the set-up code; 32 bytes that every server of an installation shares
	Audit   *audit.Log
	Limits  *ratelimit.Limiter
	Queue   *jobs.Queue
	Mail    mail.Sender
	Tastes  mail.Preferences
	Letters *mail.Folder // in which letters lie where no mail server is set up
	Address string       // where people reach the site, for links: https://learn.example.org
	Hasher  *password.Hasher
	Locks   *lockout.Counter
	Wrong   *Attempts // at the set-up code
	Factors Factors
	Outside Outside
	Leavers Leavers
}

// newcomer is newUser of somebody who chose the password for themselves: it must not be easily guessed.
func (s *Service) newcomer(ctx context.Context, r Registration, roles ...access.Role) (User, error) {
	r, err := r.normalise()
	if err != nil {
		return User{}, err
	}
	if err := s.Hasher.RequireStrength(ctx, "password", r.Password, r.FullName, r.Email); err != nil {
		return User{}, err
	}
	return s.newUser(ctx, r, roles...)
}

// newUser is a user who is not stored yet. The hash is made here, before any transaction: it takes a while, and
// SQLite has one writer.
func (s *Service) newUser(ctx context.Context, r Registration, roles ...access.Role) (User, error) {
	r, err := r.normalise()
	if err != nil {
		return User{}, err
	}
	hash, err := s.Hasher.Hash(ctx, r.Password)
	if err != nil {
		return User{}, err
	}
	now := s.Clock.Now()
	return User{ID: db.NewID(), Email: r.Email, EmailKey: emailKey(r.Email), FullName: r.FullName, Roles: roles,
		PasswordHash: hash, Status: active, CreatedAt: now, UpdatedAt: now}, nil
}

// Me is the caller as they know themselves. fault.Unauthenticated when the account is gone since they signed in.
func (s *Service) Me(ctx context.Context, who access.Caller) (User, error) {
	u, err := userByID(ctx, s.DB.Reader(), who.ID)
	if fault.Is(err, fault.NotFound) {
		return User{}, errSessionEnded
	}
	return u, err
}
