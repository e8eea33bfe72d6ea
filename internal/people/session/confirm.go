package session

import (
	"context"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// freshFor is how long after proving their identity users may change their credentials without being asked again.
const freshFor = 10 * time.Minute

// PasswordProof confirms the identity of a signed-in user.
type PasswordProof struct {
	Password string `json:"password" minLength:"1" maxLength:"1024" msg:"Please enter your password;maxLength=This password is too long to be yours"`
}

// Fresh returns fault.Forbidden, "confirm_identity", unless the caller has proven their identity within freshFor. Every
// change of credentials requires it, so that neither a device left signed in nor an impersonating administrator can make
// one.
func (s *Service) Fresh(ctx context.Context, q bun.IDB, who access.Caller) error {
	if who.Actor != "" {
		return fault.New(fault.Forbidden, "acting_as", "While you view the site as another user, you can't change what protects their account.")
	}
	at, err := provenAt(ctx, q, who)
	if err == nil && (at == nil || s.clock.Now().Sub(*at) >= freshFor) {
		err = fault.New(fault.Forbidden, "confirm_identity", "Confirm your identity to continue.")
	}
	return err
}

// MarkFresh records that the caller has just proven their identity; twoFactor: by more than a password, so that the session
// counts as opened with a second factor. For the feature that has checked the proof.
func (s *Service) MarkFresh(ctx context.Context, tx bun.IDB, who access.Caller, twoFactor bool) error {
	return noteProof(ctx, tx, who.Session, twoFactor, s.clock.Now())
}

// ConfirmPassword makes the caller's session fresh by their password. fault.Locked during a lock, fault.Invalid for a wrong
// password, fault.Conflict when the account has none.
func (s *Service) ConfirmPassword(ctx context.Context, who access.Caller, p PasswordProof) error {
	u, err := s.Me(ctx, who)
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
	right, err := s.hasher.Matches(ctx, p.Password, u.PasswordHash)
	if err != nil {
		return errors.Join(err, s.lockouts.Withdraw(context.WithoutCancel(ctx), attempt))
	}
	if !right {
		return s.lockouts.Fail(context.WithoutCancel(ctx), attempt, lockout.Failure{Event: "password_check_failed",
			Wrong: &fault.Error{Kind: fault.Invalid, Code: "wrong_password", Message: "This is not your password.",
				Fields: fault.Fields{{Name: "password", Code: "wrong_password", Message: "This is not your password"}}}})
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := s.lockouts.Succeed(ctx, tx, attempt); err != nil {
			return err
		}
		return s.MarkFresh(ctx, tx, who, false)
	})
}
