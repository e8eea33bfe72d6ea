package payment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/provider"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoAttempt = fault.New(fault.NotFound, "attempt_not_found", "This payment doesn't exist.")

const liveStatuses = "('creating', 'open', 'processing')"

// insertAttempt fails if the order has a live attempt: its row is locked, so that nobody else adds one at the same time.
func insertAttempt(ctx context.Context, tx bun.IDB, a Attempt) error {
	_, err := tx.NewInsert().Model(&a).Exec(ctx)
	return err
}

func attempt(ctx context.Context, q bun.IDB, id string) (a Attempt, err error) {
	err = q.NewSelect().Model(&a).Where("a.id = ?", id).Scan(ctx)
	return a, db.One(err, errNoAttempt)
}

// lockAttempt returns an attempt whose row no other transaction changes until this one ends.
func lockAttempt(ctx context.Context, tx bun.IDB, id string) (a Attempt, err error) {
	if err := db.MustChange(ctx, tx.NewRaw("UPDATE payment_attempts SET checks = checks + 1 WHERE id = ?", id), errNoAttempt); err != nil {
		return a, err
	}
	return attempt(ctx, tx, id)
}

// liveOf returns the live attempt of an order, nil if there is none.
func liveOf(ctx context.Context, q bun.IDB, orderID string) (*Attempt, error) {
	var a Attempt
	err := q.NewSelect().Model(&a).Where("a.order_id = ? AND a.status IN "+liveStatuses, orderID).Scan(ctx)
	return db.Optional(&a, err)
}

func setStarted(ctx context.Context, tx bun.IDB, id string, s provider.Started, next time.Time) error {
	_, err := tx.NewRaw("UPDATE payment_attempts SET status = 'open', provider_ref = ?, redirect_url = ?, next_check_at = ? WHERE id = ? AND status = 'creating'",
		s.Ref, s.RedirectURL, next, id).Exec(ctx)
	return err
}

func setStatus(ctx context.Context, tx bun.IDB, id, status, failure string, next *time.Time) error {
	_, err := tx.NewRaw("UPDATE payment_attempts SET status = ?, failure = ?, next_check_at = ? WHERE id = ?", status, failure, next, id).Exec(ctx)
	return err
}

// endOthersOf makes the live attempts of an order due for their end: it has been paid by another one.
func endOthersOf(ctx context.Context, tx bun.IDB, orderID, except string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE payment_attempts SET expires_at = ?, next_check_at = ? WHERE order_id = ? AND id <> ? AND status IN "+liveStatuses, now, now, orderID, except).Exec(ctx)
	return err
}

func due(ctx context.Context, q bun.IDB, now time.Time, limit int64) (ids []string, err error) {
	return ids, q.NewRaw("SELECT id FROM payment_attempts WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?", now, limit).Scan(ctx, &ids)
}

func postpone(ctx context.Context, tx bun.IDB, id string, next time.Time) error {
	_, err := tx.NewRaw("UPDATE payment_attempts SET next_check_at = ? WHERE id = ?", next, id).Exec(ctx)
	return err
}

func attemptsOf(ctx context.Context, q bun.IDB, orderID string) (as []Attempt, err error) {
	as = []Attempt{}
	return as, q.NewSelect().Model(&as).Where("a.order_id = ?", orderID).OrderExpr("a.created_at DESC, a.id DESC").Limit(50).Scan(ctx)
}

// insertPayment returns false for a payment that is known.
func insertPayment(ctx context.Context, tx bun.IDB, p Payment) (bool, error) {
	return db.Changed(tx.NewInsert().Model(&p).On("CONFLICT (provider, provider_ref) DO NOTHING").Exec(ctx))
}

func setSurplus(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE payments SET surplus = TRUE WHERE id = ?", id).Exec(ctx)
	return err
}

func payment(ctx context.Context, q bun.IDB, id string) (p Payment, err error) {
	return p, q.NewSelect().Model(&p).Where("p.id = ?", id).Scan(ctx)
}

// paymentByRef returns a payment by the provider's name of it; nil if there is none.
func paymentByRef(ctx context.Context, q bun.IDB, name, ref string) (*Payment, error) {
	var p Payment
	return db.Optional(&p, q.NewSelect().Model(&p).Where("p.provider = ? AND p.provider_ref = ?", name, ref).Scan(ctx))
}

// attemptOf returns the id of the attempt that a hint is about; "" if it is of another installation.
func attemptOf(ctx context.Context, q bun.IDB, name string, h provider.Hint) (string, error) {
	if h.AttemptID == "" {
		p, err := paymentByRef(ctx, q, name, h.PaymentRef)
		if p == nil {
			return "", err
		}
		return p.AttemptID, err
	}
	a, err := attempt(ctx, q, h.AttemptID)
	if fault.Is(err, fault.NotFound) {
		err = nil
	}
	return a.ID, err
}

// paymentOf returns the payment by which an order was paid.
func paymentOf(ctx context.Context, q bun.IDB, orderID string) (p Payment, err error) {
	return p, q.NewSelect().Model(&p).Where("p.order_id = ? AND NOT p.surplus", orderID).Scan(ctx)
}

func paymentsOf(ctx context.Context, q bun.IDB, orderID string) (ps []Payment, err error) {
	ps = []Payment{}
	return ps, q.NewSelect().Model(&ps).Where("p.order_id = ?", orderID).OrderExpr("p.received_at, p.id").Scan(ctx)
}

// insertEvent returns false for a message that is known.
func insertEvent(ctx context.Context, tx bun.IDB, name string, h provider.Hint, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("INSERT INTO provider_events (provider, event_id, kind, attempt_id, received_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		name, h.EventID, h.Kind, h.AttemptID, now).Exec(ctx))
}

func deleteEvents(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM provider_events WHERE received_at < ?", before).Exec(ctx)
	return err
}

func insertRefund(ctx context.Context, tx bun.IDB, r Refund) error {
	_, err := tx.NewInsert().Model(&r).Exec(ctx)
	return err
}

func refundOf(ctx context.Context, q bun.IDB, id string) (r Refund, err error) {
	return r, q.NewSelect().Model(&r).Where("r.id = ?", id).Scan(ctx)
}

func refundsOf(ctx context.Context, q bun.IDB, orderID string) (rs []Refund, err error) {
	rs = []Refund{}
	return rs, q.NewSelect().Model(&rs).Where("r.order_id = ?", orderID).OrderExpr("r.created_at DESC, r.id DESC").Scan(ctx)
}

func refundOfPayment(ctx context.Context, q bun.IDB, paymentID, id string) (*Refund, error) {
	var r Refund
	return db.Optional(&r, q.NewSelect().Model(&r).Where("r.payment_id = ? AND r.id = ?", paymentID, id).Scan(ctx))
}

// refundByRef returns a refund by the provider's name of it, or of its dispute; nil if there is none.
func refundByRef(ctx context.Context, q bun.IDB, paymentID, ref string) (*Refund, error) {
	var r Refund
	return db.Optional(&r, q.NewSelect().Model(&r).Where("r.payment_id = ? AND r.provider_ref = ?", paymentID, ref).Scan(ctx))
}

// setRefundStatus returns false if somebody else has recorded the end of the refund.
func setRefundStatus(ctx context.Context, tx bun.IDB, id, status string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE refunds SET status = ?, updated_at = ? WHERE id = ? AND status = 'processing'", status, now, id).Exec(ctx))
}
