package onlinemeeting

import (
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/sheet"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/meeting"
	"lectern/internal/teaching/participants"
)

// unknown is the attendance of a meeting of which nothing was recorded: that nobody is known to have come does not make anyone absent.
const unknown = "unknown"

// MeetingAttendance is who attended a meeting: one page of its people.
type MeetingAttendance struct {
	MeetingID string            `json:"meeting_id"`
	CanEdit   bool              `json:"can_edit" doc:"Those who may change the meeting can correct its attendance until 30 days after it, administrators always."`
	HasMore   bool              `json:"has_more" doc:"There is another page."`
	Unmatched int64             `json:"unmatched" doc:"People in imported lists of whom it is not known who they are."`
	People    []MeetingAttendee `json:"people" doc:"Who was invited, and who came without that, by name."`
	Version   int64             `json:"-"`
}

// EditVersion implements rest.Versioned.
func (a MeetingAttendance) EditVersion() int64 { return a.Version }

// MeetingAttendee is the attendance of one of the people of a meeting.
type MeetingAttendee struct {
	UserID    string        `json:"user_id"`
	FullName  string        `json:"full_name"`
	IsNamed   bool          `json:"is_named" doc:"Invited by name, not as a learner of the course."`
	Status    string        `bun:"-" json:"status" enum:"pending,unknown,joined,present,late,left_early,partial,absent,excused" doc:"As marked, else as computed. unknown: nothing was recorded of the meeting. joined: they followed the link to a meeting elsewhere."`
	Computed  string        `bun:"-" json:"computed" enum:"pending,unknown,joined,present,late,left_early,partial,absent"`
	IsMarked  bool          `bun:"-" json:"is_marked" doc:"Someone who may change the meeting has set the status."`
	Note      string        `bun:"-" json:"note" doc:"Of who set it; empty for none."`
	Seconds   int64         `bun:"-" json:"seconds" doc:"In the meeting; each second once, however many devices."`
	FirstJoin *time.Time    `bun:"-" json:"first_join" doc:"null for who never came."`
	Stays     []MeetingStay `bun:"-" json:"stays" doc:"The evidence, by time."`

	Dispute *attendancedispute.AttendanceDispute `bun:"-" json:"dispute,omitempty" doc:"Absent: they have not disputed it."`
}

// MeetingStay is a time in which someone was in a meeting.
type MeetingStay struct {
	Source   string     `json:"source" enum:"link,room,server,import" doc:"link: they followed a link, and nothing is known of what came then. room: they were in the built-in room. server: they were in a room of BigBlueButton, asked every minute, or in a meeting at Zoom, which reports it. import: a list of participants says so."`
	JoinedAt time.Time  `json:"joined_at"`
	LeftAt   *time.Time `json:"left_at" doc:"null for a link: nothing is known of what came then."`
}

// OwnMeetingAttendance is what one of the people of a meeting sees of their attendance.
type OwnMeetingAttendance struct {
	Status  string `json:"status" enum:"pending,joined,present,late,left_early,partial,absent,excused"`
	Seconds int64  `json:"seconds" doc:"In the meeting; 0 where that is not known."`

	CanDispute bool                                 `json:"can_dispute" doc:"They may say that it is wrong: once, from the end of the meeting on, for 30 days."`
	Dispute    *attendancedispute.AttendanceDispute `json:"dispute,omitempty" doc:"Absent: they have not disputed it."`
}

// asSession is a meeting as the rules of attendance know what is attended.
func (m OnlineMeeting) asSession() classsession.Session {
	return classsession.Session{ID: m.ID, Timezone: m.Timezone, ScheduleEntry: timetable.ScheduleEntry{Date: m.Date, Title: cmp.Or(m.Title, m.CourseTitle), StartsAt: m.StartsAt, EndsAt: m.EndsAt}}
}

// countsLinks reports whether following a link is all that is known of who was in: nobody says who is in other rooms, and Zoom only later.
func (m OnlineMeeting) countsLinks() bool {
	return m.Provider != builtinroom.Provider && m.Provider != meeting.BigBlueButton
}

// record is what is known of the attendance of some users in some meetings.
type record struct {
	stays    map[attendance.Cell][]attendance.Interval
	recorded map[string]bool // by meeting: whether something was recorded of it
	marks    map[attendance.Cell]*meetingMark
	disputes map[attendance.Cell]*attendancedispute.AttendanceDispute
	now      time.Time
}

// recordOf returns what is known of users in meetings.
func recordOf(ctx context.Context, q bun.IDB, meetings []OnlineMeeting, users []string, now time.Time) (r record, err error) {
	ids := make([]string, len(meetings))
	for i, m := range meetings {
		ids[i] = m.ID
	}
	r.now = now
	if r.stays, err = staysIn(ctx, q, meetings, users); err != nil {
		return r, err
	}
	if r.recorded, err = areRecorded(ctx, q, meetings); err != nil {
		return r, err
	}
	if r.marks, err = marksOf(ctx, q, ids, users); err != nil {
		return r, err
	}
	r.disputes, err = attendancedispute.Of(ctx, q, attendance.OfMeeting, ids, users)
	return r, err
}

// fill computes the attendance of one of the people of a meeting.
func (r record) fill(a *MeetingAttendee, m OnlineMeeting) {
	of := attendance.Cell{SessionID: m.ID, UserID: a.UserID}
	stays := r.stays[of]
	p := attendance.In(m.asSession(), stays, r.now)
	if p.Status == attendance.Absent && !r.recorded[m.ID] {
		p.Status = unknown
	}
	a.Status, a.Computed, a.Seconds, a.FirstJoin, a.Dispute = p.Status, p.Status, p.Seconds, p.From, r.disputes[of]
	a.Stays = make([]MeetingStay, len(stays))
	for i, in := range stays {
		a.Stays[i] = MeetingStay{in.Source, in.JoinedAt, in.LeftAt}
	}
	slices.SortFunc(a.Stays, func(x, y MeetingStay) int {
		return cmp.Or(x.JoinedAt.Compare(y.JoinedAt), cmp.Compare(x.Source, y.Source))
	})
	if mark := r.marks[of]; mark != nil {
		a.Status, a.Note, a.IsMarked = mark.Status, mark.Note, true
	}
}

// Attendance returns a page of who attended a meeting. For those who may change it; fault.NotFound, fault.Forbidden for the invited.
func (s *Service) Attendance(ctx context.Context, who access.Caller, id string, page rest.Page) (MeetingAttendance, error) {
	q := s.deps.DB.Reader()
	m, err := find(ctx, q, who, id)
	if err == nil && !m.CanManage {
		err = errNotManaged
	}
	if err != nil {
		return MeetingAttendance{}, err
	}
	return s.attendanceOf(ctx, q, who, m, page)
}

func (s *Service) attendanceOf(ctx context.Context, q bun.IDB, who access.Caller, m OnlineMeeting, page rest.Page) (a MeetingAttendance, err error) {
	now := s.deps.Clock.Now()
	a = MeetingAttendance{MeetingID: m.ID, CanEdit: mayMark(who, m, now)}
	if a.Version, err = sheetVersion(ctx, q, m.ID); err != nil {
		return a, err
	}
	unmatched, err := participants.CountUnmatched(ctx, q, attendance.OfMeeting, []string{m.ID})
	if a.Unmatched = unmatched[m.ID]; err != nil {
		return a, err
	}
	limit, offset := page.LimitOffset()
	if a.People, err = attendees(ctx, q, m, now, limit+1, offset); err != nil {
		return a, err
	}
	if a.HasMore = int64(len(a.People)) > limit; a.HasMore {
		a.People = a.People[:limit]
	}
	return a, nil
}

// attendees returns some of those who were expected in a meeting or came, with their attendance.
func attendees(ctx context.Context, q bun.IDB, m OnlineMeeting, now time.Time, limit, offset int64) (people []MeetingAttendee, err error) {
	people = []MeetingAttendee{}
	if err := expected(q, m).OrderExpr("u.name_key, u.id").Limit(limit).Offset(offset).Scan(ctx, &people); err != nil || len(people) == 0 {
		return people, err
	}
	ids := make([]string, len(people))
	for i, p := range people {
		ids[i] = p.UserID
	}
	known, err := recordOf(ctx, q, []OnlineMeeting{m}, ids, now)
	for i := range people {
		known.fill(&people[i], m)
	}
	return people, err
}

// attendeeOf returns the attendance of a user in a meeting, and whether they were expected or came.
func attendeeOf(ctx context.Context, q bun.IDB, m OnlineMeeting, userID string, now time.Time) (a MeetingAttendee, isExpected bool, err error) {
	err = expected(q, m).Where("u.id = ?", userID).Scan(ctx, &a)
	if isExpected = err == nil; db.One(err, nil) != nil || !isExpected {
		return a, false, db.One(err, nil)
	}
	known, err := recordOf(ctx, q, []OnlineMeeting{m}, []string{userID}, now)
	known.fill(&a, m)
	return a, true, err
}

// ownAttendance returns what one of the people of a meeting sees of their attendance; nil before it begins, for who was not expected, and while nothing is known.
func ownAttendance(ctx context.Context, q bun.IDB, m OnlineMeeting, userID string, now time.Time) (*OwnMeetingAttendance, error) {
	if m.Status == cancelled || now.Before(m.StartsAt) {
		return nil, nil
	}
	a, isExpected, err := attendeeOf(ctx, q, m, userID, now)
	if err != nil || !isExpected || a.Status == unknown {
		return nil, err
	}
	return &OwnMeetingAttendance{Status: a.Status, Seconds: a.Seconds, CanDispute: a.contestable(m, true).Check(now) == nil, Dispute: a.Dispute}, nil
}

// Export writes the attendance of a meeting as a sheet. For those who may change it; fault.NotFound, fault.Forbidden for the invited.
func (s *Service) Export(ctx context.Context, who access.Caller, id string) (func(io.Writer) error, error) {
	q, now := s.deps.DB.Reader(), s.deps.Clock.Now()
	m, err := find(ctx, q, who, id)
	if err == nil && !m.CanManage {
		err = errNotManaged
	}
	if err != nil {
		return nil, err
	}
	zone, err := time.LoadLocation(m.Timezone)
	if err != nil {
		return nil, err
	}
	written := int64(0)
	next := func() ([]MeetingAttendee, error) {
		people, err := attendees(ctx, q, m, now, sheet.PageRows, written)
		written += int64(len(people))
		return people, err
	}
	return func(w io.Writer) error {
		return sheet.Export(w, []string{"Name", "Attendance", "Minutes", "Arrived", "Note"}, next, func(a MeetingAttendee) []string { return a.cells(zone) })
	}, nil
}

// cells are those of one of the people in the sheet, with the time of the clock in the zone of the meeting.
func (a MeetingAttendee) cells(zone *time.Location) []string {
	arrived := ""
	if a.FirstJoin != nil {
		arrived = a.FirstJoin.In(zone).Format("2006-01-02 15:04")
	}
	return []string{a.FullName, a.Status, strconv.FormatInt(a.Seconds/60, 10), arrived, a.Note}
}
