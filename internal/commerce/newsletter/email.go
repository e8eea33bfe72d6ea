package newsletter

import (
	"context"
	"html/template"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/text"
)

const (
	emailJob = "newsletter.email"
	testJob  = "newsletter.test"
)

// Emails to one subscriber.
const (
	confirmEmail = "confirm"
	knownEmail   = "known"
)

// confirmPath is the page that confirms; the token is in the fragment, which appears in no log.
const confirmPath = "/newsletter/confirm#"

// emailPayload is the payload of a job that sends an email to one subscriber.
type emailPayload struct{ SubscriberID, Kind string }

// sendEmail sends the email that answers the form.
func (s *Service) sendEmail(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[emailPayload](j)
	if err != nil {
		return err
	}
	to, err := subscriberByID(ctx, s.deps.DB.Reader(), p.SubscriberID)
	if err != nil || to == nil {
		return err
	}
	email := mail.Email{ID: j.ID, To: to.Email, Name: to.FullName, Language: mail.Language(to.Languages), At: j.CreatedAt}
	switch {
	case p.Kind == confirmEmail && to.Status == Pending:
		email.ActionURL = s.deps.Address + confirmPath + s.confirmations.Token(to.AskedAt.Add(confirmable), to.ID)
		email.SetText(confirmText)
	case p.Kind == knownEmail && to.Status == Confirmed:
		email.ActionURL = s.deps.Address + preferencesPath + s.linkToken(to.ID, "", "")
		email.SetText(knownText)
	default:
		return nil
	}
	return mail.JobError(s.deps.Mail.Send(ctx, email), s.deps.Clock.Now().Sub(j.CreatedAt))
}

// testPayload is the payload of the job that sends a campaign to its author.
type testPayload struct{ CampaignID, UserID string }

// Test emails a campaign to the administrator who asks for it. fault.NotFound.
func (s *Service) Test(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := campaignByID(ctx, tx, id); err != nil {
			return err
		}
		_, err := s.deps.Queue.Add(ctx, tx, jobs.New{Kind: testJob, Payload: testPayload{id, who.ID}})
		return err
	})
}

func (s *Service) sendTest(ctx context.Context, j jobs.Job) error {
	p, err := jobs.Payload[testPayload](j)
	if err != nil {
		return err
	}
	c, to, err := s.draftFor(ctx, p.CampaignID, p.UserID)
	if err != nil || to == nil {
		return err
	}
	return mail.JobError(s.deps.Mail.Send(ctx, s.campaignEmail(c, *to, j.ID)), s.deps.Clock.Now().Sub(j.CreatedAt))
}

// draftFor returns a campaign, and a user as its recipient; nil for one who is gone.
func (s *Service) draftFor(ctx context.Context, id, user string) (c Campaign, to *Subscriber, err error) {
	q := s.deps.DB.Reader()
	if c, err = campaignByID(ctx, q, id); err != nil {
		return c, nil, err
	}
	to, err = userAsRecipient(ctx, q, user)
	return c, to, err
}

// CampaignPreview is a campaign as the administrator who asks for it would get it.
type CampaignPreview struct {
	Subject string `json:"subject"`
	HTML    string `json:"html"`
	Text    string `json:"text"`
}

// Preview returns a campaign as an email. For administrators. fault.NotFound.
func (s *Service) Preview(ctx context.Context, who access.Caller, id string) (p CampaignPreview, err error) {
	c, to, err := s.draftFor(ctx, id, who.ID)
	if err != nil {
		return p, err
	}
	if to == nil {
		return p, errNoSubscriber
	}
	p.Subject = c.Subject
	p.Text, p.HTML, err = s.deps.Mail.Render(ctx, s.campaignEmail(c, *to, c.ID))
	return p, err
}

// campaignEmail composes the email of a delivery. Administrators who try a campaign have no subscription, so that its links lead to the settings of nobody.
func (s *Service) campaignEmail(c Campaign, to Subscriber, id string) mail.Email {
	token := s.linkToken(to.ID, c.ListID, c.ID)
	return mail.Email{ID: id, To: to.Email, Name: to.FullName, Language: mail.Language(to.Languages), At: s.deps.Clock.Now(), Subject: c.Subject,
		Rich:        &mail.RichText{HTML: template.HTML(c.Body), Text: text.Words(text.HTMLFormat, c.Body)}, // cleaned when it was written
		Unsubscribe: s.unsubscribeAddress(token), Settings: s.deps.Address + preferencesPath + token, Newsletter: true}
}

// confirmText is the email of the double opt-in.
var confirmText = mail.Translations{
	English: mail.Text{Subject: "Confirm your subscription", Lines: []string{"Do you want to receive the newsletter of {school}? Confirm it with the button."}, Action: "Confirm subscription",
		Afterword: []string{"The link works for 7 days. If you haven't subscribed, ignore this email: you will receive no others."}},
	German: mail.Text{Subject: "Bestätigen Sie Ihr Abonnement", Lines: []string{"Möchten Sie den Newsletter von {school} erhalten? Bestätigen Sie es mit der Schaltfläche."}, Action: "Abonnement bestätigen",
		Afterword: []string{"Der Link gilt 7 Tage. Wenn Sie nichts abonniert haben, ignorieren Sie diese E-Mail: Sie erhalten keine weiteren."}},
}

// knownText is the email to who subscribes again.
var knownText = mail.Translations{
	English: mail.Text{Subject: "You already receive our newsletter", Lines: []string{"You have subscribed to the newsletter of {school} before, with this address."}, Action: "Newsletter settings",
		Afterword: []string{"If you haven't asked for this email, ignore it: nothing has changed."}},
	German: mail.Text{Subject: "Sie erhalten unseren Newsletter bereits", Lines: []string{"Sie haben den Newsletter von {school} mit dieser Adresse schon abonniert."}, Action: "Newsletter-Einstellungen",
		Afterword: []string{"Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie: Es hat sich nichts geändert."}},
}
