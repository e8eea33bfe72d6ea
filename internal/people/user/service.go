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
	"lectern/internal/platform/rest"
)

// Deps is what the service needs.
type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Tokens    access.Tokens
	Audit     *audit.Log
	Security  *securitylog.Log
	Accounts  Accounts
	Deletions Deletions
	Factors   Factors
}

// Service is the use cases.
type Service struct {
	db        *db.DB
	clock     clock.Clock
	tokens    access.Tokens
	audit     *audit.Log
	security  *securitylog.Log
	accounts  Accounts
	deletions Deletions
	factors   Factors
}

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{db: d.DB, clock: d.Clock, tokens: d.Tokens, audit: d.Audit, security: d.Security, accounts: d.Accounts, deletions: d.Deletions, factors: d.Factors}
}

// Accounts changes accounts, each time in the caller's transaction.
type Accounts interface {
	// SetStatus switches an account on or off and reports whether anything changed.
	SetStatus(ctx context.Context, tx bun.IDB, who access.Caller, id, status, reason string, matches func(version int64) bool) (changed bool, err error)
	// ChangeRole gives a user one role more, or one less, and reports whether anything changed.
	ChangeRole(ctx context.Context, tx bun.IDB, who access.Caller, id string, role access.Role, has bool) (changed bool, err error)
	// Vet checks the name and the address of a user who is to get an account.
	Vet(name, email string) error
	// Import makes an account whose owner gets an email with a link to choose a password.
	Import(ctx context.Context, tx bun.IDB, who access.Caller, name, email string, roles []access.Role) error
}

// Factors is the owner of what people prove themselves with beside their password.
type Factors interface {
	// Standing is what a user has set up: whether an app, how many passkeys, how many recovery codes that are not used.
	Standing(ctx context.Context, q bun.IDB, user string) (authenticator bool, passkeys, recoveryCodes int64, err error)
}

// Deletions owns the deletion of accounts.
type Deletions interface {
	// DismissSoftly closes an account so that it can be given back for a while, and reports whether anything changed.
	DismissSoftly(ctx context.Context, tx bun.IDB, who access.Caller, user string) (closed bool, err error)
}

const maxPageNumber = 500 // page that can be asked for by number

// List is a page of users, how many there are, and the cursor of the next page. For administrators. fault.Invalid for a
// filter or a cursor that is none, and for a page so far down that only a cursor reaches it.
func (s *Service) List(ctx context.Context, f Filter, page rest.Page, scroll rest.CursorParam) (us []UserRow, n rest.Count, next string, err error) {
	if err = f.read(); err != nil {
		return nil, n, "", err
	}
	if page.Number > maxPageNumber && scroll.Cursor == "" {
		return nil, n, "", fault.Fields{{Name: "page", Code: "out_of_range", Message: "Pages beyond 500 are reached by the cursor; a narrower filter is handier"}}.Err()
	}
	q := query{filter: f, now: s.clock.Now(), db: s.db.Reader()}
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

// Get is everything about one user. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (UserDetail, error) {
	d, err := detail(ctx, s.db.Reader(), id, s.clock.Now())
	if err != nil {
		return d, err
	}
	f := &d.Factors
	f.Authenticator, f.Passkeys, f.RecoveryCodes, err = s.factors.Standing(ctx, s.db.Reader(), id)
	return d, err
}
