package recovery

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
)

// PasswordReset is the form behind a reset link.
type PasswordReset struct {
	emaillink.LinkRedemption
	NewPassword string `json:"new_password" minLength:"10" maxLength:"128" msg:"Please choose a password;minLength=Your password must have at least 10 characters;maxLength=Your password must have at most 128 characters"`
}

// ForgotPassword emails a link to choose a new password to the user of an address, if any. Public: the answer and the work
// are the same either way. fault.TooMany.
func (s *Service) ForgotPassword(ctx context.Context, a authn.AddressOnly, from access.Client) error {
	email := directory.EmailKey(a.Email)
	if err := s.limits.Take(ctx, authn.EmailLimit, from, "forgot "+email); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: resetEmail, Email: email})
	})
}

// SendReset sends a user a link to choose another password, with the transaction tx. For package account, on behalf of administrators.
func (s *Service) SendReset(ctx context.Context, tx bun.IDB, user string) error {
	return s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: resetEmail, User: user})
}

// ResetPassword sets another password for the user of a link, and ends every session and every lock except one by hand. The
// link authorises it. fault.Gone when it is invalid, fault.Invalid when the password violates a rule, which leaves the link
// valid, fault.TooMany.
func (s *Service) ResetPassword(ctx context.Context, r PasswordReset, from access.Client) error {
	return s.limits.Guard(ctx, authn.DeadLinks("reset"), from, func() error { return s.resetPassword(ctx, r) })
}

func (s *Service) resetPassword(ctx context.Context, r PasswordReset) error {
	u, err := s.links.Peek(ctx, emaillink.Reset, r.Token)
	if err != nil {
		return err
	}
	if err := s.passwords.Require(ctx, "new_password", r.NewPassword, u.FullName, u.Email); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, r.NewPassword)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		u, err := s.links.Redeem(ctx, tx, emaillink.Reset, r.Token)
		if err != nil {
			return err
		}
		return s.reset(ctx, tx, u, hash)
	})
}

// reset hands the account to u, who has proven by the link that the address is theirs.
func (s *Service) reset(ctx context.Context, tx bun.IDB, u directory.User, hash string) error {
	if err := s.setPassword(ctx, tx, u, hash); err != nil {
		return err
	}
	if u.EmailVerifiedAt == nil { // nobody who used the account before had confirmed the address
		if err := s.identities.Forget(ctx, tx, u.ID); err != nil {
			return err
		}
	}
	if err := directory.MarkVerified(ctx, tx, u.ID, s.clock.Now()); err != nil {
		return err
	}
	if err := s.sessions.EndAll(ctx, tx, u.ID, "", "password"); err != nil {
		return err
	}
	if err := s.sessions.ForgetDevices(ctx, tx, u.ID); err != nil {
		return err
	}
	return s.unlock(ctx, tx, u.ID)
}

// UnlockByLink ends the locks that failed attempts have set. The link authorises it. fault.Gone when it is invalid,
// fault.TooMany.
func (s *Service) UnlockByLink(ctx context.Context, l emaillink.LinkRedemption, from access.Client) error {
	return s.limits.Guard(ctx, authn.DeadLinks("unlock"), from, func() error {
		return s.db.InTx(ctx, func(tx bun.IDB) error {
			u, err := s.links.Redeem(ctx, tx, emaillink.Unlock, l.Token)
			if err != nil {
				return err
			}
			if err := s.security.Record(ctx, tx, u.ID, "unlocked"); err != nil {
				return err
			}
			return s.unlock(ctx, tx, u.ID)
		})
	})
}

// unlock ends a user's locks. An email link proves nothing about the second factor, so the count of wrong codes stays, and
// the next one locks again.
func (s *Service) unlock(ctx context.Context, tx bun.IDB, user string) error {
	return s.lockouts.Unlock(ctx, tx, user, lockout.FailedLogin, lockout.PasswordChange)
}
