package user

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/rest"
)

// Deps of the service.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Queue     *jobs.Queue
	Tokens    access.Tokens
	Audit     *audit.Log
	Security  *securitylog.Log
	Accounts  Accounts
	Deletions Deletions
	Factors   Factors
	Sessions  Sessions
}

// Service implements the use cases.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	queue     *jobs.Queue
	tokens    access.Tokens
	audit     *audit.Log
	security  *securitylog.Log
	accounts  Accounts
	deletions Deletions
	factors   Factors
	sessions  Sessions
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, queue: d.Queue, tokens: d.Tokens, audit: d.Audit, security: d.Security, accounts: d.Accounts, deletions: d.Deletions, factors: d.Factors, sessions: d.Sessions}
}

// Accounts changes accounts, always in the caller's transaction.
type Accounts interface {
	// SetStatus enables or disables an account and reports whether anything changed.
	SetStatus(ctx context.Context, tx bun.IDB, who access.Caller, id, status, reason string, matches func(version int64) bool) (changed bool, err error)
	// ChangeRole adds or removes a user's role and reports whether anything changed.
	ChangeRole(ctx context.Context, tx bun.IDB, who access.Caller, id string, role access.Role, has bool) (changed bool, err error)
	// VoidPassword makes a user choose another password and reports whether there was one; the caller's identity has been confirmed.
	VoidPassword(ctx context.Context, tx bun.IDB, who access.Caller, id string) (changed bool, err error)
	// MayAdminister reports whether a user is an administrator who could sign in now.
	MayAdminister(ctx context.Context, q bun.IDB, id string) (bool, error)
}

// Sessions is the part of the session feature that this one needs.
type Sessions interface {
	// EndAllOf signs a user out everywhere and reports whether the user was signed in anywhere.
	EndAllOf(ctx context.Context, tx bun.IDB, who access.Caller, user string) (changed bool, err error)
	// Fresh is fault.Forbidden when the caller has not proven their identity within the last minutes.
	Fresh(ctx context.Context, q bun.IDB, who access.Caller) error
}

// Factors is the part of the two-factor feature that this one needs.
type Factors interface {
	// CountFactors returns whether a user has an authenticator app, and how many passkeys and unused recovery codes.
	CountFactors(ctx context.Context, q bun.IDB, user string) (authenticator bool, passkeys, recoveryCodes int64, err error)
}

// Deletions is the part of the profile feature that this one needs.
type Deletions interface {
	// ScheduleDeletion closes an account such that it can be restored for a while, and reports whether anything changed.
	ScheduleDeletion(ctx context.Context, tx bun.IDB, who access.Caller, user string) (closed bool, err error)
}

const maxPageNumber = 500 // last page that can be requested by number

// List returns a page of users, their number, and the next cursor. For administrators. fault.Invalid for an invalid filter
// or cursor, and for a page so far down that only a cursor reaches it.
func (s *Service) List(ctx context.Context, f Filter, page rest.Page, scroll rest.CursorParam) (us []UserRow, n rest.Count, next string, err error) {
	if err = f.read(); err != nil {
		return nil, n, "", err
	}
	if page.Number > maxPageNumber && scroll.Cursor == "" {
		return nil, n, "", fault.Fields{{Name: "page", Code: "out_of_range", Message: "Use the cursor for pages after 500, or narrow the filter"}}.Err()
	}
	q, err := newQuery(ctx, s.db.Reader(), f, s.clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	if q.behind, err = scroll.Decode(2); err != nil {
		return nil, n, "", err
	}
	q.limit, q.offset = page.LimitOffset()
	if us, err = q.page(ctx, q.limit+1); err != nil {
		return nil, n, "", err
	}
	if n, err = q.count(ctx); err != nil {
		return nil, n, "", err
	}
	if int64(len(us)) > q.limit {
		us = us[:q.limit]
		next = q.order().mark(us[q.limit-1])
	}
	return us, n, next, readRoles(ctx, s.db.Reader(), us)
}

// Get returns everything about one user. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (UserDetail, error) {
	d, err := detail(ctx, s.db.Reader(), id, s.clock.Now())
	if err != nil {
		return d, err
	}
	f := &d.Factors
	f.Authenticator, f.Passkeys, f.RecoveryCodes, err = s.factors.CountFactors(ctx, s.db.Reader(), id)
	return d, err
}
