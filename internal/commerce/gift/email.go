package gift

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "gift.email"

// emailPayload is the payload of the job that sends the link of a gift.
type emailPayload struct {
	GiftID string
	Link   int64
}

var giftText = mail.Translations{
	English: mail.Text{Subject: "{sender} has given you a course", Action: "Open gift", Lines: []string{"{sender} has given you the course “{course}” at {school}."},
		Afterword: []string{"You can open your gift until {day}. Anyone with this link can redeem it: keep it to yourself."}},
	German: mail.Text{Subject: "{sender} schenkt Ihnen einen Kurs", Action: "Geschenk öffnen", Lines: []string{"{sender} schenkt Ihnen den Kurs „{course}“ bei {school}."},
		Afterword: []string{"Sie können Ihr Geschenk bis {day} öffnen. Wer diesen Link hat, kann es einlösen: Geben Sie ihn nicht weiter."}},
}

// Handlers are the jobs that send gifts and their emails.
func (s *Service) Handlers() map[string]jobs.Handler {
	all := map[string]jobs.Handler{"gift.send": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.SendDue(ctx) }}}
	if s.deps.Address != "" {
		all[emailJob] = jobs.Handler{Do: jobs.One(s.sendEmail)}
	}
	return all
}

func (s *Service) sendEmail(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	email, err := s.compose(ctx, p, j)
	if err != nil || email == nil {
		return err
	}
	return mail.JobError(s.deps.Mail.Send(ctx, *email), s.deps.Clock.Now().Sub(j.CreatedAt))
}

// compose returns the email of a gift; nil once it was sent elsewhere or has ended. It is in the language of the account that has the address, or else in that of the buyer.
func (s *Service) compose(ctx context.Context, p emailPayload, j jobs.Job) (*mail.Email, error) {
	q := s.deps.DB.Reader()
	g, err := find(ctx, q, "id", p.GiftID)
	if fault.Is(err, fault.NotFound) || err == nil && (g.Link != p.Link || g.RevokedAt != nil || g.Email == "") {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	email := mail.Email{ID: j.ID, To: g.Email, Name: g.RecipientName, At: j.CreatedAt, ActionURL: s.GiftURL(g)}
	if email.Language, err = s.languageOf(ctx, q, g); err != nil {
		return nil, err
	}
	email.SetText(giftText, "{sender}", g.SenderName, "{course}", g.Title, "{day}", mail.FormatDay(email.Language, *g.ExpiresAt))
	if g.Message != "" {
		email.Lines = append(email.Lines, g.Message)
	}
	return &email, nil
}

func (s *Service) languageOf(ctx context.Context, q bun.IDB, g Gift) (string, error) {
	reader, err := accountOf(ctx, q, g.EmailKey)
	if err != nil {
		return "", err
	}
	if reader == "" {
		reader = g.BuyerID
	}
	return mail.LanguageFor(ctx, s.deps.Preferences, q, reader, "")
}

// GiftURL is the link of a gift. Its token is in the fragment, which browsers do not send.
func (s *Service) GiftURL(g Gift) string { return s.deps.Address + "/gift#" + s.token(g) }

// Sweeps remove the addresses of gifts that ended long ago.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"gift.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return forget(ctx, tx, s.deps.Clock.Now().Add(-retention)) })
	}}
}

// Erase removes what a user has written on gifts, and what was written to them.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
