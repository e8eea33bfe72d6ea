package session

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/legal"
	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/settings"
)

// Factors is the part of the two-factor feature that this one needs.
type Factors interface {
	// Methods returns a user's methods for the second step, most convenient first; none without second factors.
	Methods(ctx context.Context, q bun.IDB, user string) ([]string, error)
}

// Deletions is the part of the profile feature that this one needs.
type Deletions interface {
	// CanRestore reports whether users have deleted their account themselves and may still restore it by signing in.
	CanRestore(ctx context.Context, q bun.IDB, user string) (bool, error)
	// Restore cancels the deletion, with the transaction tx.
	Restore(ctx context.Context, tx bun.IDB, user string) error
}

// Deps of the service.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Tokens    access.Tokens
	Key       []byte // signs refresh and challenge tokens; shared by all servers
	Audit     *audit.Log
	Limits    *authn.Limits
	Hasher    *password.Hasher
	Lockouts  *lockout.Counter
	Security  *securitylog.Log
	Mailer    *accountmail.Mailer
	Links     *emaillink.Links
	Factors   Factors
	Deletions Deletions
	Settings  *settings.Store
}

// Service implements the use cases.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	tokens    access.Tokens
	key       []byte
	audit     *audit.Log
	limits    *authn.Limits
	hasher    *password.Hasher
	lockouts  *lockout.Counter
	security  *securitylog.Log
	mailer    *accountmail.Mailer
	links     *emaillink.Links
	factors   Factors
	deletions Deletions
	settings  *settings.Store
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, tokens: d.Tokens, key: d.Key, audit: d.Audit, limits: d.Limits, hasher: d.Hasher, lockouts: d.Lockouts,
		security: d.Security, mailer: d.Mailer, links: d.Links, factors: d.Factors, deletions: d.Deletions, settings: d.Settings}
}

// Me returns the caller's user. fault.Unauthenticated when the account was deleted after they signed in.
func (s *Service) Me(ctx context.Context, who access.Caller) (directory.User, error) {
	u, err := directory.ByID(ctx, s.db.Reader(), who.ID)
	if fault.Is(err, fault.NotFound) {
		return directory.User{}, errSessionEnded
	}
	return u, err
}

// meAndLocale returns the caller's account and the locale (BCP 47) of their profile, "" when they have chosen none.
func (s *Service) meAndLocale(ctx context.Context, who access.Caller) (u directory.User, locale string, err error) {
	if u, err = s.Me(ctx, who); err != nil {
		return u, "", err
	}
	locale, err = localeOf(ctx, s.db.Reader(), who.ID)
	return u, locale, err
}

// Authenticate returns the bearer of a valid access token with their current roles. Package rest calls it on every request. It
// reads the database, so that revoking, disabling, locking and changes of roles take effect on every server with the next
// request. fault.Unauthenticated when the session is over.
func (s *Service) Authenticate(ctx context.Context, who access.Caller) (access.Caller, error) {
	row, err := standingOf(ctx, s.db.Reader(), who.Session, who.ID, s.clock.Now())
	if fault.Is(err, fault.NotFound) {
		err = errSessionEnded
	}
	if err != nil {
		return access.Caller{}, err
	}
	who.Roles = []access.Role{}
	for role := range strings.SplitSeq(row.Roles, ",") {
		if role != "" {
			who.Roles = append(who.Roles, access.Role(role))
		}
	}
	slices.Sort(who.Roles)
	if row.Unaccepted != "" {
		who.MustAccept = legal.NotAccepted(strings.Split(row.Unaccepted, ","))
	}
	return who, nil
}

func (s *Service) Sweeps() jobs.Sweeps { return jobs.Sweeps{"session.sweep": s.Sweep} }

// Sweep deletes sessions that ended a month ago, expired challenges, and devices not used for half a year. For the periodic
// job.
func (s *Service) Sweep(ctx context.Context) error {
	now := s.clock.Now()
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := deleteEndedSessions(ctx, tx, now.Add(-retention)); err != nil {
			return err
		}
		if err := deleteExpiredChallenges(ctx, tx, now); err != nil {
			return err
		}
		return deleteOldDevices(ctx, tx, now.Add(-deviceRetention))
	})
}

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "sessions", Column: "user_id", Export: []string{"user_agent", "network", "created_at", "rotated_at", "expires_at", "revoked_at", "revoked_reason"}},
		{Table: "devices", Column: "user_id", Export: []string{"created_at", "last_used_at"}},
		{Table: "sign_in_challenges", Column: "user_id", Excuse: personaldata.Passing},
	}
}

// Erase deletes a user's sessions, challenges and devices.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deleteOf(ctx, tx, user)
}
