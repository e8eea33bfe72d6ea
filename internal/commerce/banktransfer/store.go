package banktransfer

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func insert(ctx context.Context, tx bun.IDB, t Transfer) error {
	_, err := tx.NewInsert().Model(&t).On("CONFLICT (id) DO NOTHING").Exec(ctx)
	return err
}

// transfers selects them with their orders.
func transfers(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("t.*, o.id AS order_id, o.number AS order_number, o.buyer_id, u.full_name AS buyer_name").
		Join("JOIN payment_attempts AS a ON a.id = t.id").Join("JOIN orders AS o ON o.id = a.order_id").Join("JOIN users AS u ON u.id = o.buyer_id")
}

func find(ctx context.Context, q bun.IDB, id string) (t Transfer, err error) {
	err = transfers(q, &t).Where("t.id = ?", id).Scan(ctx)
	return t, db.One(err, errNoTransfer)
}

// ofOrder returns the newest transfer of an order.
func ofOrder(ctx context.Context, q bun.IDB, orderID string) (t Transfer, err error) {
	err = transfers(q, &t).Where("a.order_id = ?", orderID).OrderExpr("t.created_at DESC, t.id DESC").Limit(1).Scan(ctx)
	return t, db.One(err, errNoTransfer)
}

func byProof(ctx context.Context, q bun.IDB, fileID string) (t Transfer, err error) {
	err = transfers(q, &t).Where("t.proof_id = ? AND t.proof_id <> ''", fileID).Scan(ctx)
	return t, db.One(err, errNoTransfer)
}

// waiting returns the transfers that wait for a decision, the oldest first.
func waiting(ctx context.Context, q bun.IDB, limit, offset int64) (ts []Transfer, err error) {
	ts = []Transfer{}
	return ts, transfers(q, &ts).Where("t.state IN ('open', 'submitted')").OrderExpr("t.created_at, t.id").Limit(limit).Offset(offset).Scan(ctx)
}

func countWaiting(ctx context.Context, q bun.IDB, most int64) (int64, error) {
	some := q.NewSelect().TableExpr("bank_transfers AS t").ColumnExpr("1").Where("t.state IN ('open', 'submitted')").Limit(most)
	return q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
}

// setState returns false if the transfer is not in one of these states.
func setState(ctx context.Context, tx bun.IDB, t Transfer, from ...string) (bool, error) {
	return db.Changed(tx.NewUpdate().Model(&t).Column("state", "received", "value_date", "bank_ref", "reason", "decided_by", "updated_at").
		Where("t.id = ? AND t.state IN (?)", t.ID, bun.List(from)).Exec(ctx))
}

func setProof(ctx context.Context, tx bun.IDB, t Transfer) (bool, error) {
	return db.Changed(tx.NewUpdate().Model(&t).Column("state", "proof_id", "proof_name", "proof_type", "updated_at").
		Where("t.id = ? AND t.state IN ('open', 'submitted')", t.ID).Exec(ctx))
}

// proofOf returns the proof of a transfer, empty for none, and locks the transfer.
func proofOf(ctx context.Context, tx bun.IDB, id string) (proofID string, err error) {
	err = db.ForUpdate(tx.NewSelect().Table("bank_transfers").Column("proof_id").Where("id = ?", id)).Scan(ctx, &proofID)
	return proofID, db.One(err, errNoTransfer)
}

// eraseProofs forgets the proofs of a buyer, and returns which they were.
func eraseProofs(ctx context.Context, tx bun.IDB, buyer string) (ids []string, err error) {
	const theirs = "proof_id <> '' AND id IN (SELECT a.id FROM payment_attempts AS a JOIN orders AS o ON o.id = a.order_id WHERE o.buyer_id = ?)"
	if err := tx.NewSelect().Table("bank_transfers").Column("proof_id").Where(theirs, buyer).Scan(ctx, &ids); err != nil {
		return nil, err
	}
	_, err = tx.NewUpdate().Table("bank_transfers").Set("proof_id = '', proof_name = '', proof_type = ''").Where(theirs, buyer).Exec(ctx)
	return ids, err
}
