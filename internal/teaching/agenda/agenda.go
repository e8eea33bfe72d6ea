// Package agenda reads the sessions of many batches by time: the calendars of learners, instructors and administrators,
// and the addresses under which other programs read them (RFC 5545).
package agenda

import (
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Limits on what one request reads.
const (
	mostDays    = 93 // three months with the rest of their first and last weeks
	mostEntries = 2000
	defaultDays = 42 // a month with the rest of its first and last weeks
)

// Entry is a session, a meeting outside of batches, or a Q&A session of a course in a calendar.
type Entry struct {
	bun.BaseModel `bun:"table:batch_sessions,alias:s" json:"-"`

	Kind           string    `bun:",scanonly" json:"kind" enum:"session,meeting,doubt" doc:"meeting: a live meeting outside of batches. doubt: a Q&A session of a course."`
	ID             string    `json:"id" doc:"Empty where the caller may only know that the instructor is busy."`
	BatchID        string    `json:"batch_id" doc:"Empty for meetings and Q&A sessions."`
	BatchName      string    `bun:",scanonly" json:"batch_name"`
	CourseID       string    `bun:",scanonly" json:"course_id"`
	CourseTitle    string    `bun:",scanonly" json:"course_title"`
	Title          string    `json:"title"`
	Status         string    `json:"status" enum:"scheduled,cancelled"`
	Date           string    `json:"date" doc:"In the time zone of the batch."`
	StartTime      string    `json:"start_time"`
	EndTime        string    `json:"end_time"`
	Timezone       string    `json:"timezone" doc:"IANA name, of the batch."`
	StartsAt       time.Time `json:"starts_at"`
	EndsAt         time.Time `json:"ends_at"`
	InstructorID   string    `bun:",scanonly" json:"instructor_id"`
	InstructorName string    `bun:",scanonly" json:"instructor_name"`
	RoomID         string    `bun:",scanonly" json:"room_id" doc:"The classroom; empty for none."`
	RoomName       string    `bun:",scanonly" json:"room_name"`
	RoomPlace      string    `bun:",scanonly" json:"-"`
	InSeries       bool      `bun:",scanonly" json:"in_series" doc:"It repeats by a rule."`
	CanMove        bool      `bun:",scanonly" json:"can_move" doc:"The caller may move and cancel it, and it has not begun."`
	IsKnown        bool      `bun:",scanonly" json:"-"` // the caller belongs to the batch or teaches it
	Sequence       int64     `json:"-"`                 // grows with every change that calendars must show
	UpdatedAt      time.Time `json:"-"`
}

// Query says which part of which calendar is read.
type Query struct {
	From          string   `query:"from" maxLength:"40" msg:"from must be a date such as 2026-11-20" doc:"A date, or an instant. Absent: 6 weeks before to, or now."`
	To            string   `query:"to" maxLength:"40" msg:"to must be a date such as 2026-11-20" doc:"A date, which is included, or an instant. At most 93 days after from. Absent: 6 weeks after from."`
	BatchID       string   `query:"batch_id" maxLength:"36" msg:"This batch doesn't exist" doc:"The sessions of one batch."`
	InstructorID  string   `query:"instructor_id" maxLength:"36" msg:"This instructor doesn't exist" doc:"For instructors and administrators: the calendar of an instructor. Absent: the caller's own, for administrators that of the school."`
	InstructorIDs []string `query:"instructor_ids,explode" maxItems:"50" msg:"A calendar shows at most 50 instructors" doc:"The calendars of some instructors, as instructor_id."`
	RoomID        string   `query:"room_id" maxLength:"36" msg:"This classroom doesn't exist" doc:"The sessions in a classroom: for instructors and administrators of all batches, for others of their own."`
	WithRooms     bool     `query:"with_rooms" msg:"with_rooms must be true or false" doc:"For instructors and administrators: the caller's own calendar, and what all other batches have in classrooms. Means nothing with batch_id, instructor_id, instructor_ids or room_id."`
	CourseID      string   `query:"course_id" maxLength:"36" msg:"This course doesn't exist" doc:"What belongs to a course, of which the caller may know."`
	Kinds         []string `query:"kinds,explode" maxItems:"3" enum:"session,meeting,doubt" msg:"kinds must be session, meeting or doubt" doc:"Absent: all."`
}

// instructors returns whose calendars are read, each once.
func (n Query) instructors() []string {
	ids := slices.Clone(n.InstructorIDs)
	if n.InstructorID != "" {
		ids = append(ids, n.InstructorID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// span returns the time that a query asks for, or fault.Invalid.
func (n Query) span(now time.Time) (from, to time.Time, err error) {
	var broken fault.Fields
	from, to = broken.Period("from", n.From, "to", n.To)
	switch {
	case n.From == "" && n.To == "":
		from, to = now, now.AddDate(0, 0, defaultDays)
	case n.From == "":
		from = to.AddDate(0, 0, -defaultDays)
	case n.To == "":
		to = from.AddDate(0, 0, defaultDays)
	}
	broken.Require(len(broken) > 0 || to.Sub(from) <= mostDays*24*time.Hour, "to", "out_of_range", "A calendar shows at most 93 days. Choose a shorter time")
	return from, to, broken.Err()
}

// hide leaves of sessions that the caller may not know of only when the instructor is busy, and if the caller may know it, in which classroom.
func hide(entries []Entry, withRooms bool) []Entry {
	for i, e := range entries {
		if e.IsKnown {
			continue
		}
		if !withRooms {
			e.RoomID, e.RoomName = "", ""
		}
		entries[i] = Entry{Kind: e.Kind, Status: e.Status, Date: e.Date, StartTime: e.StartTime, EndTime: e.EndTime, Timezone: e.Timezone, StartsAt: e.StartsAt, EndsAt: e.EndsAt,
			InstructorID: e.InstructorID, InstructorName: e.InstructorName, RoomID: e.RoomID, RoomName: e.RoomName}
	}
	return entries
}

// Upcoming is the answer with the sessions of a student that come next.
type Upcoming struct {
	Success       bool         `json:"success" enum:"true"`
	Status        string       `json:"status" enum:"success"`
	Data          []Entry      `json:"data" doc:"By time."`
	Count         int64        `json:"count" doc:"Of data."`
	TotalUpcoming int64        `json:"total_upcoming" doc:"Within the days, also beyond the limit."`
	DaysAhead     int64        `json:"days_ahead"`
	SearchPeriod  SearchPeriod `json:"search_period"`
	Student       Student      `json:"student"`
}

// SearchPeriod is the time in which sessions begin.
type SearchPeriod struct {
	StartDate time.Time `json:"start_date"`
	EndDate   time.Time `json:"end_date"`
}

// Student is the user whose sessions are read.
type Student struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

type upcomingInput struct {
	ID        string `path:"id"`
	Limit     int64  `query:"limit" default:"20" minimum:"1" msg:"limit must be 1 or more" doc:"At most 100; more is capped."`
	DaysAhead int64  `query:"days_ahead" default:"7" minimum:"1" maximum:"90" msg:"days_ahead must be a whole number from 1 to 90"`
}

type calendarInput struct{ Query }
