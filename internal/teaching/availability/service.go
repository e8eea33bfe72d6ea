package availability

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/personaldata"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/settings"
	"lectern/internal/teaching/absence"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/workinghours"
)

// Sessions is what this package needs of the sessions of batches.
type Sessions interface {
	// Affected describes sessions that their instructor can't teach while away.
	Affected(ctx context.Context, q bun.IDB, ids []string, away clock.Span) ([]classsession.AffectedSession, error)
	// Lock locks the batches of sessions, before any calendar is locked, and returns whose calendars may change.
	Lock(ctx context.Context, tx bun.IDB, ids []string) (owners []string, err error)
	// LockRooms locks the calendars of the classrooms of sessions, after those of instructors.
	LockRooms(ctx context.Context, tx bun.IDB, ids []string) error
	// Resolve does with sessions what was decided. It returns fault.NotFound, fault.Invalid or fault.Conflict.
	Resolve(ctx context.Context, tx bun.IDB, who access.Caller, wanted []classsession.Resolution, reason string) ([]classsession.Unresolved, error)
	// Undo takes that back, or returns fault.Conflict.
	Undo(ctx context.Context, tx bun.IDB, who access.Caller, undo []classsession.Unresolved) error
}

// Bookings is what this package needs of demo classes and of online meetings.
type Bookings interface {
	// Substitutes lists by id who could give each in place of its instructor.
	Substitutes(ctx context.Context, q bun.IDB, ids []string) (map[string][]classsession.Substitute, error)
	// Lock locks what has to be locked before calendars, and returns whose calendars may change.
	Lock(ctx context.Context, tx bun.IDB, ids []string) (owners []string, err error)
	// Resolve does what was decided. It returns fault.NotFound or fault.Conflict.
	Resolve(ctx context.Context, tx bun.IDB, who access.Caller, wanted []absence.BookingDecision, reason string) ([]absence.Done, error)
	// Undo takes that back, or returns fault.Conflict.
	Undo(ctx context.Context, tx bun.IDB, who access.Caller, done []absence.Done) error
}

type Deps struct {
	DB        *db.DB
	Clock     clock.Clock
	Calendars *busy.Calendars // of instructors
	Settings  *settings.Store
	Sessions  Sessions
	Demos     Bookings
	Meetings  Bookings
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var (
	errNoInstructor = fault.New(fault.NotFound, "instructor_not_found", "This instructor doesn't exist.")
	errNoTimeOff    = fault.New(fault.NotFound, "time_off_not_found", "This time off doesn't exist.")
)

// own is what stands in paths for the caller's own id.
const own = "me"

// instructorOf returns the instructor that a path names, with their name. For themselves and administrators; others get errNoInstructor.
func instructorOf(ctx context.Context, q bun.IDB, who access.Caller, id string) (instructor person, err error) {
	if id == own {
		id = who.ID
	}
	if id != who.ID && !who.HasRole(access.Admin) {
		return instructor, errNoInstructor
	}
	return find(ctx, q, id)
}

// Availability returns when an instructor may be booked. For themselves and administrators. fault.NotFound.
func (s *Service) Availability(ctx context.Context, who access.Caller, id string) (InstructorAvailability, error) {
	q := s.deps.DB.Reader()
	instructor, err := instructorOf(ctx, q, who, id)
	if err != nil {
		return InstructorAvailability{}, err
	}
	return s.read(ctx, q, instructor)
}

// warnedDays is how far ahead what is booked is compared with the hours.
const warnedDays = 60

func (s *Service) read(ctx context.Context, q bun.IDB, of person) (a InstructorAvailability, err error) {
	now := s.deps.Clock.Now()
	row, err := s.rowOf(ctx, q, of.ID)
	if err != nil {
		return a, err
	}
	a = InstructorAvailability{NewAvailability: NewAvailability{row.Rules, row.DemoTypes.V, row.Hours.V, row.Overrides.V}, InstructorID: of.ID, FullName: of.FullName, version: row.Version}
	if row.Version > 0 {
		a.UpdatedAt = &row.UpdatedAt
	}
	if a.TimeOff, err = timeOffOf(ctx, q, of.ID, now); err != nil {
		return a, err
	}
	for i := range a.TimeOff {
		a.TimeOff[i].show(now)
	}
	taken, err := s.deps.Calendars.Between(ctx, q, []string{of.ID}, now, now.AddDate(0, 0, warnedDays))
	if err == nil {
		a.Warnings = outside(row, taken)
	}
	return a, err
}

// rowOf returns the hours of an instructor, or those of one who has not set any.
func (s *Service) rowOf(ctx context.Context, q bun.IDB, id string) (workinghours.Row, error) {
	rows, err := workinghours.Of(ctx, q, []string{id})
	if err != nil || len(rows) > 0 {
		return append(rows, workinghours.Row{})[0], err
	}
	current, err := s.deps.Settings.Current(ctx, q)
	return workinghours.NewRow(id, current.School.TimeZone), err
}

// outside returns what is booked outside of the hours; none where no hours are set.
func outside(row workinghours.Row, taken []busy.Time) []Outside {
	found := []Outside{}
	for _, t := range taken {
		if row.Version == 0 || t.Kind == busy.TimeOff || t.Kind == busy.Hold {
			continue
		}
		within := slices.ContainsFunc(row.Open(t.StartsAt, t.EndsAt), func(s clock.Span) bool { return !s.FromAt.After(t.StartsAt) && !s.UntilAt.Before(t.EndsAt) })
		if !within {
			found = append(found, Outside{string(t.Kind), t.Label, t.StartsAt.UTC(), t.EndsAt.UTC()})
		}
	}
	return found
}

// Put replaces when an instructor may be booked, as a whole. What is booked stays. For themselves and administrators. fault.NotFound,
// fault.Invalid, fault.Precondition with what is there if it was changed since.
func (s *Service) Put(ctx context.Context, who access.Caller, id string, n NewAvailability, held rest.IfMatch) (saved InstructorAvailability, err error) {
	if err := n.check(); err != nil {
		return saved, err
	}
	err = s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		instructor, err := instructorOf(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := s.deps.Calendars.Lock(ctx, tx, []string{instructor.ID}); err != nil {
			return err
		}
		if saved, err = s.read(ctx, tx, instructor); err != nil {
			return err
		}
		if !held.Matches(saved.version) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed these hours. Your change is not saved yet.").WithDetails(saved)
		}
		now := s.deps.Clock.Now()
		row, err := s.rowOf(ctx, tx, instructor.ID)
		if err != nil {
			return err
		}
		switch {
		case !n.TakesDemos:
			row.DemosSince = nil
		case !row.TakesDemos:
			row.DemosSince = &now
		}
		row.Rules, row.DemoTypes.V, row.Hours.V, row.Version, row.UpdatedAt = n.Rules, n.DemoTypes, n.Hours, row.Version+1, now
		row.Overrides.V = append([]workinghours.Override{}, n.Overrides...)
		if err := put(ctx, tx, row); err != nil {
			return err
		}
		saved, err = s.read(ctx, tx, instructor)
		return err
	})
	return saved, err
}

// DeleteTimeOff gives time off up. For the instructor and administrators. fault.NotFound.
func (s *Service) DeleteTimeOff(ctx context.Context, who access.Caller, id, timeOffID string) error {
	return s.deps.Calendars.InTx(ctx, func(tx bun.IDB) error {
		instructor, err := instructorOf(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if err := deleteTimeOff(ctx, tx, instructor.ID, timeOffID); err != nil {
			return err
		}
		_, err = s.deps.Calendars.Replace(ctx, tx, busy.TimeOff, []string{timeOffID}, nil)
		return err
	})
}

// Free returns when the instructors of a course in the catalogue, or one instructor, are free within their hours, but not why they are
// not. For everybody who is signed in. fault.Invalid.
func (s *Service) Free(ctx context.Context, f FreeFilter) ([]FreeInstructor, error) {
	from, until, err := f.span()
	if err != nil {
		return nil, err
	}
	q := s.deps.DB.Reader()
	people, err := bookable(ctx, q, f.CourseID, f.InstructorID)
	if err != nil || len(people) == 0 {
		return []FreeInstructor{}, err
	}
	ids := make([]string, len(people))
	for i, p := range people {
		ids[i] = p.ID
	}
	rows, err := workinghours.Of(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	taken, err := s.deps.Calendars.Between(ctx, q, ids, from, until)
	if err != nil {
		return nil, err
	}
	spans := map[string][]clock.Span{}
	for _, t := range taken {
		spans[t.OwnerID] = append(spans[t.OwnerID], clock.Span{FromAt: t.FromAt, UntilAt: t.UntilAt})
	}
	if err := workinghours.AddExternal(ctx, q, spans, ids, from, until); err != nil {
		return nil, err
	}
	free, now := make([]FreeInstructor, len(people)), s.deps.Clock.Now()
	if from.Before(now) {
		from = now
	}
	for i, p := range people {
		free[i] = FreeInstructor{p.ID, p.FullName, []clock.Span{}}
		if at := slices.IndexFunc(rows, func(r workinghours.Row) bool { return r.InstructorID == p.ID }); at >= 0 {
			free[i].Spans = rows[at].Free(from, until, spans[p.ID], time.Duration(f.Minutes)*time.Minute)
		}
	}
	return free, nil
}

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "instructor_rules", Column: "instructor_id", Export: []string{"timezone", "slot_minutes", "step_minutes", "buffer_before_minutes", "buffer_after_minutes",
			"notice_minutes", "ahead_days", "daily_cap", "weight", "takes_demos", "demo_types", "hours", "overrides", "updated_at"}},
		{Table: "instructor_time_off", Column: "instructor_id", Export: []string{"from_local", "until_local", "timezone", "reason", "created_at"}},
	}
}

// Erase deletes the hours and the time off of a user, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
