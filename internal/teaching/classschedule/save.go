package classschedule

import (
	"cmp"
	"context"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/events"
	"lectern/internal/teaching/classsession"
)

// SessionsChanged is published when sessions of a batch were moved, cancelled or restored.
type SessionsChanged struct {
	ChangeID string
	NoEmails bool // the user who changed them wants no emails to be sent
}

// EventName implements events.Event.
func (SessionsChanged) EventName() string { return "batch.sessions_changed" }

// SubstituteChanged is published when another instructor teaches a session than before. From and To are empty for none.
type SubstituteChanged struct {
	SessionID, From, To, ActorID string
	NoEmails                     bool
	MembersKnow                  bool // they are notified of the same change by another event: by this one only the two instructors are
}

// EventName implements events.Event.
func (SubstituteChanged) EventName() string { return "batch.substitute_changed" }

// save stores changed sessions with what was done to them, and publishes it. what has the kind, the scope and the reason, and perhaps the id of the change.
func (s *Service) save(ctx context.Context, tx bun.IDB, e editing, changed []classsession.Session, what move) error {
	what.ChangeID, what.ChangedBy, what.ChangedAt = cmp.Or(what.ChangeID, db.NewID()), e.who.ID, e.now
	moves, err := e.moves(changed, what)
	if err != nil {
		return err
	}
	room, err := e.roomChanged(changed)
	if err != nil {
		return err
	}
	if err := e.publishSubstitutes(ctx, tx, changed, len(moves) > 0 || room != nil); err != nil {
		return err
	}
	if room != nil && (!e.once || len(moves) == 0) {
		if err := events.Publish(ctx, tx, e.now, *room); err != nil {
			return err
		}
	}
	if err := classsession.Update(ctx, tx, changed, e.all); err != nil || len(moves) == 0 {
		return err
	}
	if err := insertMoves(ctx, tx, moves); err != nil {
		return err
	}
	return events.Publish(ctx, tx, e.now, SessionsChanged{what.ChangeID, e.noEmails})
}

// moves lists what was done to those of the changed sessions that take place at another time than before, or not any more, or again.
func (e editing) moves(changed []classsession.Session, what move) (moves []move, err error) {
	for _, s := range changed {
		before, err := named(e.all, s.ID)
		if err != nil {
			return nil, err
		}
		if before.Status != s.Status || !before.StartsAt.Equal(s.StartsAt) || !before.EndsAt.Equal(s.EndsAt) {
			what.SessionID, what.FromStart, what.FromEnd, what.ToStart, what.ToEnd = s.ID, before.StartsAt, before.EndsAt, s.StartsAt, s.EndsAt
			moves = append(moves, what)
		}
	}
	return moves, nil
}

// roomChanged is the event that a session, or with more than one the batch, is in another classroom; nil if all are in that of before.
func (e editing) roomChanged(changed []classsession.Session) (*classsession.RoomChanged, error) {
	event := classsession.RoomChanged{BatchID: e.batch.ID, ActorID: e.who.ID, Classroom: true, NoEmails: e.noEmails}
	elsewhere := 0
	for _, s := range changed {
		before, err := named(e.all, s.ID)
		if err != nil {
			return nil, err
		}
		if !s.IsInRoomOf(before) {
			elsewhere++
			event.SessionID = s.ID
		}
	}
	switch {
	case elsewhere == 0:
		return nil, nil
	case elsewhere > 1:
		event.SessionID = ""
	}
	return &event, nil
}

// publishSubstitutes publishes which sessions another instructor teaches. isKnown: members are notified of the same change by another event.
func (e editing) publishSubstitutes(ctx context.Context, tx bun.IDB, changed []classsession.Session, isKnown bool) error {
	for _, after := range changed {
		before, err := named(e.all, after.ID)
		if err != nil {
			return err
		}
		from, to := strings.Join(before.Instructors(e.batch), ""), strings.Join(after.Instructors(e.batch), "")
		if from == to {
			continue
		}
		if err := events.Publish(ctx, tx, e.now, SubstituteChanged{after.ID, from, to, e.who.ID, e.noEmails, e.once && isKnown}); err != nil {
			return err
		}
		isKnown = true
	}
	return nil
}
