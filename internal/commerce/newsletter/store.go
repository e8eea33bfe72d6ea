package newsletter

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// openLists returns the lists that can be subscribed to, oldest first.
func openLists(ctx context.Context, q bun.IDB) (ls []ListChoice, err error) {
	ls = []ListChoice{}
	return ls, q.NewSelect().TableExpr("newsletter_lists").Column("id", "name", "description").Where("NOT archived").OrderExpr("created_at, id").Scan(ctx, &ls)
}

func allLists(ctx context.Context, q bun.IDB) (ls []NewsletterList, err error) {
	ls = []NewsletterList{}
	return ls, q.NewSelect().Model(&ls).ColumnExpr("l.*").ColumnExpr("(SELECT count(*) FROM newsletter_subscriptions AS n WHERE n.list_id = l.id AND n.confirmed) AS subscribers").
		OrderExpr("l.created_at, l.id").Scan(ctx)
}

func insertList(ctx context.Context, tx bun.IDB, l NewsletterList) error {
	_, err := tx.NewInsert().Model(&l).Exec(ctx)
	return err
}

// lockList returns a list whose row no other transaction changes until this one ends.
func lockList(ctx context.Context, tx bun.IDB, id string) (l NewsletterList, err error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE newsletter_lists SET version = version WHERE id = ?", id), errNoList); err != nil {
		return l, err
	}
	err = tx.NewSelect().Model(&l).ColumnExpr("l.*").ColumnExpr("(SELECT count(*) FROM newsletter_subscriptions AS n WHERE n.list_id = l.id AND n.confirmed) AS subscribers").Where("l.id = ?", id).Scan(ctx)
	return l, err
}

func updateList(ctx context.Context, tx bun.IDB, l NewsletterList) error {
	_, err := tx.NewUpdate().Model(&l).Column("name", "description", "archived", "version").WherePK().Exec(ctx)
	return err
}

// lockSubscriber returns a subscriber by a unique column, whom no other transaction changes until this one ends; nil for none.
func lockSubscriber(ctx context.Context, tx bun.IDB, column, value string) (*Subscriber, error) {
	found := new(Subscriber)
	return db.Optional(found, db.ForUpdate(tx.NewSelect().Model(found).Where("? = ?", bun.Ident("s."+column), value)).Scan(ctx))
}

// subscriberByID returns nil for none.
func subscriberByID(ctx context.Context, q bun.IDB, id string) (*Subscriber, error) {
	found := new(Subscriber)
	return db.Optional(found, q.NewSelect().Model(found).Where("s.id = ?", id).Scan(ctx))
}

// insertSubscriber reports false for an address that is known.
func insertSubscriber(ctx context.Context, tx bun.IDB, s Subscriber) (isNew bool, err error) {
	return db.Changed(tx.NewInsert().Model(&s).On("CONFLICT (email_key) DO NOTHING").Exec(ctx))
}

// askAgain stores the form of who is known but has not confirmed, or not any more.
func askAgain(ctx context.Context, tx bun.IDB, s Subscriber) error {
	_, err := tx.NewUpdate().Model(&s).Column("email", "full_name", "status", "languages", "consent", "asked_at").Set("ended_at = NULL").WherePK().Exec(ctx)
	return err
}

func rename(ctx context.Context, tx bun.IDB, id, name string) error {
	_, err := tx.NewRaw("UPDATE newsletter_subscribers SET full_name = ? WHERE id = ?", name, id).Exec(ctx)
	return err
}

// setStatus changes the status of a subscriber, and with it whether the subscriptions count.
func setStatus(ctx context.Context, tx bun.IDB, id, status string, now time.Time) error {
	times := "confirmed_at = ?, ended_at = NULL"
	if status != Confirmed {
		times = "ended_at = ?"
	}
	if _, err := tx.NewUpdate().TableExpr("newsletter_subscribers").Set("status = ?", status).Set(times, now).Where("id = ?", id).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE newsletter_subscriptions SET confirmed = ? WHERE subscriber_id = ?", status == Confirmed, id).Exec(ctx)
	return err
}

func subscriptionsOf(ctx context.Context, q bun.IDB, subscriber string) (ids []string, err error) {
	ids = []string{}
	return ids, q.NewSelect().TableExpr("newsletter_subscriptions").Column("list_id").Where("subscriber_id = ?", subscriber).OrderExpr("list_id").Scan(ctx, &ids)
}

// setSubscriptions replaces the lists of a subscriber.
func setSubscriptions(ctx context.Context, tx bun.IDB, subscriber string, lists []string) error {
	if _, err := tx.NewRaw("DELETE FROM newsletter_subscriptions WHERE subscriber_id = ?", subscriber).Exec(ctx); err != nil {
		return err
	}
	for _, l := range lists {
		if _, err := tx.NewRaw(`INSERT INTO newsletter_subscriptions (list_id, subscriber_id, confirmed)
			SELECT ?, s.id, s.status = 'confirmed' FROM newsletter_subscribers AS s WHERE s.id = ? ON CONFLICT DO NOTHING`, l, subscriber).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// endOfPrefix sorts after every text.
const endOfPrefix = "\U0010FFFF"

func narrow(s *bun.SelectQuery, f SubscriberFilter) *bun.SelectQuery {
	if f.Status != "" {
		s.Where("s.status = ?", f.Status)
	}
	if f.ListID != "" {
		s.Where("EXISTS (SELECT 1 FROM newsletter_subscriptions AS n WHERE n.list_id = ? AND n.subscriber_id = s.id)", f.ListID)
	}
	if f.Search != "" {
		s.Where("s.id IN (SELECT m.id FROM newsletter_subscribers AS m WHERE m.email_key >= lower(?0) AND m.email_key < lower(?0) || ?1)", f.Search, endOfPrefix)
	}
	return s
}

func listSubscribers(ctx context.Context, q bun.IDB, f SubscriberFilter, at rest.TimePosition) (found []Subscriber, err error) {
	found = []Subscriber{}
	err = narrow(q.NewSelect().Model(&found), f).Where("(s.created_at, s.id) < (?, ?)", at.Before, at.ID).OrderExpr("s.created_at DESC, s.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx)
	for i := range found {
		found[i].Consent = found[i].ConsentRow.V
	}
	return found, err
}

// countSubscribers counts up to rest.MaxCount.
func countSubscribers(ctx context.Context, q bun.IDB, f SubscriberFilter) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("newsletter_subscribers AS s"), f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func removeSubscriber(ctx context.Context, tx bun.IDB, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM newsletter_subscribers WHERE id = ?", id), errNoSubscriber)
}

// userAsRecipient returns a user as the recipient of a test; nil for one who is gone.
func userAsRecipient(ctx context.Context, q bun.IDB, user string) (*Subscriber, error) {
	found := new(Subscriber)
	return db.Optional(found, q.NewSelect().TableExpr("users").Column("email", "full_name").Where("id = ?", user).Scan(ctx, found))
}

// deleteUnconfirmed deletes addresses that were asked to confirm before an instant, some at a time.
func deleteUnconfirmed(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw(`DELETE FROM newsletter_subscribers WHERE id IN (SELECT s.id FROM newsletter_subscribers AS s WHERE s.status = 'pending' AND s.asked_at < ? LIMIT 1000)`, before).Exec(ctx)
	return err
}
