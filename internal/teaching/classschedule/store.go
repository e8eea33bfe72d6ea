package classschedule

import (
	"context"
	"time"

	"github.com/uptrace/bun"

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
