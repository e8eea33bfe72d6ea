package onlinemeeting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/meeting"
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

const (
	// reportSilence is how long someone who is not seen in a room of BigBlueButton is still in: three reports, one each minute.
	reportSilence = 3*time.Minute + 30*time.Second
	// longest bounds the range of meetings that may be open, so that an index finds them.
	longest = 26 * time.Hour
)

// report records who is in rooms of BigBlueButton now. A room that can't be asked keeps none of the others from being asked.
func (s *Service) report(ctx context.Context) error {
	server := s.deps.Servers.BigBlueButton
	if server == nil {
		return nil
	}
	meetings, err := openOn(ctx, s.deps.DB.Reader(), meeting.BigBlueButton, s.deps.Clock.Now())
	if err != nil {
		return err
	}
	var failed []error
	for _, m := range meetings {
		if err := s.reportOf(ctx, server, m); err != nil {
			failed = append(failed, fmt.Errorf("meeting %s: %w", m.ID, err))
		}
	}
	return errors.Join(failed...)
}

func (s *Service) reportOf(ctx context.Context, server *meeting.BigBlueButtonServer, m OnlineMeeting) error {
	present, err := server.Present(ctx, s.room(m, meeting.BigBlueButton).SessionID)
	if err != nil || len(present) == 0 {
		return err
	}
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		known, err := knownUsers(ctx, tx, present)
		if err != nil {
			return err
		}
		for _, id := range known {
			if err := attendance.Remain(ctx, tx, attendance.OfMeeting, attendance.Cell{SessionID: m.ID, UserID: id}, attendance.ByServer, now, reportSilence); err != nil {
				return err
			}
		}
		return nil
	})
}
