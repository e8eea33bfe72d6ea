package availability

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// AddTimeOff takes time off, and does with each session that is in the way what the request says. For the instructor and administrators. fault.NotFound, fault.Invalid,
// fault.Conflict with BookedTimes if something else is booked, or a session of which nothing is said; with ScheduleConflicts if one can't be moved or taught as wanted.
// A dry run is rolled back.
func (s *Service) AddTimeOff(ctx context.Context, who access.Caller, id string, n NewTimeOff, dryRun bool) (added TimeOff, err error) {
	err = db.Try(ctx, s.deps.Calendars.InTx, dryRun, func(tx bun.IDB) error {
		instructor, err := instructorOf(ctx, tx, who, id)
		if err != nil {
			return err
		}
		added, err = s.add(ctx, tx, who, instructor, n)
		return err
	})
	return added, err
}

// AddSickDay takes the rest of today off, in the time zone of the instructor's hours, as AddTimeOff does.
func (s *Service) AddSickDay(ctx context.Context, who access.Caller, id string, n SickDay, dryRun bool) (added TimeOff, err error) {
	err = db.Try(ctx, s.deps.Calendars.InTx, dryRun, func(tx bun.IDB) error {
		instructor, err := instructorOf(ctx, tx, who, id)
		if err != nil {
			return err
		}
		row, err := s.rowOf(ctx, tx, instructor.ID)
		if err != nil {
			return err
		}
		now := s.deps.Clock.Now().In(row.Zone())
		rest := NewTimeOff{From: now.Format(localLayout), Until: now.Format(time.DateOnly), Timezone: row.Timezone, Reason: n.Reason, Resolutions: n.Resolutions}
		added, err = s.add(ctx, tx, who, instructor, rest)
		return err
	})
	return added, err
}

func (s *Service) add(ctx context.Context, tx bun.IDB, who access.Caller, instructor person, n NewTimeOff) (added TimeOff, err error) {
	if n.Timezone == "" {
		row, err := s.rowOf(ctx, tx, instructor.ID)
		if err != nil {
			return added, err
		}
		n.Timezone = row.Timezone
	}
	if added, err = n.plan(s.deps.Clock.Now()); err != nil {
		return added, err
	}
	added.ID, added.InstructorID = db.NewID(), instructor.ID
	if added.takenFrom, err = s.freeFrom(ctx, tx, instructor.ID); err != nil {
		return added, err
	}
	if len(n.Resolve) > 0 {
		if err := s.resolve(ctx, tx, who, added, n.Resolutions); err != nil {
			return added, err
		}
	}
	if err := insertTimeOff(ctx, tx, added); err != nil {
		return added, err
	}
	found, err := s.deps.Calendars.Replace(ctx, tx, busy.TimeOff, nil, added.times())
	if err == nil && len(found) > 0 {
		err = s.booked(ctx, tx, added, found)
	}
	return added, err
}

// freeFrom returns when what has begun in the calendar of an instructor ends, or now.
func (s *Service) freeFrom(ctx context.Context, q bun.IDB, id string) (time.Time, error) {
	now := s.deps.Clock.Now()
	running, err := s.deps.Calendars.Between(ctx, q, []string{id}, now, now.Add(time.Second))
	from := now
	for _, t := range running {
		if t.Kind != busy.TimeOff && !t.StartsAt.After(now) {
			from = later(from, t.UntilAt)
		}
	}
	return from, err
}

// resolve does with the sessions during time off what was decided. It returns fault.Conflict with what is booked if one of them is no longer in the way.
func (s *Service) resolve(ctx context.Context, tx bun.IDB, who access.Caller, o TimeOff, r Resolutions) error {
	found, err := s.deps.Calendars.Overlaps(ctx, tx, busy.TimeOff, nil, o.times())
	if err != nil {
		return err
	}
	for i, one := range r.Resolve {
		inTheWay := slices.ContainsFunc(found, func(f busy.Overlap) bool { return f.With.Kind == busy.Session && f.With.RefID == one.SessionID })
		if !inTheWay {
			return s.booked(ctx, tx, o, found)
		}
		for _, other := range r.Resolve[:i] {
			if other.SessionID == one.SessionID {
				return fault.InvalidField("resolve", "duplicate", "Say only once what becomes of a session")
			}
		}
	}
	return s.deps.Sessions.Resolve(ctx, tx, who, r.Resolve, r.ResolveReason)
}

// booked returns fault.Conflict with each thing that is in the way of time off once, and what can become of each session.
func (s *Service) booked(ctx context.Context, q bun.IDB, o TimeOff, found []busy.Overlap) error {
	var sessions []string
	times := BookedTimes{[]BookedTime{}}
	at := map[string]int{} // of sessions, in times
	var seen []string
	for _, f := range found {
		if slices.Contains(seen, f.With.ID) {
			continue
		}
		seen = append(seen, f.With.ID)
		if f.With.Kind == busy.Session {
			at[f.With.RefID] = len(times.Conflicts)
			sessions = append(sessions, f.With.RefID)
		}
		times.Conflicts = append(times.Conflicts, BookedTime{Kind: string(f.With.Kind), Label: f.With.Label, StartsAt: f.With.StartsAt.UTC(), EndsAt: f.With.EndsAt.UTC()})
	}
	affected, err := s.deps.Sessions.Affected(ctx, q, sessions, clock.Span{FromAt: o.StartsAt, UntilAt: o.EndsAt})
	if err != nil {
		return err
	}
	for _, a := range affected {
		times.Conflicts[at[a.ID]].Session = &a
	}
	slices.SortStableFunc(times.Conflicts, func(a, b BookedTime) int { return cmp.Or(a.StartsAt.Compare(b.StartsAt), cmp.Compare(a.Kind, b.Kind)) })
	return fault.New(fault.Conflict, "schedule_conflict", "Something is booked at that time. Move or cancel it first.").WithDetails(times)
}
