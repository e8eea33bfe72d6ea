package onlinemeeting

import (
	"cmp"
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/joinlink"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoomprogress"
)

// Join makes a link into a meeting, which works once and for a minute; a room on a meeting server is opened before. For its people from 10 minutes before it begins until
// 30 minutes after its end, for those who may change it also earlier. fault.NotFound, fault.Forbidden for whom an instructor has refused at Zoom, fault.Conflict for one that is cancelled or not open yet, fault.Gone, fault.Unavailable.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (l MeetingLink, err error) {
	now := s.deps.Clock.Now()
	token, stored := joinlink.New(now)
	m, err := s.enterable(ctx, s.deps.DB.Reader(), who, id, now)
	if err != nil {
		return l, err
	}
	if m.Provider == none {
		return l, errNoRoomYet
	}
	if err := s.open(ctx, m, who.ID); err != nil {
		return l, err
	}
	l = MeetingLink{URL: "/api/v1/online-meetings/enter/" + token, ExpiresAt: stored.ExpiresAt}
	return l, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if m, err = s.enterable(ctx, tx, who, id, now); err != nil { // asked again: opening a room takes a while
			return err
		}
		return insertLink(ctx, tx, joinLink{Link: stored, MeetingID: id, UserID: who.ID, Moderates: m.CanManage})
	})
}

// open opens the room of a meeting on its server, if it is on one, for a user who wants to enter it.
func (s *Service) open(ctx context.Context, m OnlineMeeting, userID string) error {
	if m.Provider == link || m.Provider == builtinroom.Provider {
		return nil
	}
	server, err := s.serverOf(ctx, s.deps.DB.Reader(), m)
	if err != nil {
		return err
	}
	return server.Open(ctx, s.room(m, server.Name), meeting.Person{ID: userID, Moderates: m.CanManage})
}

// serverOf returns the server on which a meeting takes place.
func (s *Service) serverOf(ctx context.Context, q bun.IDB, m OnlineMeeting) (meeting.Configured, error) {
	_, instead, err := s.atZoom(ctx, q, m)
	server, known := s.deps.Servers.Named(cmp.Or(instead, m.Provider))
	if err == nil && !known {
		err = errNoRoom
	}
	return server, err
}

// atZoom returns how far the meeting at Zoom is of one that takes place there; nil for another. If it can't be made, all its people meet on Jitsi instead, if the school has that.
func (s *Service) atZoom(ctx context.Context, q bun.IDB, m OnlineMeeting) (p *zoomprogress.MeetingProgress, instead string, err error) {
	if m.Provider != meeting.Zoom {
		return nil, "", nil
	}
	if p, err = zoomprogress.Of(ctx, q, m.ID); err != nil {
		return nil, "", err
	}
	return p, p.Instead(s.deps.Servers), nil
}

// Retry tries again at once to make the meeting at Zoom of a meeting. Who may, and faults: as for Update; fault.NotFound also if it is not to take place there.
func (s *Service) Retry(ctx context.Context, who access.Caller, id string) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, err := managed(ctx, tx, who, id); err != nil {
			return err
		}
		return s.deps.Zoom.MakeAgain(ctx, tx, id)
	})
}

// enterable returns a meeting that the caller can enter now.
func (s *Service) enterable(ctx context.Context, q bun.IDB, who access.Caller, id string, now time.Time) (OnlineMeeting, error) {
	m, err := find(ctx, q, who, id)
	if err != nil {
		return m, err
	}
	m.show(s.deps.Servers, now)
	return m, m.checkEntry()
}

// room is the room of a meeting as a server is asked for it.
func (s *Service) room(m OnlineMeeting, server string) meeting.Room {
	r := meeting.Room{SessionID: meeting.RoomOfMeeting(m.ID), Title: cmp.Or(m.Title, m.CourseTitle), OpensAt: m.StartsAt.Add(-opensBefore), ClosesAt: m.EndsAt.Add(closesAfter)}
	if server == meeting.Zoom {
		r.SessionID = m.ID // where it was made before
	}
	if s.deps.Address != "" {
		r.Back = s.deps.Address + "/meetings/" + m.ID
		if server == meeting.BigBlueButton && s.deps.Servers.BigBlueButton != nil {
			r.EndedAt = s.deps.Servers.BigBlueButton.EndedAddress(s.deps.Address, r.SessionID)
		}
	}
	return r
}

// Enter uses a link into a meeting and returns the address to which it leads. For everybody who has it, once: later, and without use, it leads to the page of the meeting.
// fault.Unauthenticated for what is no link, fault.Unavailable if its server doesn't answer: then the link still works.
func (s *Service) Enter(ctx context.Context, token string, use bool) (address string, err error) {
	now, q := s.deps.Clock.Now(), s.deps.DB.Reader()
	l, err := linkOf(ctx, q, joinlink.DigestOf(token))
	if err != nil {
		return "", err
	}
	page := "/meetings/" + l.MeetingID
	if !use || !l.Works(now) {
		return page, nil
	}
	m, err := byID(ctx, q, l.MeetingID)
	if err != nil {
		return "", err
	}
	if address, err = s.addressFor(ctx, q, m, l, now); err != nil {
		return "", err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		works, err := l.Use(ctx, tx, linkTable, now)
		if err != nil || !works { // used by another request since
			address = page
			return err
		}
		if m.Provider == meeting.BigBlueButton { // whom it is asked for within a minute
			return attendance.Remain(ctx, tx, attendance.OfMeeting, attendance.Cell{SessionID: m.ID, UserID: l.UserID}, attendance.ByServer, now, reportSilence)
		}
		return nil
	})
	return address, err
}

// addressFor is the address at which the user of a link enters.
func (s *Service) addressFor(ctx context.Context, q bun.IDB, m OnlineMeeting, l joinLink, now time.Time) (string, error) {
	switch m.Provider {
	case link:
		return m.URL, nil
	case builtinroom.Provider:
		return "/meetings/" + m.ID + "/room", nil
	}
	server, err := s.serverOf(ctx, q, m)
	if err != nil {
		return "", err
	}
	name, err := nameOf(ctx, q, l.UserID)
	if err != nil {
		return "", err
	}
	return server.Address(ctx, s.room(m, server.Name), meeting.Person{ID: l.UserID, Name: name, Moderates: l.Moderates}, now)
}
