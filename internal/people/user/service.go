package user

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/securitylog"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Tokens   access.Tokens
	Audit    *audit.Log
	Security *securitylog.Log
	Accounts Accounts
	Leavers  Leavers
	Factors  Factors
}

// Accounts is the owner of users, as this package asks it. Each takes the caller's transaction.
type Accounts interface {
	// SetStatus switches an account on or off and says whether it was not so before.
	SetStatus(ctx context.Context, tx bun.IDB, who access.Caller, id, status, reason string, holds func(version int64) bool) (changed bool, err error)
	// ChangeRole gives a user one role more, or one less, and says whether it was not so before.
	ChangeRole(ctx context.Context, tx bun.IDB, who access.Caller, id string, role access.Role, has bool) (changed bool, err error)
	// Vet says what is wrong with the name and the address of somebody who is to get an account.
	Vet(name, email string) error
	// Spelling is what two spellings of one e-mail address have in common.
	Spelling(email string) string
	// Known says whether an e-mail address has an account.
	Known(ctx context.Context, q bun.IDB, email string) (bool, error)
	// Import makes an account whose owner gets a letter with a link to choose a password.
	Import(ctx context.Context, tx bun.IDB, who access.Caller, name, email string, roles []access.Role) error
}

// Factors is the owner of what people prove themselves with beside their password.
type Factors interface {
	// Standing is what a user has set up: whether an app, how many passkeys, how many recovery codes that are not used.
	Standing(ctx context.Context, q bun.IDB, user string) (authenticator bool, passkeys, recoveryCodes int64, err error)
}

// Leavers is the owner of the ends of accounts.
type Leavers interface {
	// DismissSoftly ends an account so that it can be had back for a while, and says whether it was not ended before.
	DismissSoftly(ctx context.Context, tx bun.IDB, who access.Caller, user string) (closed bool, err error)
}

const deepest = 500 // page that can be asked for by number

// List is a page of users, how many there are, and the cursor of the next page. For administrators. fault.Invalid for a
// filter or a cursor that is none, and for a page so far down that only a cursor reaches it.
func (s *Service) List(ctx context.Context, f Filter, page rest.Page, scroll rest.CursorParam) (us []UserRow, n rest.Count, next string, err error) {
	if err = f.read(); err != nil {
		return nil, n, "", err
	}
	if page.Number > deepest && scroll.Cursor == "" {
		return nil, n, "", fault.Fields{{Name: "page", Code: "out_of_range", Message: "Pages beyond 500 are reached by the cursor; a narrower filter is handier"}}.Err()
	}
	q := query{filter: f, now: s.Clock.Now(), db: s.DB.Reader()}
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
	return us, n, next, readRoles(ctx, s.DB.Reader(), us)
}

// Get is everything about one user. For administrators. fault.NotFound.
func (s *Service) Get(ctx context.Context, id string) (UserDetail, error) {
	d, err := detail(ctx, s.DB.Reader(), id, s.Clock.Now())
	if err != nil {
		return d, err
	}
	f := &d.Factors
	f.Authenticator, f.Passkeys, f.RecoveryCodes, err = s.Factors.Standing(ctx, s.DB.Reader(), id)
	return d, err
}
