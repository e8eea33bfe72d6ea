package recovery

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
)

// PasswordChange is a user's change of password. Its rules share one message, so they are not in tags.
type PasswordChange struct {
	CurrentPassword       string `json:"current_password" required:"false" document:"required"`
	NewPassword           string `json:"new_password" required:"false" document:"required" doc:"10 to 128 characters that are not easily guessed."`
	ConfirmPassword       string `json:"confirm_password" required:"false" document:"required"`
	InvalidateAllSessions bool   `json:"invalidateAllSessions,omitempty" doc:"Also sign out everywhere else and forget the known devices."`
}

// maxTyped is how many bytes of a password are compared.
const maxTyped = 1024

// PasswordChanged is published when a user's password has changed.
type PasswordChanged struct{ UserID string }

func (PasswordChanged) EventName() string { return "account.password_changed" }

// ChangePassword changes the caller's password. Wrong current passwords are counted like those of a sign-in, but under
// their own reason. fault.Locked during a lock, whatever else is wrong, fault.Invalid when a rule is violated or the current
// password is wrong, fault.Conflict when it was changed at the same time or there is none.
func (s *Service) ChangePassword(ctx context.Context, who access.Caller, c PasswordChange) error {
	u, err := s.sessions.Me(ctx, who)
	if err == nil && u.PasswordHash == "" {
		err = password.ErrNone
	}
	if err != nil {
		return err
	}
	attempt, err := s.lockouts.Start(ctx, lockout.PasswordChange, s.lockouts.Key(lockout.PasswordChange, u.ID), &u.ID)
	if err != nil {
		return err
	}
	withdraw := func(err error) error {
		return errors.Join(err, s.lockouts.Withdraw(context.WithoutCancel(ctx), attempt))
	}
	if err := c.check(); err != nil {
		return withdraw(err)
	}
	if err := s.passwords.Require(ctx, "new_password", c.NewPassword, u.FullName, u.Email); err != nil {
		return withdraw(err)
	}
	right, err := s.hasher.Matches(ctx, c.CurrentPassword, u.PasswordHash)
	if err != nil {
		return withdraw(err)
	}
	if !right {
		return s.lockouts.Fail(context.WithoutCancel(ctx), attempt, lockout.Failure{Event: "password_check_failed", Wrong: errWrongPassword()})
	}
	hash, err := s.hasher.Hash(ctx, c.NewPassword)
	if err != nil {
		return withdraw(err)
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.lockouts.Succeed(ctx, tx, attempt); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, u, hash); err != nil || !c.InvalidateAllSessions {
			return err
		}
		if err := s.sessions.EndAll(ctx, tx, who.ID, who.Session, "password"); err != nil {
			return err
		}
		return s.sessions.ForgetDevices(ctx, tx, who.ID)
	})
}

// check returns every rule that c violates by itself.
func (c PasswordChange) check() error {
	var broken fault.Fields
	broken.Require(c.CurrentPassword != "", "current_password", "required", "Please enter your current password")
	broken.Require(len(c.CurrentPassword) <= maxTyped, "current_password", "too_long", "This password is too long to be yours")
	if c.NewPassword == "" {
		broken.Require(false, "new_password", "required", "Please choose a new password")
	} else {
		password.RequireLength(&broken, "new_password", c.NewPassword)
		broken.Require(c.NewPassword != c.CurrentPassword, "new_password", "unchanged", "Your new password must be different from the current one")
	}
	broken.Require(c.ConfirmPassword == c.NewPassword, "confirm_password", "mismatch", "The passwords don't match")
	return broken.Err()
}

func errWrongPassword() *fault.Error {
	const message = "This is not your current password"
	return &fault.Error{Kind: fault.Invalid, Code: "wrong_password", Message: message,
		Fields: fault.Fields{{Name: "current_password", Code: "wrong_password", Message: message}}}
}

// setPassword replaces the password of u, revokes every link and alerts the owner.
func (s *Service) setPassword(ctx context.Context, tx bun.IDB, u directory.User, hash string) error {
	if err := directory.ReplacePassword(ctx, tx, u, hash, s.clock.Now()); err != nil {
		return err
	}
	if err := s.RevokeLinks(ctx, tx, u.ID); err != nil {
		return err
	}
	if err := s.security.Record(ctx, tx, u.ID, "password_changed"); err != nil {
		return err
	}
	if err := s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: passwordEmail, User: u.ID}); err != nil {
		return err
	}
	return events.Publish(ctx, tx, s.clock.Now(), PasswordChanged{u.ID})
}
