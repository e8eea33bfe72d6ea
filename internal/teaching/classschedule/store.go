package classschedule

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// move is what was done to a session.
type move struct {
	bun.BaseModel `bun:"table:batch_session_moves"`

	ChangeID  string `bun:",pk"` // the same of all that were changed at once
	SessionID string `bun:",pk"`
	Kind      string // moved, cancelled, restored
	Scope     string
	Reason    string
	FromStart time.Time
	FromEnd   time.Time
	ToStart   time.Time
	ToEnd     time.Time
	ChangedBy string
	ChangedAt time.Time
}

// change is a change of sessions that can be undone.
type change struct {
	bun.BaseModel `bun:"table:batch_session_changes"`

	ID        string `bun:",pk"` // the ChangeID of its moves
	BatchID   string
	SessionID string                          // the one that the request named
	Former    db.JSON[[]classsession.Session] `bun:"type:jsonb"` // what its sessions were
	ChangedAt time.Time
	UndoneAt  *time.Time
}

func insertChange(ctx context.Context, tx bun.IDB, c change) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

// changeOf returns a change of sessions of a locked batch, or errNoChange.
func changeOf(ctx context.Context, tx bun.IDB, batchID, id string) (c change, err error) {
	return c, db.One(tx.NewSelect().Model(&c).Where("id = ? AND batch_id = ?", id, batchID).Scan(ctx), errNoChange)
}

func markUndone(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewUpdate().Table("batch_session_changes").Set("undone_at = ?", now).Where("id = ?", id).Exec(ctx)
	return err
}

func deleteChanges(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewDelete().Table("batch_session_changes").Where("changed_at < ?", before).Exec(ctx)
	return err
}

func insertMoves(ctx context.Context, tx bun.IDB, moves []move) error {
	_, err := tx.NewInsert().Model(&moves).Exec(ctx)
	return err
}

// allAhead lists the sessions of all batches that have not begun and are not cancelled.
func allAhead(ctx context.Context, q bun.IDB, now time.Time) (sessions []classsession.Session, err error) {
	err = q.NewSelect().Model(&sessions).Where("s.starts_at > ? AND s.status = ?", now, classsession.Scheduled).OrderExpr("s.starts_at, s.id").Scan(ctx)
	return sessions, err
}

// checkSubstitute returns fault.Invalid for a user who does not teach a course.
func checkSubstitute(ctx context.Context, q bun.IDB, courseID, userID string) error {
	teaches, err := batch.TeachesCourse(ctx, q, courseID, userID)
	if err == nil && !teaches {
		err = fault.InvalidField("instructor_id", "unknown_value", "This instructor doesn't teach the course. Add them to the course first")
	}
	return err
}

// countMembers counts who attends a batch, or will when their hold ends.
func countMembers(ctx context.Context, q bun.IDB, batchID string) (int64, error) {
	return q.NewSelect().Table("batch_members").Where("batch_id = ? AND status IN ('active', 'on_hold')", batchID).Count(ctx)
}
