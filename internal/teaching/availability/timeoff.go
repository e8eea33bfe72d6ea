package availability

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
)

// AddTimeOff takes time off, and does with each session, demo class and meeting that is in the way what the request says. For the instructor and administrators. fault.NotFound, fault.Invalid,
// fault.Conflict with BookedTimes if something is booked of which nothing is said; with ScheduleConflicts if one can't be moved or taught as wanted.
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
	if len(n.Resolve)+len(n.ResolveBookings) > 0 {
		if err := s.resolve(ctx, tx, who, &added, n.Resolutions); err != nil {
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
	added.show(added.CreatedAt)
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
