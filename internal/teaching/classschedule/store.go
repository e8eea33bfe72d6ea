package classschedule

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// sharesCourse reports whether the caller may know when an instructor is free: of themselves, of those who teach one of their courses, and as
// an administrator of all.
func sharesCourse(ctx context.Context, q bun.IDB, who access.Caller, instructorID string) (bool, error) {
	if instructorID == who.ID {
		return true, nil
	}
	theirs := q.NewSelect().TableExpr("course_instructors AS i").Where("i.user_id = ?", instructorID)
	if !who.HasRole(access.Admin) {
		theirs.Where("EXISTS (SELECT 1 FROM course_instructors AS mine WHERE mine.course_id = i.course_id AND mine.user_id = ?)", who.ID)
	}
	return theirs.Exists(ctx)
}

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
