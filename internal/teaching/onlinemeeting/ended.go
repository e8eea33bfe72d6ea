package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/meeting"
)

const endJob = "online_meetings.end"

type endPayload struct {
	MeetingID string
	At        time.Time // when the server has said so
}

// RoomEnded has BigBlueButton asked whether the room of a meeting has ended, because it says so. The call is only a hint: repeating it changes nothing. The caller has checked that the
// server has sent it. fault.NotFound for a meeting that doesn't exist any more.
func (s *Service) RoomEnded(ctx context.Context, meetingID string) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := byID(ctx, tx, meetingID); err != nil {
			return err
		}
		waits, err := jobs.IsWaiting(ctx, tx, endJob, meetingID)
		if err != nil || waits {
			return err
		}
		_, err = jobs.AddAt(ctx, tx, jobs.New{Kind: endJob, Ref: meetingID, Payload: endPayload{meetingID, now}}, now)
		return err
	})
}

// end lets who was in a room to the end have been there until then, not only until the last report, if the server says that the room has ended.
func (s *Service) end(ctx context.Context, claimed []jobs.Job) error {
	p, err := jobs.Payload[endPayload](claimed[0])
	server := s.deps.Servers.BigBlueButton
	if err != nil || server == nil {
		return err
	}
	ended, err := server.HasEnded(ctx, meeting.RoomOfMeeting(p.MeetingID))
	if err != nil || !ended {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return attendance.EndSeen(ctx, tx, attendance.OfMeeting, p.MeetingID, p.At) })
}
