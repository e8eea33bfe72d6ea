package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// Sessions owns what users are signed in with.
type Sessions interface {
	// EndAll ends the sessions of a user but the one to keep, "" for none.
	EndAll(ctx context.Context, tx bun.IDB, user, keep, why string) error
	// EndSessionsOf signs a user out everywhere, and cancels sign-ins that wait for their second step.
	EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error
}

// Recovery owns what gives an account back to its owner.
type Recovery interface {
	// RevokeLinks makes every email link to a user useless, and cancels sign-ins that wait for their second step.
	RevokeLinks(ctx context.Context, tx bun.IDB, user string) error
}

// Verification confirms addresses.
type Verification interface {
	// RequestVerification sends a user the link that confirms their address.
	RequestVerification(ctx context.Context, tx bun.IDB, user string) error
}

// Deletions knows who has asked for the deletion of their account.
type Deletions interface {
	// KeepOut makes a user's own request one of an administrator, so that the user cannot take it back any more. It reports whether
	// there was one of their own.
	KeepOut(ctx context.Context, tx bun.IDB, admin, user string) (bool, error)
}

// Deps is what the service needs.
type Deps struct {
	DB           *db.DB
	Clock        clock.Clock
	Queue        *jobs.Queue
	Audit        *audit.Log
	Hasher       *password.Hasher
	Lockouts     *lockout.Counter
	Security     *securitylog.Log
	Mailer       *accountmail.Mailer
	Links        *emaillink.Links
	MailFolder   *mail.Folder // where emails lie when no mail server is set up
	Sessions     Sessions
	Recovery     Recovery
	Verification Verification
	Deletions    Deletions
}

// Service is the use cases.
type Service struct {
	db           *db.DB
	clock        clock.Clock
	queue        *jobs.Queue
	audit        *audit.Log
	hasher       *password.Hasher
	lockouts     *lockout.Counter
	security     *securitylog.Log
	mailer       *accountmail.Mailer
	links        *emaillink.Links
	folder       *mail.Folder
	sessions     Sessions
	recovery     Recovery
	verification Verification
	deletions    Deletions
}

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, queue: d.Queue, audit: d.Audit, hasher: d.Hasher, lockouts: d.Lockouts, security: d.Security, mailer: d.Mailer,
		links: d.Links, folder: d.MailFolder, sessions: d.Sessions, recovery: d.Recovery, verification: d.Verification, deletions: d.Deletions}
}

// folderRetention is how long emails stay in the mail folder.
const folderRetention = 30 * 24 * time.Hour

// Sweeps deletes old emails from the mail folder.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"account.sweep": func(context.Context) error { return s.folder.Sweep(s.clock.Now().Add(-folderRetention)) }}
}
