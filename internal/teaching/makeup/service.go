package makeup

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/events"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/attendance"
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

// absence is a session that a learner may have missed.
type absence struct {
	classsession.Session
	userID string
	missed bool
}

// absenceOf returns a session of which a learner was expected, for themselves and for those who teach it. errNoSession for others, errNotExpected.
func (s *Service) absenceOf(ctx context.Context, q bun.IDB, who access.Caller, id, userID string) (a absence, err error) {
	a.userID = cmp.Or(userID, who.ID)
	if a.Session, err = sessionOf(ctx, q, id); err != nil {
		return a, err
	}
	f, err := batch.FindAny(ctx, q, who, a.BatchID)
	if err != nil {
		return a, err
	}
	m, err := batch.MemberOf(ctx, q, a.BatchID, a.userID)
	if err != nil {
		return a, err
	}
	expected := m != nil && m.HasSeat() && attendance.IsExpected(*m, a.Session)
	switch {
	case !f.Teaches && (a.userID != who.ID || !f.IsMember()):
		return a, errNoSession
	case !expected && a.userID != who.ID:
		return a, errNotExpected
	case !expected, a.Status == classsession.Cancelled, f.Status == batch.Cancelled:
		return a, nil
	}
	if enrolled, err := isEnrolled(ctx, q, a.BatchID, a.userID); err != nil || !enrolled {
		return a, err
	}
	book, err := attendance.Read(ctx, q, []classsession.Session{a.Session}, []string{a.userID}, s.deps.Clock.Now())
	status, _ := book.Status(a.Session, a.userID)
	a.missed = attendance.IsMissed(status)
	return a, err
}

// MakeUps returns where a learner can make up a session, for themselves and for those who teach it; userID is empty for the caller. fault.NotFound, fault.Invalid.
func (s *Service) MakeUps(ctx context.Context, who access.Caller, id, userID string) (m MakeUps, err error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	m.Sessions = []MakeUpSession{}
	a, err := s.absenceOf(ctx, q, who, id, userID)
	if err != nil {
		return m, err
	}
	if m.Place, err = placeOf(ctx, q, id, a.userID); err != nil {
		return m, err
	}
	if m.CanChoose = a.missed && (m.Place == nil || !m.Place.EndsAt.After(now)); m.CanChoose {
		m.Sessions, err = choices(ctx, q, a.Session, a.userID, now)
	}
	return m, err
}

// Choose gives a learner a place in another session, in place of one that they have missed or are excused from: as long as seats of its batch are free, and once at a
// time. For themselves and for those who teach the session that was missed. fault.NotFound, fault.Invalid, fault.Conflict.
func (s *Service) Choose(ctx context.Context, who access.Caller, id string, n NewMakeUp) (m MakeUpSession, err error) {
	now := s.deps.Clock.Now()
	return m, s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		a, err := s.absenceOf(ctx, tx, who, id, n.UserID)
		if err != nil {
			return err
		}
		if err := s.lockBoth(ctx, tx, a.BatchID, n.SessionID); err != nil {
			return err
		}
		if a, err = s.absenceOf(ctx, tx, who, id, n.UserID); err != nil {
			return err
		}
		if m, err = s.chosen(ctx, tx, a, n.SessionID); err != nil {
			return err
		}
		m.FreePlaces--
		if err := insertGuest(ctx, tx, guest{SessionID: m.ID, UserID: a.userID, ForSessionID: id, CreatedBy: &who.ID, CreatedAt: now}); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, GuestChanged{SessionID: m.ID, UserID: a.userID, ActorID: who.ID, Comes: true})
	})
}

// lockBoth locks the batch of a learner and that of the session that they have chosen, in the order of their ids. errNotOffered if there is no such session.
func (s *Service) lockBoth(ctx context.Context, tx bun.IDB, batchID, sessionID string) error {
	host, err := sessionOf(ctx, tx, sessionID)
	if err == errNoSession {
		return errNotOffered
	}
	if err != nil {
		return err
	}
	ids := []string{batchID, host.BatchID}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if err := batch.Lock(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// chosen returns the session that a learner chooses, if they may: fault.Conflict.
func (s *Service) chosen(ctx context.Context, tx bun.IDB, a absence, sessionID string) (m MakeUpSession, err error) {
	now := s.deps.Clock.Now()
	place, err := placeOf(ctx, tx, a.ID, a.userID)
	switch {
	case err != nil:
		return m, err
	case place != nil && place.EndsAt.After(now):
		return m, errHasPlace
	case !a.missed:
		return m, errNotMissed
	}
	offered, err := choices(ctx, tx, a.Session, a.userID, now)
	if err != nil {
		return m, err
	}
	at := slices.IndexFunc(offered, func(o MakeUpSession) bool { return o.ID == sessionID })
	switch {
	case at < 0:
		return m, errNotOffered
	case offered[at].FreePlaces < 1:
		return m, errFull
	}
	return offered[at], nil
}

// Remove takes the place of a guest in a session that has not begun. For the guest, and for those who teach the session or the one that was missed. fault.NotFound,
// fault.Conflict.
func (s *Service) Remove(ctx context.Context, who access.Caller, id, userID string) error {
	now := s.deps.Clock.Now()
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		session, err := sessionOf(ctx, tx, id)
		if err != nil {
			return err
		}
		g, err := guestOf(ctx, tx, id, userID)
		if err != nil && err != errNoGuest {
			return err
		}
		may, mayErr := s.mayRemove(ctx, tx, who, session, g)
		switch {
		case mayErr != nil:
			return mayErr
		case !may:
			return errNoSession
		case err != nil:
			return err
		case session.HasBegun(now):
			return errBegun
		}
		if err := deleteGuest(ctx, tx, id, userID); err != nil {
			return err
		}
		return events.Publish(ctx, tx, now, GuestChanged{SessionID: id, UserID: userID, ActorID: who.ID})
	})
}

// mayRemove reports whether the caller is a guest, or teaches the session that they attend or the one that they have missed.
func (s *Service) mayRemove(ctx context.Context, q bun.IDB, who access.Caller, session classsession.Session, g guest) (bool, error) {
	if g.UserID == who.ID {
		return true, nil
	}
	host, err := batch.FindAny(ctx, q, who, session.BatchID)
	if err != nil || host.Teaches || g.UserID == "" {
		return host.Teaches, err
	}
	missed, err := sessionOf(ctx, q, g.ForSessionID)
	if err != nil {
		return false, err
	}
	home, err := batch.FindAny(ctx, q, who, missed.BatchID)
	return home.Teaches, err
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "session_guests", Column: "user_id", Export: []string{"session_id", "for_session_id", "created_at"}},
		{Table: "session_guests", Column: "created_by", Excuse: "who has chosen a session for a learner belongs to that learner"},
	}
}

// Erase implements personaldata.Eraser.
func (*Service) Erase(ctx context.Context, tx bun.IDB, userID string) error {
	return eraseGuest(ctx, tx, userID)
}
