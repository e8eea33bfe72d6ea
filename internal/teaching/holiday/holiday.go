// Package holiday keeps calendars of holidays: days without sessions, which recurrences of batches leave out.
package holiday

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Calendar is a calendar of holidays.
type Calendar struct {
	Calendar string    `json:"calendar" doc:"Its name, such as school or de-by. school is the one that recurrences follow unless they name another."`
	Holidays []Holiday `json:"holidays" doc:"By date."`

	version int64
}

// EditVersion implements rest.Versioned.
func (c Calendar) EditVersion() int64 { return c.version }

// CalendarName is a calendar of holidays in the list of all.
type CalendarName struct {
	Calendar string `json:"calendar"`
	Holidays int64  `json:"holidays" doc:"How many it has."`
	Ahead    int64  `json:"ahead" doc:"How many of them are today or later, in UTC."`
}

// SchoolCalendar is the calendar that recurrences follow unless they name another.
const SchoolCalendar = "school"

// Holiday is a day without sessions.
type Holiday struct {
	Date string `json:"date" maxLength:"20" msg:"Holidays must be dates such as 2026-12-25" doc:"YYYY-MM-DD."`
	Name string `json:"name" maxLength:"100" msg:"The name of a holiday must be at most 100 characters"`
}

// NewHolidays replace the holidays of a calendar.
type NewHolidays struct {
	Holidays []Holiday `json:"holidays" maxItems:"1000" msg:"A calendar has at most 1000 holidays"`
}

var calendarName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,39}$`)

// checkName returns fault.NotFound for what cannot be the name of a calendar.
func checkName(calendar string) error {
	if !calendarName.MatchString(calendar) {
		return fault.New(fault.NotFound, "calendar_not_found", "This calendar of holidays doesn't exist.")
	}
	return nil
}

// sorted returns the holidays by date, or fault.Invalid.
func (n NewHolidays) sorted() ([]Holiday, error) {
	var broken fault.Fields
	dates := map[string]bool{}
	holidays := make([]Holiday, len(n.Holidays))
	for i, h := range n.Holidays {
		member := fmt.Sprintf("holidays[%d].", i)
		_, err := time.Parse(time.DateOnly, h.Date)
		h.Name = text.OneLine(h.Name)
		broken.Require(err == nil, member+"date", "invalid_format", "Holidays must be dates such as 2026-12-25")
		broken.Require(h.Name != "", member+"name", "required", "A holiday needs a name")
		broken.Require(!dates[h.Date], member+"date", "duplicate", "There are two holidays on "+h.Date)
		dates[h.Date], holidays[i] = true, h
	}
	sortByDate(holidays)
	return holidays, broken.Err()
}

func sortByDate(holidays []Holiday) {
	slices.SortFunc(holidays, func(a, b Holiday) int { return cmp.Compare(a.Date, b.Date) })
}
