package payment

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// insertHeld returns false for a payment that is known.
func insertHeld(ctx context.Context, tx bun.IDB, h HeldPayment) (bool, error) {
	return db.Changed(tx.NewInsert().Model(&h).On("CONFLICT (provider, provider_ref) DO NOTHING").Exec(ctx))
}

func selectHeld(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("h.*, o.id AS order_id, o.number AS order_number, o.total AS order_total, u.full_name AS buyer_name").
		Join("JOIN payment_attempts AS a ON a.id = h.attempt_id").Join("JOIN orders AS o ON o.id = a.order_id").Join("JOIN users AS u ON u.id = o.buyer_id")
}

// held returns the payments on which nobody has decided.
func held(ctx context.Context, q bun.IDB, limit, offset int64) (hs []HeldPayment, err error) {
	hs = []HeldPayment{}
	return hs, selectHeld(q, &hs).Where("h.decision IS NULL").OrderExpr("h.received_at DESC, h.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

// countHeld counts the payments on which nobody has decided, up to rest.MaxCount.
func countHeld(ctx context.Context, q bun.IDB) (rest.Count, error) {
	some := q.NewSelect().TableExpr("held_payments AS h").ColumnExpr("1").Where("h.decision IS NULL").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

func heldPayment(ctx context.Context, q bun.IDB, id string) (h HeldPayment, err error) {
	err = selectHeld(q, &h).Where("h.id = ?", id).Scan(ctx)
	return h, db.One(err, errNoHeld)
}

// setDecision returns false for a payment that was decided before, or that there is not.
func setDecision(ctx context.Context, tx bun.IDB, id, decision, by string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE held_payments SET decision = ?, decided_by = ?, decided_at = ? WHERE id = ? AND decision IS NULL", decision, by, now, id).Exec(ctx))
}

func orderByNumber(ctx context.Context, q bun.IDB, number string) (id string, err error) {
	err = q.NewRaw("SELECT id FROM orders WHERE number = ?", strings.ToUpper(strings.TrimSpace(number))).Scan(ctx, &id)
	return id, db.One(err, fault.InvalidField("order_number", "unknown", "There is no order with this number"))
}
