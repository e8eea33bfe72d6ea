package live

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// linkLifetime is how long a link into a room works.
const linkLifetime = time.Minute

// find returns a session with its batch, for members and instructors; errNoSession for others.
func find(ctx context.Context, q bun.IDB, who access.Caller, id string) (s classsession.Session, f batch.Found, err error) {
	if s, err = sessionOf(ctx, q, id); err != nil {
		return s, f, err
	}
	f, err = batch.Find(ctx, q, who, s.BatchID)
	if fault.Is(err, fault.NotFound) || err == nil && !f.Teaches && !f.IsMember() {
		err = errNoSession
	}
	return s, f, err
}

// findTaught is find for instructors; batch.ErrNotTaught for members.
func findTaught(ctx context.Context, q bun.IDB, who access.Caller, id string) (s classsession.Session, f batch.Found, err error) {
	if s, f, err = find(ctx, q, who, id); err == nil && !f.Teaches {
		err = batch.ErrNotTaught
	}
	return s, f, err
}

// Session returns a session with its room and the caller's attendance. For members and instructors; fault.NotFound.
func (s *Service) Session(ctx context.Context, who access.Caller, id string) (LiveSession, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	session, f, err := find(ctx, q, who, id)
	if err != nil {
		return LiveSession{}, err
	}
	room, err := roomFor(ctx, q, session)
	if err != nil {
		return LiveSession{}, err
	}
	l := LiveSession{Session: session, BatchID: f.ID, BatchName: f.BatchName, CourseID: f.CourseID, CourseTitle: f.CourseTitle, InstructorName: f.InstructorName,
		State: stateOf(session, f.Row, now), OpensAt: session.StartsAt.Add(-opensBefore), ClosesAt: session.EndsAt.Add(closesAfter), Now: now, Teaches: f.Teaches,
		Provider: room.Provider, Host: room.host()}
	if l.Expected, err = countExpected(ctx, q, session); err != nil {
		return l, err
	}
	if f.IsMember() && l.State != Cancelled && !now.Before(session.StartsAt) {
		l.Own, err = ownAttendance(ctx, q, session, who.ID, now)
	}
	return l, err
}

// roomFor returns the room of a session: its own, or that of its batch.
func roomFor(ctx context.Context, q bun.IDB, s classsession.Session) (Room, error) {
	r, err := roomOf(ctx, q, s.BatchID, s.ID)
	if err == nil && r.Provider == NoRoom {
		r, err = roomOf(ctx, q, s.BatchID, "")
	}
	return r, err
}

// enterable returns a session that the caller can enter now, with its room. errNoSession, and what checkEntry returns.
func enterable(ctx context.Context, q bun.IDB, who access.Caller, id string, now time.Time) (s classsession.Session, r Room, err error) {
	s, f, err := find(ctx, q, who, id)
	if err == nil {
		err = checkEntry(f, s, now)
	}
	if err == nil {
		r, err = roomFor(ctx, q, s)
	}
	return s, r, err
}

func ownAttendance(ctx context.Context, q bun.IDB, s classsession.Session, userID string, now time.Time) (*OwnAttendance, error) {
	of := cell{s.ID, userID}
	intervals, err := intervalsOf(ctx, q, []string{s.ID}, []string{userID})
	if err != nil {
		return nil, err
	}
	marks, err := marksOf(ctx, q, []string{s.ID}, []string{userID})
	p := presenceIn(s, intervals[of], now)
	own := &OwnAttendance{p.Status, p.Seconds}
	if m := marks[of]; m != nil {
		own.Status = m.Status
	}
	return own, err
}

// Room returns the room of a batch, or with sessionID what one of its sessions has instead. For instructors. fault.NotFound, batch.ErrNotTaught.
func (s *Service) Room(ctx context.Context, who access.Caller, batchID, sessionID string) (Room, error) {
	q := s.deps.DB.Reader()
	batchID, err := taughtBatch(ctx, q, who, batchID, sessionID)
	if err != nil {
		return Room{}, err
	}
	return roomOf(ctx, q, batchID, sessionID)
}

// taughtBatch returns the id of the batch of a session, or of a batch itself, that the caller teaches.
func taughtBatch(ctx context.Context, q bun.IDB, who access.Caller, batchID, sessionID string) (string, error) {
	if sessionID == "" {
		f, err := batch.ReadTaught(ctx, q, who, batchID)
		return f.ID, err
	}
	_, f, err := findTaught(ctx, q, who, sessionID)
	return f.ID, err
}

// PutRoom replaces the room of a batch, or with sessionID that of one session. For instructors. fault.NotFound, batch.ErrNotTaught, fault.Invalid, fault.Precondition
// with the room if it was changed since.
func (s *Service) PutRoom(ctx context.Context, who access.Caller, batchID, sessionID string, n NewRoom, version rest.IfMatch) (saved Room, err error) {
	if saved, err = n.room(); err != nil {
		return saved, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		batchID, err := taughtBatch(ctx, tx, who, batchID, sessionID)
		if err != nil {
			return err
		}
		if err := batch.Lock(ctx, tx, batchID); err != nil {
			return err
		}
		before, err := roomOf(ctx, tx, batchID, sessionID)
		if err != nil {
			return err
		}
		if !version.Matches(before.Version) {
			return fault.New(fault.Precondition, "stale_version", "Another instructor has changed this room. Your change is not saved yet.").WithDetails(before)
		}
		saved.Version = before.Version + 1
		return putRoom(ctx, tx, batchID, sessionID, saved, s.deps.Clock.Now())
	})
	return saved, err
}

// Join makes a link into the room of a session, which works once and for a minute. For members from 10 minutes before it begins until 30 minutes after its end, for
// instructors at any time. fault.NotFound, fault.Forbidden for members on hold, fault.Conflict for a session that is cancelled or not open yet, fault.Gone for one that is
// over, fault.Unavailable without a room.
func (s *Service) Join(ctx context.Context, who access.Caller, id string) (j JoinLink, err error) {
	now, token := s.deps.Clock.Now(), rand.Text()
	j = JoinLink{URL: "/api/v1/join/" + token, ExpiresAt: now.Add(linkLifetime)}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if _, room, err := enterable(ctx, tx, who, id, now); err != nil {
			return err
		} else if room.Provider == NoRoom {
			return errNoRoom
		}
		return insertLink(ctx, tx, joinLink{Digest: digestOf(token), SessionID: id, UserID: who.ID, ExpiresAt: j.ExpiresAt})
	})
	return j, err
}

// Enter uses a link into a room and returns the address to which it leads. For everybody who has it, once: later, and without use, it leads to the page of the session.
// fault.Unauthenticated for what is no link, fault.Unavailable if there is no room any more.
func (s *Service) Enter(ctx context.Context, token string, use bool) (address string, err error) {
	now, digest := s.deps.Clock.Now(), digestOf(token)
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		l, err := linkOf(ctx, tx, digest)
		if err != nil {
			return err
		}
		address = "/sessions/" + l.SessionID
		if !use {
			return nil
		}
		if works, err := useLink(ctx, tx, digest, now); err != nil || !works {
			return err
		}
		address, err = s.enter(ctx, tx, l, now)
		return err
	})
	return address, err
}

// enter returns the address of the room of a link, and records who followed one elsewhere.
func (s *Service) enter(ctx context.Context, tx bun.IDB, l joinLink, now time.Time) (address string, err error) {
	session, err := sessionOf(ctx, tx, l.SessionID)
	if err != nil {
		return "", err
	}
	room, err := roomFor(ctx, tx, session)
	switch {
	case err != nil:
		return "", err
	case room.Provider == Link:
		return room.URL, insertInterval(ctx, tx, interval{ID: db.NewID(), SessionID: l.SessionID, UserID: l.UserID, Source: "link", JoinedAt: now})
	case room.Provider == BuiltIn:
		return "/sessions/" + l.SessionID + "/room", nil
	}
	return "", errNoRoom
}

// digestOf is what is stored of a token.
func digestOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
