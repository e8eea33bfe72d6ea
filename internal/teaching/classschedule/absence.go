package classschedule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/absence"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// mostProposed is for how many sessions of an absence other times are looked for.
const mostProposed = 20

// Affected describes sessions that their instructor can't teach while away, with what could become of each.
func (s *Service) Affected(ctx context.Context, q bun.IDB, ids []string, away clock.Span) (found []classsession.AffectedSession, err error) {
	sessions, err := classsession.ByID(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	proposed := 0
	for _, batchID := range batchesOf(sessions) {
		p, err := s.missedOf(ctx, q, batchID, sessions)
		if err != nil {
			return nil, err
		}
		for _, one := range p.sessions {
			a := p.describe(one)
			if proposed++; proposed <= mostProposed {
				if a.Alternatives, err = classsession.OtherTimes(ctx, q, s.deps.Calendars, p.batch, one, p.all, away, s.deps.Clock.Now()); err != nil {
					return nil, err
				}
			}
			found = append(found, a)
		}
	}
	return found, nil
}

// missed is a batch of which some sessions can't be taught as planned.
type missed struct {
	batch      batch.Row
	sessions   []classsession.Session // that can't
	all        []classsession.Session
	members    int64
	candidates []candidate
	calendar   calendar
}

// missedOf reads what concerns those of some sessions that are of a batch.
func (s *Service) missedOf(ctx context.Context, q bun.IDB, batchID string, sessions []classsession.Session) (a missed, err error) {
	for _, one := range sessions {
		if one.BatchID == batchID {
			a.sessions = append(a.sessions, one)
		}
	}
	if a.batch, err = batch.RowOf(ctx, q, batchID); err != nil {
		return a, err
	}
	if a.all, err = classsession.Of(ctx, q, batchID); err != nil {
		return a, err
	}
	if a.members, err = countMembers(ctx, q, batchID); err != nil {
		return a, err
	}
	if a.candidates, err = candidatesOf(ctx, q, a.batch.CourseID); err != nil || len(a.candidates) == 0 {
		return a, err
	}
	a.calendar, err = s.calendarOf(ctx, q, a.candidates, a.sessions, nil, s.deps.Clock.Now())
	return a, err
}

func (a missed) describe(one classsession.Session) classsession.AffectedSession {
	d := classsession.AffectedSession{ID: one.ID, BatchID: one.BatchID, Title: one.Title, Timezone: one.Timezone, Date: one.Date, StartTime: one.StartTime, EndTime: one.EndTime,
		Members: a.members, Alternatives: []classsession.FreeTime{}, Substitutes: []classsession.Substitute{}}
	for _, c := range a.candidates {
		if !slices.Contains(one.Instructors(a.batch), c.ID) && a.calendar.canTeach(c.ID, []classsession.Session{one}) {
			d.Substitutes = append(d.Substitutes, classsession.Substitute{ID: c.ID, FullName: c.FullName})
		}
	}
	return d
}

// batchesOf lists the batches of sessions, in the order of locks.
func batchesOf(sessions []classsession.Session) (ids []string) {
	for _, one := range sessions {
		ids = append(ids, one.BatchID)
	}
	return slices.Compact(slices.Sorted(slices.Values(ids)))
}

// Lock locks the batches of sessions, and returns the instructors of these sessions, whose calendars Resolve or Undo may change besides those of substitutes.
func (s *Service) Lock(ctx context.Context, tx bun.IDB, ids []string) (owners []string, err error) {
	sessions, err := classsession.ByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range batchesOf(sessions) {
		if err := batch.Lock(ctx, tx, id); err != nil {
			return nil, err
		}
		b, err := batch.RowOf(ctx, tx, id)
		if err != nil {
			return nil, err
		}
		owners = append(owners, b.InstructorIDs()...)
		for _, one := range sessions {
			if one.BatchID == id {
				owners = append(owners, one.Instructors(b)...)
			}
		}
	}
	return owners, nil
}

// LockRooms locks the calendars of the classrooms of sessions, after those of instructors.
func (s *Service) LockRooms(ctx context.Context, tx bun.IDB, ids []string) error {
	sessions, err := classsession.ByID(ctx, tx, ids)
	if err != nil {
		return err
	}
	return s.deps.Calendars.LockRooms(ctx, tx, sessions)
}

// Resolve does with sessions what was decided, in the transaction in which their instructor takes time off and has locked their batches and the calendars. For
// instructors of their batches. fault.NotFound, fault.Invalid, fault.Conflict for sessions that have begun or are cancelled, or with ScheduleConflicts if a person is not free.
func (s *Service) Resolve(ctx context.Context, tx bun.IDB, who access.Caller, wanted []classsession.Resolution, reason string) (undo []classsession.Unresolved, err error) {
	ids := make([]string, len(wanted))
	for i, r := range wanted {
		ids[i] = r.SessionID
	}
	sessions, err := classsession.ByID(ctx, tx, ids)
	if err != nil {
		return nil, err
	}
	now := s.deps.Clock.Now()
	if reason == "" && within(sessions, now.Add(noticePeriod)) {
		return nil, fault.InvalidField("resolve_reason", "required", "Say why: a session begins within 24 hours")
	}
	for _, id := range batchesOf(sessions) {
		if err := s.resolveIn(ctx, tx, who, id, wanted, reason, now); err != nil {
			return nil, err
		}
	}
	for _, one := range sessions {
		undo = append(undo, classsession.Unresolved{ID: one.ID, Date: one.Date, StartTime: one.StartTime, EndTime: one.EndTime, StartsAt: one.StartsAt, EndsAt: one.EndsAt,
			InstructorID: one.InstructorID, Detached: one.Detached, Sequence: one.Sequence + 1})
	}
	return undo, nil
}

// Undo brings sessions back to what they were before Resolve, in a transaction that has locked their batches and the calendars. For instructors of their batches.
// absence.ErrChanged for one that was changed since, or has begun, or that nobody could teach any more.
func (s *Service) Undo(ctx context.Context, tx bun.IDB, who access.Caller, undo []classsession.Unresolved) error {
	ids := make([]string, len(undo))
	for i, u := range undo {
		ids[i] = u.ID
	}
	sessions, err := classsession.ByID(ctx, tx, ids)
	if err != nil {
		return err
	}
	if len(sessions) < len(undo) {
		return absence.ErrChanged
	}
	for _, id := range batchesOf(sessions) {
		if err := s.undoIn(ctx, tx, who, id, undo); err != nil {
			return err
		}
	}
	return nil
}

// undoIn undoes what was resolved of a batch.
func (s *Service) undoIn(ctx context.Context, tx bun.IDB, who access.Caller, batchID string, undo []classsession.Unresolved) error {
	f, err := batch.ReadTaught(ctx, tx, who, batchID)
	if err != nil {
		return err
	}
	all, err := classsession.Of(ctx, tx, batchID)
	if err != nil {
		return err
	}
	e := editing{who: who, batch: f.Row, all: all, now: s.deps.Clock.Now()}
	back := map[string][]classsession.Session{}
	for _, u := range undo {
		one, err := named(all, u.ID)
		if err != nil {
			continue // of another batch
		}
		if one.Sequence != u.Sequence || one.HasBegun(e.now) || !u.StartsAt.After(e.now) {
			return absence.ErrChanged
		}
		kind := "moved"
		if one.Status == classsession.Cancelled {
			kind = "restored"
		}
		one.Status, one.Reason, one.InstructorID, one.Detached, one.Sequence, one.UpdatedAt = classsession.Scheduled, "", u.InstructorID, u.Detached, one.Sequence+1, e.now
		one.Date, one.StartTime, one.EndTime, one.StartsAt, one.EndsAt = u.Date, u.StartTime, u.EndTime, u.StartsAt, u.EndsAt
		back[kind] = append(back[kind], one)
	}
	changed := slices.Concat(back["moved"], back["restored"])
	var broken fault.Fields
	if checkDays(e.batch, changed, all, &broken); len(broken) > 0 || checkOpen(f.Row) != nil {
		return absence.ErrChanged
	}
	if err := classsession.Book(ctx, tx, s.deps.Calendars, who, f.Row, changed, e.now); fault.Is(err, fault.Conflict) {
		return absence.ErrChanged
	} else if err != nil {
		return err
	}
	for kind, sessions := range back {
		if err := s.save(ctx, tx, e, sessions, move{Kind: kind, Scope: scopeOne}); err != nil {
			return err
		}
	}
	return nil
}

// order is that in which resolutions are applied: days that become free can be moved to.
var order = []string{classsession.CancelIt, classsession.SubstituteIt, classsession.MoveIt}

// resolveIn applies those resolutions that are of a locked batch.
func (s *Service) resolveIn(ctx context.Context, tx bun.IDB, who access.Caller, batchID string, wanted []classsession.Resolution, reason string, now time.Time) error {
	f, err := batch.ReadTaught(ctx, tx, who, batchID)
	if err != nil {
		return err
	}
	if err := checkOpen(f.Row); err != nil {
		return err
	}
	before, err := classsession.Of(ctx, tx, batchID)
	if err != nil {
		return err
	}
	e := editing{who: who, batch: f.Row, all: slices.Clone(before), now: now}
	changed := map[string][]classsession.Session{}
	for _, action := range order {
		for _, r := range wanted {
			if e.named, err = named(e.all, r.SessionID); err != nil || r.Action != action {
				continue
			}
			after, err := s.resolved(ctx, tx, e, r, reason)
			if err != nil {
				return err
			}
			e.all[slices.IndexFunc(e.all, func(one classsession.Session) bool { return one.ID == after.ID })] = after
			changed[action] = append(changed[action], after)
		}
	}
	all := slices.Concat(changed[classsession.CancelIt], changed[classsession.SubstituteIt], changed[classsession.MoveIt])
	if err := classsession.Book(ctx, tx, s.deps.Calendars, who, f.Row, all, now); err != nil {
		return notFree(err)
	}
	e.all = before
	for _, action := range order {
		kind := "moved"
		if action == classsession.CancelIt {
			kind = "cancelled"
		}
		if err := s.save(ctx, tx, e, changed[action], move{Kind: kind, Scope: scopeOne, Reason: reason}); err != nil {
			return err
		}
	}
	return nil
}

// resolved returns the named session as a resolution leaves it.
func (s *Service) resolved(ctx context.Context, tx bun.IDB, e editing, r classsession.Resolution, reason string) (classsession.Session, error) {
	after := e.named
	if err := e.checkAhead(); err != nil {
		return after, err
	}
	switch r.Action {
	case classsession.CancelIt:
		after.Status, after.Reason, after.Sequence, after.UpdatedAt = classsession.Cancelled, reason, after.Sequence+1, e.now
		return after, nil
	case classsession.SubstituteIt:
		if err := checkSubstitute(ctx, tx, e.batch.CourseID, r.InstructorID); err != nil {
			return after, err
		}
		after.InstructorID, after.Sequence, after.UpdatedAt = &r.InstructorID, after.Sequence+1, e.now
		return after, nil
	}
	c := SessionChange{Date: r.Date, StartTime: r.StartTime, EndTime: r.EndTime, Scope: scopeOne, Reason: reason}
	moved, err := c.apply(e.batch, []classsession.Session{e.named}, e.all, e.now)
	if err != nil {
		return after, err
	}
	if moved[0].StartsAt.Equal(after.StartsAt) && moved[0].EndsAt.Equal(after.EndsAt) {
		return after, fault.InvalidField("date", "required", fmt.Sprintf("Say when the session of %s is to take place", after.Date))
	}
	return moved[0], nil
}

// notFree says of a change of several sessions that a person or a classroom is not free for it.
func notFree(err error) error {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok || refused.Code != "schedule_conflict" {
		return err
	}
	return fault.New(fault.Conflict, "resolution_conflict", "One of the sessions can't be moved or taught by that instructor: the instructor or the classroom isn't free then. Choose again.").WithDetails(refused.Details)
}
