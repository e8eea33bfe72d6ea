package classschedule

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

// undoWithin is how long a change of sessions can be undone.
const undoWithin = 10 * time.Minute

var (
	errNoChange     = fault.New(fault.NotFound, "change_not_found", "This change doesn't exist, or is older than 10 minutes.")
	errTooLate      = fault.New(fault.Conflict, "too_late", "A change of sessions can be undone within 10 minutes. Move the sessions back instead.")
	errUndone       = fault.New(fault.Conflict, "already_undone", "This change was undone already.")
	errChangedSince = fault.New(fault.Conflict, "changed_since", "One of the sessions was changed again, or has begun, so this change can't be undone any more.")
)

// saveUndoable is save, which also keeps what the sessions were before, and says in done how the change is undone.
func (s *Service) saveUndoable(ctx context.Context, tx bun.IDB, e editing, done *ChangedSessions, what move) error {
	if len(done.Entries) == 0 {
		return nil
	}
	what.ChangeID = db.NewID()
	if err := s.save(ctx, tx, e, done.Entries, what); err != nil {
		return err
	}
	c := change{ID: what.ChangeID, BatchID: e.batch.ID, SessionID: e.named.ID, ChangedAt: e.now}
	for _, changed := range done.Entries {
		before, err := named(e.all, changed.ID)
		if err != nil {
			return err
		}
		c.Former.V = append(c.Former.V, before)
	}
	done.ChangeID, done.UndoUntil = c.ID, new(e.now.Add(undoWithin))
	return insertChange(ctx, tx, c)
}

// of is the answer to a change: one that was only tried out can't be undone.
func (c ChangedSessions) of(how Manner) ChangedSessions {
	if how.DryRun {
		c.ChangeID, c.UndoUntil = "", nil
	}
	return c
}

// UndoChange takes a change back, within 10 minutes: each of its sessions has again the time, texts, instructor and classroom that it had, however different these were. For
// instructors of the batch. fault.NotFound; fault.Conflict if it is too late, if a session was changed since or has begun, or with ScheduleConflicts if something is
// in the way now. Then nothing changes.
func (s *Service) UndoChange(ctx context.Context, who access.Caller, batchID, changeID string, noEmails bool) (done ChangedSessions, err error) {
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, batchID)
		if err != nil {
			return err
		}
		c, err := changeOf(ctx, tx, batchID, changeID)
		if err != nil {
			return err
		}
		all, err := classsession.Of(ctx, tx, batchID)
		if err != nil {
			return err
		}
		e := editing{who: who, batch: f.Row, all: all, now: s.deps.Clock.Now(), noEmails: noEmails, once: true}
		if e.named, err = named(all, c.SessionID); err != nil {
			return errChangedSince
		}
		if err := c.check(f.Row, e.now); err != nil {
			return err
		}
		back, kind, err := e.asBefore(c)
		if err != nil {
			return err
		}
		if err := s.bookBack(ctx, tx, e, back); err != nil {
			return err
		}
		done = ChangedSessions{Session: e.after(back), Entries: back, Conflicts: []classsession.ScheduleConflict{}}
		if err := markUndone(ctx, tx, c.ID, e.now); err != nil {
			return err
		}
		return s.save(ctx, tx, e, back, move{Kind: kind, Scope: scopeOne})
	})
	return done, err
}

// check returns fault.Conflict for a change that can't be undone any more.
func (c change) check(r batch.Row, now time.Time) error {
	switch {
	case c.UndoneAt != nil:
		return errUndone
	case !now.Before(c.ChangedAt.Add(undoWithin)):
		return errTooLate
	}
	return checkOpen(r)
}

// asBefore returns the sessions of a change as they were, and what that does to them: they are moved or restored. errChangedSince if one is not as the change has left it.
func (e editing) asBefore(c change) (back []classsession.Session, kind string, err error) {
	kind = "moved"
	for _, before := range c.Former.V {
		now, err := named(e.all, before.ID)
		if err != nil || now.Sequence != before.Sequence+1 || now.StartedAt != nil || !now.StartsAt.After(e.now) || !before.StartsAt.After(e.now) {
			return nil, "", errChangedSince
		}
		if now.Status != before.Status {
			kind = "restored"
		}
		s := now
		s.ScheduleEntry, s.Detached, s.Status, s.Reason = before.ScheduleEntry, before.Detached, before.Status, before.Reason
		s.InstructorID, s.RoomID, s.Sequence, s.UpdatedAt = before.InstructorID, before.RoomID, now.Sequence+1, e.now
		back = append(back, s)
	}
	return back, kind, nil
}

// bookBack takes the times of sessions that come back. errChangedSince where the batch, the course or a classroom has no place for them any more.
func (s *Service) bookBack(ctx context.Context, tx bun.IDB, e editing, back []classsession.Session) error {
	var broken fault.Fields
	if checkDays(e.batch, back, e.all, &broken); len(broken) > 0 {
		return errChangedSince
	}
	for _, one := range back {
		if one.InstructorID == nil {
			continue
		}
		if err := checkSubstitute(ctx, tx, e.batch.CourseID, *one.InstructorID); fault.Is(err, fault.Invalid) {
			return errChangedSince
		} else if err != nil {
			return err
		}
	}
	err := classsession.Book(ctx, tx, s.deps.Calendars, e.who, e.batch, back, e.now)
	if fault.Is(err, fault.Invalid) { // a classroom was archived
		return errChangedSince
	}
	return err
}

// Sweeps delete what changes have replaced, when they can't be undone any more.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"batch_session_changes.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return deleteChanges(ctx, tx, s.deps.Clock.Now().Add(-6*undoWithin)) })
	}}
}
