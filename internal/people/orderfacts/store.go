// Package orderfacts reads what notifications say of orders and payments.
package orderfacts

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Transfer is a bank transfer with its order.
type Transfer struct{ OrderID, OrderNumber, BuyerID, Reason string }

// TransferOf returns a bank transfer with its order; nil when there is none.
func TransferOf(ctx context.Context, q bun.IDB, id string) (*Transfer, error) {
	var t Transfer
	err := q.NewSelect().TableExpr("bank_transfers AS t").Join("JOIN payment_attempts AS a ON a.id = t.id").Join("JOIN orders AS o ON o.id = a.order_id").
		ColumnExpr("o.id AS order_id, o.number AS order_number, o.buyer_id, t.reason").Where("t.id = ?", id).Scan(ctx, &t)
	return db.Optional(&t, err)
}

// CompanyOrder is an order of a company.
type CompanyOrder struct {
	Number, CompanyID, CompanyName string
	DueAt                          *time.Time
}

// CompanyOrderOf returns an order of a company with those who look after its bills; nil for the order of a single buyer.
func CompanyOrderOf(ctx context.Context, q bun.IDB, id string) (o *CompanyOrder, people []string, err error) {
	var found CompanyOrder
	o, err = db.Optional(&found, q.NewSelect().TableExpr("orders AS o").Join("JOIN companies AS c ON c.id = o.company_id").
		ColumnExpr("o.number, o.company_id, c.name AS company_name, o.due_at").Where("o.id = ?", id).Scan(ctx, &found))
	if err != nil || o == nil {
		return nil, nil, err
	}
	return o, people, q.NewSelect().Table("company_people").Column("user_id").
		Where("company_id = ? AND state = 'active' AND role IN ('manager', 'billing')", o.CompanyID).OrderExpr("user_id").Scan(ctx, &people)
}

// Money is a sum of money that belongs to an order.
type Money struct {
	OrderID, OrderNumber, BuyerID, Currency, Origin string
	Title                                           string // of the course, of a gift
	Amount                                          int64  // in the minor unit of the currency
	IsCompanys                                      bool
	IsReversed                                      bool // of a refund: it failed after it had succeeded
}

func moneyOf(ctx context.Context, s *bun.SelectQuery) (*Money, error) {
	var m Money
	err := s.ColumnExpr("o.id AS order_id, o.number AS order_number, o.buyer_id").Scan(ctx, &m)
	return db.Optional(&m, err)
}

// PaidOrderOf returns an order for which money was received; nil for others.
func PaidOrderOf(ctx context.Context, q bun.IDB, id string) (*Money, error) {
	return moneyOf(ctx, q.NewSelect().TableExpr("orders AS o").ColumnExpr("o.paid AS amount, o.currency, o.company_id IS NOT NULL AS is_companys").Where("o.id = ? AND o.paid > 0", id))
}

// AttemptOf returns an attempt to pay; nil for a bank transfer, of whose buyer the school decides itself.
func AttemptOf(ctx context.Context, q bun.IDB, id string) (*Money, error) {
	return moneyOf(ctx, q.NewSelect().TableExpr("payment_attempts AS a").Join("JOIN orders AS o ON o.id = a.order_id").ColumnExpr("a.amount, a.currency").
		Where("a.id = ? AND a.provider <> 'bank_transfer'", id))
}

// GiftOf returns a gift; nil when there is none.
func GiftOf(ctx context.Context, q bun.IDB, id string) (*Money, error) {
	return moneyOf(ctx, q.NewSelect().TableExpr("gifts AS g").Join("JOIN order_lines AS l ON l.id = g.line_id").Join("JOIN orders AS o ON o.id = g.order_id").
		ColumnExpr("l.charged AS amount, o.currency, l.title").Where("g.id = ?", id))
}

// WrittenOff is a payment plan of which nothing more is asked for.
type WrittenOff struct {
	UserID, Title, Currency string
	Amount                  int64 // that need not be paid, in the minor unit of the currency
	IsClosed                bool  // the course
}

// WrittenOffOf returns such a plan; nil for others.
func WrittenOffOf(ctx context.Context, q bun.IDB, planID string) (*WrittenOff, error) {
	var w WrittenOff
	err := q.NewSelect().TableExpr("payment_plans AS p").ColumnExpr("p.user_id, p.title, p.currency, p.status = 'cancelled' AS is_closed").
		ColumnExpr("CAST((SELECT coalesce(sum(d.amount), 0) FROM dues AS d WHERE d.plan_id = p.id AND d.status = 'cancelled') AS BIGINT) AS amount").
		Where("p.id = ? AND p.written_off_at IS NOT NULL", planID).Scan(ctx, &w)
	return db.Optional(&w, err)
}

// Due is an instalment that is not paid.
type Due struct {
	UserID, Title, Currency string
	Amount                  int64 // in the minor unit of the currency
	DueAt                   time.Time
}

// DueOf returns an instalment; nil for one that is paid, or not due any more.
func DueOf(ctx context.Context, q bun.IDB, id string) (*Due, error) {
	var d Due
	return db.Optional(&d, q.NewSelect().TableExpr("dues AS d").Join("JOIN payment_plans AS pp ON pp.id = d.plan_id").ColumnExpr("pp.user_id, pp.title, pp.currency, d.amount, d.due_at").
		Where("d.id = ? AND d.status IN ('open', 'overdue')", id).Scan(ctx, &d))
}

// HeldPaymentOf returns a payment that fits no order, with the one for which it was meant; nil when there is none.
func HeldPaymentOf(ctx context.Context, q bun.IDB, id string) (*Money, error) {
	return moneyOf(ctx, q.NewSelect().TableExpr("held_payments AS h").Join("JOIN payment_attempts AS a ON a.id = h.attempt_id").Join("JOIN orders AS o ON o.id = a.order_id").
		ColumnExpr("h.amount, h.currency").Where("h.id = ?", id))
}

// DisputeOf returns the dispute of a payment; nil when there is none.
func DisputeOf(ctx context.Context, q bun.IDB, id string) (*Money, error) {
	return moneyOf(ctx, q.NewSelect().TableExpr("disputes AS d").Join("JOIN orders AS o ON o.id = d.order_id").ColumnExpr("d.amount, d.currency").Where("d.id = ?", id))
}

// RefundOf returns a refund; nil when there is none.
func RefundOf(ctx context.Context, q bun.IDB, id string) (*Money, error) {
	return moneyOf(ctx, q.NewSelect().TableExpr("refunds AS r").Join("JOIN payments AS p ON p.id = r.payment_id").Join("JOIN orders AS o ON o.id = r.order_id").
		ColumnExpr("r.amount, p.currency, r.origin, r.reversed_at IS NOT NULL AS is_reversed").Where("r.id = ?", id))
}

// RefundRequest is a buyer's wish to have an order refunded.
type RefundRequest struct {
	OrderID, OrderNumber, AskedBy, Status, Currency string
	Answer                                          string // why it was refused
	Amount                                          int64  // what is sent back of an approved one, or else what can be; in the minor unit of the currency
}

// RefundRequestOf returns a request; nil when there is none.
func RefundRequestOf(ctx context.Context, q bun.IDB, id string) (*RefundRequest, error) {
	var r RefundRequest
	return db.Optional(&r, q.NewSelect().TableExpr("refund_requests AS q").Join("JOIN orders AS o ON o.id = q.order_id").Join("LEFT JOIN refunds AS r ON r.id = q.refund_id").
		ColumnExpr("q.order_id, o.number AS order_number, q.asked_by, q.status, q.answer, o.currency, coalesce(r.amount, o.paid - o.refund_reserved) AS amount").
		Where("q.id = ?", id).Scan(ctx, &r))
}
