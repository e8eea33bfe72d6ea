// Package timetable turns dates and wall-clock times of sessions into instants, by the rules of the specification for schedules.
package timetable

import (
	"fmt"
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// NewScheduleEntry is a session in wall-clock time.
type NewScheduleEntry struct {
	Date        string `json:"date,omitempty" document:"required" maxLength:"20" msg:"Please enter a date" doc:"YYYY-MM-DD."`
	StartTime   string `json:"start_time,omitempty" document:"required" maxLength:"20" msg:"Please enter a start time" doc:"HH:MM."`
	EndTime     string `json:"end_time,omitempty" document:"required" maxLength:"20" msg:"Please enter an end time" doc:"HH:MM, on the same day."`
	Title       string `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters"`
	Description string `json:"description,omitempty" maxLength:"500" msg:"A description must be at most 500 characters"`
}

// ScheduleEntry is a session in the wall-clock time of the schedule's zone, and as instants.
type ScheduleEntry struct {
	Date        string    `json:"date"`
	StartTime   string    `json:"start_time"`
	EndTime     string    `json:"end_time"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	StartsAt    time.Time `json:"starts_at"`
	EndsAt      time.Time `json:"ends_at"`
}

// Limits on the length of a session, from the specification.
const (
	Shortest = 30 * time.Minute
	Longest  = 8 * time.Hour
)

// Plan computes the instants of entries in a zone, those of invalid ones zero, and reports what is wrong with them: at stands before their
// index in the names of members. Only entries for which mayBePast holds may begin before now.
func Plan(at string, entries []NewScheduleEntry, zone *time.Location, mayBePast func(NewScheduleEntry) bool, now time.Time, broken *fault.Fields) []ScheduleEntry {
	planned, dates := make([]ScheduleEntry, len(entries)), map[string]bool{}
	for i, e := range entries {
		member := fmt.Sprintf("%s[%d].", at, i)
		planned[i] = e.Plan(member, i+1, zone, broken)
		broken.Require(e.Date == "" || !dates[e.Date], member+"date", "duplicate", "There are two entries on "+e.Date)
		broken.Require(!planned[i].BeginsBefore(now) || mayBePast(e), member+"date", "in_the_past", "Date "+e.Date+" is in the past")
		dates[e.Date] = true
	}
	return planned
}

// BeginsBefore reports whether the session begins before an instant; false for an invalid one.
func (e ScheduleEntry) BeginsBefore(instant time.Time) bool {
	return !e.StartsAt.IsZero() && e.StartsAt.Before(instant)
}

// Plan computes the instants of an entry, zero if the entry is invalid. at is what stands before the names of its members in errors.
func (n NewScheduleEntry) Plan(at string, number int, zone *time.Location, broken *fault.Fields) ScheduleEntry {
	e := ScheduleEntry{Date: n.Date, StartTime: n.StartTime, EndTime: n.EndTime, Title: text.OneLine(n.Title), Description: n.Description}
	known := len(*broken)
	_, err := time.Parse(time.DateOnly, n.Date)
	broken.Require(err == nil, at+"date", "invalid_format", fmt.Sprintf("Invalid date format for entry %d. Use YYYY-MM-DD format", number))
	for _, t := range []struct{ name, value, what string }{{"start_time", n.StartTime, "Start"}, {"end_time", n.EndTime, "End"}} {
		broken.Require(t.value != "", at+t.name, "required", fmt.Sprintf("%s time is required for entry %d", t.what, number))
		_, err := time.Parse("15:04", t.value)
		broken.Require(t.value == "" || err == nil && len(t.value) == 5, at+t.name, "invalid_format", fmt.Sprintf("Invalid time format for entry %d. Use HH:MM format", number))
	}
	if len(*broken) > known {
		return e
	}
	start, startErr := clock.Resolve(n.Date, n.StartTime, zone)
	end, endErr := clock.Resolve(n.Date, n.EndTime, zone)
	broken.Require(startErr == nil, at+"start_time", "skipped", fmt.Sprintf("On %s the clocks in %s go forward from before %s to after it, so that time doesn't exist. Choose another one", n.Date, zone, n.StartTime))
	broken.Require(endErr == nil, at+"end_time", "skipped", fmt.Sprintf("On %s the clocks in %s go forward from before %s to after it, so that time doesn't exist. Choose another one", n.Date, zone, n.EndTime))
	broken.Require(n.EndTime > n.StartTime, at+"end_time", "out_of_range", fmt.Sprintf("End time must be after start time for entry %d", number))
	broken.Require(n.EndTime <= n.StartTime || end.Sub(start) >= Shortest, at+"end_time", "too_short", fmt.Sprintf("Session must be at least 30 minutes for entry %d", number))
	broken.Require(n.EndTime <= n.StartTime || end.Sub(start) <= Longest, at+"end_time", "too_long", fmt.Sprintf("Session must be at most 8 hours for entry %d", number))
	if len(*broken) == known {
		e.StartsAt, e.EndsAt = start, end
	}
	return e
}

// ZoneOf returns the time zone of a name; UTC for one that is reported as unknown.
func ZoneOf(name, field string, broken *fault.Fields) *time.Location {
	zone, err := time.LoadLocation(name)
	broken.Require(err == nil && name != "" && name != "Local", field, "unknown_value", "Please choose a time zone, such as Europe/Berlin")
	if err != nil {
		return time.UTC
	}
	return zone
}
