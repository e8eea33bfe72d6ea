// Package live has what happens when a session of a batch takes place: the room in which it meets, how its people enter it, who is in, and
// who attended.
package live

import (
	"net/url"
	"strings"
	"time"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/zoom"
	"lectern/internal/teaching/zoomprogress"
)

// Providers of rooms.
const (
	NoRoom  = "none"
	Link    = "link" // the address of a meeting elsewhere
	BuiltIn = builtinroom.Provider
	// and the names of meeting servers
)

// A session is open to learners from some time before it begins until some time after it ends.
const (
	opensBefore = 10 * time.Minute
	closesAfter = 30 * time.Minute
	// startsBefore is how long before a session its instructor can start it.
	startsBefore = time.Hour
)

// Room is where a batch meets, or one session of it.
type Room struct {
	Provider string               `json:"provider" enum:"none,link,built_in,bigbluebutton,jitsi,zoom" doc:"link: a meeting elsewhere. built_in: a page of Lectern that shows who is in. The others: a room on a meeting server of the school."`
	URL      string               `json:"url" doc:"Of a link; otherwise empty."`
	Version  int64                `json:"-"`
	Wishes   db.JSON[zoom.Wishes] `bun:"type:jsonb" json:"-"` // of the meeting at Zoom of one session
}

// EditVersion implements rest.Versioned.
func (r Room) EditVersion() int64 { return r.Version }

// host is what learners may know of a room before they enter it.
func (r Room) host(servers meeting.Servers) string {
	if server, ok := servers.Named(r.Provider); ok {
		return server.Host
	}
	u, err := url.Parse(r.URL)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// isServer reports whether rooms of a provider are on a meeting server.
func isServer(provider string) bool {
	return provider == meeting.BigBlueButton || provider == meeting.Jitsi || provider == meeting.Zoom
}

// NewRoom replaces the room of a batch or of a session.
type NewRoom struct {
	Provider string `json:"provider" enum:"none,link,built_in,bigbluebutton,jitsi,zoom" msg:"provider must be none, link, built_in, bigbluebutton, jitsi or zoom" doc:"none for a session: the room of its batch. A meeting server must be one of the school's."`
	URL      string `json:"url,omitempty" maxLength:"2000" msg:"The address must be at most 2000 characters" doc:"Of a link: https only."`
}

// room returns the room that is asked for, or fault.Invalid.
func (n NewRoom) room(servers meeting.Servers) (Room, error) {
	var broken fault.Fields
	r := Room{Provider: n.Provider}
	if isServer(n.Provider) {
		_, configured := servers.Named(n.Provider)
		broken.Require(configured, "provider", "not_available", "This school has no such meeting server")
	}
	if n.Provider == Link {
		r.URL = strings.TrimSpace(n.URL)
		meeting.CheckLink(r.URL, &broken)
	}
	return r, broken.Err()
}

// States of a session for those who want to enter it.
const (
	Upcoming  = "upcoming"
	Open      = "open"
	Over      = "over"
	Cancelled = "cancelled"
)

// LiveSession is a session as its people see it.
type LiveSession struct {
	Session        classsession.Session           `json:"session"`
	BatchID        string                         `json:"batch_id"`
	BatchName      string                         `json:"batch_name"`
	CourseID       string                         `json:"course_id"`
	CourseTitle    string                         `json:"course_title"`
	InstructorName string                         `json:"instructor_name" doc:"Empty for none."`
	Classroom      *classsession.SessionClassroom `json:"classroom,omitempty" doc:"Where it takes place in the school. Absent: in no classroom."`
	State          string                         `json:"state" enum:"upcoming,open,over,cancelled" doc:"open: from opens_at to closes_at."`
	OpensAt        time.Time                      `json:"opens_at" doc:"10 minutes before it begins."`
	ClosesAt       time.Time                      `json:"closes_at" doc:"30 minutes after it ends."`
	Now            time.Time                      `json:"now" doc:"By the clock of the server, from which a countdown counts."`
	Teaches        bool                           `json:"teaches" doc:"The caller is one of its instructors, who may enter at any time, or an administrator."`
	IsGuest        bool                           `json:"is_guest" doc:"The caller is no member of the batch: they attend this session in place of one of their own batch that they have missed."`
	CanStart       bool                           `json:"can_start" doc:"The caller is one of its instructors and may start it, which opens it to learners at once: from an hour before it begins."`
	Provider       string                         `json:"provider" enum:"none,link,built_in,bigbluebutton,jitsi,zoom" doc:"Of the room."`
	Host           string                         `json:"host" doc:"Of a link or a meeting server: the name of the site. Otherwise empty."`
	Meeting        *zoomprogress.MeetingProgress  `json:"meeting,omitempty" doc:"Of a session that meets at Zoom, where a meeting is made for each session."`
	IsRecorded     bool                           `json:"is_recorded" doc:"It is recorded from its beginning, for the members of the batch."`
	Expected       int64                          `json:"expected" doc:"How many learners are expected, guests included."`
	Own            *OwnAttendance                 `json:"own_attendance,omitempty" doc:"Of a learner, once the session has begun, or before if an instructor has excused them."`
}

// OwnAttendance is what a learner sees of their attendance.
type OwnAttendance struct {
	Status  string `json:"status" enum:"pending,joined,present,late,left_early,partial,absent,excused,made_up"`
	Seconds int64  `json:"seconds" doc:"In the session; 0 where that is not known."`

	CanDispute bool                                 `json:"can_dispute" doc:"The learner may say that it is wrong: once, from the end of the session on, for 30 days."`
	Dispute    *attendancedispute.AttendanceDispute `json:"dispute,omitempty" doc:"Absent: they have not disputed it."`
}

// JoinLink leads into the room once.
type JoinLink struct {
	URL       string    `json:"url" doc:"Relative to the site. It works once, for the caller, until expires_at."`
	ExpiresAt time.Time `json:"expires_at"`
}

// OpeningTime says when learners can enter.
type OpeningTime struct {
	OpensAt time.Time `json:"opens_at"`
}

// stateOf says whether learners can enter a session.
func stateOf(s classsession.Session, b batch.Row, now time.Time) string {
	switch {
	case s.Status == classsession.Cancelled || b.Status == batch.Cancelled:
		return Cancelled
	case s.StartedAt == nil && now.Before(s.StartsAt.Add(-opensBefore)):
		return Upcoming
	case now.Before(s.EndsAt.Add(closesAfter)):
		return Open
	}
	return Over
}

var (
	errNoSession = fault.New(fault.NotFound, "session_not_found", "This session doesn't exist.")
	errNoRoom    = fault.New(fault.Unavailable, "meeting_not_ready", "This session has no room yet. Its instructor sets one up. Try again in a few minutes.")
	errOnHold    = fault.New(fault.Forbidden, "member_on_hold", "Your seat in this batch is on hold. Ask your instructor to reactivate it.")
	errCancelled = fault.New(fault.Conflict, "session_cancelled", "This session is cancelled.")
	errOver      = fault.New(fault.Gone, "session_over", "This session is over.")
	errNoLink    = fault.New(fault.Unauthenticated, "join_link_invalid", "This link doesn't work any more. Open the session again and press Join session.")
)

// checkEntry returns a fault unless one of the people of a batch can enter a session now.
func checkEntry(f batch.Found, s classsession.Session, now time.Time) error {
	state := stateOf(s, f.Row, now)
	switch {
	case state == Cancelled:
		return errCancelled
	case f.Teaches:
		return nil
	case f.MemberStatus == batch.MemberOnHold:
		return errOnHold
	case state == Upcoming:
		opens := s.StartsAt.Add(-opensBefore)
		return fault.New(fault.Conflict, "not_open_yet", "This session isn't open yet. You can join 10 minutes before it begins.").WithDetails(OpeningTime{opens})
	case state == Over:
		return errOver
	}
	return nil
}
