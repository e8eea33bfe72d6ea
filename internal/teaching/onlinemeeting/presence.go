package onlinemeeting

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/builtinroom"
)

var errRoomMoved = fault.New(fault.Unavailable, "room_moved", "This meeting takes place elsewhere now. Open the meeting again and press Join meeting.")

// Stay says that the caller is in the built-in room of a meeting, and returns who else is. Called every 30 seconds. Who may: as for Join. fault.Unavailable if the meeting
// takes place elsewhere.
func (s *Service) Stay(ctx context.Context, who access.Caller, id string) (p builtinroom.Presence, err error) {
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		m, err := s.enterable(ctx, tx, who, id, now)
		if err != nil {
			return err
		}
		if m.Provider != builtinroom.Provider {
			return errRoomMoved
		}
		if err := attendance.Remain(ctx, tx, attendance.OfMeeting, attendance.Cell{SessionID: id, UserID: who.ID}, attendance.InRoom, now, builtinroom.Silence); err != nil {
			return err
		}
		p = builtinroom.Presence{EndsAt: m.EndsAt, Now: now}
		p.People, err = present(ctx, tx, id, now.Add(-builtinroom.Silence))
		return err
	})
	return p, err
}

// Leave says that the caller has left the built-in room; who is not in it has left already. For its people and those who may change it; fault.NotFound.
func (s *Service) Leave(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := find(ctx, tx, who, id); err != nil {
			return err
		}
		return attendance.Leave(ctx, tx, attendance.OfMeeting, attendance.Cell{SessionID: id, UserID: who.ID}, attendance.InRoom, s.deps.Clock.Now(), builtinroom.Silence)
	})
}
