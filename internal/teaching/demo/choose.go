package demo

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
	"lectern/internal/teaching/demoturn"
	"lectern/internal/teaching/workinghours"
)

// choose returns the instructors who are free for a request, in turn, each with the slot: the wanted one, or the first from 2.5 hours on
// where it is less than 2 hours ahead. isMoved says which. fault.Conflict for none.
func (s *Service) choose(ctx context.Context, r request) (inOrder []demoturn.Candidate, isMoved bool, err error) {
	now := s.deps.Clock.Now()
	q := freeQuery{r.wanted, r.wanted.Add(time.Second), r.length, r.DemoType, r.WantedTeacher, ownTime{r.form.ID, r.bookingID}, false}
	if isMoved = r.wanted.Before(now.Add(leastLead)); isMoved {
		if r.Strict {
			return nil, false, fault.New(fault.Conflict, "too_soon", "Choose a time that is at least 2 hours ahead.")
		}
		q.from, q.until = now.Add(movedLead), now.Add(movedLead).AddDate(0, 0, nearestDays)
	}
	free, err := s.free(ctx, nil, q)
	if err != nil {
		return nil, false, err
	}
	if r.anyHours {
		free.ignoreHours(r.wanted)
	}
	slot := free.first()
	for id, starts := range free.starts {
		if slices.ContainsFunc(starts, slot.Equal) {
			inOrder = append(inOrder, demoturn.Candidate{ID: id, Weight: free.rows[id].Weight, Slot: slot, IsNew: isNew(free.rows[id], now)})
		}
	}
	if len(inOrder) == 0 {
		return nil, isMoved, s.taken(ctx, r)
	}
	if err := s.readLoads(ctx, s.deps.DB.Reader(), inOrder); err != nil {
		return nil, isMoved, err
	}
	return demoturn.InTurn(inOrder), isMoved && !r.anyHours, nil
}

func isNew(r workinghours.Row, now time.Time) bool {
	return r.DemosSince != nil && r.DemosSince.After(now.AddDate(0, 0, -demoturn.LoadDays))
}

// first returns the earliest free slot.
func (f freeTimes) first() (slot time.Time) {
	for _, starts := range f.starts {
		if len(starts) > 0 && (slot.IsZero() || starts[0].Before(slot)) {
			slot = starts[0]
		}
	}
	return slot
}

// ignoreHours offers one time with everybody. Their calendars still decide.
func (f freeTimes) ignoreHours(at time.Time) {
	for id := range f.rows {
		f.starts[id] = []time.Time{at}
	}
}

// readLoads reads how many demos candidates have, and when they were last given one.
func (s *Service) readLoads(ctx context.Context, q bun.IDB, all []demoturn.Candidate) error {
	ids := make([]string, len(all))
	for i, c := range all {
		ids[i] = c.ID
	}
	now := s.deps.Clock.Now()
	loads, err := loadsOf(ctx, q, ids, now.AddDate(0, 0, -demoturn.LoadDays), now.AddDate(0, 0, demoturn.LoadDays))
	for _, l := range loads {
		at := slices.Index(ids, l.InstructorID)
		all[at].Demos, all[at].Last = l.Demos, l.LastGivenAt
	}
	return err
}
