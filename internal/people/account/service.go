package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/settings"
)

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// EndAll ends the sessions of a user except the one to keep, "" for none.
	EndAll(ctx context.Context, tx bun.IDB, user, keep, why string) error
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
	// EndSessionsOf signs a user out everywhere, and cancels sign-ins that wait for their second step.
	EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error
}

// Recovery is the part of the recovery feature that this one needs.
type Recovery interface {
	// RevokeLinks revokes every email link to a user and cancels sign-ins that wait for their second step.
	RevokeLinks(ctx context.Context, tx bun.IDB, user string) error
	// SendReset emails a user a link to choose another password.
	SendReset(ctx context.Context, tx bun.IDB, user string) error
	// RequestEmailChange notifies both addresses of a user; the new one has to confirm the change.
	RequestEmailChange(ctx context.Context, tx bun.IDB, u directory.User, email string) error
}

// Verification is the part of the sign-up feature that this one needs.
type Verification interface {
	// RequestVerification emails a user the link that confirms their address.
	RequestVerification(ctx context.Context, tx bun.IDB, user string) error
}

// Deletions is the part of the profile feature that this one needs.
type Deletions interface {
	// BlockOwnRestore turns a user's own deletion request into an administrator's, so that the user cannot cancel it by signing in.
	// It reports whether there was one.
	BlockOwnRestore(ctx context.Context, tx bun.IDB, admin, user string) (bool, error)
}

// Deps of the service.
type Deps struct {
	DB           *db.DB
	Clock        clock.Clock
	Queue        *jobs.Queue
	Audit        *audit.Log
	Passwords    *password.Policy
	Settings     *settings.Store
	Lockouts     *lockout.Counter
	Security     *securitylog.Log
	Mailer       *accountmail.Mailer
	Links        *emaillink.Links
	MailFolder   *mail.Folder // keeps emails when no mail server is set up
	Sessions     Sessions
	Recovery     Recovery
	Verification Verification
	Deletions    Deletions
}

// Service implements the use cases.
type Service struct {
	db           *db.DB
	clock        clock.Clock
	queue        *jobs.Queue
	audit        *audit.Log
	hasher       *password.Hasher
	passwords    *password.Policy
	settings     *settings.Store
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

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, queue: d.Queue, audit: d.Audit, hasher: d.Passwords.Hasher, passwords: d.Passwords, settings: d.Settings, lockouts: d.Lockouts, security: d.Security, mailer: d.Mailer,
		links: d.Links, folder: d.MailFolder, sessions: d.Sessions, recovery: d.Recovery, verification: d.Verification, deletions: d.Deletions}
}

// folderRetention is how long emails are kept in the mail folder.
const folderRetention = 30 * 24 * time.Hour

// Sweeps delete old emails from the mail folder.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"account.sweep": func(context.Context) error { return s.folder.Sweep(s.clock.Now().Add(-folderRetention)) }}
}
