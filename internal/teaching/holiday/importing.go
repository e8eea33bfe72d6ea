package holiday

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/ics"
	"lectern/internal/platform/text"
)

// HolidayImport is what an import of a calendar file adds.
type HolidayImport struct {
	DryRun    bool      `json:"dryRun" doc:"Nothing was stored."`
	Added     []Holiday `json:"added" doc:"By date."`
	Known     int64     `json:"known" doc:"Days that are holidays already: they keep their name."`
	Past      int64     `json:"past" doc:"Days before today, which are left out."`
	Timed     int64     `json:"timed" doc:"Events that last hours, not whole days: left out."`
	Repeating int64     `json:"repeating" doc:"Events that repeat by a rule: left out, because only days that stand in the file are added."`
	Unread    int64     `json:"unread" doc:"Events that are cancelled, have no valid date or last more than 100 days: left out."`
}

const (
	mostHolidays = 1000 // of a calendar
	longestName  = 100  // characters
)

var (
	errNotCalendar = fault.New(fault.Invalid, "not_a_calendar", "This is not a calendar file. Choose a file whose name ends in .ics.")
	errTooMany     = fault.New(fault.Invalid, "too_many_events", "The file has more than 10,000 events. Choose a calendar of holidays.")
	errFull        = fault.New(fault.Invalid, "calendar_full", "A calendar has at most 1,000 holidays. Remove some, or import fewer.")
)

// Import adds the whole days of an iCalendar file that are ahead and not in a calendar of holidays yet, or says which they are. Sessions that
// are planned stay as they are. For administrators. fault.NotFound, fault.Invalid for a file that cannot be read or has too much.
func (s *Service) Import(ctx context.Context, who access.Caller, calendar string, file io.Reader, dryRun bool) (done HolidayImport, err error) {
	if err := checkName(calendar); err != nil {
		return done, err
	}
	days, err := ics.ReadDays(file)
	switch {
	case errors.Is(err, ics.ErrNotCalendar):
		return done, errNotCalendar
	case errors.Is(err, ics.ErrTooMany):
		return done, errTooMany
	case err != nil:
		return done, err
	}
	now := s.deps.Clock.Now()
	if dryRun {
		before, err := read(ctx, s.deps.DB.Reader(), calendar)
		if err != nil {
			return done, err
		}
		done, _ = before.with(days, now)
		done.DryRun = true
		return done, done.fits(before)
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := lock(ctx, tx, calendar, now); err != nil {
			return err
		}
		before, err := read(ctx, tx, calendar)
		if err != nil {
			return err
		}
		var after Calendar
		if done, after = before.with(days, now); len(done.Added) == 0 {
			return nil
		}
		if err := done.fits(before); err != nil {
			return err
		}
		if err := replace(ctx, tx, after, now); err != nil {
			return err
		}
		return s.deps.Audit.Write(ctx, tx, who, audit.Entry{Action: "holidays.imported", TargetKind: "holidays", TargetID: calendar, Before: before, After: after})
	})
	return done, err
}

// fits returns errFull when a calendar cannot take what is added.
func (i HolidayImport) fits(before Calendar) error {
	if len(before.Holidays)+len(i.Added) > mostHolidays {
		return errFull
	}
	return nil
}

// with returns what the days of a file add to a calendar, and the calendar with it.
func (c Calendar) with(days ics.Days, now time.Time) (HolidayImport, Calendar) {
	done := HolidayImport{Added: []Holiday{}, Timed: days.Timed, Repeating: days.Repeating, Unread: days.Unread}
	known := map[string]bool{}
	for _, h := range c.Holidays {
		known[h.Date] = true
	}
	today := now.UTC().Truncate(24 * time.Hour)
	for _, d := range days.Found {
		name, date := text.OneLine(text.Printable(d.Name, longestName)), d.Date.Format(time.DateOnly)
		switch {
		case d.Date.Before(today):
			done.Past++
		case known[date]:
			done.Known++
		case name == "":
			done.Unread++
		default:
			known[date] = true
			done.Added = append(done.Added, Holiday{Date: date, Name: name})
		}
	}
	sortByDate(done.Added)
	after := Calendar{c.Calendar, append(append([]Holiday{}, c.Holidays...), done.Added...), c.version + 1}
	sortByDate(after.Holidays)
	return done, after
}
