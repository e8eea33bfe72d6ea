package complaint

import (
	"context"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

const emailJob = "complaint.email"

// emailPayload is the payload of an email job. Entry is the answer, "" for none.
type emailPayload struct{ ComplaintID, Turn, Entry string }

// Handlers include the job that writes to who complained.
func (s *Service) Handlers() map[string]jobs.Handler {
	handlers := map[string]jobs.Handler{dropJob: {Do: jobs.One(s.dropFiles)}}
	if s.deps.Address != "" {
		handlers[emailJob] = jobs.Handler{Do: jobs.One(s.send)}
	}
	return handlers
}

func (s *Service) send(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	d, err := s.Get(ctx, p.ComplaintID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	answer := ""
	for _, e := range d.Entries {
		if e.ID == p.Entry {
			answer = e.Body
		}
	}
	now := s.deps.Clock.Now()
	email := mail.Email{ID: j.ID, To: d.Email, Name: d.FullName, Language: mail.Language(d.Languages), At: now, ActionURL: s.deps.Address + ownPath + d.ID}
	if d.UserID == nil {
		email.ActionURL = s.deps.Address + trackPath + s.links.Token(time.Time{}, d.ID)
	}
	words := emails[p.Turn]
	if d.UserID != nil {
		words = receivedText
	}
	if p.Turn == turnResolved && answer == "" {
		words = resolvedText
	}
	email.SetText(words, "{number}", d.Number, "{subject}", d.Subject, "{answer}", answer)
	return mail.JobError(s.deps.Mail.Send(ctx, email), now.Sub(j.DueAt))
}

const (
	secretLink   = "Keep this link to yourself: who has it can read and answer your complaint."
	secretLinkDe = "Geben Sie diesen Link nicht weiter: Wer ihn hat, kann Ihre Beschwerde lesen und beantworten."
)

// emails are those of turns.
var emails = map[string]mail.Translations{
	turnOpened: {
		English: mail.Text{Subject: "Your complaint {number}", Lines: []string{"We have received your complaint “{subject}”. We usually answer within one working day."}, Action: "Open complaint", Afterword: []string{secretLink}},
		German:  mail.Text{Subject: "Ihre Beschwerde {number}", Lines: []string{"Wir haben Ihre Beschwerde „{subject}“ erhalten. Wir antworten in der Regel innerhalb eines Arbeitstags."}, Action: "Beschwerde öffnen", Afterword: []string{secretLinkDe}},
	},
	turnAnswered: {
		English: mail.Text{Subject: "Answer to your complaint {number}", Lines: []string{"We have answered your complaint “{subject}”:", "{answer}"}, Action: "Answer", Afterword: []string{"Answer by the button: we don't read replies to this email.", secretLink}},
		German:  mail.Text{Subject: "Antwort auf Ihre Beschwerde {number}", Lines: []string{"Wir haben auf Ihre Beschwerde „{subject}“ geantwortet:", "{answer}"}, Action: "Antworten", Afterword: []string{"Antworten Sie über den Knopf: Antworten auf diese E-Mail lesen wir nicht.", secretLinkDe}},
	},
	turnResolved: {
		English: mail.Text{Subject: "Your complaint {number} is resolved", Lines: []string{"We have resolved your complaint “{subject}”:", "{answer}", "If you are not content, answer within 14 days, and we open it again."}, Action: "Rate or answer", Afterword: []string{secretLink}},
		German:  mail.Text{Subject: "Ihre Beschwerde {number} ist gelöst", Lines: []string{"Wir haben Ihre Beschwerde „{subject}“ gelöst:", "{answer}", "Wenn Sie nicht zufrieden sind, antworten Sie innerhalb von 14 Tagen, dann öffnen wir sie wieder."}, Action: "Bewerten oder antworten", Afterword: []string{secretLinkDe}},
	},
}

// receivedText is the email to a user whose complaint has come in; of the rest they get notifications.
var receivedText = mail.Translations{
	English: mail.Text{Subject: "Your complaint {number}", Lines: []string{"We have received your complaint “{subject}”. We usually answer within one working day."}, Action: "Open complaint"},
	German:  mail.Text{Subject: "Ihre Beschwerde {number}", Lines: []string{"Wir haben Ihre Beschwerde „{subject}“ erhalten. Wir antworten in der Regel innerhalb eines Arbeitstags."}, Action: "Beschwerde öffnen"},
}

// resolvedText is the email about a complaint that was resolved without an answer.
var resolvedText = mail.Translations{
	English: mail.Text{Subject: "Your complaint {number} is resolved", Lines: []string{"We have resolved your complaint “{subject}”.", "If you are not content, answer within 14 days, and we open it again."}, Action: "Rate or answer", Afterword: []string{secretLink}},
	German:  mail.Text{Subject: "Ihre Beschwerde {number} ist gelöst", Lines: []string{"Wir haben Ihre Beschwerde „{subject}“ gelöst.", "Wenn Sie nicht zufrieden sind, antworten Sie innerhalb von 14 Tagen, dann öffnen wir sie wieder."}, Action: "Bewerten oder antworten", Afterword: []string{secretLinkDe}},
}
