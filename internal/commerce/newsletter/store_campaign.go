package newsletter

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func selectCampaigns(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("c.*, l.name AS list_name").Join("JOIN newsletter_lists AS l ON l.id = c.list_id")
}

func listCampaigns(ctx context.Context, q bun.IDB, at rest.TimePosition) (found []Campaign, err error) {
	found = []Campaign{}
	return found, selectCampaigns(q, &found).Where("(c.created_at, c.id) < (?, ?)", at.Before, at.ID).OrderExpr("c.created_at DESC, c.id DESC").Limit(at.Limit).Offset(at.Offset).Scan(ctx)
}

func countCampaigns(ctx context.Context, q bun.IDB) (rest.Count, error) {
	n, err := q.NewSelect().TableExpr("(SELECT 1 FROM newsletter_campaigns LIMIT ?) AS counted", rest.MaxCount+1).Count(ctx)
	return rest.CountUpTo(n), err
}

func campaignByID(ctx context.Context, q bun.IDB, id string) (c Campaign, err error) {
	err = selectCampaigns(q, &c).Where("c.id = ?", id).Scan(ctx)
	return c, db.One(err, errNoCampaign)
}

// lockCampaign returns a campaign whose row no other transaction changes until this one ends.
func lockCampaign(ctx context.Context, tx bun.IDB, id string) (Campaign, error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE newsletter_campaigns SET version = version WHERE id = ?", id), errNoCampaign); err != nil {
		return Campaign{}, err
	}
	return campaignByID(ctx, tx, id)
}

func insertCampaign(ctx context.Context, tx bun.IDB, c Campaign) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

func updateCampaign(ctx context.Context, tx bun.IDB, c Campaign) error {
	_, err := tx.NewUpdate().Model(&c).ExcludeColumn("id", "created_by", "created_at").WherePK().Exec(ctx)
	return err
}

func removeCampaign(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("DELETE FROM newsletter_campaigns WHERE id = ?", id).Exec(ctx)
	return err
}

// countUnsubscribed counts who unsubscribed by a link in a campaign; "" for other links.
func countUnsubscribed(ctx context.Context, tx bun.IDB, campaign string) error {
	_, err := tx.NewRaw("UPDATE newsletter_campaigns SET unsubscribed = unsubscribed + 1 WHERE id = ?", campaign).Exec(ctx)
	return err
}

// countRecipients counts the confirmed subscribers of a list.
func countRecipients(ctx context.Context, q bun.IDB, list string) (int64, error) {
	n, err := q.NewSelect().TableExpr("newsletter_subscriptions").Where("list_id = ? AND confirmed", list).Count(ctx)
	return int64(n), err
}

// nextRecipients returns the confirmed subscribers of a campaign's list who have no delivery yet, in order of their ids. Who subscribed after the start gets the next campaign.
func nextRecipients(ctx context.Context, q bun.IDB, c Campaign, most int64) (ids []string, err error) {
	if most <= 0 {
		return nil, nil
	}
	return ids, q.NewSelect().TableExpr("newsletter_subscriptions AS n").ColumnExpr("n.subscriber_id").Join("JOIN newsletter_subscribers AS s ON s.id = n.subscriber_id").
		Where("n.list_id = ? AND n.confirmed AND n.subscriber_id > ? AND s.created_at <= ?", c.ListID, c.Position, c.StartedAt).OrderExpr("n.subscriber_id").Limit(most).Scan(ctx, &ids)
}

// leftDeliveries returns deliveries that no worker has at this instant.
func leftDeliveries(ctx context.Context, q bun.IDB, campaign string, now time.Time, most int64) (ds []delivery, err error) {
	return ds, q.NewSelect().Model(&ds).Where("d.campaign_id = ? AND d.state = 'queued' AND (d.claimed_until IS NULL OR d.claimed_until <= ?)", campaign, now).OrderExpr("d.id").Limit(most).Scan(ctx)
}

func hasQueued(ctx context.Context, q bun.IDB, campaign string) (bool, error) {
	return q.NewSelect().TableExpr("newsletter_deliveries").Where("campaign_id = ? AND state = 'queued'", campaign).Exists(ctx)
}

func insertDelivery(ctx context.Context, tx bun.IDB, d delivery) error {
	_, err := tx.NewInsert().Model(&d).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

// claim takes a delivery of a campaign that is being sent, unless another worker has it.
func claim(ctx context.Context, tx bun.IDB, id, campaign string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw(`UPDATE newsletter_deliveries SET claimed_until = ? WHERE id = ? AND state = 'queued' AND (claimed_until IS NULL OR claimed_until <= ?)
		AND EXISTS (SELECT 1 FROM newsletter_campaigns AS c WHERE c.id = ? AND c.status = 'sending')`, now.Add(claimedFor), id, now, campaign).Exec(ctx))
}

func release(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE newsletter_deliveries SET claimed_until = NULL WHERE id = ? AND state = 'queued'", id).Exec(ctx)
	return err
}

// recipient returns a subscriber who is still subscribed to a list; nil for others.
func recipient(ctx context.Context, q bun.IDB, id, list string) (*Subscriber, error) {
	found := new(Subscriber)
	return db.Optional(found, q.NewSelect().Model(found).Where("s.id = ? AND EXISTS (SELECT 1 FROM newsletter_subscriptions AS n WHERE n.list_id = ? AND n.subscriber_id = s.id AND n.confirmed)", id, list).Scan(ctx))
}

func setDelivery(ctx context.Context, tx bun.IDB, id, state string, now time.Time) error {
	change := tx.NewUpdate().TableExpr("newsletter_deliveries").Set("state = ?", state).Set("claimed_until = NULL").Where("id = ?", id)
	if state == sent {
		change.Set("sent_at = ?", now)
	}
	_, err := change.Exec(ctx)
	return err
}

func isSending(ctx context.Context, q bun.IDB, id string) (bool, error) {
	return q.NewSelect().TableExpr("newsletter_campaigns").Where("id = ? AND status = 'sending'", id).Exists(ctx)
}

func narrowDeliveries(s *bun.SelectQuery, campaign string, f DeliveryFilter) *bun.SelectQuery {
	s.Where("d.campaign_id = ?", campaign)
	if f.State != "" {
		s.Where("d.state = ?", f.State)
	}
	return s
}

func listDeliveries(ctx context.Context, q bun.IDB, campaign string, f DeliveryFilter, after string, limit, offset int64) (found []NewsletterDelivery, err error) {
	found = []NewsletterDelivery{}
	return found, narrowDeliveries(q.NewSelect().TableExpr("newsletter_deliveries AS d"), campaign, f).ColumnExpr("d.id, s.email, d.state, d.sent_at").
		Join("JOIN newsletter_subscribers AS s ON s.id = d.subscriber_id").Where("d.id > ?", after).OrderExpr("d.id").Limit(limit).Offset(offset).Scan(ctx, &found)
}

func countDeliveries(ctx context.Context, q bun.IDB, campaign string, f DeliveryFilter) (rest.Count, error) {
	some := narrowDeliveries(q.NewSelect().TableExpr("newsletter_deliveries AS d"), campaign, f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}
