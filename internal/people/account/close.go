package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/personaldata"
)

// Close signs a user out, refuses further sign-ins and revokes links, with the transaction tx. For package profile.
// fault.NotFound when there is no such user, fault.Conflict for the last administrator who can sign in.
func (s *Service) Close(ctx context.Context, tx bun.IDB, user string) error {
	u, err := s.lockForUpdate(ctx, tx, user, nil)
	if err != nil {
		return err
	}
	if u.Status == directory.Active {
		if err := s.requireOtherAdmin(ctx, tx, u); err != nil {
			return err
		}
	}
	if err := directory.SetStatus(ctx, tx, user, directory.Disabled, s.clock.Now()); err != nil {
		return err
	}
	if err := s.recovery.RevokeLinks(ctx, tx, user); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, user, "account_closed"); err != nil {
		return err
	}
	return s.sessions.EndSessionsOf(ctx, tx, user)
}

// Reopen lets a user sign in again, with the transaction tx. For package profile.
func (s *Service) Reopen(ctx context.Context, tx bun.IDB, user string) error {
	if err := s.security.Record(ctx, tx, user, "account_reopened"); err != nil {
		return err
	}
	return directory.SetStatus(ctx, tx, user, directory.Active, s.clock.Now())
}

// Holdings lists the tables of the directory.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "users", Column: "id", Export: []string{"id", "email", "full_name", "student_number", "status", "email_verified_at", "last_seen_at", "created_at", "updated_at"}},
		{Table: "user_roles", Column: "user_id", Export: []string{"role"}},
	}
}

// Erase anonymizes a user in the directory, with the transaction tx, and deletes jobs that contain their address. It runs
// last among the features that need the address.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	u, err := directory.ByID(ctx, tx, user)
	if err != nil {
		return err
	}
	for _, address := range []string{u.Email, u.EmailKey} {
		if err := s.queue.DeleteContaining(ctx, tx, address); err != nil {
			return err
		}
	}
	return directory.Anonymize(ctx, tx, u, s.clock.Now())
}
