package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/joinlink"
	"lectern/internal/teaching/meeting"
)

// Join makes a link into the room of a session, which works once and for a minute; a room on a meeting server is opened before. For members from 10 minutes before it begins
// until 30 minutes after its end, for instructors at any time. fault.NotFound, fault.Forbidden for members on hold and for whom an instructor has refused at Zoom, fault.Conflict for a session that is cancelled or not open
// yet, fault.Gone for one that is over, fault.Unavailable without a room or if its server doesn't answer.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (j JoinLink, err error) {
	return s.link(ctx, who, id, func(bun.IDB, entrance) error { return nil })
}

// link makes a link into the room of a session, in the transaction of also.
func (s *Service) link(ctx context.Context, who access.Caller, id string, also func(tx bun.IDB, e entrance) error) (j JoinLink, err error) {
	now := s.deps.Clock.Now()
	token, l := joinlink.New(now)
	e, err := s.enterable(ctx, s.deps.DB.Reader(), who, id, now)
	if err != nil {
		return j, err
	}
	if isServer(e.Room.Provider) {
		if err := s.open(ctx, e, meeting.Person{ID: who.ID, Moderates: e.Teaches}); err != nil {
			return j, err
		}
	}
	j = JoinLink{URL: "/api/v1/join/" + token, ExpiresAt: l.ExpiresAt}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		// asked again: opening a room takes a while, in which much can change
		if e, err = s.enterable(ctx, tx, who, id, now); err != nil {
			return err
		} else if e.Room.Provider == NoRoom {
			return errNoRoom
		}
		if err := also(tx, e); err != nil {
			return err
		}
		return insertLink(ctx, tx, joinLink{Link: l, SessionID: id, UserID: who.ID, Moderates: e.Teaches})
	})
	return j, err
}

// open opens the room of a session on its meeting server, for who wants to enter it.
func (s *Service) open(ctx context.Context, e entrance, p meeting.Person) error {
	server, ok := s.deps.Servers.Named(e.Room.Provider)
	if !ok {
		return errNoRoom
	}
	room, err := s.recordedRoom(ctx, s.deps.DB.Reader(), e.Session, e.BatchName, e.Room.Provider)
	if err != nil {
		return err
	}
	return server.Open(ctx, room, p)
}

// recordedRoom is meetingOf, with whether its server records the session.
func (s *Service) recordedRoom(ctx context.Context, q bun.IDB, of classsession.Session, batchName, provider string) (meeting.Room, error) {
	r := s.meetingOf(of, batchName)
	var err error
	r.Records, err = isRecorded(ctx, q, of.BatchID, provider)
	if s.deps.Address != "" {
		r.RecordedAt = s.deps.Address + meeting.RecordedPath
	}
	if s.deps.Address != "" && provider == meeting.BigBlueButton && s.deps.Servers.BigBlueButton != nil {
		r.EndedAt = s.deps.Servers.BigBlueButton.EndedAddress(s.deps.Address, of.ID)
	}
	return r, err
}

// meetingOf is the room of a session as its server is asked for it.
func (s *Service) meetingOf(of classsession.Session, batchName string) meeting.Room {
	r := meeting.Room{SessionID: of.ID, Title: batchName, OpensAt: of.StartsAt.Add(-opensBefore), ClosesAt: of.EndsAt.Add(closesAfter)}
	if of.Title != "" {
		r.Title += ": " + of.Title
	}
	r.Back = s.pageOf(of.ID)
	return r
}

// pageOf is the address of the page of a session; "" if that of the site is not known.
func (s *Service) pageOf(sessionID string) string {
	if s.deps.Address == "" {
		return ""
	}
	return s.deps.Address + "/sessions/" + sessionID
}

// Enter uses a link into a room and returns the address to which it leads. For everybody who has it, once: later, and without use, it leads to the page of the session.
// fault.Unauthenticated for what is no link, fault.Unavailable if there is no room any more or its server doesn't answer: then the link still works.
func (s *Service) Enter(ctx context.Context, token string, use bool) (address string, err error) {
	now := s.deps.Clock.Now()
	l, err := linkOf(ctx, s.deps.DB.Reader(), joinlink.DigestOf(token))
	if err != nil {
		return "", err
	}
	page := "/sessions/" + l.SessionID
	if !use || !l.Works(now) {
		return page, nil
	}
	address, evidence, err := s.follow(ctx, l, now)
	if err != nil {
		return "", err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		works, err := l.Use(ctx, tx, linkTable, now)
		if err != nil {
			return err
		}
		if !works { // used by another request since
			address = page
			return nil
		}
		return recordEntry(ctx, tx, l, evidence, now)
	})
	return address, err
}

// follow returns the address of the room of a link, and as what the entry counts for attendance; "": as nothing.
func (s *Service) follow(ctx context.Context, l joinLink, now time.Time) (address, evidence string, err error) {
	q := s.deps.DB.Reader()
	session, err := sessionOf(ctx, q, l.SessionID)
	if err != nil {
		return "", "", err
	}
	room, _, err := s.roomFor(ctx, q, session)
	if err != nil {
		return "", "", err
	}
	switch room.Provider {
	case Link:
		return room.URL, attendance.ByLink, nil
	case BuiltIn:
		return "/sessions/" + l.SessionID + "/room", "", nil
	}
	server, ok := s.deps.Servers.Named(room.Provider)
	if !ok {
		return "", "", errNoRoom
	}
	evidence = attendance.ByLink
	if room.Provider == meeting.BigBlueButton {
		evidence = attendance.ByServer
	}
	name, batchName, err := namesOf(ctx, q, l.UserID, session.BatchID)
	if err != nil {
		return "", "", err
	}
	r, err := s.recordedRoom(ctx, q, session, batchName, room.Provider)
	if err == nil {
		address, err = server.Address(ctx, r, meeting.Person{ID: l.UserID, Name: name, Moderates: l.Moderates}, now)
	}
	return address, evidence, err
}

// recordEntry keeps that a user has followed a link into a room.
func recordEntry(ctx context.Context, tx bun.IDB, l joinLink, evidence string, now time.Time) error {
	i := attendance.Interval{ID: db.NewID(), SessionID: l.SessionID, UserID: l.UserID, Source: evidence, JoinedAt: now}
	switch evidence {
	case "":
		return nil
	case attendance.ByServer:
		i.LeftAt = &now
	}
	return insertInterval(ctx, tx, i)
}
