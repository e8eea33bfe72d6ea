package waiting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/batch"
)

func list(ctx context.Context, q bun.IDB, batchID string, limit, offset int64) (found []WaitingLearner, err error) {
	return found, q.NewSelect().TableExpr("batch_waiting AS w").Join("JOIN users AS u ON u.id = w.user_id").
		ColumnExpr("w.id, w.user_id, u.full_name, w.status, w.offer_until, w.created_at").Where("w.batch_id = ? AND w.status IN ('waiting', 'offered')", batchID).
		OrderExpr("w.status, w.position").Limit(limit).Offset(offset).Scan(ctx, &found)
}

// waitingIDs returns the entries of those who wait for a seat of a batch without an offer, in order.
func waitingIDs(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	ids = []string{}
	return ids, q.NewSelect().Table("batch_waiting").Column("id").Where("batch_id = ? AND status = 'waiting'", batchID).OrderExpr("position").Scan(ctx, &ids)
}

// putOrder gives the entries of all who wait their positions anew.
func putOrder(ctx context.Context, tx bun.IDB, ids []string, now time.Time) error {
	for i, id := range ids {
		if _, err := tx.NewRaw("UPDATE batch_waiting SET position = ?, updated_at = ? WHERE id = ?", i+1, now, id).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// entryOf returns an entry, or batch.ErrEntryNotFound.
func entryOf(ctx context.Context, q bun.IDB, id string) (e batch.WaitingEntry, err error) {
	return e, db.One(q.NewSelect().Model(&e).Where("w.id = ?", id).Scan(ctx), batch.ErrEntryNotFound)
}

// details returns an entry with its batch.
func details(ctx context.Context, q bun.IDB, e batch.WaitingEntry) (d WaitingDetails, err error) {
	b, err := batch.RowOf(ctx, q, e.BatchID)
	if err != nil {
		return d, err
	}
	d = WaitingDetails{BatchID: b.ID, BatchName: b.BatchName, CourseID: b.CourseID}
	d.WaitingPlace, err = e.AsPlace(ctx, q)
	return d, err
}

// due returns batches that have an offer whose term is over, or a free seat for which users wait.
func due(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	err = q.NewRaw(`SELECT w.batch_id FROM batch_waiting AS w WHERE w.status = 'offered' AND w.offer_until <= ?
		UNION SELECT w.batch_id FROM batch_waiting AS w JOIN batches AS b ON b.id = w.batch_id
			WHERE w.status = 'waiting' AND b.enrolled + b.reserved < b.capacity AND NOT b.archived AND b.status NOT IN ('Completed', 'Cancelled')
		ORDER BY batch_id`, now).Scan(ctx, &ids)
	return ids, db.One(err, nil)
}

// overdue returns the offers of a batch whose term is over.
func overdue(ctx context.Context, q bun.IDB, batchID string, now time.Time) (entries []batch.WaitingEntry, err error) {
	return entries, q.NewSelect().Model(&entries).Where("w.batch_id = ? AND w.status = 'offered' AND w.offer_until <= ?", batchID, now).Scan(ctx)
}
