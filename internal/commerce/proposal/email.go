package proposal

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "proposal.email"

// Emails to who has asked.
const (
	offerEmail    = "offer"
	acceptedEmail = "accepted"
)

// linkPath is the page of a private link; the token is in the fragment, which appears in no log.
const linkPath = "/proposal#"

type emailPayload struct{ ProposalID, Kind string }

func (s *Service) queue(ctx context.Context, tx bun.IDB, id, kind string) error {
	_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{id, kind}})
	return err
}

// Handlers are the jobs that send emails.
func (s *Service) Handlers() map[string]jobs.Handler {
	if s.deps.Address == "" {
		return nil
	}
	return map[string]jobs.Handler{emailJob: {Do: jobs.One(s.send)}}
}

func (s *Service) send(ctx context.Context, j jobs.Job) error {
	payload, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	q := s.deps.DB.Reader()
	p, err := find(ctx, q, payload.ProposalID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	to, err := s.deps.Leads.Inquirer(ctx, q, p.LeadID)
	if err != nil {
		return err
	}
	email := mail.Email{ID: j.ID, To: to.Email, Name: to.FullName, Language: mail.Language(to.Languages), At: j.CreatedAt, ActionURL: s.deps.Address + linkPath + s.links.Token(time.Time{}, p.ID)}
	texts := offerText
	if payload.Kind == acceptedEmail {
		texts = acceptedText
	}
	last, err := time.Parse(time.DateOnly, p.ValidUntil)
	if err != nil {
		return err
	}
	email.SetText(texts, "{number}", p.Number, "{day}", mail.FormatDay(email.Language, last), "{person}", p.DecidedName)
	return mail.JobError(s.deps.Mail.Send(ctx, email), s.deps.Clock.Now().Sub(j.CreatedAt))
}

// offerText is the email with the private link.
var offerText = mail.Translations{
	English: mail.Text{Subject: "Our proposal {number}", Lines: []string{"You asked {school} for training. This is our proposal. You can read it, download it as a PDF, and accept or decline it online."}, Action: "Open proposal",
		Afterword: []string{"It is valid until {day}. Anyone with this link can accept it: forward it only to people who may decide."}},
	German: mail.Text{Subject: "Unser Angebot {number}", Lines: []string{"Sie haben {school} nach einer Schulung gefragt. Hier ist unser Angebot. Sie können es lesen, als PDF herunterladen und online annehmen oder ablehnen."}, Action: "Angebot öffnen",
		Afterword: []string{"Es gilt bis {day}. Wer diesen Link hat, kann es annehmen: Leiten Sie ihn nur an Personen weiter, die entscheiden dürfen."}},
}

// acceptedText confirms that a proposal was accepted.
var acceptedText = mail.Translations{
	English: mail.Text{Subject: "Proposal {number} accepted", Lines: []string{"{person} has accepted our proposal. Thank you. We will contact you about the next steps."}, Action: "Open proposal"},
	German:  mail.Text{Subject: "Angebot {number} angenommen", Lines: []string{"{person} hat unser Angebot angenommen. Vielen Dank. Wir melden uns wegen der nächsten Schritte bei Ihnen."}, Action: "Angebot öffnen"},
}
