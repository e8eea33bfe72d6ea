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
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/picture"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
)

// Accounts is the part of the account feature that this one needs.
type Accounts interface {
	// Rename sets a user's name, which has been validated.
	Rename(ctx context.Context, tx bun.IDB, user, name string) error
	// Close closes an account at once; fault.NotFound, fault.Conflict for the last administrator.
	Close(ctx context.Context, tx bun.IDB, user string) error
	// Reopen reverts Close.
	Reopen(ctx context.Context, tx bun.IDB, user string) error
}

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// Fresh returns fault.Forbidden when the caller's session is not fresh.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Deps of the service.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Blob        blob.Store
	Queue       *jobs.Queue
	Audit       *audit.Log
	Limits      *ratelimit.Limiter
	Mail        mail.Sender
	Address     string // public address of the site, for links; "" in a worker that does not know it
	Key         []byte // signs download URLs of archives
	Scratch     string // folder for temporary files
	Accounts    Accounts
	Sessions    Sessions
	Deletions   *Deletions
	Pictures    *picture.Renderer
	Settings    *settings.Store
	EraseAtOnce bool // administrators may erase accounts at once: the operator has allowed it
}

// Service implements the use cases.
type Service struct {
	db          *db.DB
	clock       clock.Clock
	blob        blob.Store
	queue       *jobs.Queue
	audit       *audit.Log
	limits      *ratelimit.Limiter
	mail        mail.Sender
	address     string
	key         []byte
	scratch     string
	accounts    Accounts
	sessions    Sessions
	deletions   *Deletions
	pictures    *picture.Renderer
	avatars     *picture.Store
	settings    *settings.Store
	eraseAtOnce bool
}

func New(d Deps) *Service {
	deps.Require(d)
	avatars := picture.NewStore(picture.StoreDeps{DB: d.DB, Clock: d.Clock, Blob: d.Blob, Queue: d.Queue, Prefix: objectkey.Avatars, Job: avatarJob, InUse: isAvatarInUse})
	return &Service{db: d.DB, clock: d.Clock, blob: d.Blob, queue: d.Queue, audit: d.Audit, limits: d.Limits, mail: d.Mail, address: d.Address, key: d.Key, scratch: d.Scratch, accounts: d.Accounts, sessions: d.Sessions, deletions: d.Deletions, pictures: d.Pictures, avatars: avatars, settings: d.Settings, eraseAtOnce: d.EraseAtOnce}
}

// Get returns the caller's profile. fault.Unauthenticated when the account was deleted after they signed in.
func (s *Service) Get(ctx context.Context, who access.Caller) (c ComprehensiveProfile, err error) {
	err = s.db.Snapshot(ctx, func(q bun.IDB) error {
		c, err = s.comprehensive(ctx, q, who.ID)
		return err
	})
	return c, err
}

// Change merges a patch into the caller's profile. fault.Invalid when a rule is violated, fault.Precondition, with the
// current state, when it has changed since the version that the caller names.
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
			return fault.New(fault.Precondition, "stale_version", "Your profile was changed elsewhere. Nothing was saved.").WithDetails(before)
		}
		after, err := m.Apply(before.ProfileEdit)
		if err != nil {
			return fault.New(fault.Invalid, "malformed", "The request is not valid JSON of the expected form.").WithCause(err)
		}
		if after, err = after.normalise(s.clock.Now()); err != nil {
			return err
		}
		if err := s.save(ctx, tx, row, before.ProfileEdit, after); err != nil {
			return err
		}
		c, err = s.comprehensive(ctx, tx, who.ID)
		return err
	})
	return c, err
}

// save writes changes: the name to the account, the rest to the profile.
func (s *Service) save(ctx context.Context, tx bun.IDB, row Profile, before, after ProfileEdit) error {
	if after.FullName != before.FullName {
		if err := s.accounts.Rename(ctx, tx, row.UserID, after.FullName); err != nil {
			return err
		}
	}
	row.About.V = after.About
	return updateProfile(ctx, tx, row, s.clock.Now())
}

// comprehensive reads the whole profile of a user.
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

// PublicProfile returns what the caller may see of a user. Everybody sees authors of catalogue courses; other users are
// visible to themselves, administrators, their teachers and, unless they hide, students of the same course. fault.NotFound
// for everybody else, as if there were no such user.
func (s *Service) PublicProfile(ctx context.Context, who access.Caller, id string) (PublicProfile, error) {
	if id == "me" {
		id = who.ID
	}
	return readPublicProfile(ctx, s.db.Reader(), who, id)
}
