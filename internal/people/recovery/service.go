// Package recovery changes and restores what users sign in with, passwords and email addresses, authorised by the current
// password or an emailed link; such a link also ends locks.
package recovery

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// Me returns the caller's user. fault.Unauthenticated when the account was deleted after they signed in.
	Me(ctx context.Context, who access.Caller) (directory.User, error)
	// Fresh returns fault.Forbidden when the caller's session is not fresh.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
	// EndAll ends the sessions of a user except the one to keep, "" for none.
	EndAll(ctx context.Context, tx bun.IDB, user, keep, why string) error
	// EndSessionsOf signs a user out everywhere and cancels sign-ins that wait for their second step.
	EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error
	// CancelChallenges cancels sign-ins that wait for their second step.
	CancelChallenges(ctx context.Context, tx bun.IDB, user string) error
	// ForgetDevices deletes a user's known devices.
	ForgetDevices(ctx context.Context, tx bun.IDB, user string) error
}

// Identities is the part of the identity feature that this one needs.
type Identities interface {
	// Forget disconnects every identity of a user.
	Forget(ctx context.Context, tx bun.IDB, user string) error
}

// Factors are what users prove themselves with beside their password.
type Factors interface {
	// ForgetAddedSince removes what a user has set up since an instant.
	ForgetAddedSince(ctx context.Context, tx bun.IDB, user string, since time.Time) error
}

// Deps of the service.
type Deps struct {
	DB         *db.DB
	Clock      clock.Clock
	Limits     *authn.Limits
	Passwords  *password.Policy
	Lockouts   *lockout.Counter
	Security   *securitylog.Log
	Mailer     *accountmail.Mailer
	Links      *emaillink.Links
	Sessions   Sessions
	Identities Identities
	Factors    Factors
}

// Service implements the use cases.
type Service struct {
	db         *db.DB
	clock      clock.Clock
	limits     *authn.Limits
	hasher     *password.Hasher
	passwords  *password.Policy
	lockouts   *lockout.Counter
	security   *securitylog.Log
	mailer     *accountmail.Mailer
	links      *emaillink.Links
	sessions   Sessions
	identities Identities
	factors    Factors
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, limits: d.Limits, hasher: d.Passwords.Hasher, passwords: d.Passwords, lockouts: d.Lockouts, security: d.Security, mailer: d.Mailer,
		links: d.Links, sessions: d.Sessions, identities: d.Identities, factors: d.Factors}
}

// RevokeLinks revokes every email link to a user and cancels sign-ins that wait for their second step, because the password
// or the address has changed. The link that reverts a change of address stays valid.
func (s *Service) RevokeLinks(ctx context.Context, tx bun.IDB, user string) error {
	if err := s.links.Revoke(ctx, tx, user); err != nil {
		return err
	}
	if err := cancelEmailChanges(ctx, tx, user, s.clock.Now()); err != nil {
		return err
	}
	return s.sessions.CancelChallenges(ctx, tx, user)
}

func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"recovery.sweep": s.Sweep} }

// Sweep deletes changes of address that expired long ago. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteOldEmailChanges(ctx, tx, s.clock.Now().Add(-retention)) })
}

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "email_changes", Column: "user_id", Export: []string{"old_email", "new_email", "created_at", "confirmed_at", "ended_at"}},
	}
}

// Erase deletes a user's requests for another address.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteEmailChangesOf(ctx, tx, user)
}
