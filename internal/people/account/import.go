package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
)

// Vet checks the name and address of a new user: fault.Invalid by field. For package user.
func (s *Service) Vet(name, email string) error {
	_, err := s.newUser(NewUser{FullName: name, Email: email})
	return err
}

// Import creates an account, with the transaction tx, whose owner is emailed a link to choose a password. For package user,
// on behalf of administrators. fault.Invalid as Vet, fault.Conflict when the address has an account.
func (s *Service) Import(ctx context.Context, tx bun.IDB, who access.Caller, name, email string, roles []access.Role) error {
	u, err := s.newUser(NewUser{FullName: name, Email: email, Roles: roles})
	if err != nil {
		return err
	}
	return s.add(ctx, tx, who, u)
}

// EmailKey is equal for all spellings of an email address. For other wings.
func (s *Service) EmailKey(email string) string { return directory.EmailKey(email) }
