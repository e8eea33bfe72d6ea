package holiday

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Audit *audit.Log
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// Calendar returns a calendar of holidays, an empty one if nobody has set it. For instructors and administrators. fault.NotFound for what
// cannot be the name of one.
func (s *Service) Calendar(ctx context.Context, calendar string) (Calendar, error) {
	if err := checkName(calendar); err != nil {
		return Calendar{}, err
	}
	return read(ctx, s.deps.DB.Reader(), calendar)
}

// Calendars lists the calendars of holidays by name, that of the school first, also when nobody has set it. For instructors and administrators.
func (s *Service) Calendars(ctx context.Context) ([]CalendarName, error) {
	found, err := calendars(ctx, s.deps.DB.Reader(), s.deps.Clock.Now().UTC().Format(time.DateOnly))
	if i := slices.IndexFunc(found, func(c CalendarName) bool { return c.Calendar == SchoolCalendar }); i >= 0 {
		school := found[i]
		found = slices.Insert(slices.Delete(found, i, i+1), 0, school)
	} else {
		found = slices.Insert(found, 0, CalendarName{Calendar: SchoolCalendar})
	}
	return found, err
}

// Put replaces the holidays of a calendar. Sessions that are planned stay as they are. For administrators. fault.NotFound, fault.Invalid, fault.Precondition
// with the calendar if it was changed since.
func (s *Service) Put(ctx context.Context, who access.Caller, calendar string, n NewHolidays, version rest.IfMatch) (saved Calendar, err error) {
	if err := checkName(calendar); err != nil {
		return saved, err
	}
	holidays, err := n.sorted()
	if err != nil {
		return saved, err
	}
	now := s.deps.Clock.Now()
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lock(ctx, tx, calendar, now); err != nil {
			return err
		}
		before, err := read(ctx, tx, calendar)
		if err != nil {
			return err
		}
		if !version.Matches(before.version) {
			return fault.New(fault.Precondition, "stale_version", "Another administrator has changed these holidays. Your change is not saved yet.").WithDetails(before)
		}
		saved = Calendar{calendar, holidays, before.version + 1}
		if err := replace(ctx, tx, saved, now); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "holidays.changed", TargetKind: "holidays", TargetID: calendar, Before: before, After: saved})
	})
	return saved, err
}
