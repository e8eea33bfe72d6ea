package testpay

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insert(ctx context.Context, tx bun.IDB, c Checkout) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}

func find(ctx context.Context, q bun.IDB, id string) (c Checkout, err error) {
	err = q.NewSelect().Model(&c).Where("c.id = ?", id).Scan(ctx)
	return c, db.One(err, errNoCheckout)
}

func update(ctx context.Context, tx bun.IDB, c Checkout) error {
	return db.MustChange(ctx, tx.NewUpdate().Model(&c).Column("state", "failure", "paid_at").Where("c.id = ? AND c.state = 'open'", c.ID),
		fault.New(fault.Conflict, "checkout_over", "This payment is over. Go back to the shop."))
}

// insertRefund returns false for a refund that has been made.
func insertRefund(ctx context.Context, tx bun.IDB, id, checkout string, amount int64) (bool, error) {
	return db.Changed(tx.NewRaw("INSERT INTO test_refunds (id, checkout_id, amount) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", id, checkout, amount).Exec(ctx))
}

func addRefund(ctx context.Context, tx bun.IDB, checkout string, amount int64) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE test_checkouts SET refunded = refunded + ? WHERE id = ? AND refunded + ? <= amount", amount, checkout, amount),
		fault.New(fault.Conflict, "more_than_left", "That is more than what was paid."))
}
