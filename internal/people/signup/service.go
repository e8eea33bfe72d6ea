package signup

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/password"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/settings"
)

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
	// Start opens a session of a user, or says what they must prove besides.
	Start(ctx context.Context, tx bun.IDB, u directory.User, from access.Client) (Entry, error)
	// StartFirst opens the session of the first administrator.
	StartFirst(ctx context.Context, tx bun.IDB, u directory.User, from access.Client) (authn.SignedIn, error)
}

// Identities is the part of the identity feature that this one needs.
type Identities interface {
	// ConnectPending connects the identity that waits for a sign-up, if any, to the new account.
	ConnectPending(ctx context.Context, tx bun.IDB, signUp, user string) error
}

// Deps of the service.
type Deps struct {
	DB         *db.DB
	Clock      clock.Clock
	Key        []byte // derives the set-up code; shared by all servers
	Audit      *audit.Log
	Limits     *authn.Limits
	Passwords  *password.Policy
	Settings   *settings.Store
	Security   *securitylog.Log
	Mailer     *accountmail.Mailer
	Links      *emaillink.Links
	Sessions   Sessions
	Identities Identities
}

// Service implements the use cases.
type Service struct {
	db         *db.DB
	clock      clock.Clock
	key        []byte
	audit      *audit.Log
	limits     *authn.Limits
	hasher     *password.Hasher
	passwords  *password.Policy
	settings   *settings.Store
	security   *securitylog.Log
	mailer     *accountmail.Mailer
	links      *emaillink.Links
	sessions   Sessions
	identities Identities
	wrongCodes *attempts
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, key: d.Key, audit: d.Audit, limits: d.Limits, hasher: d.Passwords.Hasher, passwords: d.Passwords, settings: d.Settings, security: d.Security, mailer: d.Mailer,
		links: d.Links, sessions: d.Sessions, identities: d.Identities, wrongCodes: &attempts{clock: d.Clock}}
}

func (s *Service) publish(ctx context.Context, tx bun.IDB, e events.Event) error {
	return events.Publish(ctx, tx, s.clock.Now(), e)
}

func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"signup.sweep": s.Sweep} }

// Sweep deletes sign-ups that have expired. For the periodic job.
func (s *Service) Sweep(ctx context.Context) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error { return deleteOldPending(ctx, tx, s.clock.Now().Add(-pendingFor)) })
}

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "role_applications", Column: "user_id", Export: []string{"role", "about", "status", "note", "created_at", "decided_at"}},
		{Table: "role_applications", Column: "decided_by", Excuse: personaldata.Others},
		{Table: "invitations", Column: "invited_by", Excuse: personaldata.Others},
	}
}

// Erase deletes a user's applications, and sign-ups and invitations with their address, which must still be in the
// directory.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	u, err := directory.ByID(ctx, tx, user)
	if err != nil {
		return err
	}
	return deleteOf(ctx, tx, u)
}
