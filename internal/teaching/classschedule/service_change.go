package classschedule

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
)

var errSessionNotFound = fault.New(fault.NotFound, "session_not_found", "This session doesn't exist.")

// Session returns a session of a batch, for its members and instructors; fault.NotFound for others.
func (s *Service) Session(ctx context.Context, who access.Caller, batchID, id string) (found classsession.Session, err error) {
	q := s.deps.DB.Reader()
	f, err := batch.Find(ctx, q, who, batchID)
	if err == nil && !f.Teaches && !f.IsMember() {
		err = errSessionNotFound
	}
	if err != nil {
		return found, err
	}
	all, err := classsession.Of(ctx, q, batchID)
	if err != nil {
		return found, err
	}
	return named(all, id)
}

func named(all []classsession.Session, id string) (classsession.Session, error) {
	at := slices.IndexFunc(all, func(s classsession.Session) bool { return s.ID == id })
	if at < 0 {
		return classsession.Session{}, errSessionNotFound
	}
	return all[at], nil
}

// Manner is how a change of sessions is made.
type Manner struct {
	DryRun   bool // it is rolled back
	NoEmails bool // members and the instructor find it in the app only
}

// editing is a session of a batch that is to change, with what surrounds it.
type editing struct {
	who   access.Caller
	batch batch.Row
	named classsession.Session
	all   []classsession.Session // of the batch
	now   time.Time

	noEmails bool
	once     bool // members are notified of the change once, even if it concerns time, classroom and instructor
}

// edit locks a batch that the caller teaches, and runs fn in the same transaction; a dry run is rolled back.
func (s *Service) edit(ctx context.Context, who access.Caller, batchID, id string, how Manner, fn func(tx bun.IDB, e editing) error) error {
	return db.Try(ctx, s.deps.Calendars.InTx, how.DryRun, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, batchID)
		if err != nil {
			return err
		}
		all, err := classsession.Of(ctx, tx, batchID)
		if err != nil {
			return err
		}
		e := editing{who: who, batch: f.Row, all: all, now: s.deps.Clock.Now(), noEmails: how.NoEmails}
		if e.named, err = named(all, id); err != nil {
			return err
		}
		if err := checkOpen(f.Row); err != nil {
			return err
		}
		return fn(tx, e)
	})
}

// Change moves a session, and others of its series by as much, or changes what it is called. For instructors of the batch. fault.NotFound, fault.Invalid,
// fault.Precondition with the session if it was changed since, fault.Conflict for one that has begun or is cancelled, or if the instructor
// is not free.
func (s *Service) Change(ctx context.Context, who access.Caller, batchID, id string, c SessionChange, version rest.IfMatch, how Manner) (done ChangedSessions, err error) {
	err = s.edit(ctx, who, batchID, id, how, func(tx bun.IDB, e editing) error {
		if !version.Matches(e.named.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this session. Your change is not saved yet.").WithDetails(e.named)
		}
		if err := e.checkAhead(); err != nil {
			return err
		}
		if c.InstructorID != nil && *c.InstructorID != "" {
			if err := checkSubstitute(ctx, tx, e.batch.CourseID, *c.InstructorID); err != nil {
				return err
			}
		}
		if err := classsession.CheckRoom(ctx, tx, c.room()); err != nil {
			return err
		}
		changed, err := c.apply(e.batch, affected(e.named, e.all, c.Scope, c.IncludeDetached, e.now), e.all, e.now)
		if err != nil {
			return err
		}
		done.Entries, done.Conflicts = changed, []classsession.ScheduleConflict{}
		if c.OnConflict == "skip" {
			done.Entries, done.Conflicts, err = classsession.BookFree(ctx, tx, s.deps.Calendars, who, e.batch, changed, e.now)
		} else {
			err = classsession.Book(ctx, tx, s.deps.Calendars, who, e.batch, changed, e.now)
		}
		if err == nil && len(done.Entries) < len(changed) {
			var broken fault.Fields // those that stay may be on a day to which another moves
			checkDays(e.batch, done.Entries, e.all, &broken)
			err = broken.Err()
		}
		if err != nil {
			return err
		}
		done.Session = e.after(done.Entries)
		if err := s.saveUndoable(ctx, tx, e, &done, move{Kind: "moved", Scope: c.Scope, Reason: c.Reason}); err != nil {
			return err
		}
		done.Warnings, err = s.warn(ctx, tx, who, e.batch, done.Entries, how.DryRun)
		return err
	})
	return done.of(how), err
}

// checkAhead returns fault.Conflict for a session that cannot change any more.
func (e editing) checkAhead() error {
	switch {
	case e.named.Status == classsession.Cancelled:
		return fault.New(fault.Conflict, "session_cancelled", "This session is cancelled. Restore it first.")
	case e.named.HasBegun(e.now):
		return fault.New(fault.Conflict, "session_begun", "This session has begun, so it can't change any more.")
	}
	return nil
}

// after returns the named session as it is among the changed ones, or as it was.
func (e editing) after(changed []classsession.Session) classsession.Session {
	if s, err := named(changed, e.named.ID); err == nil {
		return s
	}
	return e.named
}

// Cancellation says which sessions to cancel, and why.
type Cancellation struct {
	Scope           string `query:"scope" enum:"one,following,all" default:"one" msg:"scope must be one, following or all" doc:"one: only this session. following: also those of its series that were planned after it. all: all of its series that are ahead."`
	IncludeDetached bool   `query:"include_detached" msg:"include_detached must be true or false" doc:"Also sessions that were moved alone before."`
	Reason          string `query:"reason" maxLength:"500" msg:"The reason must be at most 500 characters" doc:"Why, for members and instructors. Required within 24 hours before the session begins."`
}

// Cancel cancels a session, and perhaps others of its series; one that is cancelled stays so. For instructors of the batch. fault.NotFound,
// fault.Invalid, fault.Conflict for one that has begun.
func (s *Service) Cancel(ctx context.Context, who access.Caller, batchID, id string, c Cancellation, how Manner) (done ChangedSessions, err error) {
	done.Conflicts, done.Entries = []classsession.ScheduleConflict{}, []classsession.Session{}
	err = s.edit(ctx, who, batchID, id, how, func(tx bun.IDB, e editing) error {
		if done.Session = e.named; e.named.Status == classsession.Cancelled {
			return nil
		}
		if err := e.checkAhead(); err != nil {
			return err
		}
		chosen := affected(e.named, e.all, c.Scope, c.IncludeDetached, e.now)
		if c.Reason == "" && within(chosen, e.now.Add(noticePeriod)) {
			return fault.InvalidField("reason", "required", "Say why: a session begins within 24 hours")
		}
		for i := range chosen {
			chosen[i].Status, chosen[i].Reason, chosen[i].Sequence, chosen[i].UpdatedAt = classsession.Cancelled, c.Reason, chosen[i].Sequence+1, e.now
		}
		if err := classsession.Book(ctx, tx, s.deps.Calendars, who, e.batch, chosen, e.now); err != nil {
			return err
		}
		done.Entries, done.Session = chosen, e.after(chosen)
		return s.saveUndoable(ctx, tx, e, &done, move{Kind: "cancelled", Scope: c.Scope, Reason: c.Reason})
	})
	return done.of(how), err
}

// Restore takes back the cancellation of a session that has not begun; one that is not cancelled stays so. For instructors of the batch. fault.NotFound,
// fault.Invalid if the batch has another session on its day, fault.Conflict for one whose time has come, or if the instructor is not free.
func (s *Service) Restore(ctx context.Context, who access.Caller, batchID, id string, how Manner) (done ChangedSessions, err error) {
	done.Conflicts, done.Entries = []classsession.ScheduleConflict{}, []classsession.Session{}
	err = s.edit(ctx, who, batchID, id, how, func(tx bun.IDB, e editing) error {
		if done.Session = e.named; e.named.Status != classsession.Cancelled {
			return nil
		}
		if !e.named.StartsAt.After(e.now) {
			return fault.New(fault.Conflict, "session_begun", "The time of this session has passed. Add a new session.")
		}
		restored := e.named
		restored.Status, restored.Reason, restored.Sequence, restored.UpdatedAt = classsession.Scheduled, "", restored.Sequence+1, e.now
		done.Session, done.Entries = restored, []classsession.Session{restored}
		var broken fault.Fields
		if checkDays(e.batch, done.Entries, e.all, &broken); len(broken) > 0 {
			return broken.Err()
		}
		if err := classsession.Book(ctx, tx, s.deps.Calendars, who, e.batch, done.Entries, e.now); err != nil {
			return err
		}
		if err := s.save(ctx, tx, e, done.Entries, move{Kind: "restored", Scope: scopeOne}); err != nil {
			return err
		}
		done.Warnings, err = s.warn(ctx, tx, who, e.batch, done.Entries, how.DryRun)
		return err
	})
	return done, err
}
