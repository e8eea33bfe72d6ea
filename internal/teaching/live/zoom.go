package live

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
	"lectern/internal/teaching/zoomprogress"
)

// Preparer makes meetings at Zoom before their sessions.
type Preparer interface {
	// Prepare makes the meeting of a session as far as that is possible now.
	Prepare(ctx context.Context, sessionID string) error
}

// NewSessionMeeting asks for the meeting of one session.
type NewSessionMeeting struct {
	Provider string       `json:"provider,omitempty" enum:"zoom,bigbluebutton,jitsi" msg:"provider must be zoom, bigbluebutton or jitsi" doc:"Absent: zoom."`
	Topic    string       `json:"topic,omitempty" maxLength:"180" msg:"The topic must be at most 180 characters" doc:"At Zoom. Absent: the names of batch and session."`
	Agenda   string       `json:"agenda,omitempty" maxLength:"2000" msg:"The agenda must be at most 2000 characters" doc:"At Zoom."`
	Duration int64        `json:"duration,omitempty" minimum:"1" maximum:"1440" msg:"The duration must be 1 to 1440 minutes" doc:"In minutes. The meeting lasts as long as its session: another duration is refused."`
	Timezone string       `json:"timezone,omitempty" maxLength:"60" msg:"The time zone must be that of the session" doc:"IANA name. The meeting has that of its session: another one is refused."`
	Settings zoom.Choices `json:"settings,omitzero" doc:"At Zoom."`
}

// wishes are what is asked of the meeting, checked against its session.
func (n NewSessionMeeting) wishes(of classsession.Session) (zoom.Wishes, error) {
	var broken fault.Fields
	minutes := int64(of.EndsAt.Sub(of.StartsAt) / time.Minute)
	broken.Require(n.Duration == 0 || n.Duration == minutes, "duration", "not_allowed", fmt.Sprintf("The meeting lasts as long as its session: %d minutes. Move the session to change that", minutes))
	broken.Require(n.Timezone == "" || n.Timezone == of.Timezone, "timezone", "not_allowed", "The meeting has the time zone of its session. Leave it out")
	return zoom.Wishes{Topic: text.OneLine(n.Topic), Agenda: text.OneLine(n.Agenda), Choices: n.Settings}, broken.Err()
}

// The state of a meeting that was asked for, besides those of zoomprogress.
const meetingCreating = "creating"

// SessionRoom is the meeting of one session.
type SessionRoom struct {
	MeetingID string    `json:"meeting_id" doc:"At Zoom, once it is there; elsewhere the id of the session."`
	JoinURL   string    `json:"join_url" doc:"The page of the session, on which each of its people gets a link of their own that works once."`
	Topic     string    `json:"topic"`
	Agenda    string    `json:"agenda"`
	StartTime time.Time `json:"start_time"`
	Duration  int64     `json:"duration" doc:"In minutes."`
	Timezone  string    `json:"timezone" doc:"IANA name."`
	Provider  string    `json:"provider" enum:"zoom,bigbluebutton,jitsi"`
	State     string    `json:"state" enum:"ready,creating,later,failed" doc:"creating: it will be there in some seconds or, while its server does not answer, minutes. later: it is made two days before the session."`
	Error     string    `json:"error,omitempty" enum:",no_host,no_budget,too_many_calls,unreachable,provider_fault,not_authorized,refused" doc:"Of one that isn't ready: why not."`
}

// IsPending implements rest.Pending.
func (m SessionRoom) IsPending() bool { return m.State != zoomprogress.Ready }

var errNotConfigured = fault.New(fault.Unavailable, "live_not_configured", "This school has no account on this meeting server. The operator of this server can set one up.")

// MakeMeeting lets one session meet on a meeting server and makes its room; asked again it is the same room. For instructors. fault.NotFound, batch.ErrNotTaught,
// fault.Invalid, fault.Conflict for a session that is cancelled, fault.Gone for one that is over, fault.Unavailable if the school has no such server. One that does not
// answer keeps nothing from being saved.
func (s *Service) MakeMeeting(ctx context.Context, who access.Caller, batchID, id string, n NewSessionMeeting) (m SessionRoom, err error) {
	provider, now := cmp.Or(n.Provider, meeting.Zoom), s.deps.Clock.Now()
	var server meeting.Configured
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		session, f, err := findTaught(ctx, tx, who, id)
		if err == nil && session.BatchID != batchID {
			err = errNoSession
		}
		if err != nil {
			return err
		}
		switch stateOf(session, f.Row, now) {
		case Cancelled:
			return errCancelled
		case Over:
			return errOver
		}
		wishes, err := n.wishes(session)
		if err != nil {
			return err
		}
		known := false
		if server, known = s.deps.Servers.Named(provider); !known {
			return errNotConfigured
		}
		m = s.roomOn(provider, session, f.BatchName, wishes)
		return s.meetAt(ctx, tx, who, session, provider, wishes, now)
	})
	if err != nil {
		return m, err
	}
	return m, s.makeReady(ctx, server, &m, id)
}

// roomOn is the room of a session on a server, as long as nothing is known of it there.
func (s *Service) roomOn(provider string, of classsession.Session, batchName string, wishes zoom.Wishes) SessionRoom {
	room := s.meetingOf(of, batchName)
	return SessionRoom{MeetingID: of.ID, JoinURL: cmp.Or(room.Back, "/sessions/"+of.ID), Topic: cmp.Or(wishes.Topic, room.Title), Agenda: wishes.Agenda, StartTime: of.StartsAt,
		Duration: int64(of.EndsAt.Sub(of.StartsAt) / time.Minute), Timezone: of.Timezone, Provider: provider, State: meetingCreating}
}

// meetAt stores that one session meets on a server, unless it does.
func (s *Service) meetAt(ctx context.Context, tx bun.IDB, who access.Caller, of classsession.Session, provider string, wishes zoom.Wishes, now time.Time) error {
	if err := batch.Lock(ctx, tx, of.BatchID); err != nil {
		return err
	}
	current, _, err := s.roomFor(ctx, tx, of)
	if err != nil || current.Provider == provider && wishes == (zoom.Wishes{}) {
		return err
	}
	before, err := roomOf(ctx, tx, of.BatchID, of.ID)
	if err != nil || before.Provider == provider && reflect.DeepEqual(before.Wishes.V, wishes) {
		return err
	}
	room := Room{Provider: provider, Version: before.Version + 1, Wishes: db.JSON[zoom.Wishes]{V: wishes}}
	if err := putRoom(ctx, tx, of.BatchID, of.ID, room, now); err != nil {
		return err
	}
	return s.publishRoom(ctx, tx, who, of, before, room)
}

// makeReady makes a room that was asked for, and says how far it is.
func (s *Service) makeReady(ctx context.Context, server meeting.Configured, m *SessionRoom, id string) error {
	if m.Provider != meeting.Zoom {
		q := s.deps.DB.Reader()
		of, err := sessionOf(ctx, q, id)
		if err != nil {
			return err
		}
		room, err := s.recordedRoom(ctx, q, of, "", m.Provider)
		if err != nil {
			return err
		}
		room.Title = m.Topic
		if server.Open(ctx, room, meeting.Person{}) == nil { // otherwise it is made as soon as someone enters
			m.State = zoomprogress.Ready
		}
		return nil
	}
	if err := s.deps.Meetings.Prepare(ctx, id); err != nil {
		return err
	}
	progress, err := zoomprogress.Of(ctx, s.deps.DB.Reader(), id)
	if err != nil {
		return err
	}
	if m.State, m.Error = progress.State, progress.Error; m.State == zoomprogress.Preparing {
		m.State = meetingCreating
	}
	known, err := zoomMeeting(ctx, s.deps.DB.Reader(), id)
	if m.MeetingID = known.ExternalID; known.Topic != "" {
		m.Topic, m.Agenda = known.Topic, known.Wishes.V.Agenda
	}
	return err
}
