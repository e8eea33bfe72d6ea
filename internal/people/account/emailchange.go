package account

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// NewEmail is what somebody sends who wants to be reached elsewhere.
type NewEmail struct {
	NewEmail string `json:"new_email" pattern:"\\S" maxLength:"254" msg:"Please enter your new e-mail address;maxLength=An e-mail address has at most 254 characters"`
}

// emailChange is a wish for another address. It counts once whoever reads the mail of that address has said so.
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
	toMove     purpose = "move" // of the link to the new address
	toStay     purpose = "stay" // of the one to the old address that takes it back
	moveLives          = 24 * time.Hour
	stayLives          = 7 * 24 * time.Hour
	movePage           = "/confirm-email"
	stayPage           = "/undo-email"
	emailTaken         = "There is another account with this e-mail address by now. Please ask for the change again, with another one."
)

// ChangeEmail sends a link to a new address, with which it becomes the caller's. The answer and the work are the same when
// it has an account already: then its owner is told. fault.Forbidden, "confirm_identity", when it is a while ago that the
// caller has proven who they are, fault.Invalid when a rule is broken, fault.TooMany.
func (s *Service) ChangeEmail(ctx context.Context, who access.Caller, n NewEmail, from access.Client) error {
	u, err := s.Me(ctx, who)
	if err != nil {
		return err
	}
	email := strings.TrimSpace(n.NewEmail)
	var broken fault.Fields
	broken.Require(isAddress(email), "new_email", "invalid_format", "This is not a valid e-mail address")
	broken.Require(emailKey(email) != u.EmailKey, "new_email", "unchanged", "This is your e-mail address already")
	if err := broken.Err(); err != nil {
		return err
	}
	if err := s.Fresh(ctx, s.DB.Reader(), who); err != nil {
		return err
	}
	if err := s.take(ctx, letterLimit, from, "change email "+u.ID); err != nil {
		return err
	}
	now := s.Clock.Now()
	return s.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := endEmailChanges(ctx, tx, u.ID, now); err != nil {
			return err
		}
		row := emailChange{ID: db.NewID(), UserID: u.ID, OldEmail: u.Email, NewEmail: email, CreatedAt: now, ExpiresAt: now.Add(moveLives)}
		if err := insertEmailChange(ctx, tx, row); err != nil {
			return err
		}
		return s.write(ctx, tx, order{Occasion: onMove, About: row.ID})
	})
}

// ConfirmEmail makes a new address count. Every link that was sent to the old one dies, but one that takes this back. For
// whoever holds the link. fault.Gone when it is not good, fault.Conflict when the address has an account by now, fault.TooMany.
func (s *Service) ConfirmEmail(ctx context.Context, l LinkToken, from access.Client) error {
	return s.move(ctx, toMove, l, from, func(tx bun.IDB, id string) error {
		now := s.Clock.Now()
		c, err := confirmEmailChange(ctx, tx, id, now, now.Add(stayLives))
		if err != nil {
			return err
		}
		if err := s.moveTo(ctx, tx, c.UserID, c.NewEmail); err != nil {
			return err
		}
		return s.write(ctx, tx, order{Occasion: onMoved, About: c.ID})
	})
}

// UndoEmail gives an account back to its old address, signs out everywhere, and sends a link to choose another password: the
// change was not its owner's. For whoever holds the link. Faults as ConfirmEmail.
func (s *Service) UndoEmail(ctx context.Context, l LinkToken, from access.Client) error {
	return s.move(ctx, toStay, l, from, func(tx bun.IDB, id string) error {
		c, err := undoEmailChange(ctx, tx, id, s.Clock.Now())
		if err != nil {
			return err
		}
		if err := s.moveTo(ctx, tx, c.UserID, c.OldEmail); err != nil {
			return err
		}
		if err := endEmailChanges(ctx, tx, c.UserID, s.Clock.Now()); err != nil {
			return err
		}
		if err := s.EndSessionsOf(ctx, tx, c.UserID); err != nil {
			return err
		}
		if err := deleteDevices(ctx, tx, c.UserID); err != nil {
			return err
		}
		return s.write(ctx, tx, order{Occasion: onForgot, User: c.UserID})
	})
}

func (s *Service) move(ctx context.Context, p purpose, l LinkToken, from access.Client, do func(tx bun.IDB, id string) error) error {
	if err := s.take(ctx, linkLimit, from, ""); err != nil {
		return err
	}
	id, ok := s.readLinkToken(p, l.Token)
	if !ok {
		return errDeadLink
	}
	return s.DB.InTx(ctx, func(tx bun.IDB) error { return do(tx, id) })
}

// moveTo gives a user an address that is theirs: somebody has read its mail.
func (s *Service) moveTo(ctx context.Context, tx bun.IDB, user, email string) error {
	u, err := userByID(ctx, tx, user)
	if err != nil {
		return err
	}
	now := s.Clock.Now()
	u.Email, u.EmailKey, u.EmailVerifiedAt, u.UpdatedAt = email, emailKey(email), &now, now
	if err := updatePerson(ctx, tx, u); err != nil {
		if fault.Is(err, fault.Conflict) {
			err = fault.New(fault.Conflict, "email_taken", emailTaken).WithCause(err)
		}
		return err
	}
	if err := killLinks(ctx, tx, user, now); err != nil {
		return err
	}
	return s.NoteSecurity(ctx, tx, user, "email_changed")
}

// composeMove is the letter about a change of address: with the link to the new one, or to whoever has it already; and with
// the way back to the old one.
func (s *Service) composeMove(ctx context.Context, o order, j jobs.Job) (*mail.Email, error) {
	c, err := openEmailChange(ctx, s.DB.Reader(), o.About, s.Clock.Now())
	if fault.Is(err, fault.Gone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u, err := userByID(ctx, s.DB.Reader(), c.UserID)
	if err != nil {
		return nil, err
	}
	l, err := s.letterTo(ctx, u, o, j)
	if err != nil {
		return nil, err
	}
	if o.Occasion == onMoved {
		l.To, l.ActionURL = c.OldEmail, s.Address+stayPage+"#"+s.linkToken(toStay, c.ID)
		l.SetText(texts[onMoved])
		return &l, nil
	}
	owner, err := userByEmail(ctx, s.DB.Reader(), emailKey(c.NewEmail))
	if err == nil {
		o.Browser = "" // which is a stranger's
		l, err = s.letterTo(ctx, owner, o, j)
		l.SetText(moveTaken)
		return &l, err
	}
	if !fault.Is(err, fault.NotFound) {
		return nil, err
	}
	l.To, l.ActionURL = c.NewEmail, s.Address+movePage+"#"+s.linkToken(toMove, c.ID)
	l.SetText(texts[onMove])
	return &l, nil
}
