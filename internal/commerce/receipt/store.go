package receipt

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// series is the row of a series of numbers.
type series struct {
	bun.BaseModel `bun:"table:number_series,alias:s"`

	Name         string `bun:",pk"`
	Last         int64
	LastIssuedAt time.Time
	LastDigest   string
}

// take takes the next number of a series. Its date is never before that of the number before it, whatever the clocks of servers say.
func take(ctx context.Context, tx bun.IDB, name string, now time.Time) (s series, err error) {
	if _, err := tx.NewRaw(`INSERT INTO number_series (name, last, last_issued_at, last_digest) VALUES (?, 1, ?, '') ON CONFLICT (name) DO UPDATE SET
		last = number_series.last + 1, last_issued_at = CASE WHEN number_series.last_issued_at > excluded.last_issued_at THEN number_series.last_issued_at ELSE excluded.last_issued_at END`,
		name, now).Exec(ctx); err != nil {
		return s, err
	}
	return s, tx.NewSelect().Model(&s).Where("s.name = ?", name).Scan(ctx)
}

func setDigest(ctx context.Context, tx bun.IDB, name, digest string) error {
	_, err := tx.NewRaw("UPDATE number_series SET last_digest = ? WHERE name = ?", digest, name).Exec(ctx)
	return err
}

func insert(ctx context.Context, tx bun.IDB, r record, salt, buyer string) error {
	if _, err := tx.NewInsert().Model(&r).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("INSERT INTO receipt_buyers (receipt_id, salt, buyer) VALUES (?, ?, ?)", r.ID, salt, buyer).Exec(ctx)
	return err
}

func documentsOf(ctx context.Context, q bun.IDB, orderID string) (ds []Document, err error) {
	var snapshots []string
	if err := q.NewRaw("SELECT snapshot FROM receipts WHERE order_id = ? ORDER BY issued_at, id", orderID).Scan(ctx, &snapshots); err != nil {
		return nil, err
	}
	ds = make([]Document, len(snapshots))
	for i, text := range snapshots {
		if err := json.Unmarshal([]byte(text), &ds[i]); err != nil {
			return nil, err
		}
	}
	return ds, nil
}

// bySource returns the document of a kind about a payment or a refund.
func bySource(ctx context.Context, q bun.IDB, kind, sourceID string) (d Document, err error) {
	var snapshot string
	if err := q.NewRaw("SELECT snapshot FROM receipts WHERE kind = ? AND source_id = ?", kind, sourceID).Scan(ctx, &snapshot); err != nil {
		return d, err
	}
	return d, json.Unmarshal([]byte(snapshot), &d)
}

// list returns documents of the caller; of an order, also to administrators.
func list(ctx context.Context, q bun.IDB, who access.Caller, orderID string, limit, offset int64) (rs []record, total int64, err error) {
	s := q.NewSelect().Model(&rs).ExcludeColumn("snapshot")
	if orderID != "" {
		s.Where("r.order_id = ?", orderID)
	}
	if orderID == "" || !who.HasRole(access.Admin) {
		s.Where("r.buyer_id = ?", who.ID)
	}
	total, err = s.OrderExpr("r.issued_at DESC, r.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return rs, total, err
}

func ofOrders(ctx context.Context, q bun.IDB, orders []string) (rs []record, err error) {
	return rs, q.NewSelect().Model(&rs).ExcludeColumn("snapshot").Where("r.order_id IN (?)", bun.List(orders)).OrderExpr("r.order_id, r.issued_at, r.id").Scan(ctx)
}

func find(ctx context.Context, q bun.IDB, id string) (r record, buyer string, err error) {
	if err := db.One(q.NewSelect().Model(&r).Where("r.id = ?", id).Scan(ctx), errNoReceipt); err != nil {
		return r, "", err
	}
	err = q.NewRaw("SELECT buyer FROM receipt_buyers WHERE receipt_id = ?", id).Scan(ctx, &buyer)
	return r, buyer, err
}

func allSeries(ctx context.Context, q bun.IDB) (all []series, err error) {
	all = []series{}
	return all, q.NewSelect().Model(&all).OrderExpr("s.name").Scan(ctx)
}

// after returns documents of a series behind a number, in their order.
func after(ctx context.Context, q bun.IDB, name string, number, limit int64) (rs []record, err error) {
	return rs, q.NewSelect().Model(&rs).Where("r.series = ? AND r.number > ?", name, number).OrderExpr("r.number").Limit(limit).Scan(ctx)
}

// buyersOf returns salt and buyer by document.
func buyersOf(ctx context.Context, q bun.IDB, name string, from, to int64) (map[string][2]string, error) {
	var rows []struct{ ReceiptID, Salt, Buyer string }
	err := q.NewRaw(`SELECT b.receipt_id, b.salt, b.buyer FROM receipt_buyers AS b JOIN receipts AS r ON r.id = b.receipt_id
		WHERE r.series = ? AND r.number BETWEEN ? AND ?`, name, from, to).Scan(ctx, &rows)
	by := make(map[string][2]string, len(rows))
	for _, r := range rows {
		by[r.ReceiptID] = [2]string{r.Salt, r.Buyer}
	}
	return by, err
}
