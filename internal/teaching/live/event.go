package live

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/events"
	"lectern/internal/teaching/classsession"
)

// publishRoom publishes that a user has replaced a room, if people have to go elsewhere for it. A session without a room of its own is in that of its batch; in of,
// the id is empty for the room of the batch itself.
func (s *Service) publishRoom(ctx context.Context, tx bun.IDB, who access.Caller, of classsession.Session, before, now Room) error {
	if of.ID != "" {
		common, err := roomOf(ctx, tx, of.BatchID, "")
		if err != nil {
			return err
		}
		for _, r := range []*Room{&before, &now} {
			if r.Provider == NoRoom {
				*r = common
			}
		}
	}
	isSame := before.Provider == now.Provider && before.URL == now.URL
	if before.Provider == NoRoom || now.Provider == NoRoom || isSame {
		return nil
	}
	return events.Publish(ctx, tx, s.deps.Clock.Now(), classsession.RoomChanged{BatchID: of.BatchID, SessionID: of.ID, ActorID: who.ID})
}
