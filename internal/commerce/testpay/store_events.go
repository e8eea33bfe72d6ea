package testpay

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// refundsOf returns the refunds of a payment in the order in which they were made: ids grow.
func refundsOf(ctx context.Context, q bun.IDB, checkout string) (rs []TestRefund, err error) {
	rs = []TestRefund{}
	return rs, q.NewSelect().Model(&rs).Where("r.checkout_id = ?", checkout).OrderExpr("r.id").Scan(ctx)
}

// disputeOf returns the dispute of a payment; nil if there is none.
func disputeOf(ctx context.Context, q bun.IDB, checkout string) (*TestDispute, error) {
	var d TestDispute
	return db.Optional(&d, q.NewSelect().Model(&d).Where("d.checkout_id = ?", checkout).Scan(ctx))
}

func failPayment(ctx context.Context, tx bun.IDB, id string) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE test_checkouts SET state = 'failed', failure = 'declined' WHERE id = ? AND state = 'processing'", id).Exec(ctx))
}

// failRefund returns false for a refund that has failed already, or is none of the payment.
func failRefund(ctx context.Context, tx bun.IDB, checkout, id string, now time.Time) (bool, error) {
	done, err := db.Changed(tx.NewRaw("UPDATE test_refunds SET failed_at = ? WHERE id = ? AND checkout_id = ? AND failed_at IS NULL", now, id, checkout).Exec(ctx))
	if err != nil || !done {
		return false, err
	}
	_, err = tx.NewRaw("UPDATE test_checkouts SET refunded = refunded - (SELECT r.amount FROM test_refunds AS r WHERE r.id = ?) WHERE id = ?", id, checkout).Exec(ctx)
	return err == nil, err
}

// insertDispute returns false for a payment that is disputed already.
func insertDispute(ctx context.Context, tx bun.IDB, d TestDispute) (bool, error) {
	return db.Changed(tx.NewInsert().Model(&d).On("CONFLICT (checkout_id) DO NOTHING").Exec(ctx))
}

// decideDispute returns false for a payment of which no dispute is open.
func decideDispute(ctx context.Context, tx bun.IDB, checkout, status string) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE test_disputes SET status = ? WHERE checkout_id = ? AND status = 'needs_response'", status, checkout).Exec(ctx))
}
