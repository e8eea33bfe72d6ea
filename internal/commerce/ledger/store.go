package ledger

import (
	"context"

	"github.com/uptrace/bun"
)

func insert(ctx context.Context, tx bun.IDB, rows []posting) error {
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}

func owed(ctx context.Context, q bun.IDB, orderID string) (sum int64, err error) {
	return sum, q.NewRaw("SELECT coalesce(sum(amount), 0) FROM postings WHERE order_id = ? AND account IN ('receivable', 'test:receivable')", orderID).Scan(ctx, &sum)
}

// damage is a row with which something is wrong.
type damage struct {
	What, Currency string
	Amount         int64 // minor units by which it is wrong
}

// most is how many rows of each kind are named: more help nobody.
const most = 50

// check finds one kind of damage. Its sentence has the row, the amount and the currency.
type check struct{ sentence, query string }

func (c check) find(ctx context.Context, q bun.IDB) (found []damage, err error) {
	return found, q.NewRaw(c.query+" LIMIT ?", most).Scan(ctx, &found)
}

// begun is when the books were begun: what happened before has no journals.
const begun = "(SELECT min(at) FROM postings)"

var checks = []check{
	{"The journal %s is out of balance by %d %s (minor units)", "SELECT ref AS what, currency, sum(amount) AS amount FROM postings GROUP BY ref, currency HAVING sum(amount) <> 0 ORDER BY ref"},
	{"The payment %s of %d %s (minor units) is not in the books as it was received", `SELECT p.id AS what, p.currency, p.amount FROM payments AS p WHERE p.received_at >= ` + begun + `
		AND p.amount - coalesce(p.fee, 0) <> coalesce((SELECT sum(b.amount) FROM postings AS b WHERE b.ref = 'payment:' || p.id AND (b.account = 'provider:' || p.provider OR b.account = 'test:provider:' || p.provider)), 0)
		ORDER BY p.id`},
	{"The refund %s of %d %s (minor units) is not in the books", `SELECT r.id AS what, p.currency, r.amount FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
		WHERE r.status = 'succeeded' AND r.updated_at >= ` + begun + ` AND NOT EXISTS (SELECT 1 FROM postings AS b WHERE b.ref = 'refund:' || r.id) ORDER BY r.id`},
	{"The return of the refund %s of %d %s (minor units), which has failed, is not in the books", `SELECT r.id AS what, p.currency, r.amount FROM refunds AS r JOIN payments AS p ON p.id = r.payment_id
		WHERE r.reversed_at >= ` + begun + ` AND NOT EXISTS (SELECT 1 FROM postings AS b WHERE b.ref = 'refund:' || r.id || ':returned') ORDER BY r.id`},
	{"The document %s over %d %s (minor units) is not in the books", `SELECT r.label AS what, r.currency, r.total AS amount FROM receipts AS r
		WHERE r.issued_at >= ` + begun + ` AND NOT EXISTS (SELECT 1 FROM postings AS b WHERE b.ref = 'document:' || r.id) AND (r.kind <> 'receipt' OR NOT EXISTS (
			SELECT 1 FROM receipts AS i WHERE i.order_id = r.order_id AND i.kind = 'invoice')) ORDER BY r.id`},
	{"The order %s is paid, but its buyer owes %d %s (minor units)", `SELECT o.number AS what, b.currency, sum(b.amount) AS amount FROM postings AS b JOIN orders AS o ON o.id = b.order_id
		WHERE b.account IN ('receivable', 'test:receivable') AND o.status IN ('paid', 'partially_refunded', 'refunded') AND o.paid_at >= ` + begun + `
		GROUP BY o.number, b.currency HAVING sum(b.amount) <> 0 ORDER BY o.number`},
}
