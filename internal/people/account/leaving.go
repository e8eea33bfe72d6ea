package account

import (
	"context"

	"github.com/uptrace/bun"
)

// Leavers knows who has asked to be forgotten and may still come back. Package app fills it.
type Leavers interface {
	// MayReturn says that a user is leaving by their own wish, and may still come back by signing in.
	MayReturn(ctx context.Context, q bun.IDB, user string) (bool, error)
	// KeepOut makes it an administrator's wish that a user is forgotten who is leaving by their own: they cannot come back by
	// themselves any more. It says whether it was theirs.
	KeepOut(ctx context.Context, tx bun.IDB, admin, user string) (bool, error)
	// Return takes the wish to be forgotten back, with the transaction tx.
	Return(ctx context.Context, tx bun.IDB, user string) error
}

const disabled = "disabled" // the status of a user who may not sign in

// Close keeps a user out at once, with the transaction tx, and ends what would let them in. For package profile.
// fault.NotFound when there is no such user, fault.Conflict for the last administrator in reach.
func (s *Service) Close(ctx context.Context, tx bun.IDB, user string) error {
	u, err := userByID(ctx, tx, user)
	if err != nil {
		return err
	}
	if u.Status == active {
		if err := s.keepAdmin(ctx, tx, u); err != nil {
			return err
		}
	}
	if err := setStatus(ctx, tx, user, disabled, s.Clock.Now()); err != nil {
		return err
	}
	if err := killLinks(ctx, tx, user, s.Clock.Now()); err != nil {
		return err
	}
	if err := s.NoteSecurity(ctx, tx, user, "account_closed"); err != nil {
		return err
	}
	return s.EndSessionsOf(ctx, tx, user)
}

// Reopen lets a user sign in again, with the transaction tx. For package profile.
func (s *Service) Reopen(ctx context.Context, tx bun.IDB, user string) error {
	if err := s.NoteSecurity(ctx, tx, user, "account_reopened"); err != nil {
		return err
	}
	return setStatus(ctx, tx, user, active, s.Clock.Now())
}

// Erase takes everything personal away that accounts hold of a user who is closed, with the transaction tx. The row itself
// stays, without a name, because what others have made refers to it. For package profile.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	u, err := userByID(ctx, tx, user)
	if err != nil {
		return err
	}
	for _, address := range []string{u.Email, u.EmailKey} {
		if err := s.Queue.DeleteContaining(ctx, tx, address); err != nil {
			return err
		}
	}
	return eraseUser(ctx, tx, u, s.Clock.Now())
}

// comeBack lets somebody in who was leaving: signing in takes it back.
func (s *Service) comeBack(ctx context.Context, tx bun.IDB, u User) error {
	if u.Status == active {
		return nil
	}
	if err := s.Leavers.Return(ctx, tx, u.ID); err != nil {
		return err
	}
	return s.Reopen(ctx, tx, u.ID)
}
