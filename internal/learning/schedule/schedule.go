// Package schedule defines when courses take place: the sessions of live courses and the doubt sessions of blended
// ones.
package schedule

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
)

// NewLiveSchedule is a schedule as teachers enter it.
type NewLiveSchedule struct {
	Timezone string                       `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, of all entries. Absent: the school's."`
	Entries  []timetable.NewScheduleEntry `json:"entries" maxItems:"500" msg:"At least one schedule entry is required;maxItems=A schedule has at most 500 entries"`
}

type LiveSchedule struct {
	Timezone string                    `json:"timezone" doc:"IANA name; empty while there are no entries."`
	Entries  []timetable.ScheduleEntry `json:"entries"`
}

// Plan computes the instants. Only entries that were in the schedule before may lie in the past. It returns
// fault.Invalid.
func (n NewLiveSchedule) Plan(before LiveSchedule, now time.Time) (LiveSchedule, error) {
	var broken fault.Fields
	zone := timetable.ZoneOf(n.Timezone, "schedule.timezone", &broken)
	broken.Require(len(n.Entries) > 0, "schedule", "required", "At least one schedule entry is required")
	kept := map[string]bool{}
	for _, e := range before.Entries {
		kept[e.Date+e.StartTime+e.EndTime] = before.Timezone == n.Timezone
	}
	wasThere := func(e timetable.NewScheduleEntry) bool { return kept[e.Date+e.StartTime+e.EndTime] }
	return LiveSchedule{n.Timezone, timetable.Plan("schedule.entries", n.Entries, zone, wasThere, now, &broken)}, broken.Err()
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
	// of an instructor who has left the course, nobody's until another one is chosen, or the only one's who is left
	InstructorID string `json:"instructor_id,omitempty" maxLength:"36" msg:"Choose an instructor of this course" doc:"Whose time it takes: an instructor of the course. Absent: the only one; if there are several, nobody's."`
}

// HasTimesOf reports whether sessions take place at the times of another schedule. Their instructors do not count.
func (d DoubtSchedule) HasTimesOf(other DoubtSchedule) bool {
	return len(d.Slots) == 0 && len(other.Slots) == 0 || d.Timezone == other.Timezone && slices.Equal(d.times(), other.times())
}

// times returns the slots without their instructors, in an order of their own.
func (d DoubtSchedule) times() []DoubtSlot {
	times := slices.Clone(d.Slots)
	for i := range times {
		times[i].InstructorID = ""
	}
	slices.SortFunc(times, func(a, b DoubtSlot) int {
		return cmp.Or(cmp.Compare(a.Weekday, b.Weekday), cmp.Compare(a.StartTime, b.StartTime))
	})
	return times
}

// longestSlot is that of a session, in minutes.
const longestSlot = 8 * 60

// minutes returns how long a slot is by the clock on the wall.
func (a DoubtSlot) minutes() int {
	start, err := time.Parse("15:04", a.StartTime)
	end, endErr := time.Parse("15:04", a.EndTime)
	if err != nil || endErr != nil {
		return 0
	}
	return int(end.Sub(start).Minutes())
}

// Plan checks that no slots overlap, and that each is held by one of the instructors of the course, if by anyone. It returns fault.Invalid.
func (n NewDoubtSchedule) Plan(teaches func(instructorID string) bool) (DoubtSchedule, error) {
	var broken fault.Fields
	timetable.ZoneOf(n.Timezone, "doubt_schedule.timezone", &broken)
	for i, a := range n.Slots {
		at := fmt.Sprintf("doubt_schedule.slots[%d]", i)
		broken.Require(a.StartTime < a.EndTime, at+".end_time", "out_of_range", fmt.Sprintf("End time must be after start time for entry %d", i+1))
		broken.Require(a.minutes() <= longestSlot, at+".end_time", "too_long", fmt.Sprintf("Session must be at most 8 hours for entry %d", i+1))
		broken.Require(a.InstructorID == "" || teaches(a.InstructorID), at+".instructor_id", "unknown_value", "Choose an instructor of this course")
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
	timetable.NewScheduleEntry
	Timezone     string `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name. Absent: the school's."`
	InstructorID string `json:"instructor_id,omitempty" maxLength:"36" msg:"Choose an instructor of this course" doc:"Whose time it takes: an instructor of the course. Absent: the caller, or the first by name if the caller is none."`
	URL          string `json:"url,omitempty" maxLength:"2000" msg:"The address must be at most 2000 characters" doc:"Of a meeting elsewhere, https only. Absent: on the first meeting server of the school, if it has one."`
}

// DoubtSession is a session in which questions are answered.
type DoubtSession struct {
	ID             string    `json:"id" doc:"Of the meeting in which it takes place."`
	Title          string    `json:"title"`
	Description    string    `json:"description"`
	Date           string    `json:"date"`
	StartTime      string    `json:"start_time"`
	EndTime        string    `json:"end_time"`
	Timezone       string    `json:"timezone"`
	StartsAt       time.Time `json:"starts_at"`
	EndsAt         time.Time `json:"ends_at"`
	Status         string    `json:"status" enum:"scheduled,cancelled"`
	IsWeekly       bool      `json:"is_weekly" doc:"A date of the weekly schedule."`
	InstructorID   *string   `json:"instructor_id" doc:"Whose time it takes; null: nobody's."`
	InstructorName string    `json:"instructor_name"`
}

// Plan computes the instants. It returns fault.Invalid.
func (n NewDoubtSession) Plan(now time.Time) (DoubtSession, error) {
	var broken fault.Fields
	e := n.NewScheduleEntry.Plan("", 1, timetable.ZoneOf(n.Timezone, "timezone", &broken), &broken)
	broken.Require(!e.BeginsBefore(now), "date", "in_the_past", "Date "+e.Date+" is in the past")
	if err := broken.Err(); err != nil {
		return DoubtSession{}, err
	}
	return DoubtSession{Title: e.Title, Description: e.Description, Date: e.Date, StartTime: e.StartTime, EndTime: e.EndTime,
		Timezone: n.Timezone, StartsAt: e.StartsAt, EndsAt: e.EndsAt}, nil
}
