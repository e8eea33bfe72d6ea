// Package availability lets instructors say when they may be booked: weekly hours, days on which these differ, time off and the rules of
// their slots.
package availability

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/absence"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/workinghours"
)

// InstructorAvailability is when an instructor may be booked.
type InstructorAvailability struct {
	NewAvailability
	InstructorID string     `json:"instructor_id"`
	FullName     string     `json:"full_name"`
	TimeOff      []TimeOff  `json:"time_off" doc:"That is not over yet, by time."`
	Warnings     []Outside  `json:"warnings" doc:"What is booked outside of the hours: it stays."`
	UpdatedAt    *time.Time `json:"updated_at" doc:"null: never set; nobody can book then."`

	version int64
}

// EditVersion implements rest.Versioned. Time off has no part in it.
func (a InstructorAvailability) EditVersion() int64 { return a.version }

// NewAvailability is what an instructor sets, as a whole.
type NewAvailability struct {
	workinghours.Rules
	DemoTypes []string                    `json:"demo_types,omitempty" maxItems:"20" maxLength:"60" msg:"A type of demo must be at most 60 characters long;maxItems=There can be at most 20 types of demo" doc:"Absent or empty: all types."`
	Hours     []workinghours.WeeklyWindow `json:"hours" maxItems:"84" msg:"There can be at most 84 windows a week"`
	Overrides []workinghours.Override     `json:"overrides,omitempty" maxItems:"400" msg:"There can be at most 400 days with other hours"`
}

// Outside is something booked that lies outside of the hours.
type Outside struct {
	Kind     string    `json:"kind" enum:"session,doubt,demo,meeting"`
	Label    string    `json:"label"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
}

// TimeOff is a time during which an instructor is away.
type TimeOff struct {
	bun.BaseModel `bun:"table:instructor_time_off,alias:o" json:"-"`

	ID           string    `bun:",pk" json:"id"`
	InstructorID string    `json:"-"`
	FromLocal    string    `json:"from" doc:"YYYY-MM-DDTHH:MM in the time zone."`
	UntilLocal   string    `json:"until"`
	Timezone     string    `json:"timezone"`
	StartsAt     time.Time `json:"starts_at"`
	EndsAt       time.Time `json:"ends_at"`
	Reason       string    `json:"reason"`
	CreatedAt    time.Time `json:"created_at"`

	Changes db.JSON[changes] `bun:"type:jsonb" json:"-"`

	UndoUntil *time.Time `bun:"-" json:"undo_until" doc:"Until when it can be undone with what became of the things in its way; null: not any more."`

	takenFrom time.Time    // from when on the calendar is taken: what has begun is no longer in the way
	kept      []clock.Span // what the instructor gives though they are away, by time
}

// changes are what became of the things in the way of time off.
type changes struct {
	Sessions []classsession.Unresolved `json:",omitempty"`
	Demos    []absence.Done            `json:",omitempty"`
	Meetings []absence.Done            `json:",omitempty"`
}

// NewTimeOff is the time off that an instructor takes.
type NewTimeOff struct {
	From     string `json:"from" minLength:"1" maxLength:"16" msg:"Please enter a date such as 2026-11-20, or a time such as 2026-11-20T09:00" doc:"A day, or a local time."`
	Until    string `json:"until" minLength:"1" maxLength:"16" msg:"Please enter a date such as 2026-11-20, or a time such as 2026-11-20T17:00" doc:"The last day, or a local time."`
	Timezone string `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name. Absent: that of the hours."`
	Reason   string `json:"reason,omitempty" maxLength:"200" msg:"The reason must be at most 200 characters"`
	Resolutions
}

// Resolutions are what becomes of what is booked with an instructor who is away.
type Resolutions struct {
	Resolve         []classsession.Resolution `json:"resolve,omitempty" maxItems:"200" msg:"At most 200 sessions can be changed at once" doc:"One for each session that is in the way."`
	ResolveBookings []absence.BookingDecision `json:"resolve_bookings,omitempty" maxItems:"200" msg:"At most 200 demo classes and meetings can be changed at once" doc:"One for each demo class, meeting and Q&A session that is in the way."`
	ResolveReason   string                    `json:"resolve_reason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters" doc:"Why these change, for members and instructors. Required if a session begins within 24 hours."`
}

// SickDay is the rest of a day that an instructor is ill.
type SickDay struct {
	Reason string `json:"reason,omitempty" maxLength:"200" msg:"The reason must be at most 200 characters" doc:"Visitors don't see it."`
	Resolutions
}

// BookedTimes is what is in the way of time off.
type BookedTimes struct {
	Conflicts []BookedTime `json:"conflicts"`
}

// BookedTime is something that is booked.
type BookedTime struct {
	Kind     string    `json:"kind" enum:"session,doubt,demo,hold,meeting,time_off"`
	Label    string    `json:"label"`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`

	Session *classsession.AffectedSession `json:"session,omitempty" doc:"Of a session: what can become of it, to be sent in resolve."`
	Booking *AffectedBooking              `json:"booking,omitempty" doc:"Of a demo class, meeting or Q&A session: what can become of it, to be sent in resolve_bookings."`

	refID string
}

// AffectedBooking is a demo class or a meeting during an absence.
type AffectedBooking struct {
	ID          string                    `json:"id"`
	Timezone    string                    `json:"timezone" doc:"IANA name, of the time off."`
	Substitutes []classsession.Substitute `json:"substitutes" doc:"Other instructors who are free then, for a demo class whose turn it is first; for the first 20."`
}

// FreeInstructor is an instructor with the times at which they are free.
type FreeInstructor struct {
	InstructorID string       `json:"instructor_id"`
	FullName     string       `json:"full_name"`
	Spans        []clock.Span `json:"spans" doc:"Within their hours, by time."`
}

// FreeFilter asks who is free when.
type FreeFilter struct {
	From         string `query:"from" required:"true" maxLength:"40" msg:"from must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z"`
	To           string `query:"to" required:"true" maxLength:"40" msg:"to must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z" doc:"At most 31 days later. A day is included."`
	Minutes      int64  `query:"minutes" default:"60" minimum:"5" maximum:"480" msg:"minutes must be a number from 5 to 480" doc:"Shorter times are left out."`
	CourseID     string `query:"course_id" maxLength:"36" msg:"This course doesn't exist" doc:"Its instructors."`
	InstructorID string `query:"instructor_id" maxLength:"36" msg:"This instructor doesn't exist"`
}

// mostDays is the longest range for which free times are computed.
const mostDays = 31

func (f FreeFilter) span() (from, until time.Time, err error) {
	var broken fault.Fields
	from, until = broken.Period("from", f.From, "to", f.To)
	broken.Require(f.From != "", "from", "required", "from is required")
	broken.Require(f.To != "", "to", "required", "to is required")
	broken.Require(f.CourseID != "" || f.InstructorID != "", "instructor_id", "required", "Say whose times you need: course_id or instructor_id is required")
	broken.Require(len(broken) > 0 || until.Sub(from) <= mostDays*24*time.Hour, "to", "out_of_range", "The range must be at most 31 days long")
	return from, until, broken.Err()
}

// check reports what is wrong with the document of an instructor, and sorts it.
func (n *NewAvailability) check() error {
	var broken fault.Fields
	timetable.ZoneOf(n.Timezone, "timezone", &broken)
	slices.SortFunc(n.Hours, func(a, b workinghours.WeeklyWindow) int {
		return cmp.Or(cmp.Compare(a.Weekday, b.Weekday), cmp.Compare(a.From, b.From))
	})
	byDay := map[int64][]workinghours.Window{}
	for _, w := range n.Hours {
		byDay[w.Weekday] = append(byDay[w.Weekday], w.Window)
	}
	for weekday, windows := range byDay {
		checkWindows(fmt.Sprintf("hours[%d]", weekday), windows, &broken)
	}
	slices.SortFunc(n.Overrides, func(a, b workinghours.Override) int { return cmp.Compare(a.Date, b.Date) })
	for i, o := range n.Overrides {
		at := "overrides[" + o.Date + "]"
		_, err := time.Parse(time.DateOnly, o.Date)
		broken.Require(err == nil, at, "invalid_format", "Please enter a date such as 2026-11-20")
		broken.Require(i == 0 || n.Overrides[i-1].Date != o.Date, at, "duplicate", "There are two entries on "+o.Date)
		checkWindows(at, o.Windows, &broken)
	}
	n.DemoTypes = slices.DeleteFunc(slices.Clone(n.DemoTypes), func(t string) bool { return text.OneLine(t) == "" })
	return broken.Err()
}

// checkWindows reports windows of a day that end before they begin, or overlap.
func checkWindows(at string, windows []workinghours.Window, broken *fault.Fields) {
	slices.SortFunc(windows, func(a, b workinghours.Window) int { return cmp.Compare(a.From, b.From) })
	for i, w := range windows {
		broken.Require(w.From < w.Until, at, "out_of_range", "The window from "+w.From+" must end after it begins")
		broken.Require(i == 0 || windows[i-1].Until <= w.From, at, "overlap", "The window from "+w.From+" overlaps the one before it")
	}
}

// longestTimeOff is the longest time off in one piece.
const longestTimeOff = 366 * 24 * time.Hour

// plan returns the time off with its instants, or what is wrong with it.
func (n NewTimeOff) plan(now time.Time) (TimeOff, error) {
	var broken fault.Fields
	zone := timetable.ZoneOf(n.Timezone, "timezone", &broken)
	o := TimeOff{Timezone: n.Timezone, Reason: text.OneLine(n.Reason), CreatedAt: now}
	o.FromLocal, o.StartsAt = localTime("from", n.From, 0, zone, &broken)
	o.UntilLocal, o.EndsAt = localTime("until", n.Until, 1, zone, &broken)
	if len(broken) == 0 {
		broken.Require(o.StartsAt.Before(o.EndsAt), "until", "out_of_range", "The end must be after the beginning")
		broken.Require(o.EndsAt.After(now), "until", "in_the_past", "This time is over already")
		broken.Require(o.EndsAt.Sub(o.StartsAt) <= longestTimeOff, "until", "out_of_range", "Time off must be at most 366 days long")
	}
	return o, broken.Err()
}

const localLayout = "2006-01-02T15:04"

// localTime reads a local time, or a day, moved by some days: one that the clocks skip is the next time that there is.
func localTime(name, value string, days int, zone *time.Location, broken *fault.Fields) (local string, instant time.Time) {
	wall, err := time.Parse(localLayout, value)
	if err != nil {
		if wall, err = time.Parse(time.DateOnly, value); err == nil {
			wall = wall.AddDate(0, 0, days)
		}
	}
	broken.Require(err == nil && wall.Year() > 1970 && wall.Year() < 9000, name, "invalid_format", "Please enter a date such as 2026-11-20, or a time such as 2026-11-20T09:00")
	if err != nil {
		return "", time.Time{}
	}
	at := wall
	instant, err = clock.Resolve(at.Format(time.DateOnly), at.Format("15:04"), zone)
	for err != nil {
		at = at.Add(time.Minute)
		instant, err = clock.Resolve(at.Format(time.DateOnly), at.Format("15:04"), zone)
	}
	return wall.Format(localLayout), instant
}

// times are what the time off takes in the calendar: a row for each of its days, so that none is longer than busy.Longest. What has begun when it is taken is left out.
func (o TimeOff) times() (wanted []busy.Time) {
	zone, err := time.LoadLocation(o.Timezone)
	if err != nil {
		zone = time.UTC
	}
	for at := later(o.StartsAt, o.takenFrom); at.Before(o.EndsAt); {
		year, month, day := at.In(zone).Date()
		end := time.Date(year, month, day+1, 0, 0, 0, 0, zone).UTC()
		if !end.After(at) || end.After(o.EndsAt) {
			end = o.EndsAt
		}
		if end.Sub(at) > busy.Longest { // a day that ends where the clocks skip more than its midnight
			end = at.Add(24 * time.Hour)
		}
		for _, free := range without(clock.Span{FromAt: at, UntilAt: end}, o.kept) {
			wanted = append(wanted, busy.Time{OwnerID: o.InstructorID, Kind: busy.TimeOff, RefID: o.ID, Label: o.Reason, FromAt: free.FromAt, UntilAt: free.UntilAt, StartsAt: free.FromAt, EndsAt: free.UntilAt})
		}
		at = end
	}
	return wanted
}

// without returns what is left of a span, by time; others are by time too.
func without(span clock.Span, others []clock.Span) (left []clock.Span) {
	for _, o := range others {
		if !o.UntilAt.After(span.FromAt) || !o.FromAt.Before(span.UntilAt) {
			continue
		}
		if o.FromAt.After(span.FromAt) {
			left = append(left, clock.Span{FromAt: span.FromAt, UntilAt: o.FromAt})
		}
		span.FromAt = o.UntilAt
	}
	if span.FromAt.Before(span.UntilAt) {
		left = append(left, span)
	}
	return left
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
