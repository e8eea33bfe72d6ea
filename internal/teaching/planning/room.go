package planning

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// changeRoom puts the sessions of a batch that have not begun and were in its classroom into its new one, and returns them; none if it has the same as before. It
// returns fault.Invalid for a classroom that can't be chosen.
func changeRoom(ctx context.Context, q bun.IDB, sessions []classsession.Session, before, after batch.Row, now time.Time) (moved []classsession.Session, err error) {
	old := classsession.Session{RoomID: before.RoomID}
	if old.IsInRoomOf(classsession.Session{RoomID: after.RoomID}) {
		return nil, nil
	}
	if err := classsession.CheckRoom(ctx, q, after.RoomID); err != nil {
		return nil, err
	}
	for i := range sessions {
		s := &sessions[i]
		if s.HasBegun(now) || !s.IsInRoomOf(old) {
			continue
		}
		s.RoomID, s.Sequence, s.UpdatedAt = after.RoomID, s.Sequence+1, now
		moved = append(moved, *s)
	}
	return moved, nil
}

// publishRoom publishes that sessions of a batch are in another classroom, if any are.
func publishRoom(ctx context.Context, tx bun.IDB, who access.Caller, moved []classsession.Session, row batch.Row, noEmails bool, now time.Time) error {
	for _, s := range moved {
		if s.Status == classsession.Scheduled {
			return events.Publish(ctx, tx, now, classsession.RoomChanged{BatchID: row.ID, ActorID: who.ID, Classroom: true, NoEmails: noEmails})
		}
	}
	return nil
}
