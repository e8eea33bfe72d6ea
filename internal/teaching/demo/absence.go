package demo

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/teaching/absence"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/demoturn"
	"lectern/internal/teaching/workinghours"
)

// mostStandIns is how many instructors are considered to take a demo class over.
const mostStandIns = 10

// Substitutes lists by demo class who could give it in place of its instructor, whose turn it is first.
func (s *Service) Substitutes(ctx context.Context, q bun.IDB, ids []string) (map[string][]classsession.Substitute, error) {
	found := map[string][]classsession.Substitute{}
	for _, id := range ids {
		_, candidates, err := s.standIns(ctx, q, id)
		if err != nil {
			return nil, err
		}
		if found[id], err = substitutesOf(ctx, q, candidates); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// standIns returns a demo class with those who could give it in place of its instructor, in turn: within their hours, however soon it begins.
func (s *Service) standIns(ctx context.Context, q bun.IDB, id string) (b DemoBooking, inOrder []demoturn.Candidate, err error) {
	if b, err = bookingByID(ctx, q, id); err != nil {
		return b, nil, err
	}
	free, err := s.free(ctx, q, freeQuery{b.StartsAt, b.StartsAt.Add(time.Second), b.EndsAt.Sub(b.StartsAt), b.DemoType, "", ownTime{bookingID: id}, true})
	if err != nil {
		return b, nil, err
	}
	for instructor, starts := range free.starts {
		if instructor != b.InstructorID && len(starts) > 0 {
			row := free.rows[instructor]
			inOrder = append(inOrder, demoturn.Candidate{ID: instructor, Weight: row.Weight, Slot: b.StartsAt, IsNew: isNew(row, s.deps.Clock.Now())})
		}
	}
	if len(inOrder) > 0 {
		err = s.readLoads(ctx, q, inOrder)
	}
	inOrder = demoturn.InTurn(inOrder)
	return b, inOrder[:min(len(inOrder), mostStandIns)], err
}

// fits reports whether a demo class can begin at an instant, though it is none of the starts that are offered.
func fits(r workinghours.Row, at time.Time, length time.Duration, taken []clock.Span, demos map[string]int64) bool {
	padded := r.Padded(at, length)
	isTaken := slices.ContainsFunc(taken, func(t clock.Span) bool {
		return t.FromAt.Before(padded.UntilAt) && padded.FromAt.Before(t.UntilAt)
	})
	return !isTaken && demos[at.In(r.Zone()).Format(time.DateOnly)] < r.DailyCap && workinghours.Covers(r.Open(at, at.Add(length)), at, at.Add(length))
}

// Lock returns the instructors whose calendars Resolve or Undo of demo classes may change.
func (s *Service) Lock(ctx context.Context, tx bun.IDB, ids []string) (owners []string, err error) {
	for _, id := range ids {
		b, candidates, err := s.standIns(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		owners = append(owners, b.InstructorID)
		for _, c := range candidates {
			owners = append(owners, c.ID)
		}
	}
	return owners, nil
}

// Resolve does with demo classes what was decided, in the transaction in which their instructor takes time off and has locked the calendars. errNoBooking,
// fault.Conflict for one that has begun, absence.ErrNobodyFree.
func (s *Service) Resolve(ctx context.Context, tx bun.IDB, who access.Caller, wanted []absence.BookingDecision, reason string) (done []absence.Done, err error) {
	for _, d := range wanted {
		read, candidates, err := s.standIns(ctx, tx, d.ID)
		if err != nil {
			return nil, err
		}
		as, err := readerOf(who, read)
		if err == nil && d.Action == absence.Substitute {
			err = read.checkMove(as, s.deps.Clock.Now())
		}
		if err != nil {
			return nil, err
		}
		var b DemoBooking
		if d.Action == absence.Cancel {
			b, err = s.decideIn(ctx, tx, as, read, func(b *DemoBooking, now time.Time) error {
				return b.cancel(BookingUpdate{CancellationReason: reason}, now)
			})
		} else {
			b, err = s.handOver(ctx, tx, as, read, candidates, d.InstructorID)
		}
		if err != nil {
			return nil, err
		}
		done = append(done, absence.Done{ID: d.ID, Action: d.Action, From: read.InstructorID, Sequence: b.Sequence})
	}
	return done, nil
}

// handOver gives a demo class to a stand-in: the wanted one, or the first in turn who is free.
func (s *Service) handOver(ctx context.Context, tx bun.IDB, as reader, b DemoBooking, candidates []demoturn.Candidate, wanted string) (DemoBooking, error) {
	r := request{NewDemoBooking: NewDemoBooking{DemoType: b.DemoType, Timezone: b.Timezone}, wanted: b.StartsAt, length: b.EndsAt.Sub(b.StartsAt), bookingID: b.ID}
	for _, c := range candidates {
		if wanted != "" && c.ID != wanted {
			continue
		}
		moved, err := s.moveIn(ctx, tx, as, r, b, c, "reassigned", "")
		if !errors.Is(err, errNotFree) {
			return moved, err
		}
	}
	return b, absence.ErrNobodyFree
}

// Undo gives demo classes back to their instructor, and confirms those again that were cancelled. absence.ErrChanged, fault.Conflict for one that has begun.
func (s *Service) Undo(ctx context.Context, tx bun.IDB, who access.Caller, done []absence.Done) error {
	as := reader{userID: who.ID, isStaff: true}
	for _, d := range done {
		b, err := bookingByID(ctx, tx, d.ID)
		if err != nil {
			return err
		}
		if b.Sequence != d.Sequence || !b.StartsAt.After(s.deps.Clock.Now()) {
			return absence.ErrChanged
		}
		r := request{length: b.EndsAt.Sub(b.StartsAt), bookingID: b.ID, anyHours: true}
		action := "reassigned"
		if d.Action == absence.Cancel {
			action = "restored"
		}
		if _, err := s.moveIn(ctx, tx, as, r, b, demoturn.Candidate{ID: d.From, Slot: b.StartsAt}, action, ""); errors.Is(err, errNotFree) {
			return absence.ErrChanged
		} else if err != nil {
			return err
		}
	}
	return nil
}
