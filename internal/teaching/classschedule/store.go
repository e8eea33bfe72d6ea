package classschedule

import (
	"context"
	"time"

	"github.com/uptrace/bun"
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
