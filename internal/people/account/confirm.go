package account

import (
	"context"
	"errors"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// PasswordProof is what somebody sends who is signed in, to show that it is still they.
type PasswordProof struct {
	Password string `json:"password" minLength:"1" maxLength:"1024" msg:"Please enter your password;maxLength=This password is too long to be yours"`
}

// Fresh says that the caller has proven who they are within the last minutes; fault.Forbidden, "confirm_identity", when it
// is longer ago. For whatever changes what protects an account: a device that was left open must not be enough for it, nor an administrator who acts as the owner.
func (s *Service) Fresh(ctx context.Context, q bun.IDB, who access.Caller) error {
	if who.Actor != "" {
		return fault.New(fault.Forbidden, "acting_as", "While you act as somebody else you cannot change what protects their account.")
	}
	at, err := provenAt(ctx, q, who)
	if err == nil && (at == nil || s.Clock.Now().Sub(*at) >= freshFor) {
		err = fault.New(fault.Forbidden, "confirm_identity", "Please confirm first that it is you.")
	}
	return err
}

// Confirmed notes that the caller has just proven themselves; twoFactor that it was by more than a password, so that the
// session counts as signed in by both. For whoever has checked that.
func (s *Service) Confirmed(ctx context.Context, tx bun.IDB, who access.Caller, twoFactor bool) error {
	return noteProof(ctx, tx, who.Session, twoFactor, s.Clock.Now())
}

// ConfirmPassword makes the caller's session fresh by their password. Wrong ones are counted with those of a password
// change. fault.Locked during a lock, fault.Invalid when it is another, fault.Conflict when there is none.
func (s *Service) ConfirmPassword(ctx context.Context, who access.Caller, p PasswordProof) error {
	u, err := s.Me(ctx, who)
	if err == nil && u.PasswordHash == "" {
		err = errNoPassword
	}
	if err != nil {
		return err
	}
	try, err := s.begin(ctx, atChange, s.lockoutKey(atChange, u.ID), &u.ID)
	if err != nil {
		return err
	}
	right, err := s.Hasher.Matches(ctx, p.Password, u.PasswordHash)
	if err != nil {
		return errors.Join(err, s.Locks.Withdraw(context.WithoutCancel(ctx), try))
	}
	if !right {
		return s.fail(context.WithoutCancel(ctx), try, &fault.Error{Kind: fault.Invalid, Code: "wrong_password", Message: "This is not your password.",
			Fields: fault.Fields{{Name: "password", Code: "wrong_password", Message: "This is not your password"}}})
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := s.Locks.Succeed(ctx, tx, try); err != nil {
			return err
		}
		return s.Confirmed(ctx, tx, who, false)
	})
}

// EndSessionsOf signs a user out everywhere, also those who are half in, because what protected the account was taken
// away. For other features, within their transaction.
func (s *Service) EndSessionsOf(ctx context.Context, tx bun.IDB, user string) error {
	if err := revokeAll(ctx, tx, user, "", "elsewhere", s.Clock.Now()); err != nil {
		return err
	}
	return deleteChallenges(ctx, tx, user)
}

type confirmInput struct{ Body PasswordProof }

func (s *Service) registerConfirm(api *rest.API) {
	rest.Handle(api, rest.SignedIn, rest.Post("/auth/confirm-identity", "Show by the password that it is still oneself, for what asks for it", fault.Conflict, fault.Unavailable).
		WithDetails(fault.Invalid, "wrong_password", lockout.AttemptsLeft{}).WithDetails(fault.Locked, "account_locked", lockout.LockoutAnswer{}),
		func(ctx context.Context, who access.Caller, in *confirmInput) (rest.Answer[rest.Nothing], error) {
			return rest.Done("Thank you", s.ConfirmPassword(ctx, who, in.Body))
		})
}
