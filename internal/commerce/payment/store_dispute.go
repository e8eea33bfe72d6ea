package payment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

func selectDisputes(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("d.*, o.number AS order_number, u.full_name AS buyer_name").
		Join("JOIN orders AS o ON o.id = d.order_id").Join("JOIN users AS u ON u.id = o.buyer_id").OrderExpr("d.created_at DESC, d.id DESC")
}

func disputes(ctx context.Context, q bun.IDB, limit, offset int64) (ds []Dispute, err error) {
	ds = []Dispute{}
	return ds, selectDisputes(q, &ds).Limit(limit).Offset(offset).Scan(ctx)
}

func disputesOf(ctx context.Context, q bun.IDB, orderID string) (ds []Dispute, err error) {
	ds = []Dispute{}
	return ds, selectDisputes(q, &ds).Where("d.order_id = ?", orderID).Scan(ctx)
}

// countDisputes counts the disputes, up to rest.MaxCount.
func countDisputes(ctx context.Context, q bun.IDB) (rest.Count, error) {
	n, err := q.NewSelect().TableExpr("(?) AS counted", q.NewSelect().TableExpr("disputes AS d").ColumnExpr("1").Limit(rest.MaxCount+1)).Count(ctx)
	return rest.CountUpTo(n), err
}

func disputeByRef(ctx context.Context, q bun.IDB, name, ref string) (*Dispute, error) {
	var d Dispute
	return db.Optional(&d, q.NewSelect().Model(&d).Where("d.provider = ? AND d.provider_ref = ?", name, ref).Scan(ctx))
}

func putDispute(ctx context.Context, tx bun.IDB, d Dispute) error {
	_, err := tx.NewInsert().Model(&d).On(`CONFLICT (id) DO UPDATE`).Set("amount = EXCLUDED.amount, reason = EXCLUDED.reason, status = EXCLUDED.status, withdrawn = EXCLUDED.withdrawn").
		Set("respond_by = EXCLUDED.respond_by, updated_at = EXCLUDED.updated_at").Exec(ctx)
	return err
}

func hasOpenDispute(ctx context.Context, q bun.IDB, orderID string) (bool, error) {
	return q.NewSelect().TableExpr("disputes AS d").Where("d.order_id = ? AND d.status IN ('needs_response', 'under_review')", orderID).Exists(ctx)
}

// staysClosed reports whether a refund has ended the access to what was bought, or another dispute suspends it.
func staysClosed(ctx context.Context, q bun.IDB, orderID string) (closed bool, err error) {
	err = q.NewRaw(`SELECT EXISTS (SELECT 1 FROM refunds WHERE order_id = ? AND ends_access AND (status = 'succeeded' OR reversed_at IS NOT NULL))
		OR EXISTS (SELECT 1 FROM disputes WHERE order_id = ? AND withdrawn AND status IN ('needs_response', 'under_review'))`, orderID, orderID).Scan(ctx, &closed)
	return closed, err
}
