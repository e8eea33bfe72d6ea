// Package recovery changes and restores what users sign in with: passwords and e-mail addresses, by the current password or by a
// link in an email, and ends locks by such a link.
package recovery

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
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
	"lectern/internal/platform/ratelimit"
)

// Sessions owns what users are signed in with.
type Sessions interface {
	// Me is the caller. fault.Unauthenticated when the account is gone since they signed in.
	Me(ctx context.Context, who access.Caller) (directory.User, error)
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
	// EndAll ends the sessions of a user but the one to keep, "" for none.
	EndAll(ctx context.Context, tx bun.IDB, user, keep, why string) error
	// EndSessionsOf signs a user out everywhere, and cancels sign-ins that wait for their second step.
	EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error
	// CancelChallenges cancels sign-ins that wait for their second step.
	CancelChallenges(ctx context.Context, tx bun.IDB, user string) error
	// ForgetDevices makes every device of a user unknown.
	ForgetDevices(ctx context.Context, tx bun.IDB, user string) error
}

// Identities are accounts of users at identity providers.
type Identities interface {
	// Forget disconnects every such account of a user.
	Forget(ctx context.Context, tx bun.IDB, user string) error
}

// Deps is what the service needs.
type Deps struct {
	DB         *db.DB
	Clock      clock.Clock
	Limits     *ratelimit.Limiter
	Hasher     *password.Hasher
	Lockouts   *lockout.Counter
	Security   *securitylog.Log
	Mailer     *accountmail.Mailer
	Links      *emaillink.Links
	Sessions   Sessions
	Identities Identities
}

// Service is the use cases.
type Service struct {
	db         *db.DB
	clock      clock.Clock
	limits     *ratelimit.Limiter
	hasher     *password.Hasher
	lockouts   *lockout.Counter
	security   *securitylog.Log
	mailer     *accountmail.Mailer
	links      *emaillink.Links
	sessions   Sessions
	identities Identities
}

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, limits: d.Limits, hasher: d.Hasher, lockouts: d.Lockouts, security: d.Security, mailer: d.Mailer,
		links: d.Links, sessions: d.Sessions, identities: d.Identities}
}

// RevokeLinks makes every email link to a user useless and cancels sign-ins that wait for their second step, because the
// password or the address was changed. The link stays good that gives the account back to its old address.
func (s *Service) RevokeLinks(ctx context.Context, tx bun.IDB, user string) error {
	if err := s.links.Revoke(ctx, tx, user); err != nil {
		return err
	}
	if err := cancelEmailChanges(ctx, tx, user, s.clock.Now()); err != nil {
		return err
	}
	return s.sessions.CancelChallenges(ctx, tx, user)
}

// Sweeps deletes what has expired.
func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"recovery.sweep": s.Sweep} }

// Sweep deletes changes of addresses that expired long ago.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteOldEmailChanges(ctx, tx, s.clock.Now().Add(-retention)) })
}

// Holdings are the tables of this package that hold something of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "email_changes", Column: "user_id", Export: []string{"old_email", "new_email", "created_at", "confirmed_at", "ended_at"}},
	}
}

// Erase deletes everything of a user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteEmailChangesOf(ctx, tx, user)
}
