package timetable

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"lectern/internal/platform/fault"
)

// Limits on what one rule makes, from the design: in number, and in years from its first day.
const (
	MostEntries = 500
	mostYears   = 2
)

// Recurrence is a rule by which sessions repeat. It knows days and wall-clock times only: each day gets its instants by Plan, so that a session
// stays at its hour when the clocks change.
type Recurrence struct {
	Freq            string   `json:"freq" enum:"daily,weekly,monthly" msg:"freq must be daily, weekly or monthly" doc:"monthly: on the day of the month of start_date; months without that day have no session."`
	Interval        int64    `json:"interval,omitempty" minimum:"0" maximum:"52" msg:"The interval must be a whole number from 1 to 52" doc:"Every so many days, weeks or months. Absent: 1."`
	Weekdays        []string `json:"weekdays,omitempty" enum:"monday,tuesday,wednesday,thursday,friday,saturday,sunday" maxItems:"7" msg:"weekdays are monday to sunday" doc:"Of weekly and daily rules. Absent: the weekday of start_date for weekly ones, every day for daily ones."`
	StartDate       string   `json:"start_date,omitempty" maxLength:"20" msg:"start_date must be a date such as 2026-11-20" doc:"From which day on. Absent: the first day of the batch, or today if that is past."`
	Until           string   `json:"until,omitempty" maxLength:"20" msg:"until must be a date such as 2026-11-20" doc:"The last possible day. Either this or count."`
	Count           int64    `json:"count,omitempty" minimum:"0" maximum:"500" msg:"The number of sessions must be a whole number from 1 to 500" doc:"How many sessions. Either this or until."`
	StartTime       string   `json:"start_time,omitempty" document:"required" maxLength:"20" msg:"Please enter a start time" doc:"HH:MM."`
	EndTime         string   `json:"end_time,omitempty" document:"required" maxLength:"20" msg:"Please enter an end time" doc:"HH:MM, on the same day."`
	Title           string   `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters" doc:"Of each session."`
	Description     string   `json:"description,omitempty" maxLength:"500" msg:"A description must be at most 500 characters"`
	Exdates         []string `json:"exdates,omitempty" maxItems:"500" msg:"At most 500 days can be left out" doc:"Days without a session, YYYY-MM-DD."`
	OnHoliday       string   `json:"on_holiday,omitempty" enum:"shift_to_end,skip" msg:"on_holiday must be shift_to_end or skip" doc:"What becomes of sessions on holidays and exdates, of a rule with count. shift_to_end, the default: as many are added at the end. skip: they are dropped. A rule with until drops them."`
	HolidayCalendar string   `json:"holiday_calendar,omitempty" maxLength:"40" msg:"This calendar of holidays doesn't exist" doc:"Whose holidays have no sessions. Absent: school."`
}

// SchoolHolidays is the calendar of holidays of the school, which always exists.
const SchoolHolidays = "school"

// Reasons why a day has no session.
const (
	IsHoliday = "holiday"
	IsExdate  = "exdate"
)

// DayOff is a day on which a rule would have a session but for a holiday or an exception.
type DayOff struct {
	Date   string `json:"date"`
	Reason string `json:"reason" enum:"holiday,exdate"`
	Name   string `json:"name" doc:"Of the holiday."`
}

// Holidays are names of holidays by their dates.
type Holidays map[string]string

var weekdays = map[string]time.Weekday{"monday": time.Monday, "tuesday": time.Tuesday, "wednesday": time.Wednesday, "thursday": time.Thursday,
	"friday": time.Friday, "saturday": time.Saturday, "sunday": time.Sunday}

// Expand lists the entries of a rule in order, and the days that are left out. It reports what is wrong with the rule, with at before the
// names of its members.
func (r Recurrence) Expand(at string, holidays Holidays, broken *fault.Fields) (entries []NewScheduleEntry, leftOut []DayOff) {
	first, until, ok := r.check(at, broken)
	if !ok {
		return nil, nil
	}
	last := first.AddDate(mostYears, 0, 0)
	for day := range r.days(first, until) {
		if day.After(last) || len(entries) > MostEntries || r.isComplete(len(entries), len(leftOut)) {
			break
		}
		date := day.Format(time.DateOnly)
		name, isHoliday := holidays[date]
		switch {
		case slices.Contains(r.Exdates, date):
			leftOut = append(leftOut, DayOff{date, IsExdate, ""})
		case isHoliday:
			leftOut = append(leftOut, DayOff{date, IsHoliday, name})
		default:
			entries = append(entries, NewScheduleEntry{Date: date, StartTime: r.StartTime, EndTime: r.EndTime, Title: r.Title, Description: r.Description})
		}
	}
	broken.Require(len(entries) > 0, at+"until", "out_of_range", "There is no session in this time. Choose a later last day, or another weekday")
	broken.Require(len(entries) <= MostEntries, at+"until", "too_many", "A schedule has at most 500 sessions. Choose an earlier last day")
	broken.Require(r.Count == 0 || r.isComplete(len(entries), len(leftOut)), at+"count", "too_many", "A schedule ends within 2 years. Choose fewer sessions")
	return entries, leftOut
}

// isComplete reports whether a rule with count has all its sessions.
func (r Recurrence) isComplete(entries, leftOut int) bool {
	if r.OnHoliday == "skip" {
		entries += leftOut
	}
	return r.Count > 0 && int64(entries) >= r.Count
}

// days yields the days of a rule without its exceptions, in order. A rule without until never ends.
func (r Recurrence) days(first, until time.Time) func(yield func(time.Time) bool) {
	step := max(r.Interval, 1)
	wanted := r.weekdaysFrom(first)
	monday := first.AddDate(0, 0, -int(first.Weekday()+6)%7) // of the first week
	return func(yield func(time.Time) bool) {
		for n := int64(0); ; n++ {
			var days []time.Time
			switch r.Freq {
			case "daily":
				days = []time.Time{first.AddDate(0, 0, int(n*step))}
			case "weekly":
				for d := range 7 {
					days = append(days, monday.AddDate(0, 0, int(n*step)*7+d))
				}
			default:
				days = []time.Time{time.Date(first.Year(), first.Month()+time.Month(n*step), first.Day(), 0, 0, 0, 0, time.UTC)}
			}
			for _, day := range days {
				if !until.IsZero() && day.After(until) {
					return
				}
				inMonth := r.Freq != "monthly" || day.Day() == first.Day()
				if inMonth && !day.Before(first) && wanted[day.Weekday()] && !yield(day) {
					return
				}
			}
			if n > 366*mostYears {
				return
			}
		}
	}
}

// weekdaysFrom returns the weekdays of a rule.
func (r Recurrence) weekdaysFrom(first time.Time) map[time.Weekday]bool {
	wanted := map[time.Weekday]bool{}
	for _, name := range r.Weekdays {
		wanted[weekdays[name]] = true
	}
	for day := range 7 {
		if len(r.Weekdays) == 0 {
			wanted[time.Weekday(day)] = r.Freq != "weekly" || time.Weekday(day) == first.Weekday()
		}
	}
	return wanted
}

// check reports what is wrong with a rule and returns its first day and, if it has one, its last.
func (r Recurrence) check(at string, broken *fault.Fields) (first, until time.Time, ok bool) {
	known := len(*broken)
	first, err := time.Parse(time.DateOnly, r.StartDate)
	broken.Require(err == nil, at+"start_date", "invalid_format", "start_date must be a date such as 2026-11-20")
	broken.Require((r.Until == "") != (r.Count == 0), at+"until", "required", "Say either how many sessions there are or on which day they end")
	if r.Until != "" {
		until, err = time.Parse(time.DateOnly, r.Until)
		broken.Require(err == nil, at+"until", "invalid_format", "until must be a date such as 2026-11-20")
		broken.Require(err != nil || !until.After(first.AddDate(mostYears, 0, 0)), at+"until", "out_of_range", "A schedule ends within 2 years. Choose an earlier last day")
	}
	broken.Require(r.Freq != "monthly" || len(r.Weekdays) == 0, at+"weekdays", "not_allowed", "A monthly schedule has no weekdays")
	for _, date := range r.Exdates {
		_, err := time.Parse(time.DateOnly, date)
		broken.Require(err == nil, at+"exdates", "invalid_format", "Days that are left out must be dates such as 2026-11-20")
	}
	return first, until, len(*broken) == known
}

// From returns the rule with its defaults: it begins on the first day of the batch, or today if that is past.
func (r Recurrence) From(firstDay, today string) Recurrence {
	r.StartDate = cmp.Or(strings.TrimSpace(r.StartDate), max(firstDay, today))
	r.Interval, r.OnHoliday, r.HolidayCalendar = max(r.Interval, 1), cmp.Or(r.OnHoliday, "shift_to_end"), cmp.Or(r.HolidayCalendar, SchoolHolidays)
	return r
}
