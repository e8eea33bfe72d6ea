package twofactor

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// FactorProof is a second factor: a code or a passkey.
type FactorProof struct {
	Method  Method        `json:"method" enum:"totp,passkey,recovery_code" msg:"method must be totp, passkey or recovery_code"`
	Code    string        `json:"code,omitempty" maxLength:"40" msg:"This code is too long" doc:"Of the authenticator app, or a recovery code."`
	Passkey *PasskeyProof `json:"passkey,omitempty"`
}

// prove runs then in the transaction that consumes a user's proof. fault.Invalid when the proof is wrong, fault.Locked
// after too many wrong ones.
func (s *Service) prove(ctx context.Context, user string, p FactorProof, why purpose, then func(tx bun.IDB) error) error {
	if p.Method == passkey {
		if p.Passkey == nil {
			return errPasskeyRefused(nil)
		}
		err := s.provePasskey(ctx, why, user, *p.Passkey, func(tx bun.IDB, _ string) error { return then(tx) })
		if fault.Is(err, fault.Invalid) {
			err = errors.Join(err, s.db.InTx(context.WithoutCancel(ctx), func(tx bun.IDB) error { return s.security.Record(ctx, tx, user, stepFailed) }))
		}
		return err
	}
	look := s.takeCode
	if p.Method == recovery {
		look = s.takeRecoveryCode
	}
	t, err := s.begin(ctx, user)
	if err != nil {
		return err
	}
	right := false
	err = s.db.InTx(context.WithoutCancel(ctx), func(tx bun.IDB) error {
		if right, err = look(ctx, tx, user, p.Code); err != nil || !right {
			return err
		}
		if err := s.lockouts.Succeed(ctx, tx, t); err != nil {
			return err
		}
		return then(tx)
	})
	switch {
	case err != nil: // an internal error, not a wrong code
		return errors.Join(err, s.lockouts.Withdraw(context.WithoutCancel(ctx), t))
	case !right:
		return s.fail(context.WithoutCancel(ctx), user, p.Method, t)
	}
	return nil
}

// Confirm makes the caller's session fresh by their second factor. fault.Invalid and fault.Locked as at sign-in.
func (s *Service) Confirm(ctx context.Context, who access.Caller, p FactorProof) error {
	return s.prove(ctx, who.ID, p, forConfirmation, func(tx bun.IDB) error { return s.sessions.MarkFresh(ctx, tx, who, true) })
}

// BeginPasskeyConfirmation returns a passkey request for Confirm.
func (s *Service) BeginPasskeyConfirmation(ctx context.Context, who access.Caller) (PasskeyRequest, error) {
	return s.challengeUser(ctx, forConfirmation, who.ID)
}

// stepUser returns the user whose second step a challenge waits for. fault.Gone when the challenge is invalid,
// fault.Conflict when the user has no factor yet.
func (s *Service) stepUser(ctx context.Context, token string) (string, error) {
	user, enrol, err := s.sessions.ChallengedUser(ctx, s.db.Reader(), token)
	if err == nil && enrol {
		err = fault.New(fault.Conflict, "enrolment_required", "Set up two-factor authentication first.")
	}
	return user, err
}

// enrolling returns the user who must set up a second factor to sign in. fault.Gone when the challenge is not for
// enrolment, fault.Conflict when they have a factor: a password alone must not add another.
func (s *Service) enrolling(ctx context.Context, q bun.IDB, token string) (string, error) {
	user, enrol, err := s.sessions.ChallengedUser(ctx, q, token)
	if err != nil {
		return "", err
	}
	has, err := factorsOf(ctx, q, user)
	if err == nil && (!enrol || has.any()) {
		err = fault.New(fault.Conflict, "enrolled", "Two-factor authentication is already set up. Sign in again and use it.")
	}
	return user, err
}
