package newsletter

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/formguard"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/ratelimit"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
)

// Deps are what New needs.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Audit   *audit.Log
	Forms   *formguard.Guard
	Limits  *ratelimit.Limiter
	Queue   *jobs.Queue
	Mail    mail.Branded
	Cleaner *text.Cleaner
	Key     []byte // for the links in emails
	Address string `optional:"a worker that does not know it leaves emails to others"`
	Rate    int64  // emails a second; 0 is defaultRate
}

// Service subscribes addresses, and sends campaigns.
type Service struct {
	deps                 Deps
	links, confirmations sign.Signer
}

func New(d Deps) *Service {
	deps.Require(d)
	if d.Rate == 0 {
		d.Rate = defaultRate
	}
	return &Service{d, sign.New(d.Key, "newsletter links"), sign.New(d.Key, "newsletter confirmations")}
}

// Lists returns all lists with the number of their subscribers. For administrators.
func (s *Service) Lists(ctx context.Context) ([]NewsletterList, error) {
	return allLists(ctx, s.deps.DB.Reader())
}

// mostLists keeps the choice of visitors short.
const mostLists = 50

// AddList adds a list. For administrators. fault.Conflict when there are too many.
func (s *Service) AddList(ctx context.Context, who access.Caller, n NewsletterListEdit) (l NewsletterList, err error) {
	l = NewsletterList{ID: db.NewID(), Name: text.OneLine(n.Name), Description: strings.TrimSpace(n.Description), Archived: n.Archived, Version: 1, CreatedAt: s.deps.Clock.Now()}
	return l, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		all, err := allLists(ctx, tx)
		if err != nil {
			return err
		}
		if len(all) >= mostLists {
			return fault.New(fault.Conflict, "too_many_lists", "There are 50 lists. Rename one that you don't need any more.")
		}
		if err := insertList(ctx, tx, l); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "newsletter.list_added", TargetKind: "newsletter_list", TargetID: l.ID, After: n})
	})
}

// ChangeList changes a list. For administrators. fault.NotFound, fault.Precondition with the list as it is if it was changed since.
func (s *Service) ChangeList(ctx context.Context, who access.Caller, id string, n NewsletterListEdit, version rest.IfMatch) (l NewsletterList, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if l, err = lockList(ctx, tx, id); err != nil {
			return err
		}
		if !version.Matches(l.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed this list. Your change is not saved yet.").WithDetails(l)
		}
		before := NewsletterListEdit{l.Name, l.Description, l.Archived}
		l.Name, l.Description, l.Archived, l.Version = text.OneLine(n.Name), strings.TrimSpace(n.Description), n.Archived, l.Version+1
		if err := updateList(ctx, tx, l); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "newsletter.list_changed", TargetKind: "newsletter_list", TargetID: id, Before: before, After: n})
	})
	return l, err
}

// SubscriberFilter narrows the list of subscribers.
type SubscriberFilter struct {
	Status string `query:"status" enum:",pending,confirmed,unsubscribed,bounced,complained" msg:"This status doesn't exist"`
	ListID string `query:"list_id" maxLength:"36" msg:"list_id must be the id of a list"`
	Search string `query:"search" maxLength:"254" msg:"The search text must be at most 254 characters" doc:"Beginning of the email address."`
}

// position is where a row stands in a list with the newest first.
func (s Subscriber) position() (time.Time, string) { return s.CreatedAt, s.ID }

// Subscribers returns subscribers of a filter, newest first, and their number, and the cursor of the next page. For administrators. fault.Invalid.
func (s *Service) Subscribers(ctx context.Context, f SubscriberFilter, p rest.Page, c rest.CursorParam) (found []Subscriber, n rest.Count, next string, err error) {
	q := s.deps.DB.Reader()
	return rest.NewestFirst(s.deps.Clock.Now(), p, c, func() (rest.Count, error) { return countSubscribers(ctx, q, f) },
		func(at rest.TimePosition) ([]Subscriber, error) { return listSubscribers(ctx, q, f, at) }, Subscriber.position)
}

// SubscriberImport adds addresses whose owners have agreed elsewhere.
type SubscriberImport struct {
	Emails  []string `json:"emails" minItems:"1" maxItems:"500" msg:"Enter an address;maxItems=At most 500 addresses can be added at once"`
	ListIDs []string `json:"list_ids" minItems:"1" maxItems:"50" msg:"Choose a list"`
	Proof   string   `json:"proof" pattern:"\\S" maxLength:"500" msg:"Say how and when they agreed;maxLength=The proof must be at most 500 characters" doc:"How and when they agreed."`
}

// SubscribersImported is what has become of an import.
type SubscribersImported struct {
	Added   int64 `json:"added"`
	Skipped int64 `json:"skipped" doc:"Those that are known: who has unsubscribed is not subscribed again by others."`
}

// Import subscribes addresses whose owners have agreed elsewhere, all or none; those that are known stay as they are. For administrators. fault.Invalid.
func (s *Service) Import(ctx context.Context, who access.Caller, n SubscriberImport) (done SubscribersImported, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		for _, email := range n.Emails {
			email = strings.TrimSpace(email)
			if !isAddress(email) {
				return fault.InvalidField("emails", "invalid_format", text.Printable(email, 100)+" is not an email address")
			}
			added := Subscriber{ID: db.NewID(), Email: email, EmailKey: strings.ToLower(email), Status: Confirmed, CreatedAt: now, AskedAt: now, ConfirmedAt: &now}
			added.ConsentRow.V = Consent{Text: strings.TrimSpace(n.Proof), At: now}
			isNew, err := insertSubscriber(ctx, tx, added)
			if err != nil {
				return err
			}
			if !isNew {
				done.Skipped++
				continue
			}
			done.Added++
			if err := s.chooseLists(ctx, tx, added.ID, n.ListIDs); err != nil {
				return err
			}
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "newsletter.subscribers_imported", TargetKind: "newsletter", After: done})
	})
	return done, err
}

// DeleteSubscriber deletes a subscriber with all that is known of them, as they may demand. For administrators. fault.NotFound.
func (s *Service) DeleteSubscriber(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := removeSubscriber(ctx, tx, id); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "newsletter.subscriber_deleted", TargetKind: "newsletter_subscriber", TargetID: id})
	})
}
