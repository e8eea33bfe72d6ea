package onlinemeeting

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/meeting"
)

// linkLifetime is how long a link into a meeting works.
const linkLifetime = time.Minute

// Join makes a link into a meeting, which works once and for a minute; a room on a meeting server is opened before. For its people from 10 minutes before it begins until
// 30 minutes after its end, for those who may change it also earlier. fault.NotFound, fault.Conflict for one that is cancelled or not open yet, fault.Gone, fault.Unavailable.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (l MeetingLink, err error) {
	now, token := s.deps.Clock.Now(), rand.Text()
	m, err := s.enterable(ctx, s.deps.DB.Reader(), who, id, now)
	if err != nil {
		return l, err
	}
	if m.Provider == none {
		return l, errNoRoomYet
	}
	if m.Provider != link {
		server, known := s.deps.Servers.Named(m.Provider)
		if !known {
			return l, errNoRoom
		}
		if err := server.Open(ctx, s.room(m)); err != nil {
			return l, err
		}
	}
	l = MeetingLink{URL: "/api/v1/online-meetings/enter/" + token, ExpiresAt: now.Add(linkLifetime)}
	return l, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if m, err = s.enterable(ctx, tx, who, id, now); err != nil { // asked again: opening a room takes a while
			return err
		}
		return insertLink(ctx, tx, joinLink{Digest: digestOf(token), MeetingID: id, UserID: who.ID, Moderates: m.CanManage, ExpiresAt: l.ExpiresAt})
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

// room is the room of a meeting as its server is asked for it.
func (s *Service) room(m OnlineMeeting) meeting.Room {
	r := meeting.Room{SessionID: "meeting-" + m.ID, Title: cmp.Or(m.Title, m.CourseTitle), OpensAt: m.StartsAt.Add(-opensBefore), ClosesAt: m.EndsAt.Add(closesAfter)}
	if s.deps.Address != "" {
		r.Back = s.deps.Address + "/meetings/" + m.ID
	}
	return r
}

// Enter uses a link into a meeting and returns the address to which it leads. For everybody who has it, once: later, and without use, it leads to the page of the meeting.
// fault.Unauthenticated for what is no link, fault.Unavailable if its server doesn't answer: then the link still works.
func (s *Service) Enter(ctx context.Context, token string, use bool) (address string, err error) {
	now, q := s.deps.Clock.Now(), s.deps.DB.Reader()
	l, err := linkOf(ctx, q, digestOf(token))
	if err != nil {
		return "", err
	}
	page := "/meetings/" + l.MeetingID
	if !use || l.UsedAt != nil || !now.Before(l.ExpiresAt) {
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
		works, err := useLink(ctx, tx, l.Digest, now)
		if !works { // used by another request since
			address = page
		}
		return err
	})
	return address, err
}

// addressFor is the address at which the user of a link enters.
func (s *Service) addressFor(ctx context.Context, q bun.IDB, m OnlineMeeting, l joinLink, now time.Time) (string, error) {
	if m.Provider == link {
		return m.URL, nil
	}
	server, known := s.deps.Servers.Named(m.Provider)
	if !known {
		return "", errNoRoom
	}
	name, err := nameOf(ctx, q, l.UserID)
	if err != nil {
		return "", err
	}
	return server.Address(ctx, s.room(m), meeting.Person{ID: l.UserID, Name: name, Moderates: l.Moderates}, now)
}

// digestOf is what is stored of a token.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
