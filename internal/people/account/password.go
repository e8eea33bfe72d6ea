package account

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

const mostTyped = 1024 // bytes that are looked at

// PasswordChange is what somebody sends to get another password. Its rules are told under one message, so that they are
// not in tags.
type PasswordChange struct {
	CurrentPassword       string `json:"current_password" required:"false"`
	NewPassword           string `json:"new_password" required:"false" doc:"10 to 128 characters that are not easily guessed."`
	ConfirmPassword       string `json:"confirm_password" required:"false"`
	InvalidateAllSessions bool   `json:"invalidateAllSessions,omitempty" doc:"Also sign out everywhere else and forget the known devices."`
}

// ChangePassword gives the caller another password. The current one is counted like a sign-in, under its own reason.
// fault.Locked during a lock, fault.Invalid when a rule is broken or the current password is another, fault.Conflict when
// it was changed meanwhile, and when there is none.
func (s *Service) ChangePassword(ctx context.Context, who access.Caller, c PasswordChange) error {
	u, err := s.Me(ctx, who)
	if err == nil && u.PasswordHash == "" {
		err = errNoPassword
	}
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return changeFailed(err)
	}
	if err := s.Hasher.RequireStrength(ctx, "new_password", c.NewPassword, u.FullName, u.Email); err != nil {
		return changeFailed(err)
	}
	try, err := s.begin(ctx, atChange, s.lockoutKey(atChange, u.ID), &u.ID)
	if err != nil {
		return err
	}
	right, err := s.Hasher.Matches(ctx, c.CurrentPassword, u.PasswordHash)
	if err != nil {
		return errors.Join(err, s.Locks.Withdraw(context.WithoutCancel(ctx), try))
	}
	if !right {
		return s.fail(context.WithoutCancel(ctx), try, &fault.Error{Kind: fault.Invalid, Code: "wrong_password", Message: changeFailedMessage,
			Fields: fault.Fields{{Name: "current_password", Code: "wrong_password", Message: "This is not your current password"}}})
	}
	hash, err := s.Hasher.Hash(ctx, c.NewPassword)
	if err != nil {
		return errors.Join(err, s.Locks.Withdraw(context.WithoutCancel(ctx), try))
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.Locks.Succeed(ctx, tx, try); err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, u, hash); err != nil || !c.InvalidateAllSessions {
			return err
		}
		return s.leaveEverywhere(ctx, tx, who, "password")
	})
}

var errNoPassword = fault.New(fault.Conflict, "no_password", "Your account has no password yet. “Forgot your password?” on the sign-in page sends you a link to choose one.")

// check tells every rule that c breaks by itself.
func (c PasswordChange) check() error {
	var broken fault.Fields
	broken.Require(c.CurrentPassword != "", "current_password", "required", "Please enter your current password")
	broken.Require(len(c.CurrentPassword) <= mostTyped, "current_password", "too_long", "This password is too long to be yours")
	if c.NewPassword == "" {
		broken.Require(false, "new_password", "required", "Please choose a new password")
	} else {
		password.RequireLength(&broken, "new_password", c.NewPassword)
		broken.Require(c.NewPassword != c.CurrentPassword, "new_password", "unchanged", "Your new password must be another than the current one")
	}
	broken.Require(c.ConfirmPassword == c.NewPassword, "confirm_password", "mismatch", "The two passwords are not the same")
	return broken.Err()
}

const changeFailedMessage = "Password change failed" // specification, first document, section 8

// changeFailed says so of what is wrong with the new password, and leaves other errors alone.
func changeFailed(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Kind == fault.Invalid {
		f.Message = changeFailedMessage
	}
	return err
}

// leaveEverywhere ends the other sessions of the caller and forgets the known devices.
func (s *Service) leaveEverywhere(ctx context.Context, tx bun.IDB, who access.Caller, why string) error {
	if err := revokeAll(ctx, tx, who.ID, who.Session, why, s.Clock.Now()); err != nil {
		return err
	}
	return deleteDevices(ctx, tx, who.ID)
}

type passwordInput struct{ Body PasswordChange }

func (s *Service) registerPassword(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Put("/auth/change-password", "Change one's own password", fault.Conflict, fault.Unavailable).
		WithDetails(fault.Invalid, "wrong_password", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, who access.Caller, in *passwordInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Your password is changed", s.ChangePassword(ctx, who, in.Body))
		})
}
