package recovery

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// NewEmail is a user's request for another address.
type NewEmail struct {
	NewEmail string `json:"new_email" pattern:"\\S" maxLength:"254" msg:"Please enter your new email address;maxLength=An email address has at most 254 characters"`
}

// EmailUndone says what became of a change of an address.
type EmailUndone struct {
	Prevented bool `json:"prevented" doc:"The change had not taken effect: nothing else has happened."`
}

// emailChange is a request for another address. It takes effect when the link in the email to that address is opened.
type emailChange struct {
	bun.BaseModel `bun:"table:email_changes,alias:e"`

	ID          string `bun:",pk"`
	UserID      string
	OldEmail    string
	NewEmail    string
	CreatedAt   time.Time
	ExpiresAt   time.Time
	ConfirmedAt *time.Time
	EndedAt     *time.Time
}

const (
	confirmLink     emaillink.Purpose = "move" // to the new address
	undoLink        emaillink.Purpose = "stay" // to the old address; reverts the change
	confirmLifetime                   = 24 * time.Hour
	undoLifetime                      = 7 * 24 * time.Hour
	confirmPage                       = "/confirm-email"
	undoPage                          = "/undo-email"
	retention                         = 30 * 24 * time.Hour // of an expired change, for investigations
)

// ChangeEmail emails a link to a new address that makes it the caller's. When the address has an account already, the
// answer and the work are the same, and its owner is notified. fault.Forbidden, "confirm_identity", when the session is not
// fresh, fault.Invalid when a rule is violated, fault.TooMany.
func (s *Service) ChangeEmail(ctx context.Context, who access.Caller, n NewEmail, from access.Client) error {
	u, err := s.sessions.Me(ctx, who)
	if err != nil {
		return err
	}
	email := strings.TrimSpace(n.NewEmail)
	var broken fault.Fields
	broken.Require(directory.IsAddress(email), "new_email", "invalid_format", "This is not a valid email address")
	broken.Require(directory.EmailKey(email) != u.EmailKey, "new_email", "unchanged", "This is already your email address")
	if err := broken.Err(); err != nil {
		return err
	}
	if err := s.sessions.Fresh(ctx, s.db.Reader(), who); err != nil {
		return err
	}
	if err := s.limits.Take(ctx, authn.EmailLimit, from, "change email "+u.ID); err != nil {
		return err
	}
	now := s.clock.Now()
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := cancelEmailChanges(ctx, tx, u.ID, now); err != nil {
			return err
		}
		row := emailChange{ID: db.NewID(), UserID: u.ID, OldEmail: u.Email, NewEmail: email, CreatedAt: now, ExpiresAt: now.Add(confirmLifetime)}
		if err := insertEmailChange(ctx, tx, row); err != nil {
			return err
		}
		return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: confirmEmail, Subject: row.ID})
	})
}

// ConfirmEmail makes a new address take effect and revokes every link sent to the old one, except the one that reverts
// this. The link authorises it. fault.Gone when it is invalid, fault.Conflict when the address has an account by now,
// fault.TooMany.
func (s *Service) ConfirmEmail(ctx context.Context, l emaillink.LinkRedemption, from access.Client) error {
	return s.redeem(ctx, confirmLink, l, from, func(tx bun.IDB, id string) error {
		now := s.clock.Now()
		c, err := confirmEmailChange(ctx, tx, id, now, now.Add(undoLifetime))
		if err != nil {
			return err
		}
		if err := s.setEmail(ctx, tx, c.UserID, c.NewEmail); err != nil {
			return err
		}
		return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: undoEmail, Subject: c.ID})
	})
}

// RequestEmailChange is ChangeEmail by an administrator, with the transaction tx: the new address has to confirm the change, and the old
// one is notified with a link that prevents it. For package account.
func (s *Service) RequestEmailChange(ctx context.Context, tx bun.IDB, u directory.User, email string) error {
	now := s.clock.Now()
	if err := cancelEmailChanges(ctx, tx, u.ID, now); err != nil {
		return err
	}
	row := emailChange{ID: db.NewID(), UserID: u.ID, OldEmail: u.Email, NewEmail: email, CreatedAt: now, ExpiresAt: now.Add(confirmLifetime)}
	if err := insertEmailChange(ctx, tx, row); err != nil {
		return err
	}
	if err := s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: announceEmail, Subject: row.ID}); err != nil {
		return err
	}
	return s.mailer.QueueAlert(ctx, tx, emailJob, accountmail.QueuedEmail{Template: confirmForEmail, Subject: row.ID})
}

// UndoEmail restores an account's old address, because the change was not its owner's: it signs out everywhere, voids the password
// and what was set up to sign in with since the change, and emails a link to choose another password. A change that has not taken
// effect is only prevented. The link authorises it. Faults as ConfirmEmail.
func (s *Service) UndoEmail(ctx context.Context, l emaillink.LinkRedemption, from access.Client) (prevented bool, err error) {
	err = s.redeem(ctx, undoLink, l, from, func(tx bun.IDB, id string) error {
		if prevented, err = preventEmailChange(ctx, tx, id, s.clock.Now()); err != nil || prevented {
			return err
		}
		c, err := undoEmailChange(ctx, tx, id, s.clock.Now())
		if err != nil {
			return err
		}
		if err := s.setEmail(ctx, tx, c.UserID, c.OldEmail); err != nil {
			return err
		}
		if err := cancelEmailChanges(ctx, tx, c.UserID, s.clock.Now()); err != nil {
			return err
		}
		return s.evict(ctx, tx, c)
	})
	return prevented, err
}

// evict invalidates everything with which the user who changed the address could sign in.
func (s *Service) evict(ctx context.Context, tx bun.IDB, c emailChange) error {
	if err := directory.VoidPassword(ctx, tx, c.UserID, s.clock.Now()); err != nil {
		return err
	}
	if err := s.identities.Forget(ctx, tx, c.UserID); err != nil {
		return err
	}
	if err := s.factors.ForgetAddedSince(ctx, tx, c.UserID, c.CreatedAt); err != nil {
		return err
	}
	if err := s.sessions.EndSessionsOf(ctx, tx, c.UserID); err != nil {
		return err
	}
	if err := s.sessions.ForgetDevices(ctx, tx, c.UserID); err != nil {
		return err
	}
	return s.mailer.Queue(ctx, tx, emailJob, accountmail.QueuedEmail{Template: resetEmail, User: c.UserID})
}

func (s *Service) redeem(ctx context.Context, p emaillink.Purpose, l emaillink.LinkRedemption, from access.Client, do func(tx bun.IDB, id string) error) error {
	return s.limits.Guard(ctx, authn.DeadLinks("email change"), from, func() error {
		id, ok := s.links.Read(p, l.Token)
		if !ok {
			return emaillink.ErrDead
		}
		return s.db.InTx(ctx, func(tx bun.IDB) error { return do(tx, id) })
	})
}

// setEmail sets a user's address, which is confirmed.
func (s *Service) setEmail(ctx context.Context, tx bun.IDB, user, email string) error {
	u, err := directory.ByID(ctx, tx, user)
	if err != nil {
		return err
	}
	now := s.clock.Now()
	u.Email, u.EmailKey, u.EmailVerifiedAt, u.UpdatedAt = email, directory.EmailKey(email), &now, now
	if err := directory.UpdatePerson(ctx, tx, u); err != nil {
		if fault.Is(err, fault.Conflict) {
			err = fault.New(fault.Conflict, "email_taken", "Another account now has this email address. Request the change again with another one.").WithCause(err)
		}
		return err
	}
	if err := s.RevokeLinks(ctx, tx, user); err != nil {
		return err
	}
	return s.security.Record(ctx, tx, user, "email_changed")
}
