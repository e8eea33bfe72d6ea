package order

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

func insert(ctx context.Context, tx bun.IDB, o Order) error {
	if _, err := tx.NewInsert().Model(&o).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewInsert().Model(&o.Lines).Exec(ctx); err != nil || len(o.Taxes) == 0 {
		return err
	}
	_, err := tx.NewInsert().Model(&o.Taxes).Exec(ctx)
	return err
}

func find(ctx context.Context, q bun.IDB, id string) (o Order, err error) {
	err = selectOrders(q, &o).Where("o.id = ?", id).Scan(ctx)
	return o, db.One(err, errNoOrder)
}

func byCart(ctx context.Context, q bun.IDB, buyer, key string) (o Order, err error) {
	err = selectOrders(q, &o).Where("o.buyer_id = ? AND o.cart_key = ?", buyer, key).Scan(ctx)
	return o, db.One(err, errNoOrder)
}

func selectOrders(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("o.*, u.full_name AS buyer_name").Join("JOIN users AS u ON u.id = o.buyer_id")
}

// list returns orders of one buyer, or of all for "".
func list(ctx context.Context, q bun.IDB, f AdminFilter, buyer string, limit, offset int64) (os []Order, err error) {
	os = []Order{}
	s := narrow(selectOrders(q, &os), f, buyer)
	return os, s.OrderExpr("o.created_at DESC, o.id DESC").Limit(limit).Offset(offset).Scan(ctx)
}

// count counts the orders of a list, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, f AdminFilter, buyer string) (rest.Count, error) {
	some := narrow(q.NewSelect().TableExpr("orders AS o"), f, buyer).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// before returns orders that follow a position in the list of all, newest first; the zero position is its start.
func before(ctx context.Context, q bun.IDB, f AdminFilter, at position, limit int64) (os []Order, err error) {
	s := narrow(selectOrders(q, &os), f, "")
	if at.id != "" {
		s.Where("(o.created_at, o.id) < (?, ?)", at.created, at.id)
	}
	return os, s.OrderExpr("o.created_at DESC, o.id DESC").Limit(limit).Scan(ctx)
}

func narrow(s *bun.SelectQuery, f AdminFilter, buyer string) *bun.SelectQuery {
	if number := strings.ToUpper(strings.TrimSpace(f.Search)); strings.HasPrefix(number, "LEC-") {
		s.Where("o.number = ?", number)
	} else {
		db.WhereUserMatches(s, "o.buyer_id", f.Search)
	}
	if !f.start.IsZero() {
		s.Where("o.created_at >= ?", f.start)
	}
	if !f.end.IsZero() {
		s.Where("o.created_at < ?", f.end)
	}
	if buyer != "" {
		s.Where("o.buyer_id = ?", buyer)
	}
	if f.company != "" {
		s.Where("o.company_id = ?", f.company)
	}
	if f.Status != "" {
		s.Where("o.status = ?", f.Status)
	}
	return s
}

func linesOf(ctx context.Context, q bun.IDB, orders []string) (map[string][]Line, error) {
	var ls []Line
	err := q.NewSelect().Model(&ls).Where("l.order_id IN (?)", bun.List(orders)).OrderExpr("l.order_id, l.position").Scan(ctx)
	by := map[string][]Line{}
	for _, l := range ls {
		by[l.OrderID] = append(by[l.OrderID], l)
	}
	return by, err
}

func taxesOf(ctx context.Context, q bun.IDB, orders []string) (map[string][]Tax, error) {
	var ts []Tax
	err := q.NewSelect().Model(&ts).Where("t.order_id IN (?)", bun.List(orders)).OrderExpr("t.order_id, t.position").Scan(ctx)
	by := map[string][]Tax{}
	for _, t := range ts {
		by[t.OrderID] = append(by[t.OrderID], t)
	}
	return by, err
}

// touch locks the row of an order until the transaction ends.
func touch(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE orders SET updated_at = ? WHERE id = ?", now, id), errNoOrder)
}

func extend(ctx context.Context, tx bun.IDB, id string, until, now time.Time) error {
	_, err := tx.NewRaw("UPDATE orders SET expires_at = ?, updated_at = ? WHERE id = ? AND status = 'pending'", until, now, id).Exec(ctx)
	return err
}

func setStatus(ctx context.Context, tx bun.IDB, id string, from []string, to string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE orders SET status = ?, updated_at = ? WHERE id = ? AND status IN (?)", to, now, id, bun.List(from)).Exec(ctx)
	return err
}

// setPaid takes a late payment too: failed, cancelled and expired orders become paid.
func setPaid(ctx context.Context, tx bun.IDB, id string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw(`UPDATE orders SET status = 'paid', paid = total, paid_at = ?, updated_at = ?
		WHERE id = ? AND status IN ('pending', 'failed', 'cancelled', 'expired')`, now, now, id).Exec(ctx))
}

// takeOverdue returns the orders by invoice of which companies are to be reminded now.
func takeOverdue(ctx context.Context, tx bun.IDB, now time.Time) (ids []string, err error) {
	return ids, tx.NewRaw(`UPDATE orders SET reminded_at = ? WHERE status = 'pending' AND company_id IS NOT NULL AND due_at IS NOT NULL AND due_at <= ? AND due_at > ?
		AND (reminded_at IS NULL OR reminded_at <= ?) RETURNING id`, now, now, now.Add(-remindUntil), now.Add(-remindEvery)).Scan(ctx, &ids)
}

func reserve(ctx context.Context, tx bun.IDB, id string, amount int64, now time.Time) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE orders SET refund_reserved = refund_reserved + ?, updated_at = ? WHERE id = ? AND refund_reserved + ? <= paid",
		amount, now, id, amount), fault.New(fault.Conflict, "more_than_left", "That is more than what is left of this order."))
}

func release(ctx context.Context, tx bun.IDB, id string, amount int64, now time.Time) error {
	_, err := tx.NewRaw("UPDATE orders SET refund_reserved = refund_reserved - ?, updated_at = ? WHERE id = ?", amount, now, id).Exec(ctx)
	return err
}

func refund(ctx context.Context, tx bun.IDB, id string, amount int64, now time.Time) error {
	_, err := tx.NewRaw(`UPDATE orders SET refunded = refunded + ?, updated_at = ?,
		status = CASE WHEN refunded + ? = paid THEN 'refunded' ELSE 'partially_refunded' END WHERE id = ?`, amount, now, amount, id).Exec(ctx)
	return err
}

func reverse(ctx context.Context, tx bun.IDB, id string, amount int64, now time.Time) error {
	_, err := tx.NewRaw(`UPDATE orders SET refunded = refunded - ?, refund_reserved = refund_reserved - ?, updated_at = ?,
		status = CASE WHEN refunded = ? THEN 'paid' ELSE 'partially_refunded' END WHERE id = ?`, amount, amount, now, amount, id).Exec(ctx)
	return err
}

const liveAttempt = "EXISTS (SELECT 1 FROM payment_attempts AS a WHERE a.order_id = o.id AND a.status IN ('creating', 'open', 'processing'))"

func hasLiveAttempt(ctx context.Context, q bun.IDB, id string) (bool, error) {
	return q.NewSelect().TableExpr("orders AS o").Where("o.id = ? AND "+liveAttempt, id).Exists(ctx)
}

// expire returns the expired orders that have a coupon.
func expire(ctx context.Context, tx bun.IDB, now time.Time) (withCoupons []string, err error) {
	var expired []struct{ ID, CouponCode string }
	err = tx.NewRaw("UPDATE orders AS o SET status = 'expired', updated_at = ? WHERE o.status = 'pending' AND o.expires_at <= ? AND o.due_at IS NULL AND NOT "+liveAttempt+
		" RETURNING id, coupon_code", now, now).Scan(ctx, &expired)
	for _, o := range expired {
		if o.CouponCode != "" {
			withCoupons = append(withCoupons, o.ID)
		}
	}
	return withCoupons, err
}

// approve returns false for an order that is approved already.
func approve(ctx context.Context, tx bun.IDB, id string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE orders SET approved_at = ?, updated_at = ? WHERE id = ? AND approved_at IS NULL", now, now, id).Exec(ctx))
}
