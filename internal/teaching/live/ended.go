package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/meeting"
)

const endJob = "live.end"

// SessionEnded is published when the room of a session on a meeting server has ended, perhaps repeatedly.
type SessionEnded struct{ SessionID string }

// EventName implements events.Event.
func (SessionEnded) EventName() string { return "live.session_ended" }

type endPayload struct {
	RoomID string
	At     time.Time // when the server has said so
}

// RoomEnded has BigBlueButton asked whether the room of a session, or of a meeting outside of batches, has ended, because it says so. The call is only a hint: who repeats it, or knows the address, changes nothing.
// For BigBlueButton, with the last part of the address that it was given: fault.Unauthenticated for another one, fault.Gone for what doesn't exist any more.
func (s *Service) RoomEnded(ctx context.Context, token string) error {
	server := s.deps.Servers.BigBlueButton
	if server == nil {
		return fault.New(fault.Unauthenticated, "signature_invalid", "This school has no such meeting server.")
	}
	roomID, err := server.EndedRoom(token)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		of, id := ownerOf(roomID)
		if isThere, err := exists(ctx, tx, of, id); err != nil {
			return err
		} else if !isThere {
			return fault.New(fault.Gone, "session_gone", "This session doesn't exist any more.")
		}
		waits, err := jobs.IsWaiting(ctx, tx, endJob, roomID)
		if err != nil || waits {
			return err
		}
		_, err = jobs.AddAt(ctx, tx, jobs.New{Kind: endJob, Ref: roomID, Payload: endPayload{roomID, now}}, now)
		return err
	})
}

// ownerOf returns the session, or the meeting outside of batches, that a room is of.
func ownerOf(roomID string) (of attendance.Kind, id string) {
	if id, isOutside := meeting.MeetingOfRoom(roomID); isOutside {
		return attendance.OfMeeting, id
	}
	return attendance.OfSession, roomID
}

// end lets who was in a room to the end have been there until then, not only until the last report, if the server says that the room has ended.
func (s *Service) end(ctx context.Context, claimed []jobs.Job) error {
	p, err := jobs.Payload[endPayload](claimed[0])
	server := s.deps.Servers.BigBlueButton
	if err != nil || server == nil {
		return err
	}
	ended, err := server.HasEnded(ctx, p.RoomID)
	if err != nil || !ended {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		of, id := ownerOf(p.RoomID)
		if err := attendance.EndSeen(ctx, tx, of, id, p.At); err != nil || of != attendance.OfSession {
			return err
		}
		return events.Publish(ctx, tx, s.deps.Clock.Now(), SessionEnded{id})
	})
}
