package account

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
)

// AddressOnly is what somebody sends who says who they are and nothing else.
type AddressOnly struct {
	Email string `json:"email" pattern:"\\S" maxLength:"254" msg:"Please enter your e-mail address"`
}

// LinkToken is what stands behind the # of a link.
type LinkToken struct {
	Token string `json:"token" minLength:"1" maxLength:"200" msg:"The link is not complete;maxLength=The link is not complete"`
}

// PasswordReset is what the page of a reset link sends.
type PasswordReset struct {
	LinkToken
	NewPassword string `json:"new_password" minLength:"10" maxLength:"128" msg:"Please choose a password;minLength=Your password must have at least 10 characters;maxLength=Your password must have at most 128 characters"`
}

// VerifyEmail notes that an address is its owner's. For whoever holds the link. fault.Gone when it is not good, fault.TooMany.
func (s *Service) VerifyEmail(ctx context.Context, l LinkToken, from access.Client) error {
	if err := s.take(ctx, linkLimit, from, ""); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.redeem(ctx, tx, toVerify, l.Token)
		if err != nil {
			return err
		}
		if err := markVerified(ctx, tx, u.ID, s.Clock.Now()); err != nil {
			return err
		}
		return s.NoteSecurity(ctx, tx, u.ID, "email_verified")
	})
}

// ResendVerification sends another link to whoever has not verified this address yet, if there is somebody. For anybody:
// the answer and the work are the same either way. fault.TooMany.
func (s *Service) ResendVerification(ctx context.Context, a AddressOnly, from access.Client) error {
	return s.writeTo(ctx, onSignUp, a, from)
}

// ForgotPassword sends a link to choose a new password, if somebody has this address. For anybody: the answer and the
// work are the same either way. fault.TooMany.
func (s *Service) ForgotPassword(ctx context.Context, a AddressOnly, from access.Client) error {
	return s.writeTo(ctx, onForgot, a, from)
}

// writeTo orders a letter to whoever has an address.
func (s *Service) writeTo(ctx context.Context, o occasion, a AddressOnly, from access.Client) error {
	email := emailKey(a.Email)
	if err := s.take(ctx, letterLimit, from, string(o)+" "+email); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return s.write(ctx, tx, order{Occasion: o, Email: email}) })
}

// ResetPassword gives the owner of a link another password, ends every session and every lock but one by hand. For
// whoever holds the link. fault.Gone when it is not good, fault.Invalid when the password breaks a rule, which leaves
// the link good, fault.TooMany.
func (s *Service) ResetPassword(ctx context.Context, r PasswordReset, from access.Client) error {
	if err := s.take(ctx, linkLimit, from, ""); err != nil {
		return err
	}
	u, err := s.peek(ctx, toReset, r.Token)
	if err != nil {
		return err
	}
	if err := s.Hasher.RequireStrength(ctx, "new_password", r.NewPassword, u.FullName, u.Email); err != nil {
		return err
	}
	hash, err := s.Hasher.Hash(ctx, r.NewPassword)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.redeem(ctx, tx, toReset, r.Token)
		if err != nil {
			return err
		}
		if err := s.setPassword(ctx, tx, u, hash); err != nil {
			return err
		}
		if u.EmailVerifiedAt == nil { // whoever was here before had not shown that the address is theirs
			if err := s.Outside.Forget(ctx, tx, u.ID); err != nil {
				return err
			}
		}
		if err := markVerified(ctx, tx, u.ID, now); err != nil { // who reads its mail owns the address
			return err
		}
		if err := revokeAll(ctx, tx, u.ID, "", "password", now); err != nil {
			return err
		}
		if err := deleteDevices(ctx, tx, u.ID); err != nil {
			return err
		}
		return s.unlockByMail(ctx, tx, u.ID)
	})
}

// setPassword replaces the password of u, which ends every link, and tells the owner.
func (s *Service) setPassword(ctx context.Context, tx bun.IDB, u User, hash string) error {
	now := s.Clock.Now()
	if err := replacePassword(ctx, tx, u, hash, now); err != nil {
		return err
	}
	if err := killLinks(ctx, tx, u.ID, now); err != nil {
		return err
	}
	if err := s.NoteSecurity(ctx, tx, u.ID, "password_changed"); err != nil {
		return err
	}
	return s.warn(ctx, tx, order{Occasion: onPasswordChange, User: u.ID}, PasswordChanged{u.ID})
}

// UnlockByLink ends the locks that failed attempts have set. For whoever holds the link. fault.Gone when it is not good,
// fault.TooMany.
func (s *Service) UnlockByLink(ctx context.Context, l LinkToken, from access.Client) error {
	if err := s.take(ctx, linkLimit, from, ""); err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.redeem(ctx, tx, toUnlock, l.Token)
		if err != nil {
			return err
		}
		if err := s.NoteSecurity(ctx, tx, u.ID, "unlocked"); err != nil {
			return err
		}
		return s.unlockByMail(ctx, tx, u.ID)
	})
}

// unlockByMail ends the locks of a user who reads their mail. That proves nothing about the second factor: the count of
// wrong codes stays, and the next one locks again.
func (s *Service) unlockByMail(ctx context.Context, tx bun.IDB, user string) error {
	return s.Locks.Unlock(ctx, tx, user, lockout.FailedLogin, lockout.PasswordChange)
}
