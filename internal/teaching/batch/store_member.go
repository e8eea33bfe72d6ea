package batch

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// takeSeat counts one more seat, if one is free.
func takeSeat(ctx context.Context, tx bun.IDB, batchID string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE batches SET enrolled = enrolled + 1 WHERE id = ? AND enrolled + reserved < capacity", batchID), ErrFull)
}

// freeSeat counts one seat less, and offers it to the first of the waiting list.
func freeSeat(ctx context.Context, tx bun.IDB, batchID string, now time.Time) error {
	if _, err := tx.NewRaw("UPDATE batches SET enrolled = enrolled - 1 WHERE id = ?", batchID).Exec(ctx); err != nil {
		return err
	}
	return OfferSeats(ctx, tx, batchID, now)
}

// AddMember gives a user a seat, the one that is reserved for them if there is; false if they have one. ErrFull if none is free, and then
// nothing is written. The caller has locked the batch.
func AddMember(ctx context.Context, tx bun.IDB, m Member) (added bool, err error) {
	before, err := MemberOf(ctx, tx, m.BatchID, m.UserID)
	if err != nil || before != nil && before.HasSeat() {
		return false, err
	}
	if err := leaveWaiting(ctx, tx, m); err != nil {
		return false, err
	}
	_, err = tx.NewInsert().Model(&m).On("CONFLICT (batch_id, user_id) DO UPDATE").
		Set("status = excluded.status, notes = excluded.notes, by_enrollment = excluded.by_enrollment, joined_at = excluded.joined_at, left_at = NULL, transferred_to = NULL, updated_at = excluded.updated_at").Exec(ctx)
	return err == nil, err
}

// leaveWaiting takes the seat of a new member, who waits no longer.
func leaveWaiting(ctx context.Context, tx bun.IDB, m Member) error {
	entry, err := OpenEntry(ctx, tx, m.BatchID, m.UserID)
	if err != nil {
		return err
	}
	if entry != nil && entry.HoldsSeat(m.UpdatedAt) {
		if err := EndEntry(ctx, tx, *entry, EntryAccepted, m.UpdatedAt); err != nil {
			return err
		}
		return takeSeat(ctx, tx, m.BatchID)
	}
	if err := takeSeat(ctx, tx, m.BatchID); err != nil || entry == nil {
		return err
	}
	return EndEntry(ctx, tx, *entry, EntryAccepted, m.UpdatedAt)
}

// MemberOf returns a user's membership, nil for a user who never was a member.
func MemberOf(ctx context.Context, q bun.IDB, batchID, userID string) (*Member, error) {
	m := new(Member)
	return db.Optional(m, q.NewSelect().Model(m).Where("m.batch_id = ? AND m.user_id = ?", batchID, userID).Scan(ctx))
}

// PutMember stores another state of a member, and takes or frees the seat that goes with it; one that becomes free is offered to the first of
// the waiting list. ErrFull if none is free. The caller has locked the batch.
func PutMember(ctx context.Context, tx bun.IDB, before Member, to MemberState, now time.Time) (after Member, err error) {
	after = before
	after.MemberState, after.UpdatedAt, after.LeftAt, after.TransferredTo = to, now, nil, nil
	switch {
	case !after.HasSeat():
		after.LeftAt = &now
	case !before.HasSeat():
		if err := leaveWaiting(ctx, tx, after); err != nil {
			return before, err
		}
	}
	_, err = tx.NewUpdate().Model(&after).Column("status", "by_enrollment", "left_at", "transferred_to", "updated_at").WherePK().Exec(ctx)
	if err == nil && before.HasSeat() && !after.HasSeat() {
		err = freeSeat(ctx, tx, before.BatchID, now)
	}
	return after, err
}

// SetTransferred notes for which batch a member has left this one.
func SetTransferred(ctx context.Context, tx bun.IDB, batchID, userID, to string) error {
	_, err := tx.NewRaw("UPDATE batch_members SET transferred_to = ? WHERE batch_id = ? AND user_id = ?", to, batchID, userID).Exec(ctx)
	return err
}

// HasMembers reports whether anybody is or ever was in a batch.
func HasMembers(ctx context.Context, q bun.IDB, batchID string) (bool, error) {
	return q.NewSelect().Table("batch_members").Where("batch_id = ?", batchID).Exists(ctx)
}

// EraseMember deletes the memberships of a user and their places on waiting lists, and frees their seats.
func EraseMember(ctx context.Context, tx bun.IDB, userID string) error {
	if err := eraseWaiting(ctx, tx, userID); err != nil {
		return err
	}
	if _, err := tx.NewRaw(`UPDATE batches SET enrolled = enrolled - 1
		WHERE id IN (SELECT batch_id FROM batch_members WHERE user_id = ? AND status <> 'dropped')`, userID).Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("UPDATE batches SET student_id = NULL WHERE student_id = ?", userID).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM batch_members WHERE user_id = ?", userID).Exec(ctx)
	return err
}
