package recovery

import (
	"context"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// emailJob sends the emails of this package.
const emailJob = "recovery.email"

// The emails of this package.
const (
	resetEmail    = "reset"    // chooses another password
	passwordEmail = "password" // alerts that it was changed
	confirmEmail  = "confirm"  // to a new address
	undoEmail     = "undo"     // to the old one

	// Of a change that an administrator has asked for.
	announceEmail   = "announce"    // to the old address
	confirmForEmail = "confirm_for" // to the new one
)

// Handlers are the jobs of this package.
func (s *Service) Handlers() map[string]jobs.Handler {
	return s.mailer.Handlers(emailJob, s.composeEmail)
}

func (s *Service) composeEmail(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	switch o.Template {
	case confirmEmail, confirmForEmail, undoEmail, announceEmail:
		return s.composeEmailChange(ctx, o, j)
	case resetEmail:
		return s.mailer.Alert(ctx, o, j, texts[resetEmail], func(user string) (string, error) { return s.links.Issue(ctx, user, emaillink.Reset, j) })
	}
	return s.mailer.Alert(ctx, o, j, texts[o.Template], nil)
}

// composeEmailChange is an email about another address: to that address, with the link that confirms it, or to its owner when it
// has an account already; or to the old address, with the link that takes the change back.
func (s *Service) composeEmailChange(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	c, err := openEmailChange(ctx, s.db.Reader(), o.Subject, s.clock.Now())
	if fault.Is(err, fault.Gone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	u, err := directory.ByID(ctx, s.db.Reader(), c.UserID)
	if err != nil {
		return nil, err
	}
	toNew := o.Template == confirmEmail || o.Template == confirmForEmail
	if toNew {
		owner, err := directory.ByEmail(ctx, s.db.Reader(), directory.EmailKey(c.NewEmail))
		if err == nil {
			o.Languages = "" // of another user's browser
			email, err := s.mailer.NewEmail(ctx, owner, o, j)
			email.SetText(addressTaken)
			return &email, err
		}
		if !fault.Is(err, fault.NotFound) {
			return nil, err
		}
	}
	email, err := s.mailer.NewEmail(ctx, u, o, j)
	if err != nil {
		return nil, err
	}
	email.To, email.ActionURL = c.OldEmail, s.links.URL(undoLink, undoPage, c.ID)
	if toNew {
		email.To, email.ActionURL = c.NewEmail, s.links.URL(confirmLink, confirmPage, c.ID)
	}
	email.SetText(texts[o.Template])
	return &email, nil
}
