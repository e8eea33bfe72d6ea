package onlinemeeting

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/meeting"
)

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
