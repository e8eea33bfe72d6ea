package batch

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Member is a learner in a batch.
type Member struct {
	bun.BaseModel `bun:"table:batch_members,alias:m"`

	BatchID   string `bun:",pk"`
	UserID    string `bun:",pk"`
	Status    string
	Notes     string
	JoinedAt  time.Time
	LeftAt    *time.Time
	UpdatedAt time.Time
}

// Statuses of a member. Every one but MemberDropped takes a seat.
const (
	MemberActive    = "active"
	MemberOnHold    = "on_hold"
	MemberCompleted = "completed"
	MemberDropped   = "dropped"
)

// takeSeat counts one more seat, if one is free.
func takeSeat(ctx context.Context, tx bun.IDB, batchID string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE batches SET enrolled = enrolled + 1 WHERE id = ? AND enrolled < capacity", batchID), ErrFull)
}

func freeSeat(ctx context.Context, tx bun.IDB, batchID string) error {
	_, err := tx.NewRaw("UPDATE batches SET enrolled = enrolled - 1 WHERE id = ?", batchID).Exec(ctx)
	return err
}

// AddMember gives a user a seat; false if they have one. ErrFull if none is free. The caller has locked the batch.
func AddMember(ctx context.Context, tx bun.IDB, m Member) (added bool, err error) {
	added, err = db.Changed(tx.NewInsert().Model(&m).On("CONFLICT (batch_id, user_id) DO UPDATE").
		Set("status = excluded.status, notes = excluded.notes, joined_at = excluded.joined_at, left_at = NULL, updated_at = excluded.updated_at").
		Where("m.status = ?", MemberDropped).Exec(ctx))
	if err != nil || !added {
		return false, err
	}
	return true, takeSeat(ctx, tx, m.BatchID)
}

// MemberOf returns a user's membership, nil for a user who never was a member.
func MemberOf(ctx context.Context, q bun.IDB, batchID, userID string) (*Member, error) {
	m := new(Member)
	return db.Optional(m, q.NewSelect().Model(m).Where("m.batch_id = ? AND m.user_id = ?", batchID, userID).Scan(ctx))
}

// PutMemberStatus changes the status of a member, and takes or frees the seat that goes with it. ErrFull if none is free. The caller has
// locked the batch.
func PutMemberStatus(ctx context.Context, tx bun.IDB, m Member, status string, now time.Time) error {
	seated, seat := m.Status != MemberDropped, status != MemberDropped
	var left *time.Time
	if !seat {
		left = &now
	}
	if _, err := tx.NewRaw("UPDATE batch_members SET status = ?, left_at = ?, updated_at = ? WHERE batch_id = ? AND user_id = ?",
		status, left, now, m.BatchID, m.UserID).Exec(ctx); err != nil {
		return err
	}
	switch {
	case seat && !seated:
		return takeSeat(ctx, tx, m.BatchID)
	case seated && !seat:
		return freeSeat(ctx, tx, m.BatchID)
	}
	return nil
}

// HasMembers reports whether anybody is or ever was in a batch.
func HasMembers(ctx context.Context, q bun.IDB, batchID string) (bool, error) {
	return q.NewSelect().Table("batch_members").Where("batch_id = ?", batchID).Exists(ctx)
}

// EraseMember deletes the memberships of a user and frees their seats.
func EraseMember(ctx context.Context, tx bun.IDB, userID string) error {
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
