package classsession

import (
	"cmp"
	"slices"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
)

// Copy is the schedule of a batch on other days.
type Copy struct {
	Sessions []Session // of the source
	Series   []Series
	Days     int                           // later; may be negative
	Holidays map[string]timetable.Holidays // by calendar
}

// Plan moves the sessions that are not cancelled, at the same wall-clock times in a zone, each in its classroom. Those of a series that fall on a holiday follow its
// rule: they are left out, or added at the end. It reports what is wrong.
func (c Copy) Plan(member string, zone *time.Location, now time.Time, broken *fault.Fields) Schedule {
	p := Schedule{LeftOut: []timetable.DayOff{}, seriesOn: map[string]int{}, rooms: Rooms{}}
	var entries, displaced []timetable.NewScheduleEntry
	for _, s := range c.Sessions {
		if s.Status == Cancelled {
			continue
		}
		e := timetable.NewScheduleEntry{Date: later(s.Date, 0, c.Days), StartTime: s.StartTime, EndTime: s.EndTime, Title: s.Title, Description: s.Description}
		p.rooms[e.Date] = s.RoomID
		at := slices.IndexFunc(c.Series, func(r Series) bool { return s.SeriesID != nil && r.ID == *s.SeriesID })
		if at < 0 {
			entries = append(entries, e)
			continue
		}
		p.seriesOn[e.Date] = at
		if name, isHoliday := c.Holidays[c.Series[at].HolidayCalendar][e.Date]; isHoliday {
			p.LeftOut = append(p.LeftOut, timetable.DayOff{Date: e.Date, Reason: timetable.IsHoliday, Name: name})
			if c.Series[at].OnHoliday != "skip" {
				displaced = append(displaced, e)
			}
			continue
		}
		entries = append(entries, e)
	}
	for _, e := range displaced {
		at, room := p.seriesOn[e.Date], p.rooms[e.Date]
		e.Date = c.freeDay(c.Series[at], e.Date, entries)
		p.seriesOn[e.Date], p.rooms[e.Date] = at, room
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b timetable.NewScheduleEntry) int { return cmp.Compare(a.Date, b.Date) })
	p.Entries = timetable.Plan(member, entries, zone, func(timetable.NewScheduleEntry) bool { return false }, now, broken)
	p.copied = c.series()
	return p
}

// freeDay returns the first day of a series after all entries that is no holiday.
func (c Copy) freeDay(r Series, day string, entries []timetable.NewScheduleEntry) string {
	last := day
	for _, e := range entries {
		last = max(last, e.Date)
	}
	months, days := 0, int(max(r.Every, 1))
	switch r.Freq {
	case "weekly":
		days *= 7
	case "monthly":
		months, days = days, 0
	}
	for {
		day = later(day, months, days)
		if _, isHoliday := c.Holidays[r.HolidayCalendar][day]; !isHoliday && day > last {
			return day
		}
	}
}

// series are the rules of the source on the days of the copy. Days on which the source had no session say nothing of the copy.
func (c Copy) series() []Series {
	series := slices.Clone(c.Series)
	for i := range series {
		r := &series[i]
		r.StartDate, r.Exdates.V = later(r.StartDate, 0, c.Days), []string{}
		if r.UntilDate != "" {
			r.UntilDate = later(r.UntilDate, 0, c.Days)
		}
	}
	return series
}

// later returns a day some time after a stored one.
func later(day string, months, days int) string {
	at, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return day
	}
	return at.AddDate(0, months, days).Format(time.DateOnly)
}
