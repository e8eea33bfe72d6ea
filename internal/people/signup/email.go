package signup

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/accountmail"
	"lectern/internal/people/directory"
	"lectern/internal/people/emaillink"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "signup.email"

// The emails of this package.
const (
	signUpEmail     = "sign_up" // to an address: how to continue
	verifyEmail     = "verify"  // to a user: confirms the address
	decisionEmail   = "decision"
	invitationEmail = "invitation"
)

func (s *Service) Handlers() map[string]jobs.Handler {
	return s.mailer.Handlers(emailJob, s.composeEmail)
}

func (s *Service) composeEmail(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	if o.Template == invitationEmail {
		return s.composeInvitation(ctx, o, j)
	}
	u, err := s.mailer.Recipient(ctx, o)
	if fault.Is(err, fault.NotFound) {
		if o.Template == signUpEmail {
			return s.composeSignUp(ctx, o, j)
		}
		return nil, nil
	}
	if err != nil || u.Status != directory.Active {
		return nil, err
	}
	switch {
	case o.Template == decisionEmail:
		return s.composeDecision(ctx, u, o, j)
	case o.Template == signUpEmail && o.Subject != "": // the address has an account
		return s.composeLink(ctx, u, o, emaillink.Reset, addressTaken, j)
	case u.EmailVerifiedAt != nil:
		return nil, nil
	}
	return s.composeLink(ctx, u, o, emaillink.Verify, verification, j)
}

// composeLink composes an email to a user whose button is a link.
func (s *Service) composeLink(ctx context.Context, u directory.User, o accountmail.QueuedEmail, p emaillink.Purpose, texts mail.Translations, j jobs.Job) (*mail.Email, error) {
	email, err := s.mailer.NewEmail(ctx, u, o, j)
	if err != nil {
		return nil, err
	}
	if email.ActionURL, err = s.links.Issue(ctx, u.ID, p, j); err != nil {
		return nil, err
	}
	email.SetText(texts)
	return &email, nil
}

// composeSignUp composes the email of a pending sign-up, nil when none is pending. The lifetime of its link begins now.
func (s *Service) composeSignUp(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	row, err := pendingOf(ctx, s.db.Reader(), o, s.clock.Now().Add(-pendingFor))
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error { return extendPending(ctx, tx, row.ID, j.CreatedAt.Add(linkLifetime)) })
	email := mail.Email{ID: j.ID, To: row.Email, Name: row.FullName, At: j.CreatedAt, Language: mail.Language(o.Languages),
		ActionURL: s.links.URL(completion, completionPage, row.ID)}
	email.SetText(welcome)
	return &email, err
}

// composeInvitation composes the email of an invitation, nil when it was revoked.
func (s *Service) composeInvitation(ctx context.Context, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	i, err := openInvitation(ctx, s.db.Reader(), o.Subject, s.clock.Now())
	if fault.Is(err, fault.NotFound) {
		return nil, nil
	}
	email := mail.Email{ID: j.ID, To: i.Email, At: j.CreatedAt, Language: mail.Language(o.Languages),
		ActionURL: s.links.URL(acceptance, acceptancePage, o.Subject)}
	email.SetText(invitation)
	return &email, err
}

// composeDecision composes the answer to an application.
func (s *Service) composeDecision(ctx context.Context, u directory.User, o accountmail.QueuedEmail, j jobs.Job) (*mail.Email, error) {
	email, err := s.mailer.NewEmail(ctx, u, o, j)
	if err != nil {
		return nil, err
	}
	a, err := applicationByID(ctx, s.db.Reader(), o.Subject)
	if err != nil {
		return nil, err
	}
	texts := rejected
	if a.Status == "approved" {
		texts, email.ActionURL = approved, s.links.Page("/")
	}
	email.SetText(texts, "{role}", roleName(email.Language, a.Role))
	if a.Note != "" {
		note := mail.Email{Language: email.Language}
		note.SetText(noted, "{note}", a.Note)
		email.Lines = append(email.Lines, note.Lines...)
	}
	return &email, nil
}
