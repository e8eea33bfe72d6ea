package account

import (
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Create makes an account with these roles. For operators at the machine and for the sample content, never for a request.
// fault.Invalid when a rule is broken, fault.Conflict when the e-mail address has an account.
func (s *Service) Create(ctx context.Context, r Registration, roles ...access.Role) (User, error) {
	var broken fault.Fields
	broken.Require(len(roles) > 0, "roles", "required", "An account needs at least one role")
	for _, role := range roles {
		broken.Require(slices.Contains(access.AllRoles, role), "roles", "unknown_value", "There is no role \""+string(role)+"\": choose student, instructor, corporate or admin")
	}
	if err := broken.Err(); err != nil {
		return User{}, err
	}
	u, err := s.newUser(ctx, r, roles...)
	if err != nil {
		return User{}, err
	}
	u.EmailVerifiedAt = &u.CreatedAt // the operator vouches for it
	return u, s.DB.InTx(ctx, func(tx bun.IDB) error { return insertUser(ctx, tx, u) })
}

// Find is the account of an e-mail address, however it is spelt. For operators and the sample content.
// fault.NotFound when there is none.
func (s *Service) Find(ctx context.Context, email string) (User, error) {
	return userByEmail(ctx, s.DB.Reader(), emailKey(email))
}

// Users is all accounts in the order in which they were made, at most limit of those after the id ("" for the first).
// For operators.
func (s *Service) Users(ctx context.Context, after string, limit int64) ([]User, error) {
	return users(ctx, s.DB.Reader(), after, limit)
}

// Release ends every lock of an e-mail address, also one by hand, and forgets what failed. For operators: it works while
// no administrator can sign in. fault.NotFound when there is no such account.
func (s *Service) Release(ctx context.Context, email string) (User, error) {
	u, err := s.Find(ctx, email)
	if err != nil {
		return User{}, err
	}
	return u, s.Unlock(ctx, access.Caller{}, u.ID, Unlocking{})
}
