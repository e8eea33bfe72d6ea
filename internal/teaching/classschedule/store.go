package classschedule

import (
	"context"
	"time"

	"github.com/uptrace/bun"

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
