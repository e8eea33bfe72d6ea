package live

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoomprogress"
)

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Servers  meeting.Servers
	Meetings Preparer
	Audit    *audit.Log
	Address  string // of this site; "" if it is not known
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// find returns a session with its batch, for members, guests and instructors; errNoSession for others.
func find(ctx context.Context, q bun.IDB, who access.Caller, id string) (s classsession.Session, f batch.Found, err error) {
	if s, err = sessionOf(ctx, q, id); err != nil {
		return s, f, err
	}
	if f, err = batch.FindAny(ctx, q, who, s.BatchID); err != nil || f.Teaches || f.IsMember() {
		return s, f, err
	}
	guest, err := isGuest(ctx, q, id, who.ID)
	if err == nil && !guest {
		err = errNoSession
	}
	return s, f, err
}

// findTaught is find for instructors; batch.ErrNotTaught for members and guests.
func findTaught(ctx context.Context, q bun.IDB, who access.Caller, id string) (s classsession.Session, f batch.Found, err error) {
	if s, f, err = find(ctx, q, who, id); err == nil && !f.Teaches {
		err = batch.ErrNotTaught
	}
	return s, f, err
}

// Session returns a session with its room and the caller's attendance. For members, guests and instructors; fault.NotFound.
func (s *Service) Session(ctx context.Context, who access.Caller, id string) (LiveSession, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	session, f, err := find(ctx, q, who, id)
	if err != nil {
		return LiveSession{}, err
	}
	room, zoom, err := s.roomFor(ctx, q, session)
	if err != nil {
		return LiveSession{}, err
	}
	if !f.Teaches {
		zoom = zoom.ForLearners()
	}
	l := LiveSession{Session: session, BatchID: f.ID, BatchName: f.BatchName, CourseID: f.CourseID, CourseTitle: f.CourseTitle, InstructorName: f.InstructorName,
		State: stateOf(session, f.Row, now), OpensAt: session.StartsAt.Add(-opensBefore), ClosesAt: session.EndsAt.Add(closesAfter), Now: now, Teaches: f.Teaches, IsGuest: !f.Teaches && !f.IsMember(),
		CanStart: f.Teaches && session.StartedAt == nil && checkStart(session, f.Row, now) == nil,
		Provider: room.Provider, Host: room.host(s.deps.Servers), Meeting: zoom}
	rooms, err := classsession.RoomsIn(ctx, q, []classsession.Session{session})
	if err != nil {
		return l, err
	}
	if len(rooms) > 0 {
		l.Classroom = &rooms[0]
	}
	if l.IsRecorded, err = isRecorded(ctx, q, f.ID, room.Provider); err != nil {
		return l, err
	}
	if l.Expected, err = countExpected(ctx, q, session); err != nil {
		return l, err
	}
	if (f.IsMember() || l.IsGuest) && l.State != Cancelled {
		expected, err := wasExpected(ctx, q, session, who.ID)
		if err != nil {
			return l, err
		}
		l.Own, err = ownAttendance(ctx, q, session, who.ID, expected, now)
		return l, err
	}
	return l, nil
}

// roomFor returns the room of a session: its own, or that of its batch. If its meeting at Zoom has failed, it is another room of the batch, or else Jitsi if the school
// has that: so that all people of a session meet in one place, nothing else decides.
func (s *Service) roomFor(ctx context.Context, q bun.IDB, of classsession.Session) (r Room, zoom *zoomprogress.MeetingProgress, err error) {
	r, err = roomOf(ctx, q, of.BatchID, of.ID)
	own := r.Provider != NoRoom
	if err == nil && !own {
		r, err = roomOf(ctx, q, of.BatchID, "")
	}
	if err != nil || r.Provider != meeting.Zoom {
		return r, nil, err
	}
	if zoom, err = zoomprogress.Of(ctx, q, of.ID); err != nil || zoom.State != zoomprogress.Failed {
		return r, zoom, err
	}
	if other, err := roomOf(ctx, q, of.BatchID, ""); err != nil || own && other.Provider != NoRoom && other.Provider != meeting.Zoom {
		return other, zoom, err
	}
	if _, ok := s.deps.Servers.Named(meeting.Jitsi); ok {
		r = Room{Provider: meeting.Jitsi}
	}
	return r, zoom, nil
}

// entrance is a session that a user can enter now.
type entrance struct {
	classsession.Session
	Room      Room
	BatchName string
	Teaches   bool
}

// enterable returns a session that the caller can enter now, with its room. errNoSession, and what checkEntry returns.
func (s *Service) enterable(ctx context.Context, q bun.IDB, who access.Caller, id string, now time.Time) (e entrance, err error) {
	of, f, err := find(ctx, q, who, id)
	if err == nil {
		err = checkEntry(f, of, now)
	}
	if err != nil {
		return e, err
	}
	e = entrance{Session: of, BatchName: f.BatchName, Teaches: f.Teaches}
	e.Room, _, err = s.roomFor(ctx, q, of)
	return e, err
}

// ownAttendance returns nil before a session begins, unless it is said already: who will not come may be excused before. Who was not expected can't dispute it.
func ownAttendance(ctx context.Context, q bun.IDB, s classsession.Session, userID string, expected bool, now time.Time) (*OwnAttendance, error) {
	of := attendance.Cell{SessionID: s.ID, UserID: userID}
	intervals, err := attendance.Intervals(ctx, q, []string{s.ID}, []string{userID})
	if err != nil {
		return nil, err
	}
	marks, err := attendance.Marks(ctx, q, []string{s.ID}, []string{userID})
	if err != nil {
		return nil, err
	}
	p, mark := attendance.In(s, intervals[of], now), marks[of]
	if mark == nil && now.Before(s.StartsAt) {
		return nil, nil
	}
	own := &OwnAttendance{Status: p.Status, Seconds: p.Seconds}
	if mark != nil {
		own.Status = mark.Status
	}
	makeUps, err := attendance.MakeUps(ctx, q, []string{s.ID}, []string{userID}, now)
	if err != nil {
		return nil, err
	}
	own.Status = attendance.Finally(own.Status, makeUps[of])
	disputes, err := attendancedispute.Of(ctx, q, attendance.OfSession, []string{s.ID}, []string{userID})
	own.Dispute = disputes[of]
	own.CanDispute = contestable(s, own, expected).Check(now) == nil
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
	if saved, err = n.room(s.deps.Servers); err != nil {
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
		if err := putRoom(ctx, tx, batchID, sessionID, saved, s.deps.Clock.Now()); err != nil {
			return err
		}
		return s.publishRoom(ctx, tx, who, classsession.Session{ID: sessionID, BatchID: batchID}, before, saved)
	})
	return saved, err
}
