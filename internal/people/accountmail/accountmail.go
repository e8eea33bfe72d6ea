// Package accountmail sends emails for the features of this wing: a transaction queues an email, a job composes and sends
// it.
package accountmail

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
)

// QueuedEmail is an email to a user, or to an address that may belong to no user. The job looks that up, so that the
// request that queues it takes the same time either way.
type QueuedEmail struct {
	Template  string // one of the feature's emails
	User      string // "" to look up Email
	Email     string // as directory.EmailKey returns it
	Subject   string // id of the email's subject, besides its recipient
	Languages string // Accept-Language of the browser that caused the email; "" when another user did
}

// Deps of a Mailer.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Queue       *jobs.Queue
	Sender      mail.Sender
	Preferences mail.Preferences
	Address     string // public address of the site; "" in a worker that does not know it, which leaves emails to others
}

// Mailer queues and sends emails.
type Mailer struct{ deps Deps }

func New(d Deps) *Mailer {
	deps.Require(d)
	return &Mailer{d}
}

// Compose returns a queued email, nil when it is no longer to be sent.
type Compose func(ctx context.Context, q QueuedEmail, j jobs.Job) (*mail.Email, error)

// Queue queues an email that its recipient has caused, with the transaction tx. kind is the feature's job.
func (m *Mailer) Queue(ctx context.Context, tx bun.IDB, kind string, q QueuedEmail) error {
	q.Languages = access.ClientOf(ctx).Languages
	return m.QueueAlert(ctx, tx, kind, q)
}

// QueueAlert queues an email that another user has caused, whose languages do not matter.
func (m *Mailer) QueueAlert(ctx context.Context, tx bun.IDB, kind string, q QueuedEmail) error {
	_, err := m.deps.Queue.Add(ctx, tx, jobs.New{Kind: kind, Payload: q})
	return err
}

// Handlers returns the job that sends a feature's emails.
func (m *Mailer) Handlers(kind string, compose Compose) map[string]jobs.Handler {
	if m.deps.Address == "" {
		return nil
	}
	return map[string]jobs.Handler{kind: {Do: func(ctx context.Context, claim []jobs.Job) error { return m.send(ctx, claim[0], compose) }}}
}

func (m *Mailer) send(ctx context.Context, j jobs.Job, compose Compose) error {
	q, err := jobs.Payload[QueuedEmail](j)
	if err != nil {
		return err
	}
	email, err := compose(ctx, q, j)
	if err != nil || email == nil {
		return err
	}
	return mail.JobError(m.deps.Sender.Send(ctx, *email), m.deps.Clock.Now().Sub(j.CreatedAt))
}

// NewEmail returns an empty email to a user, in the language of their profile or else of the browser.
func (m *Mailer) NewEmail(ctx context.Context, u directory.User, q QueuedEmail, j jobs.Job) (mail.Email, error) {
	language, err := mail.LanguageFor(ctx, m.deps.Preferences, m.deps.DB.Reader(), u.ID, q.Languages)
	return mail.Email{ID: j.ID, To: u.Email, Name: u.FullName, At: j.CreatedAt, Language: language}, err
}

// Recipient returns the user to whom a queued email goes. fault.NotFound.
func (m *Mailer) Recipient(ctx context.Context, q QueuedEmail) (directory.User, error) {
	if q.User == "" {
		return directory.ByEmail(ctx, m.deps.DB.Reader(), q.Email)
	}
	return directory.ByID(ctx, m.deps.DB.Reader(), q.User)
}

// Alert composes a queued email to a user, with an optional link. It returns nil for a user who may not sign in.
func (m *Mailer) Alert(ctx context.Context, q QueuedEmail, j jobs.Job, texts mail.Translations, link func(user string) (string, error)) (*mail.Email, error) {
	u, err := m.Recipient(ctx, q)
	if fault.Is(err, fault.NotFound) || err == nil && u.Status != directory.Active {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	email, err := m.NewEmail(ctx, u, q, j)
	if err == nil && link != nil {
		email.ActionURL, err = link(u.ID)
	}
	email.SetText(texts)
	return &email, err
}
