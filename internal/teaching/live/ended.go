package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/events"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

const endJob = "live.end"

// endSlack is how long before the end of a room someone was seen in it who was there to the end: one report, and the time that it takes.
const endSlack = reportEvery + 30*time.Second

// SessionEnded is published when the room of a session on a meeting server has ended, perhaps repeatedly.
type SessionEnded struct{ SessionID string }

// EventName implements events.Event.
func (SessionEnded) EventName() string { return "live.session_ended" }

type endPayload struct {
	SessionID string
	At        time.Time // when the server has said so
}

// RoomEnded has BigBlueButton asked whether the room of a session has ended, because it says so. The call is only a hint: who repeats it, or knows the address, changes nothing.
// For BigBlueButton, with the last part of the address that it was given: fault.Unauthenticated for another one, fault.Gone for a session that doesn't exist any more.
func (s *Service) RoomEnded(ctx context.Context, token string) error {
	server := s.deps.Servers.BigBlueButton
	if server == nil {
		return fault.New(fault.Unauthenticated, "signature_invalid", "This school has no such meeting server.")
	}
	id, err := server.EndedSession(token)
	if err != nil {
		return err
	}
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := sessionOf(ctx, tx, id); fault.Is(err, fault.NotFound) {
			return fault.New(fault.Gone, "session_gone", "This session doesn't exist any more.")
		} else if err != nil {
			return err
		}
		waits, err := isWaiting(ctx, tx, endJob, id)
		if err != nil || waits {
			return err
		}
		_, err = jobs.AddAt(ctx, tx, jobs.New{Kind: endJob, Ref: id, Payload: endPayload{id, now}}, now)
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
	ended, err := server.HasEnded(ctx, p.SessionID)
	if err != nil || !ended {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := endStays(ctx, tx, p.SessionID, p.At.Add(-endSlack), p.At); err != nil {
			return err
		}
		return events.Publish(ctx, tx, s.deps.Clock.Now(), SessionEnded{p.SessionID})
	})
}
