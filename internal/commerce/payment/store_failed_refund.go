package payment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// unresolved are the refunds about which something is left to do: what a bank returned after a dispute that was won is no failure.
const unresolved = "r.status = 'failed' AND r.origin <> 'dispute' AND r.resolved_at IS NULL"

func failedRefunds(ctx context.Context, q bun.IDB, limit, offset int64) (rs []FailedRefund, err error) {
	rs = []FailedRefund{}
	return rs, q.NewSelect().Model(&rs).ColumnExpr("r.*, o.number AS order_number, u.full_name AS buyer_name, p.currency, p.provider").
		Join("JOIN payments AS p ON p.id = r.payment_id").Join("JOIN orders AS o ON o.id = r.order_id").Join("JOIN users AS u ON u.id = o.buyer_id").
		Where(unresolved).OrderExpr("r.updated_at DESC, r.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

// countFailedRefunds counts them, up to rest.MaxCount.
func countFailedRefunds(ctx context.Context, q bun.IDB) (rest.Count, error) {
	some := q.NewSelect().TableExpr("refunds AS r").ColumnExpr("1").Where(unresolved).Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func refundToResolve(ctx context.Context, q bun.IDB, id string) (Refund, error) {
	r, err := refundOf(ctx, q, id)
	return r, db.One(err, errNoRefund)
}

// setReversed returns false for a refund whose failure is known already.
func setReversed(ctx context.Context, tx bun.IDB, id string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE refunds SET status = 'failed', reversed_at = ?, updated_at = ? WHERE id = ? AND status = 'succeeded'", now, now, id).Exec(ctx))
}

// setResolved returns false for a refund about which nothing is left to do.
func setResolved(ctx context.Context, tx bun.IDB, id, resolution, by string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE refunds AS r SET resolved_at = ?, resolved_by = ?, resolution = ? WHERE r.id = ? AND "+unresolved, now, by, resolution, id).Exec(ctx))
}

// keepAccess records that a refund has ended no access, since it was opened again.
func keepAccess(ctx context.Context, tx bun.IDB, id string) error {
	_, err := tx.NewRaw("UPDATE refunds SET ends_access = FALSE WHERE id = ?", id).Exec(ctx)
	return err
}
