package signup

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/access"
)

// VerifyEmail confirms the address of a user. The link authorises it. fault.Gone when the link is invalid, fault.TooMany.
func (s *Service) VerifyEmail(ctx context.Context, l emaillink.LinkRedemption, from access.Client) error {
	return s.limits.Guard(ctx, authn.DeadLinks("verification"), from, func() error {
		return s.db.InTx(ctx, func(tx bun.IDB) error {
			u, err := s.links.Redeem(ctx, tx, emaillink.Verify, l.Token)
			if err != nil {
				return err
			}
			if err := directory.MarkVerified(ctx, tx, u.ID, s.clock.Now()); err != nil {
				return err
			}
			return s.security.Record(ctx, tx, u.ID, "email_verified")
		})
	})
}

// ResendVerification emails another link to the user of an unconfirmed address, if any. Public: the answer and the work are
// the same either way. fault.TooMany.
func (s *Service) ResendVerification(ctx context.Context, a authn.AddressOnly, from access.Client) error {
	email := directory.EmailKey(a.Email)
	if err := s.limits.Take(ctx, authn.EmailLimit, from, "sign_up "+email); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: signUpEmail, Email: email})
	})
}

// RequestVerification emails a user the link that confirms their address, with the transaction tx. For other features.
func (s *Service) RequestVerification(ctx context.Context, tx bun.IDB, user string) error {
	return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: verifyEmail, User: user})
}
