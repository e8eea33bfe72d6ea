package paymentstats

import (
	"context"
	"strings"

	"github.com/uptrace/bun"
)

// cell is a part of a group of a currency.
type cell struct {
	Key, Title, Currency string
	Test                 bool
	PaymentSums          `bun:",embed"`
}

type dueCell struct {
	Currency string
	Test     bool
	DueSums  `bun:",embed"`
}

// sums are those of PaymentSums, of entries.
const sums = `CAST(-sum(CASE WHEN b.name = 'revenue' THEN b.amount ELSE 0 END) AS BIGINT) AS revenue,
	CAST(-sum(CASE WHEN b.name LIKE 'tax:%' THEN b.amount ELSE 0 END) AS BIGINT) AS tax,
	CAST(-sum(CASE WHEN b.ref LIKE 'payment:%' AND b.name IN ('receivable', 'surplus') THEN b.amount ELSE 0 END) AS BIGINT) AS received,
	CAST(sum(CASE WHEN b.ref LIKE 'refund:%' AND b.name IN ('receivable', 'surplus') THEN b.amount ELSE 0 END) AS BIGINT) AS refunded,
	CAST(sum(CASE WHEN b.name = 'fees' THEN b.amount ELSE 0 END) AS BIGINT) AS fees`

// entries are the postings of a period, b, with the names of accounts alone: those of test payments begin with test.
func entries(currency string, p span) (string, []any) {
	where, args := "e.at >= ? AND e.at < ?", []any{p.begins(), p.ends()}
	if currency != "" {
		where, args = where+" AND e.currency = ?", append(args, strings.ToUpper(currency))
	}
	return `(SELECT e.ref, e.currency, e.amount, e.order_id, e.at, e.account LIKE 'test:%' AS test, CASE WHEN e.account LIKE 'test:%' THEN substr(e.account, 6) ELSE e.account END AS name
		FROM postings AS e WHERE ` + where + `) AS b`, args
}

func cells(ctx context.Context, q bun.IDB, key, joins, currency string, p span, keyArgs ...any) (found []cell, err error) {
	from, args := entries(currency, p)
	return found, q.NewRaw("SELECT "+key+" AS key, b.currency, b.test, "+sums+" FROM "+from+" "+joins+" GROUP BY 1, b.currency, b.test", append(keyArgs, args...)...).Scan(ctx, &found)
}

// stepCells adds up by the steps of a period.
func stepCells(ctx context.Context, q bun.IDB, currency string, p span) ([]cell, error) {
	var args []any
	key := "CASE"
	for i, s := range p.steps {
		if i+1 < len(p.steps) {
			key += " WHEN b.at < ? THEN ?"
			args = append(args, p.steps[i+1].begins, s.key)
		} else {
			key += " ELSE ? END"
			args = append(args, s.key)
		}
	}
	return cells(ctx, q, key, "", currency, p, args...)
}

// providerCells adds up by the provider of the payment; what documents say of invoices has none yet.
func providerCells(ctx context.Context, q bun.IDB, currency string, p span) ([]cell, error) {
	return cells(ctx, q, "coalesce(paid.provider, '')", `LEFT JOIN receipts AS d ON b.ref LIKE 'document:%' AND d.id = substr(b.ref, 10)
		LEFT JOIN refunds AS r ON r.id = CASE WHEN b.ref LIKE 'refund:%' THEN substr(b.ref, 8, 36) ELSE d.source_id END
		LEFT JOIN payments AS paid ON paid.id = CASE WHEN b.ref LIKE 'payment:%' THEN substr(b.ref, 9) ELSE coalesce(r.payment_id, d.source_id) END`, currency, p)
}

func couponCells(ctx context.Context, q bun.IDB, currency string, p span) ([]cell, error) {
	return cells(ctx, q, "upper(o.coupon_code)", "JOIN orders AS o ON o.id = b.order_id", currency, p)
}

// courseCells adds up by course: the sums of an order are shared among its lines. The orders are read one after the other, however many there are.
func courseCells(ctx context.Context, q bun.IDB, currency string, p span) (found []cell, err error) {
	from, args := entries(currency, p)
	rows, err := q.QueryContext(ctx, `SELECT s.order_id, s.currency, s.test, s.revenue, s.tax, s.received, s.refunded, s.fees, l.charged, coalesce(c.id, '') AS key, coalesce(c.title, '') AS title
		FROM (SELECT b.order_id, b.currency, b.test, `+sums+" FROM "+from+` GROUP BY b.order_id, b.currency, b.test) AS s
		JOIN order_lines AS l ON l.order_id = s.order_id LEFT JOIN courses AS c ON c.id = l.course_id ORDER BY s.order_id, s.currency, s.test, l.position`, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // read to its end, or its error is returned
	groups, lines, charged, last := courseSums{}, []cell{}, []int64{}, ""
	for rows.Next() {
		var c cell
		var orderID string
		var amount int64
		if err := rows.Scan(&orderID, &c.Currency, &c.Test, &c.Revenue, &c.Tax, &c.Received, &c.Refunded, &c.Fees, &amount, &c.Key, &c.Title); err != nil {
			return nil, err
		}
		if sheet := orderID + c.Currency; sheet != last || lines[0].Test != c.Test {
			groups.add(lines, charged)
			lines, charged, last = lines[:0], charged[:0], sheet
		}
		lines, charged = append(lines, c), append(charged, amount)
	}
	groups.add(lines, charged)
	return groups.cells(), rows.Err()
}

// courseSums are the sums of courses by what names them.
type courseSums map[cell]PaymentSums

// add shares the sums of an order, which each of its lines has, among the lines.
func (s courseSums) add(lines []cell, charged []int64) {
	if len(lines) == 0 {
		return
	}
	for i, part := range lines[0].shared(charged) {
		name := lines[i]
		name.PaymentSums = PaymentSums{}
		sum := s[name]
		sum.add(part)
		s[name] = sum
	}
}

func (s courseSums) cells() []cell {
	found := make([]cell, 0, len(s))
	for name, sum := range s {
		name.PaymentSums = sum
		found = append(found, name)
	}
	return found
}

// dueCells add up what is due of the plans that are running.
func dueCells(ctx context.Context, q bun.IDB, currency string) (found []dueCell, err error) {
	where, args := "", []any{}
	if currency != "" {
		where, args = " AND pp.currency = ?", append(args, strings.ToUpper(currency))
	}
	return found, q.NewRaw(`SELECT d.currency, d.test, CAST(sum(d.is_open) AS BIGINT) AS open, CAST(sum(d.is_open * d.amount) AS BIGINT) AS open_amount, CAST(sum(1 - d.is_open) AS BIGINT) AS overdue,
			CAST(sum((1 - d.is_open) * d.amount) AS BIGINT) AS overdue_amount
		FROM (SELECT pp.currency, d.amount, CASE WHEN d.status = 'open' THEN 1 ELSE 0 END AS is_open, EXISTS (SELECT 1 FROM dues AS one JOIN order_lines AS l ON l.due_id = one.id
				JOIN postings AS b ON b.order_id = l.order_id WHERE one.plan_id = pp.id AND b.account = 'test:receivable') AS test
			FROM payment_plans AS pp JOIN dues AS d ON d.plan_id = pp.id WHERE pp.status IN ('active', 'past_due') AND d.status IN ('open', 'overdue')`+where+`) AS d
		GROUP BY d.currency, d.test`, args...).Scan(ctx, &found)
}

// countOrders counts as the dashboard does: by when they were made.
func countOrders(ctx context.Context, q bun.IDB, currency string, p span) (made, paid int64, err error) {
	where, args := "", []any{p.begins(), p.ends()}
	if currency != "" {
		where, args = " AND o.currency = ?", append(args, strings.ToUpper(currency))
	}
	var n struct{ Made, Paid int64 }
	err = q.NewRaw("SELECT count(*) AS made, count(o.paid_at) AS paid FROM orders AS o WHERE o.status <> 'draft' AND o.created_at >= ? AND o.created_at < ?"+where, args...).Scan(ctx, &n)
	return n.Made, n.Paid, err
}
