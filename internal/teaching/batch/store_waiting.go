package batch

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
)

const isOpenEntry = "w.status IN ('waiting', 'offered')"

// OpenEntry returns a user's open entry of the waiting list of a batch, nil for none.
func OpenEntry(ctx context.Context, q bun.IDB, batchID, userID string) (*WaitingEntry, error) {
	e := new(WaitingEntry)
	return db.Optional(e, q.NewSelect().Model(e).Where("w.batch_id = ? AND w.user_id = ? AND "+isOpenEntry, batchID, userID).Scan(ctx))
}

// PlaceOf returns a user's place on the waiting list of a batch, nil for none.
func PlaceOf(ctx context.Context, q bun.IDB, batchID, userID string) (*WaitingPlace, error) {
	e, err := OpenEntry(ctx, q, batchID, userID)
	if err != nil || e == nil {
		return nil, err
	}
	p, err := e.AsPlace(ctx, q)
	return &p, err
}

// AsPlace returns an entry as its learner sees it.
func (e WaitingEntry) AsPlace(ctx context.Context, q bun.IDB) (p WaitingPlace, err error) {
	p = WaitingPlace{ID: e.ID, Status: e.Status}
	if e.Status == EntryOffered {
		p.OfferUntil = e.OfferUntil
	}
	if e.Status == EntryWaiting {
		p.Place, err = q.NewSelect().Model((*WaitingEntry)(nil)).Where("w.batch_id = ? AND w.status = ? AND w.position <= ?", e.BatchID, EntryWaiting, e.Position).Count(ctx)
	}
	return p, err
}

// CountWaiting counts who waits for a seat of a batch or is offered one.
func CountWaiting(ctx context.Context, q bun.IDB, batchID string) (int64, error) {
	return q.NewSelect().Model((*WaitingEntry)(nil)).Where("w.batch_id = ? AND "+isOpenEntry, batchID).Count(ctx)
}

// Wait puts a user at the end of the waiting list of a batch, which the caller has locked, and returns their entry; the one that they have
// stays as it is.
func Wait(ctx context.Context, tx bun.IDB, batchID, userID string, now time.Time) (WaitingEntry, error) {
	before, err := OpenEntry(ctx, tx, batchID, userID)
	if err != nil {
		return WaitingEntry{}, err
	}
	if before != nil {
		return *before, nil
	}
	e := WaitingEntry{ID: db.NewID(), BatchID: batchID, UserID: userID, Status: EntryWaiting, CreatedAt: now, UpdatedAt: now}
	err = tx.NewSelect().Model((*WaitingEntry)(nil)).ColumnExpr("coalesce(max(w.position), 0) + 1").Where("w.batch_id = ?", batchID).Scan(ctx, &e.Position)
	if err != nil {
		return e, err
	}
	_, err = tx.NewInsert().Model(&e).Exec(ctx)
	return e, err
}

// OfferSeats reserves the free seats of a batch, which the caller has locked, for those who have waited longest.
func OfferSeats(ctx context.Context, tx bun.IDB, batchID string, now time.Time) error {
	r, err := RowOf(ctx, tx, batchID)
	if err != nil || r.CheckOpen() != nil || r.CheckDeadline(now) != nil || r.FreeSeats() <= 0 {
		return err
	}
	var next []WaitingEntry
	if err := tx.NewSelect().Model(&next).Where("w.batch_id = ? AND w.status = ?", batchID, EntryWaiting).OrderExpr("w.position").Limit(r.FreeSeats()).Scan(ctx); err != nil || len(next) == 0 {
		return err
	}
	session, err := nextSession(ctx, tx, batchID, now)
	if err != nil {
		return err
	}
	until, ok := offerUntil(now, session)
	if !ok {
		return nil
	}
	if end, ok := r.joinEnd(); ok && until.After(end) {
		until = end
	}
	for _, e := range next {
		e.Status, e.OfferedAt, e.OfferUntil, e.UpdatedAt = EntryOffered, &now, &until, now
		if err := putEntry(ctx, tx, e); err != nil {
			return err
		}
		if err := addReserved(ctx, tx, batchID, 1); err != nil {
			return err
		}
		if err := events.Publish(ctx, tx, now, SeatOffered{e.ID}); err != nil {
			return err
		}
	}
	return nil
}

// nextSession returns when the next session of a batch begins; the zero time for none.
func nextSession(ctx context.Context, q bun.IDB, batchID string, now time.Time) (at time.Time, err error) {
	err = q.NewSelect().TableExpr("batch_sessions AS s").Column("s.starts_at").Where("s.batch_id = ? AND s.starts_at > ? AND s.status <> 'cancelled'", batchID, now).
		OrderExpr("s.starts_at").Limit(1).Scan(ctx, &at)
	return at, db.One(err, nil)
}

// EndEntry ends an open entry with another status, and gives up the seat that is reserved for it. The caller has locked the batch, and
// offers the seat to others.
func EndEntry(ctx context.Context, tx bun.IDB, e WaitingEntry, status string, now time.Time) error {
	wasOffered := e.Status == EntryOffered
	e.Status, e.UpdatedAt = status, now
	if err := putEntry(ctx, tx, e); err != nil || !wasOffered {
		return err
	}
	return addReserved(ctx, tx, e.BatchID, -1)
}

// CloseWaiting ends the waiting lists of batches that are completed or cancelled.
func CloseWaiting(ctx context.Context, tx bun.IDB, now time.Time) error {
	const closed = "(SELECT id FROM batches WHERE status IN ('Completed', 'Cancelled'))"
	if _, err := tx.NewRaw("UPDATE batch_waiting SET status = 'expired', updated_at = ? WHERE status IN ('waiting', 'offered') AND batch_id IN "+closed, now).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("UPDATE batches SET reserved = 0 WHERE reserved > 0 AND status IN ('Completed', 'Cancelled')").Exec(ctx)
	return err
}

// eraseWaiting deletes a user's entries and gives up the seats that are reserved for them.
func eraseWaiting(ctx context.Context, tx bun.IDB, userID string) error {
	if _, err := tx.NewRaw("UPDATE batches SET reserved = reserved - 1 WHERE id IN (SELECT batch_id FROM batch_waiting WHERE user_id = ? AND status = 'offered')", userID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM batch_waiting WHERE user_id = ?", userID).Exec(ctx)
	return err
}

func putEntry(ctx context.Context, tx bun.IDB, e WaitingEntry) error {
	_, err := tx.NewUpdate().Model(&e).Column("status", "offered_at", "offer_until", "updated_at").WherePK().Exec(ctx)
	return err
}

// addReserved changes how many seats are reserved.
func addReserved(ctx context.Context, tx bun.IDB, batchID string, n int) error {
	_, err := tx.NewRaw("UPDATE batches SET reserved = reserved + ? WHERE id = ?", n, batchID).Exec(ctx)
	return err
}
