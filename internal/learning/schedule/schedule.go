// Package schedule defines when courses take place: the sessions of live courses and the doubt sessions of blended
// ones. It converts wall-clock times into instants.
package schedule

import (
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
)

// NewLiveSchedule is a schedule as teachers enter it.
type NewLiveSchedule struct {
	Timezone string             `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, of all entries. Absent: the school's."`
	Entries  []NewScheduleEntry `json:"entries" maxItems:"500" msg:"At least one schedule entry is required;maxItems=A schedule has at most 500 entries"`
}

// NewScheduleEntry is a session in wall-clock time.
type NewScheduleEntry struct {
	Date        string `json:"date,omitempty" document:"required" maxLength:"20" msg:"Please enter a date" doc:"YYYY-MM-DD."`
	StartTime   string `json:"start_time,omitempty" document:"required" maxLength:"20" msg:"Please enter a start time" doc:"HH:MM."`
	EndTime     string `json:"end_time,omitempty" document:"required" maxLength:"20" msg:"Please enter an end time" doc:"HH:MM, on the same day."`
	Title       string `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters"`
	Description string `json:"description,omitempty" maxLength:"500" msg:"A description must be at most 500 characters"`
}

type LiveSchedule struct {
	Timezone string          `json:"timezone" doc:"IANA name; empty while there are no entries."`
	Entries  []ScheduleEntry `json:"entries"`
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
	shortestSession = 30 * time.Minute
	longestSession  = 8 * time.Hour
)

// Plan computes the instants. Only entries that were in the schedule before may lie in the past. It returns
// fault.Invalid.
func (n NewLiveSchedule) Plan(before LiveSchedule, now time.Time) (LiveSchedule, error) {
	s := LiveSchedule{n.Timezone, make([]ScheduleEntry, len(n.Entries))}
	var broken fault.Fields
	zone := zoneOf(n.Timezone, "schedule.timezone", &broken)
	broken.Require(len(n.Entries) > 0, "schedule", "required", "At least one schedule entry is required")
	kept, dates := map[string]bool{}, map[string]bool{}
	for _, e := range before.Entries {
		kept[e.Date+e.StartTime+e.EndTime] = before.Timezone == n.Timezone
	}
	for i, e := range n.Entries {
		at := fmt.Sprintf("schedule.entries[%d].", i)
		s.Entries[i] = e.plan(at, i+1, zone, &broken)
		broken.Require(e.Date == "" || !dates[e.Date], at+"date", "duplicate", "There are two entries on "+e.Date)
		broken.Require(!s.Entries[i].isBefore(now) || kept[e.Date+e.StartTime+e.EndTime], at+"date", "in_the_past", "Date "+e.Date+" is in the past")
		dates[e.Date] = true
	}
	return s, broken.Err()
}

// isBefore reports whether the session begins before an instant; false for an invalid one.
func (e ScheduleEntry) isBefore(instant time.Time) bool {
	return !e.StartsAt.IsZero() && e.StartsAt.Before(instant)
}

// plan computes the instants of an entry, zero if the entry is invalid. at is what stands before the names of its members in errors.
func (n NewScheduleEntry) plan(at string, number int, zone *time.Location, broken *fault.Fields) ScheduleEntry {
	e := ScheduleEntry{Date: n.Date, StartTime: n.StartTime, EndTime: n.EndTime, Title: course.Line(n.Title), Description: n.Description}
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
	broken.Require(n.EndTime <= n.StartTime || end.Sub(start) >= shortestSession, at+"end_time", "too_short", fmt.Sprintf("Session must be at least 30 minutes for entry %d", number))
	broken.Require(n.EndTime <= n.StartTime || end.Sub(start) <= longestSession, at+"end_time", "too_long", fmt.Sprintf("Session must be at most 8 hours for entry %d", number))
	if len(*broken) == known {
		e.StartsAt, e.EndsAt = start, end
	}
	return e
}

func zoneOf(name, field string, broken *fault.Fields) *time.Location {
	zone, err := time.LoadLocation(name)
	broken.Require(err == nil && name != "" && name != "Local", field, "unknown_value", "Please choose a time zone, such as Europe/Berlin")
	if err != nil {
		return time.UTC
	}
	return zone
}

// NewDoubtSchedule is a weekly doubt schedule as teachers enter it.
type NewDoubtSchedule struct {
	Timezone string      `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, of all slots. Absent: the school's."`
	Slots    []DoubtSlot `json:"slots" maxItems:"50" msg:"slots must be a list;maxItems=A week has at most 50 slots"`
}

type DoubtSchedule struct {
	Timezone string      `json:"timezone" doc:"IANA name; empty while there are no slots."`
	Slots    []DoubtSlot `json:"slots"`
}

// DoubtSlot is a weekly time range in wall-clock time.
type DoubtSlot struct {
	Weekday   int64  `json:"weekday" minimum:"1" maximum:"7" msg:"weekday must be from 1 (Monday) to 7 (Sunday)" doc:"1 for Monday to 7 for Sunday."`
	StartTime string `json:"start_time" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" msg:"start_time must be a time such as 18:00"`
	EndTime   string `json:"end_time" pattern:"^([01][0-9]|2[0-3]):[0-5][0-9]$" msg:"end_time must be a time such as 19:00"`
}

// Plan checks that no slots overlap. It returns fault.Invalid.
func (n NewDoubtSchedule) Plan() (DoubtSchedule, error) {
	var broken fault.Fields
	zoneOf(n.Timezone, "doubt_schedule.timezone", &broken)
	for i, a := range n.Slots {
		at := fmt.Sprintf("doubt_schedule.slots[%d]", i)
		broken.Require(a.StartTime < a.EndTime, at+".end_time", "out_of_range", fmt.Sprintf("End time must be after start time for entry %d", i+1))
		for _, b := range n.Slots[:i] {
			overlap := a.Weekday == b.Weekday && a.StartTime < b.EndTime && b.StartTime < a.EndTime
			broken.Require(!overlap, at+".start_time", "duplicate", fmt.Sprintf("Entry %d overlaps with another on the same day", i+1))
		}
	}
	if n.Slots == nil {
		n.Slots = []DoubtSlot{}
	}
	return DoubtSchedule(n), broken.Err()
}

type NewDoubtSession struct {
	NewScheduleEntry
	Timezone string `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name. Absent: the school's."`
}

// DoubtSession is an extra session in which questions are answered.
type DoubtSession struct {
	bun.BaseModel `bun:"table:course_doubt_sessions,alias:d" json:"-"`

	ID          string    `bun:",pk" json:"id"`
	CourseID    string    `json:"-"`
	Title       string    `json:"title"`
	Description string    `json:"description"`
	Date        string    `json:"date"`
	StartTime   string    `json:"start_time"`
	EndTime     string    `json:"end_time"`
	Timezone    string    `json:"timezone"`
	StartsAt    time.Time `json:"starts_at"`
	EndsAt      time.Time `json:"ends_at"`
	CreatedAt   time.Time `json:"-"`
}

// Plan computes the instants. It returns fault.Invalid.
func (n NewDoubtSession) Plan(now time.Time) (DoubtSession, error) {
	var broken fault.Fields
	e := n.plan("", 1, zoneOf(n.Timezone, "timezone", &broken), &broken)
	broken.Require(!e.isBefore(now), "date", "in_the_past", "Date "+e.Date+" is in the past")
	if err := broken.Err(); err != nil {
		return DoubtSession{}, err
	}
	return DoubtSession{Title: e.Title, Description: e.Description, Date: e.Date, StartTime: e.StartTime, EndTime: e.EndTime,
		Timezone: n.Timezone, StartsAt: e.StartsAt, EndsAt: e.EndsAt, CreatedAt: now}, nil
}
