// Package onlinemeeting has live meetings outside of batches: office hours, webinars, talks with parents, and the Q&A sessions of blended courses. They take the time of their
// instructor as sessions do, and are entered by links that work once.
package onlinemeeting

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/meetingaccess"
	"lectern/internal/teaching/zoom"
	"lectern/internal/teaching/zoomprogress"
)

// Statuses of a meeting.
const (
	scheduled = "scheduled"
	cancelled = "cancelled"
)

// States of a meeting for those who want to enter it.
const (
	Upcoming  = "upcoming"
	Open      = "open"
	Over      = "over"
	Cancelled = "cancelled"
)

// Providers besides meeting servers.
const (
	link = "link" // a meeting elsewhere
	none = "none" // a Q&A session that has no room yet
)

// Kinds of meetings.
const (
	ofAnyone = string(busy.Meeting)
	doubt    = string(busy.Doubt) // a Q&A session of a course
)

// A meeting is open to its people from some time before it begins until some time after it ends, as sessions are.
const (
	opensBefore = 10 * time.Minute
	closesAfter = 30 * time.Minute
)

// courseAudience begins the audience of a course.
const courseAudience = "course:"

// OnlineMeeting is a live meeting outside of batches.
type OnlineMeeting struct {
	bun.BaseModel `bun:"table:online_meetings,alias:m" json:"-"`

	ID           string                `bun:",pk" json:"id"`
	Kind         string                `json:"kind" enum:"meeting,doubt" doc:"doubt: a Q&A session of its course, which all instructors of the course may change."`
	Title        string                `json:"title" doc:"Of a Q&A session perhaps empty."`
	Description  string                `json:"description"`
	CourseID     *string               `json:"course_id" doc:"null for one that belongs to no course."`
	ForCourse    bool                  `json:"for_course" doc:"All learners of the course are invited, also those who enrol later."`
	InstructorID string                `bun:",nullzero" json:"instructor_id" doc:"Empty for a Q&A session that nobody holds yet."`
	Date         string                `json:"date" doc:"In its time zone, as start_time and end_time."`
	StartTime    string                `json:"start_time"`
	EndTime      string                `json:"end_time"`
	Timezone     string                `json:"timezone" doc:"IANA name."`
	StartsAt     time.Time             `json:"starts_at"`
	EndsAt       time.Time             `json:"ends_at"`
	Provider     string                `json:"provider" enum:"none,link,built_in,bigbluebutton,jitsi,zoom" doc:"none: a Q&A session that has no room yet. link: a meeting elsewhere. built_in: a page of Lectern that shows who is in. The others: a room on a meeting server of the school."`
	URL          string                `json:"-"` // of a link
	Status       string                `json:"status" enum:"scheduled,cancelled"`
	Sequence     int64                 `json:"sequence" doc:"Grows with every change."`
	PlannedAt    time.Time             `json:"-"`                  // when it got the time that it has
	Reminded     int64                 `json:"-"`                  // minutes before its start of the last reminder
	Choices      db.JSON[zoom.Choices] `bun:"type:jsonb" json:"-"` // of the meeting at Zoom
	WeeklyKey    string                `json:"-"`                  // of a date of a weekly Q&A session: which one
	WeeklyDate   string                `json:"-"`                  // that date, also after it was moved
	CreatedBy    *string               `json:"-"`
	CreatedAt    time.Time             `json:"-"`
	UpdatedAt    time.Time             `json:"-"`

	CourseTitle    string `bun:",scanonly" json:"course_title" doc:"Empty for none."`
	InstructorName string `bun:",scanonly" json:"instructor_name"`
	Invited        int64  `bun:",scanonly" json:"invited" doc:"How many learners."`
	CanManage      bool   `bun:",scanonly" json:"can_manage" doc:"The caller may change it, and enters it at any time."`
	OpenDisputes   *int64 `bun:",scanonly" json:"open_disputes,omitempty" doc:"For those who may change it: how many disputes of its attendance are to be answered."`

	IsWeekly bool      `bun:"-" json:"is_weekly" doc:"A date of a weekly Q&A session."`
	State    string    `bun:"-" json:"state" enum:"upcoming,open,over,cancelled" doc:"open: from opens_at to closes_at."`
	OpensAt  time.Time `bun:"-" json:"opens_at" doc:"10 minutes before it begins."`
	ClosesAt time.Time `bun:"-" json:"closes_at" doc:"30 minutes after it ends."`
	Host     string    `bun:"-" json:"host" doc:"The name of the site on which it takes place."`
}

// EditVersion implements rest.Versioned.
func (m OnlineMeeting) EditVersion() int64 { return m.Sequence + 1 }

// MeetingDetails is a meeting with its people.
type MeetingDetails struct {
	OnlineMeeting
	URL     string                        `json:"url" doc:"Of a link, for those who may change the meeting; otherwise empty."`
	Meeting *zoomprogress.MeetingProgress `json:"meeting,omitempty" doc:"Of one that takes place at Zoom."`
	Instead string                        `json:"instead" enum:",jitsi" doc:"The meeting server on which it takes place because its meeting at Zoom can't be made; empty for none."`
	People  []InvitedPerson               `json:"people" doc:"Who is invited by name or has entered, for those who may change the meeting; otherwise empty. By name, at most 500."`
	Own     *OwnMeetingAttendance         `json:"own_attendance,omitempty" doc:"Of the caller, once the meeting has begun, if they were expected and something was recorded of it."`
	Now     time.Time                     `json:"now" doc:"By the clock of the server, from which a countdown counts."`
}

// EditVersion implements rest.Versioned.
func (d MeetingDetails) EditVersion() int64 { return d.OnlineMeeting.EditVersion() }

// InvitedPerson is someone invited to a meeting.
type InvitedPerson struct {
	UserID   string     `json:"user_id"`
	FullName string     `json:"full_name"`
	IsNamed  bool       `json:"is_named" doc:"Invited by name, not as a learner of the course."`
	JoinedAt *time.Time `json:"joined_at" doc:"When they entered first; null: not yet."`
}

// NewOnlineMeeting is a meeting as it is to be.
type NewOnlineMeeting struct {
	Title        string   `json:"title" pattern:"\\S" maxLength:"100" msg:"Please enter a title;maxLength=A title must be at most 100 characters"`
	Description  string   `json:"description,omitempty" maxLength:"500" msg:"A description must be at most 500 characters"`
	CourseID     string   `json:"course_id,omitempty" maxLength:"36" msg:"This course doesn't exist" doc:"Absent: it belongs to no course."`
	Date         string   `json:"date,omitempty" document:"required" maxLength:"20" msg:"Please enter a date" doc:"YYYY-MM-DD."`
	StartTime    string   `json:"start_time,omitempty" document:"required" maxLength:"20" msg:"Please enter a start time" doc:"HH:MM."`
	EndTime      string   `json:"end_time,omitempty" document:"required" maxLength:"20" msg:"Please enter an end time" doc:"HH:MM, on the same day."`
	Timezone     string   `json:"timezone" maxLength:"60" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name."`
	InstructorID string   `json:"instructor_id,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"Absent: the caller. Others only for administrators."`
	StudentIDs   []string `json:"student_ids,omitempty" maxItems:"500" msg:"Invite at most 500 learners by name" doc:"For instructors, learners of their courses."`
	Audience     string   `json:"audience,omitempty" maxLength:"50" msg:"audience must be course: and the id of a course" doc:"course:{id}: all learners of that course, which is then that of the meeting. Absent: only those invited by name."`
	Provider     string   `json:"provider,omitempty" enum:"none,link,built_in,bigbluebutton,jitsi,zoom" msg:"provider must be none, link, built_in, bigbluebutton, jitsi or zoom" doc:"none: only for Q&A sessions. Absent: link if there is a url, else the first meeting server of the school."`
	URL          string   `json:"url,omitempty" maxLength:"2000" msg:"The address must be at most 2000 characters" doc:"Of a link: https only."`

	Settings *zoom.Choices `json:"-"` // of the meeting at Zoom; nil: they stay
}

// plan returns the meeting that is asked for, and reports what is wrong with it.
func (n NewOnlineMeeting) plan(servers meeting.Servers, now time.Time, broken *fault.Fields) (m OnlineMeeting) {
	zone := timetable.ZoneOf(n.Timezone, "timezone", broken)
	e := timetable.NewScheduleEntry{Date: n.Date, StartTime: n.StartTime, EndTime: n.EndTime}.Plan("", 1, zone, broken)
	broken.Require(!e.BeginsBefore(now), "date", "in_the_past", "Date "+e.Date+" is in the past")
	m = OnlineMeeting{Kind: ofAnyone, Title: text.OneLine(n.Title), Description: strings.TrimSpace(n.Description), InstructorID: n.InstructorID, Date: e.Date, StartTime: e.StartTime, EndTime: e.EndTime,
		Timezone: n.Timezone, StartsAt: e.StartsAt, EndsAt: e.EndsAt, Status: scheduled, UpdatedAt: now}
	if id, isCourse := strings.CutPrefix(n.Audience, courseAudience); n.Audience != "" {
		broken.Require(isCourse && id != "" && (n.CourseID == "" || n.CourseID == id), "audience", "invalid_format", "audience must be course: and the id of a course")
		n.CourseID, m.ForCourse = id, true
	}
	if n.CourseID != "" {
		m.CourseID = &n.CourseID
	}
	m.Provider, m.URL = n.room(servers, broken)
	if n.Settings != nil {
		m.Choices.V = *n.Settings
	}
	return m
}

// room returns where the meeting takes place.
func (n NewOnlineMeeting) room(servers meeting.Servers, broken *fault.Fields) (provider, address string) {
	provider, address = n.Provider, strings.TrimSpace(n.URL)
	if provider == "" && address == "" {
		provider = firstServer(servers)
	}
	if provider == none || provider == builtinroom.Provider {
		return provider, ""
	}
	if provider == "" || provider == link {
		meeting.CheckLink(address, broken)
		return link, address
	}
	_, known := servers.Named(provider)
	broken.Require(known, "provider", "not_available", "This school has no such meeting server")
	return provider, ""
}

// firstServer returns the meeting server on which meetings take place by default; "" for a school without any.
func firstServer(servers meeting.Servers) string {
	for _, name := range []string{meeting.Jitsi, meeting.BigBlueButton} {
		if _, known := servers.Named(name); known {
			return name
		}
	}
	return ""
}

// students are the ids of those who are invited by name, each once.
func (n NewOnlineMeeting) students() []string {
	return slices.Compact(slices.Sorted(slices.Values(n.StudentIDs)))
}

// show fills in what follows from the clock and the servers.
func (m *OnlineMeeting) show(servers meeting.Servers, now time.Time) {
	m.IsWeekly = m.WeeklyKey != ""
	m.OpensAt, m.ClosesAt = m.StartsAt.Add(-opensBefore), m.EndsAt.Add(closesAfter)
	switch {
	case m.Status == cancelled:
		m.State = Cancelled
	case now.Before(m.OpensAt):
		m.State = Upcoming
	case now.Before(m.ClosesAt):
		m.State = Open
	default:
		m.State = Over
	}
	if server, known := servers.Named(m.Provider); known {
		m.Host = server.Host
	} else if u, err := url.Parse(m.URL); err == nil {
		m.Host = u.Hostname()
	}
}

// busyTimes are what a meeting takes of its instructor.
func (m OnlineMeeting) busyTimes() []busy.Time {
	if m.Status == cancelled || m.InstructorID == "" {
		return nil
	}
	return []busy.Time{{OwnerID: m.InstructorID, Kind: busy.Kind(m.Kind), RefID: m.ID, Label: cmp.Or(m.Title, m.CourseTitle), FromAt: m.StartsAt, UntilAt: m.EndsAt, StartsAt: m.StartsAt, EndsAt: m.EndsAt}}
}

// MovedMeeting is another time for a meeting, in its time zone.
type MovedMeeting struct {
	Date      string `json:"date,omitempty" document:"required" maxLength:"20" msg:"Please enter a date" doc:"YYYY-MM-DD."`
	StartTime string `json:"start_time,omitempty" document:"required" maxLength:"20" msg:"Please enter a start time" doc:"HH:MM."`
	EndTime   string `json:"end_time,omitempty" document:"required" maxLength:"20" msg:"Please enter an end time" doc:"HH:MM, on the same day."`
}

// at returns a meeting at another time, and reports what is wrong with that.
func (n MovedMeeting) at(m OnlineMeeting, now time.Time) (OnlineMeeting, error) {
	var broken fault.Fields
	e := timetable.NewScheduleEntry{Date: n.Date, StartTime: n.StartTime, EndTime: n.EndTime}.Plan("", 1, timetable.ZoneOf(m.Timezone, "timezone", &broken), &broken)
	broken.Require(!e.BeginsBefore(now), "date", "in_the_past", "Date "+e.Date+" is in the past")
	m.Date, m.StartTime, m.EndTime, m.StartsAt, m.EndsAt = e.Date, e.StartTime, e.EndTime, e.StartsAt, e.EndsAt
	m.Sequence, m.UpdatedAt = m.Sequence+1, now
	return m, broken.Err()
}

// MeetingConflicts says what is in the way of a meeting.
type MeetingConflicts struct {
	Conflicts    []MeetingConflict       `json:"conflicts"`
	Alternatives []classsession.FreeTime `json:"alternatives" doc:"Up to 3 other times at which the instructor is free, the nearest first."`
}

// MeetingConflict is what takes the time of the instructor.
type MeetingConflict struct {
	Kind     string    `json:"kind" enum:"session,doubt,demo,hold,meeting,time_off"`
	Label    string    `json:"label" doc:"Its name; empty where the caller may not know it."`
	StartsAt time.Time `json:"starts_at"`
	EndsAt   time.Time `json:"ends_at"`
}

// MeetingLink leads into a meeting once.
type MeetingLink struct {
	URL       string    `json:"url" doc:"Relative to the site. It works once, for the caller, until expires_at."`
	ExpiresAt time.Time `json:"expires_at"`
}

// MeetingOpening says when people can enter.
type MeetingOpening struct {
	OpensAt time.Time `json:"opens_at"`
}

var (
	errNoMeeting        = meetingaccess.ErrNoMeeting
	errNotManaged       = meetingaccess.ErrNotManaged
	errNoLink           = fault.New(fault.Unauthenticated, "join_link_invalid", "This link doesn't work any more. Open the meeting again and press Join meeting.")
	errNoRoom           = fault.New(fault.Unavailable, "meeting_not_ready", "This meeting has no room any more. Its instructor can choose another one.")
	errNoRoomYet        = fault.New(fault.Unavailable, "meeting_not_ready", "This session has no room yet. Its instructor can choose one.")
	errIsCancelled      = fault.New(fault.Conflict, "meeting_cancelled", "This meeting is cancelled.")
	errHasBegun         = fault.New(fault.Conflict, "meeting_begun", "This meeting has begun, so it can't change any more.")
	errAttendanceClosed = fault.New(fault.Forbidden, "attendance_closed", "The attendance of this meeting can be changed for 30 days. Ask an administrator.")
	errOver             = fault.New(fault.Gone, "meeting_over", "This meeting is over.")
)

// checkEntry returns a fault unless one of the people of a meeting can enter it now.
func (m OnlineMeeting) checkEntry() error {
	switch {
	case m.State == Cancelled:
		return errIsCancelled
	case m.State == Over:
		return errOver
	case m.State == Upcoming && !m.CanManage:
		return fault.New(fault.Conflict, "not_open_yet", "This meeting isn't open yet. You can join 10 minutes before it begins.").WithDetails(MeetingOpening{m.OpensAt})
	}
	return nil
}
