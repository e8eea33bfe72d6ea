// Package accountmail sends emails for the features of this wing: a transaction orders an email, a job composes and sends
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
	"lectern/internal/platform/text"
)

// Order is a queued email to a user, or to an address that may belong to no user. The job looks that up, so that the
// ordering request takes the same time either way.
type Order struct {
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

// Mailer orders and sends emails.
type Mailer struct{ deps Deps }

func New(d Deps) *Mailer {
	deps.Require(d)
	return &Mailer{d}
}

// Compose returns the email of an order, nil when it is no longer to be sent.
type Compose func(ctx context.Context, o Order, j jobs.Job) (*mail.Email, error)

// Order orders an email that its recipient has caused, with the transaction tx. kind is the feature's job.
func (m *Mailer) Order(ctx context.Context, tx bun.IDB, kind string, o Order) error {
	o.Languages = text.Truncate(access.ClientOf(ctx).Languages, 100)
	return m.OrderAlert(ctx, tx, kind, o)
}

// OrderAlert orders an email that another user has caused, whose languages do not matter.
func (m *Mailer) OrderAlert(ctx context.Context, tx bun.IDB, kind string, o Order) error {
	_, err := m.deps.Queue.Add(ctx, tx, jobs.New{Kind: kind, Payload: o})
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
	o, err := jobs.Payload[Order](j)
	if err != nil {
		return err
	}
	email, err := compose(ctx, o, j)
	if err != nil || email == nil {
		return err
	}
	return mail.JobError(m.deps.Sender.Send(ctx, *email), m.deps.Clock.Now().Sub(j.CreatedAt))
}

// To returns an empty email to a user, in the language of their profile or else of the browser.
func (m *Mailer) To(ctx context.Context, u directory.User, o Order, j jobs.Job) (mail.Email, error) {
	language, err := mail.LanguageFor(ctx, m.deps.Preferences, m.deps.DB.Reader(), u.ID, o.Languages)
	return mail.Email{ID: j.ID, To: u.Email, Name: u.FullName, At: j.CreatedAt, Language: language}, err
}

// Recipient returns the user of an order. fault.NotFound.
func (m *Mailer) Recipient(ctx context.Context, o Order) (directory.User, error) {
	if o.User == "" {
		return directory.ByEmail(ctx, m.deps.DB.Reader(), o.Email)
	}
	return directory.ByID(ctx, m.deps.DB.Reader(), o.User)
}

// Alert composes an email to the user of an order, with an optional link. It returns nil for a user who may not sign in.
func (m *Mailer) Alert(ctx context.Context, o Order, j jobs.Job, texts mail.Translations, link func(user string) (string, error)) (*mail.Email, error) {
	u, err := m.Recipient(ctx, o)
	if fault.Is(err, fault.NotFound) || err == nil && u.Status != directory.Active {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	email, err := m.To(ctx, u, o, j)
	if err == nil && link != nil {
		email.ActionURL, err = link(u.ID)
	}
	email.SetText(texts)
	return &email, err
}
