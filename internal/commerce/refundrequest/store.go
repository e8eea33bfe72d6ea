package refundrequest

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func selectRequests(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("q.*, coalesce(r.amount, 0) AS amount").Join("LEFT JOIN refunds AS r ON r.id = q.refund_id")
}

func insert(ctx context.Context, tx bun.IDB, r RefundRequest) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func find(ctx context.Context, q bun.IDB, id string) (r RefundRequest, err error) {
	err = selectRequests(q, &r).Where("q.id = ?", id).Scan(ctx)
	return r, db.One(err, errNoRequest)
}

// requestsOf returns the requests of an order, newest first.
func requestsOf(ctx context.Context, q bun.IDB, orderID string) (rs []RefundRequest, err error) {
	rs = []RefundRequest{}
	return rs, selectRequests(q, &rs).Where("q.order_id = ?", orderID).OrderExpr("q.created_at DESC, q.id DESC").Limit(50).Scan(ctx)
}

// waiting returns the open requests, oldest first.
func waiting(ctx context.Context, q bun.IDB, limit, offset int64) (rs []OpenRefundRequest, err error) {
	rs = []OpenRefundRequest{}
	return rs, q.NewSelect().Model(&rs).ColumnExpr("q.*, 0 AS amount, o.number AS order_number, o.currency, o.paid, o.paid - o.refund_reserved AS refundable, u.full_name AS buyer_name, l.title").
		Join("JOIN orders AS o ON o.id = q.order_id").Join("JOIN users AS u ON u.id = q.asked_by").Join("JOIN order_lines AS l ON l.order_id = o.id AND l.position = 1").
		Where("q.status = 'open'").OrderExpr("q.created_at, q.id").Limit(limit).Offset(offset).Scan(ctx)
}

// countWaiting counts the open requests, up to rest.MaxCount.
func countWaiting(ctx context.Context, q bun.IDB) (rest.Count, error) {
	some := q.NewSelect().TableExpr("refund_requests AS q").ColumnExpr("1").Where("q.status = 'open'").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// decision is how an open request ends.
type decision struct {
	status, answer string
	refund, by     *string
	at             time.Time
}

// decide ends an open request. It returns errNotOpen for one that has ended already.
func decide(ctx context.Context, tx bun.IDB, id string, d decision) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE refund_requests SET status = ?, answer = ?, refund_id = ?, decided_by = ?, decided_at = ? WHERE id = ? AND status = 'open'",
		d.status, d.answer, d.refund, d.by, d.at, id), errNotOpen)
}

// refundedOrder returns the order of a refund, and who has made it; nil for the program or the provider.
func refundedOrder(ctx context.Context, q bun.IDB, refundID string) (orderID string, by *string, err error) {
	return orderID, by, q.NewRaw("SELECT order_id, asked_by FROM refunds WHERE id = ?", refundID).Scan(ctx, &orderID, &by)
}

// refundOfDispute returns the refund that a dispute was booked as; "" where nothing was left of the order.
func refundOfDispute(ctx context.Context, q bun.IDB, disputeID string) (refundID string, err error) {
	return refundID, q.NewRaw(`SELECT coalesce(max(r.id), '') FROM disputes AS d JOIN refunds AS r ON r.payment_id = d.payment_id AND r.provider_ref = d.provider_ref
		WHERE d.id = ?`, disputeID).Scan(ctx, &refundID)
}

// erase removes what a user has written and was answered, and withdraws what they still ask for.
func erase(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	_, err := tx.NewRaw(`UPDATE refund_requests SET reason = '', answer = '', status = CASE status WHEN 'open' THEN 'withdrawn' ELSE status END, decided_at = coalesce(decided_at, ?)
		WHERE asked_by = ?`, now, user).Exec(ctx)
	return err
}
