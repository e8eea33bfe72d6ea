package profile

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/blob"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
)

// Accounts owns users: their names, whether they may sign in, and what else is known of them there.
type Accounts interface {
	// Rename gives a user another name, which has passed the rules.
	Rename(ctx context.Context, tx bun.IDB, user, name string) error
	// Close keeps a user out at once; fault.NotFound, fault.Conflict for the last administrator.
	Close(ctx context.Context, tx bun.IDB, user string) error
	// Reopen lets a user in again who was closed.
	Reopen(ctx context.Context, tx bun.IDB, user string) error
}

// Sessions owns what users are signed in with.
type Sessions interface {
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Deps is what the service needs.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Blob      blob.Store
	Queue     *jobs.Queue
	Audit     *audit.Log
	Limits    *ratelimit.Limiter
	Mail      mail.Sender
	Address   string // where people reach the site, for links; "" of a worker that does not know
	Key       []byte // of the addresses of archives
	Scratch   string // folder for files that are being made
	Accounts  Accounts
	Sessions  Sessions
	Deletions *Deletions
	Painters  chan struct{} // holds one for each picture that may be decoded at once: each takes up to 200 MB
}

// Service is the use cases.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	blob      blob.Store
	queue     *jobs.Queue
	audit     *audit.Log
	limits    *ratelimit.Limiter
	mail      mail.Sender
	address   string
	key       []byte
	scratch   string
	accounts  Accounts
	sessions  Sessions
	deletions *Deletions
	painters  chan struct{}
}

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, blob: d.Blob, queue: d.Queue, audit: d.Audit, limits: d.Limits, mail: d.Mail, address: d.Address, key: d.Key, scratch: d.Scratch, accounts: d.Accounts, sessions: d.Sessions, deletions: d.Deletions, painters: d.Painters}
}

// Get is everything about the caller. fault.Unauthenticated when the account is gone since they signed in.
func (s *Service) Get(ctx context.Context, who access.Caller) (c ComprehensiveProfile, err error) {
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		c, err = s.comprehensive(ctx, q, who.ID)
		return err
	})
	return c, err
}

// Change merges a patch into what the caller says of themselves. fault.Invalid when a rule is broken, fault.Precondition,
// with what is there now, when it has been changed since the version that the caller names.
func (s *Service) Change(ctx context.Context, who access.Caller, m rest.MergePatch[ProfileEdit], held rest.IfMatch) (c ComprehensiveProfile, err error) {
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		row, err := lockProfile(ctx, tx, who.ID, s.clock.Now())
		if err != nil {
			return err
		}
		before, err := s.comprehensive(ctx, tx, who.ID)
		if err != nil {
			return err
		}
		if !held.Matches(row.Version) {
			return fault.New(fault.Precondition, "changed_meanwhile", "Your profile has been changed elsewhere meanwhile.").WithDetails(before)
		}
		after, err := m.Apply(before.ProfileEdit)
		if err != nil {
			return fault.New(fault.Invalid, "malformed", "The request is not valid JSON of the expected form.").WithCause(err)
		}
		if after, err = after.normalise(s.clock.Now()); err != nil {
			return err
		}
		if err := s.keep(ctx, tx, row, before.ProfileEdit, after); err != nil {
			return err
		}
		c, err = s.comprehensive(ctx, tx, who.ID)
		return err
	})
	return c, err
}

// keep writes what has changed: the name is the account's.
func (s *Service) keep(ctx context.Context, tx bun.IDB, row Profile, before, after ProfileEdit) error {
	if after.FullName != before.FullName {
		if err := s.accounts.Rename(ctx, tx, row.UserID, after.FullName); err != nil {
			return err
		}
	}
	row.About.V = after.About
	return updateProfile(ctx, tx, row, s.clock.Now())
}

// comprehensive reads everything about a user.
func (s *Service) comprehensive(ctx context.Context, q bun.IDB, user string) (ComprehensiveProfile, error) {
	c, err := readComprehensive(ctx, q, user, s.clock.Now())
	if err != nil {
		return ComprehensiveProfile{}, err
	}
	if c.Statistics, err = readStatistics(ctx, q, user); err != nil {
		return ComprehensiveProfile{}, err
	}
	c.Completeness = completenessOf(c)
	return c, nil
}

// PublicProfile is what the caller may see of a person. Who teaches a course of the catalogue is shown to everybody; others to
// themselves, to administrators, to who teaches them, and to students of the same course unless they hide from them.
// fault.NotFound for everybody else, as if there were no such person.
func (s *Service) PublicProfile(ctx context.Context, who access.Caller, id string) (PublicProfile, error) {
	if id == "me" {
		id = who.ID
	}
	return readPublicProfile(ctx, s.db.Reader(), who, id)
}
