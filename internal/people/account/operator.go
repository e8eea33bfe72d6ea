package account

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Create creates an account with these roles. For operators and the sample content, never for a request. fault.Invalid when
// a rule is violated, fault.Conflict when the address has an account.
func (s *Service) Create(ctx context.Context, r directory.Registration, roles ...access.Role) (directory.User, error) {
	var broken fault.Fields
	broken.Require(len(roles) > 0, "roles", "required", "An account needs at least one role")
	for _, role := range roles {
		broken.Require(slices.Contains(access.AllRoles, role), "roles", "unknown_value", "There is no role \""+string(role)+"\". Choose student, instructor, corporate or admin")
	}
	if err := broken.Err(); err != nil {
		return directory.User{}, err
	}
	u, err := r.NewUser(ctx, s.hasher, s.clock.Now(), roles...)
	if err != nil {
		return directory.User{}, err
	}
	u.EmailVerifiedAt = &u.CreatedAt // the operator vouches for it
	return u, s.db.InTx(ctx, func(tx bun.IDB) error { return directory.Insert(ctx, tx, u) })
}

// Find returns the account of an address, however it is spelt. For operators and the sample content. fault.NotFound when
// there is none.
func (s *Service) Find(ctx context.Context, email string) (directory.User, error) {
	return directory.ByEmail(ctx, s.db.Reader(), directory.EmailKey(email))
}

// Users returns at most limit accounts after the id ("" for the first), in order of creation. For operators.
func (s *Service) Users(ctx context.Context, after string, limit int64) ([]directory.User, error) {
	return directory.List(ctx, s.db.Reader(), after, limit)
}

// UnlockByOperator ends every lock of an address, also one by hand, and resets failed attempts. For operators: it works when no
// administrator can sign in. fault.NotFound when there is no such account.
func (s *Service) UnlockByOperator(ctx context.Context, email string) (directory.User, error) {
	u, err := s.Find(ctx, email)
	if err != nil {
		return directory.User{}, err
	}
	return u, s.Unlock(ctx, access.Caller{}, u.ID, Unlocking{})
}
