package newsletter

import (
	"context"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
)

const (
	// confirmable is how long the link of the double opt-in works.
	confirmable = 7 * 24 * time.Hour
	// unconfirmedRetention is how long an address that was never confirmed is kept.
	unconfirmedRetention = 30 * 24 * time.Hour
)

var exportColumns = []string{"email", "full_name", "status", "consent", "consent_at", "consent_network", "subscribed_at", "confirmed_at", "ended_at"}

// Export returns a function that writes the subscribers of a filter as a sheet, newest first, in constant memory. For administrators.
func (s *Service) Export(f SubscriberFilter) func(w io.Writer) error {
	return func(w io.Writer) error {
		next := rest.Batches(s.deps.Clock.Now(), sheet.PageRows, func(at rest.TimePosition) ([]Subscriber, error) {
			return listSubscribers(context.Background(), s.deps.DB.Reader(), f, at)
		}, Subscriber.position)
		return sheet.Export(w, exportColumns, next, Subscriber.cells)
	}
}

func (s Subscriber) cells() []string {
	at := func(t *time.Time) string {
		if t == nil {
			return ""
		}
		return t.UTC().Format(time.RFC3339)
	}
	return []string{s.Email, s.FullName, s.Status, s.Consent.Text, at(&s.Consent.At), s.Consent.Network, at(&s.CreatedAt), at(s.ConfirmedAt), at(s.EndedAt)}
}

// Sweeps delete addresses that were never confirmed, and give users what they subscribed to before they had an account.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{
		"newsletter.unconfirmed": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
				return deleteUnconfirmed(ctx, tx, s.deps.Clock.Now().Add(-unconfirmedRetention))
			})
		},
		"newsletter.adopt": func(ctx context.Context) error {
			return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return personaldata.Adopt(ctx, tx, "newsletter_subscribers") })
		},
	}
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "newsletter_subscribers", Column: "user_id", Export: []string{"email", "full_name", "status", "consent", "created_at", "confirmed_at", "ended_at"}},
		{Table: "newsletter_campaigns", Column: "created_by", Excuse: personaldata.Record},
	}
}

// Erase deletes what a user has subscribed to, in the transaction that erases the user.
func (*Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	_, err := personaldata.DeleteSent(ctx, tx, "newsletter_subscribers", user)
	return err
}
