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
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

// WholeSchedule is a schedule that takes the place of all sessions of a batch that are ahead.
type WholeSchedule struct {
	Schedule         []timetable.NewScheduleEntry `json:"schedule" minItems:"1" maxItems:"500" msg:"At least one schedule entry is required;maxItems=A schedule has at most 500 entries" doc:"Sessions that have begun are not in it, or as they are."`
	RescheduleReason string                       `json:"reschedule_reason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters" doc:"Why, for members and instructors. Required if a session within the next 24 hours changes."`
}

// ReplacedSchedule is the schedule of a batch after all that was ahead was replaced.
type ReplacedSchedule struct {
	Schedule  []classsession.Session         `json:"schedule" doc:"All sessions of the batch."`
	Kept      int64                          `json:"kept_count" doc:"How many stay at their time."`
	Moved     int64                          `json:"moved_count" doc:"How many have another time."`
	Added     int64                          `json:"added_count"`
	Cancelled int64                          `json:"cancelled_count"`
	Warnings  []classwarning.ScheduleWarning `json:"warnings,omitempty" doc:"Of a dry run: what speaks against those that are moved or added, without preventing them."`
}

// EditVersion implements rest.Versioned.
func (r ReplacedSchedule) EditVersion() int64 { return rest.VersionOf(r.Schedule) }

// replacement is what becomes of the sessions of a batch that are ahead.
type replacement struct {
	kept, moved, added, cancelled []classsession.Session
	renamed                       []classsession.Session // of those kept: with another title or description
}

// changed lists the sessions that are not as before.
func (r replacement) changed() []classsession.Session {
	return slices.Concat(r.renamed, r.moved, r.cancelled)
}

// Replace puts a schedule in place of the sessions of a batch that are ahead: those at the same time stay, perhaps with another title, the nearest of the others are moved, the rest is
// cancelled or added. For instructors of the batch. fault.NotFound, fault.Invalid, fault.Precondition with the schedule if it was changed since, fault.Conflict
// for a batch that is over, or if the instructor is not free. A dry run is rolled back.
func (s *Service) Replace(ctx context.Context, who access.Caller, batchID string, n WholeSchedule, version rest.OptionalIfMatch, how Manner) (done ReplacedSchedule, err error) {
	now := s.deps.Clock.Now()
	err = db.Try(ctx, s.deps.Calendars.InTx, how.DryRun, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, batchID)
		if err != nil {
			return err
		}
		if err := checkOpen(f.Row); err != nil {
			return err
		}
		all, err := classsession.Of(ctx, tx, batchID)
		if err != nil {
			return err
		}
		if before := (ReplacedSchedule{Schedule: all}); !version.Matches(before.EditVersion()) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this schedule. Your change is not saved yet.").WithDetails(before)
		}
		r, err := n.plan(f.Row, all, now)
		if err != nil {
			return err
		}
		if err := s.store(ctx, tx, editing{who: who, batch: f.Row, all: all, now: now, noEmails: how.NoEmails}, r, n.RescheduleReason); err != nil {
			return err
		}
		done = ReplacedSchedule{Kept: int64(len(r.kept)), Moved: int64(len(r.moved)), Added: int64(len(r.added)), Cancelled: int64(len(r.cancelled))}
		if done.Schedule, err = classsession.Of(ctx, tx, batchID); err != nil {
			return err
		}
		done.Warnings, err = s.warn(ctx, tx, who, f.Row, slices.Concat(r.moved, r.added), how.DryRun)
		return err
	})
	return done, err
}

// store books and stores a replacement.
func (s *Service) store(ctx context.Context, tx bun.IDB, e editing, r replacement, reason string) error {
	if err := classsession.Book(ctx, tx, s.deps.Calendars, e.who, e.batch, slices.Concat(r.changed(), r.added), e.now); err != nil {
		return err
	}
	if err := s.save(ctx, tx, e, r.changed(), move{Kind: "moved", Scope: scopeAll, Reason: reason}); err != nil {
		return err
	}
	return classsession.Insert(ctx, tx, r.added, nil)
}

// plan pairs a schedule with the sessions of a batch, or returns fault.Invalid.
func (n WholeSchedule) plan(b batch.Row, all []classsession.Session, now time.Time) (r replacement, err error) {
	var broken fault.Fields
	begun, ahead := split(all, now)
	wanted := slices.DeleteFunc(slices.Clone(n.Schedule), func(e timetable.NewScheduleEntry) bool { return slices.ContainsFunc(begun, isAt(e)) })
	never := func(timetable.NewScheduleEntry) bool { return false }
	entries := timetable.Plan("schedule", wanted, b.Zone(), never, now, &broken)
	for _, e := range entries {
		broken.Require(e.StartsAt.IsZero() || b.Contains(e.Date), "schedule", "outside_batch", "Date "+e.Date+" is outside the dates of the batch")
		broken.Require(!slices.ContainsFunc(begun, func(s classsession.Session) bool { return s.Date == e.Date }), "schedule", "duplicate", "There is already a session on "+e.Date)
	}
	if err := broken.Err(); err != nil {
		return r, err
	}
	r = pair(b, entries, ahead, n.RescheduleReason, now)
	if n.RescheduleReason == "" && within(onlyBefore(r, ahead), now.Add(noticePeriod)) {
		return r, fault.InvalidField("reschedule_reason", "required", "Say why: a session begins within 24 hours")
	}
	return r, nil
}

// split returns the sessions of a batch that are not cancelled: those that have begun, and those ahead.
func split(all []classsession.Session, now time.Time) (begun, ahead []classsession.Session) {
	for _, s := range all {
		switch {
		case s.Status == classsession.Cancelled:
		case !s.HasBegun(now):
			ahead = append(ahead, s)
		default:
			begun = append(begun, s)
		}
	}
	return begun, ahead
}

// onlyBefore returns the sessions ahead that do not stay, as they were.
func onlyBefore(r replacement, ahead []classsession.Session) []classsession.Session {
	return slices.DeleteFunc(slices.Clone(ahead), func(s classsession.Session) bool {
		return slices.ContainsFunc(r.kept, func(k classsession.Session) bool { return k.ID == s.ID })
	})
}

// isAt reports whether a session has the date and the times of an entry.
func isAt(e timetable.NewScheduleEntry) func(classsession.Session) bool {
	return func(s classsession.Session) bool {
		return s.Date == e.Date && s.StartTime == e.StartTime && s.EndTime == e.EndTime
	}
}

// pair finds for each entry the session that stays or moves there: of two that are equally far, the earlier one.
func pair(b batch.Row, entries []timetable.ScheduleEntry, ahead []classsession.Session, reason string, now time.Time) (r replacement) {
	free := slices.Clone(ahead)
	take := func(at int) classsession.Session {
		s := free[at]
		free = slices.Delete(free, at, at+1)
		return s
	}
	var others []timetable.ScheduleEntry
	for _, e := range entries {
		at := slices.IndexFunc(free, isAt(timetable.NewScheduleEntry{Date: e.Date, StartTime: e.StartTime, EndTime: e.EndTime}))
		if at < 0 {
			others = append(others, e)
			continue
		}
		s := take(at)
		if wanted := described(e, s); wanted.Title != s.Title || wanted.Description != s.Description {
			s.Title, s.Description, s.Sequence, s.UpdatedAt = wanted.Title, wanted.Description, s.Sequence+1, now
			r.renamed = append(r.renamed, s)
		}
		r.kept = append(r.kept, s)
	}
	for len(others) > 0 && len(free) > 0 {
		e, at := nearest(others, free)
		s := take(at)
		s.ScheduleEntry, s.Reason, s.Detached, s.Sequence, s.UpdatedAt = described(others[e], s), reason, true, s.Sequence+1, now
		r.moved = append(r.moved, s)
		others = slices.Delete(others, e, e+1)
	}
	for _, s := range free {
		s.Status, s.Reason, s.Sequence, s.UpdatedAt = classsession.Cancelled, reason, s.Sequence+1, now
		r.cancelled = append(r.cancelled, s)
	}
	r.added, _ = classsession.Schedule{Entries: others}.Sessions(b, now)
	return r
}

// nearest returns the entry and the session that are least far from each other.
func nearest(entries []timetable.ScheduleEntry, sessions []classsession.Session) (entry, session int) {
	least := time.Duration(-1)
	for i, e := range entries {
		for j, s := range sessions {
			if far := e.StartsAt.Sub(s.StartsAt).Abs(); least < 0 || far < least {
				least, entry, session = far, i, j
			}
		}
	}
	return entry, session
}

// described returns an entry with the title and the description of a session where it has none.
func described(e timetable.ScheduleEntry, s classsession.Session) timetable.ScheduleEntry {
	if e.Title == "" {
		e.Title = s.Title
	}
	if e.Description == "" {
		e.Description = s.Description
	}
	return e
}
