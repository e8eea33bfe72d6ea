package company

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "company.email"

// noEnd: the row of an invitation says when it expires.
var noEnd time.Time

// emailPayload is the payload of the job that sends an invitation.
type emailPayload struct{ InvitationID string }

var invitationText = mail.Translations{
	English: mail.Text{Subject: "{company} invites you to {school}", Action: "Open invitation",
		Lines:     []string{"{company} invites you to learn at {school}. Sign in or create an account with this email address, then accept the invitation."},
		Afterword: []string{"You can accept it within 14 days. If you weren't expecting this invitation, ignore this email."}},
	German: mail.Text{Subject: "{company} lädt Sie zu {school} ein", Action: "Einladung öffnen",
		Lines:     []string{"{company} lädt Sie ein, bei {school} zu lernen. Melden Sie sich mit dieser E-Mail-Adresse an oder erstellen Sie ein Konto, und nehmen Sie dann die Einladung an."},
		Afterword: []string{"Sie können sie innerhalb von 14 Tagen annehmen. Wenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail."}},
}

func (s *Service) queueEmail(ctx context.Context, tx bun.IDB, i CompanyInvitation) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{i.ID}})
	return err
}

// Handlers include the job that sends invitations.
func (s *Service) Handlers() map[string]jobs.Handler {
	if s.deps.Address == "" {
		return nil
	}
	return map[string]jobs.Handler{emailJob: {Do: jobs.One(s.send)}}
}

func (s *Service) send(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	email, err := s.compose(ctx, p.InvitationID, j)
	if err != nil || email == nil {
		return err
	}
	return mail.JobError(s.deps.Mail.Send(ctx, *email), s.deps.Clock.Now().Sub(j.CreatedAt))
}

// compose returns the email of an invitation; nil once the invitation is no longer open. It is in the language of the account that has the address, or
// else in that of the sender: they are colleagues.
func (s *Service) compose(ctx context.Context, id string, j jobs.Job) (*mail.Email, error) {
	q := s.deps.DB.Reader()
	i, err := openInvitation(ctx, q, id, s.deps.Clock.Now())
	if fault.Is(err, fault.Gone) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	c, err := find(ctx, q, i.CompanyID, "")
	if err != nil {
		return nil, err
	}
	reader, err := userByEmail(ctx, q, i.EmailKey)
	if err != nil {
		return nil, err
	}
	if reader == "" && i.InvitedBy != nil {
		reader = *i.InvitedBy
	}
	email := mail.Email{ID: j.ID, To: i.Email, Name: i.FullName, At: j.CreatedAt, ActionURL: s.InvitationURL(i.ID)}
	if email.Language, err = mail.LanguageFor(ctx, s.deps.Preferences, q, reader, ""); err != nil {
		return nil, err
	}
	email.SetText(invitationText, "{company}", c.Name)
	return &email, nil
}

// InvitationURL is the link of an invitation. Its token is in the fragment, which browsers do not send.
func (s *Service) InvitationURL(id string) string {
	return s.deps.Address + "/join-company#" + s.signer().Token(noEnd, id)
}
