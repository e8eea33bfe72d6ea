package classschedule

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Calendars *classsession.Calendars
	Settings  *settings.Store
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Add adds sessions to a batch. For its instructors. fault.NotFound, fault.Invalid, fault.Conflict for a batch that is over, or if the
// instructor is not free. A dry run is rolled back.
func (s *Service) Add(ctx context.Context, who access.Caller, batchID string, n NewSessions, dryRun bool) (added AddedSessions, err error) {
	now := s.deps.Clock.Now()
	err = db.Try(ctx, s.deps.Calendars.InTx, dryRun, func(tx bun.IDB) error {
		f, err := batch.FindTaught(ctx, tx, who, batchID)
		if err != nil {
			return err
		}
		if err := checkOpen(f.Row); err != nil {
			return err
		}
		if n.Recurrence != nil {
			n.Recurrence = new(n.Recurrence.From(f.StartDate, now.In(f.Zone()).Format(time.DateOnly)))
		}
		holidays, err := classsession.HolidaysFor(ctx, tx, n.Recurrence)
		if err != nil {
			return err
		}
		existing, err := classsession.Of(ctx, tx, batchID)
		if err != nil {
			return err
		}
		planned, err := n.plan(f.Row, existing, holidays, now)
		if err != nil {
			return err
		}
		added.LeftOut = planned.LeftOut
		if added.Entries, added.Conflicts, err = classsession.Add(ctx, tx, s.deps.Calendars, who, f.Row, planned, n.OnConflict, now); err != nil {
			return err
		}
		added.Warnings, err = s.warn(ctx, tx, who, f.Row, added.Entries, dryRun)
		return err
	})
	return added, err
}

// warn says in a dry run what speaks against the sessions of a batch that it has changed; nothing where they are saved.
func (s *Service) warn(ctx context.Context, tx bun.IDB, who access.Caller, b batch.Row, sessions []classsession.Session, dryRun bool) ([]classwarning.ScheduleWarning, error) {
	if !dryRun {
		return nil, nil
	}
	return classwarning.Of(ctx, tx, s.deps.Calendars, who, classwarning.Plan{Batch: b, Sessions: sessions}, s.deps.Clock.Now())
}

// checked is a schedule that was asked about, with what is in its way.
type checked struct {
	planned   classsession.Schedule
	plan      classwarning.Plan
	sessions  []classsession.Session // of the plan
	givenUp   []string               // of the plan
	obstacles classsession.Obstacles
}

// checkWanted finds what is in the way of a schedule.
func (s *Service) checkWanted(ctx context.Context, who access.Caller, n WantedSchedule) (r checked, err error) {
	now, q := s.deps.Clock.Now(), s.deps.DB.Reader()
	var row batch.Row
	if r.planned, row, err = s.planWanted(ctx, q, who, n, now); err != nil {
		return r, err
	}
	r.sessions, _ = r.planned.Sessions(row, now)
	if r.givenUp, err = sessionsOfTaught(ctx, q, who, n.ExcludeBatchID); err != nil {
		return r, err
	}
	row.ID = n.ExcludeBatchID
	r.plan = classwarning.Plan{Batch: row, Sessions: r.sessions, GivenUp: r.givenUp, LearnerIDs: n.StudentIDs, HolidayCalendar: classwarning.CalendarOf(n.Recurrence)}
	r.obstacles, err = classsession.InTheWay(ctx, q, s.deps.Calendars, who, row, r.givenUp, r.sessions, now)
	return r, err
}

// Check says of a schedule what is in its way, and what could be done instead. For instructors, of themselves and of those with whom they share a course,
// and administrators; of the instructors of a course for those who teach it. fault.Invalid, and fault.NotFound, fault.Forbidden for the course.
func (s *Service) Check(ctx context.Context, who access.Caller, n WantedSchedule) (ScheduleCheck, error) {
	r, err := s.checkWanted(ctx, who, n)
	if err != nil {
		return ScheduleCheck{}, err
	}
	conflicts := r.obstacles.Conflicts
	warnings, err := classwarning.Of(ctx, s.deps.DB.Reader(), s.deps.Calendars, who, r.plan, s.deps.Clock.Now())
	if err != nil {
		return ScheduleCheck{}, err
	}
	check := ScheduleCheck{HasConflicts: len(conflicts) > 0, Conflicts: conflicts, Warnings: warnings, Entries: make([]CheckedEntry, len(r.sessions)), LeftOut: r.planned.LeftOut, Shift: r.obstacles.Shift}
	for i, session := range r.sessions {
		taken := slices.ContainsFunc(conflicts, func(c classsession.ScheduleConflict) bool { return c.Date == session.Date })
		check.Entries[i] = CheckedEntry{session.ScheduleEntry, !taken}
	}
	if n.CourseID == "" {
		return check, nil
	}
	if err := checkTaught(ctx, s.deps.DB.Reader(), who, n.CourseID); err != nil {
		return ScheduleCheck{}, err
	}
	suggested, err := s.suggest(ctx, s.deps.DB.Reader(), n.CourseID, r.sessions, r.givenUp, s.deps.Clock.Now())
	check.Instructors = &suggested
	return check, err
}

// sessionsOfTaught returns the ids of the sessions of a batch that the caller teaches; none for no batch.
func sessionsOfTaught(ctx context.Context, q bun.IDB, who access.Caller, batchID string) ([]string, error) {
	if batchID == "" {
		return nil, nil
	}
	f, err := batch.Find(ctx, q, who, batchID)
	if err == nil && !f.Teaches {
		err = batch.ErrNotTaught
	}
	if err != nil {
		return nil, err
	}
	return classsession.IDsOf(ctx, q, batchID)
}

// planWanted computes the sessions of a schedule that a caller asks about, and the batch that they would have.
func (s *Service) planWanted(ctx context.Context, q bun.IDB, who access.Caller, n WantedSchedule, now time.Time) (classsession.Schedule, batch.Row, error) {
	current, err := s.deps.Settings.Current(ctx, q)
	if err != nil {
		return classsession.Schedule{}, batch.Row{}, err
	}
	var broken fault.Fields
	zone := timetable.ZoneOf(cmp.Or(n.Timezone, current.School.TimeZone), "timezone", &broken)
	if n.Recurrence != nil {
		n.Recurrence = new(n.Recurrence.From(n.StartDate, now.In(zone).Format(time.DateOnly)))
	}
	holidays, err := classsession.HolidaysFor(ctx, q, n.Recurrence)
	if err != nil {
		return classsession.Schedule{}, batch.Row{}, err
	}
	broken.Require(len(n.Schedule) > 0 || n.Recurrence != nil, "schedule", "required", "At least one schedule entry is required")
	planned := classsession.NewSchedule{Entries: n.Schedule, Recurrence: n.Recurrence, Member: cmp.Or(n.member, "schedule")}.Plan(zone, holidays, now, &broken)
	row := batch.Row{Status: batch.Upcoming, Timezone: zone.String(), Capacity: n.Capacity}
	if n.RoomID != "" {
		row.RoomID = &n.RoomID
		if err := classsession.CheckRoom(ctx, q, row.RoomID); err != nil {
			return planned, row, err
		}
	}
	if n.InstructorID != "" {
		row.AssignedInstructor = &n.InstructorID
		known, err := classsession.SharesCourse(ctx, q, who, n.InstructorID)
		if err != nil {
			return planned, row, err
		}
		broken.Require(known, "instructor_id", "unknown_value", "This instructor doesn't teach any of your courses")
	}
	return planned, row, broken.Err()
}
