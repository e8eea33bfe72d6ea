// Package attendancegrid shows the attendance of a whole batch, its learners by its sessions, exports it, and takes lists of participants from meeting
// providers. Single sessions, and what instructors set, are those of package live.
package attendancegrid

import (
	"time"

	"lectern/internal/platform/fault"
)

// AttendanceGrid is the attendance of the learners of a batch in its sessions so far.
type AttendanceGrid struct {
	Sessions []GridSession `json:"sessions" doc:"That have begun and are not cancelled, by time: the last 100, or those before a day."`
	Learners []GridLearner `json:"learners" doc:"Who has become a member before the last of them ended, by name; also those who have left since."`
	HasOlder bool          `json:"has_older" doc:"There are sessions before these."`
	HasMore  bool          `json:"has_more" doc:"There are learners on the next page."`
}

// GridSession is a column of the grid.
type GridSession struct {
	ID        string    `json:"id"`
	Date      string    `json:"date" doc:"In the time zone of the batch."`
	StartTime string    `json:"start_time"`
	Title     string    `json:"title"`
	StartsAt  time.Time `json:"starts_at"`
	EndsAt    time.Time `json:"ends_at"`
	CanEdit   bool      `json:"can_edit" doc:"Instructors can correct attendance until 30 days after the session, administrators always."`
	Tag       string    `json:"tag" doc:"Entity tag of the attendance of the session, which a correction sends as If-Match."`
	Unmatched int64     `json:"unmatched" doc:"People in imported lists of whom it is not known who they are."`
}

// GridLearner is a row of the grid.
type GridLearner struct {
	UserID         string     `json:"user_id"`
	FullName       string     `json:"full_name"`
	Status         string     `json:"status" enum:"active,on_hold,completed,dropped"`
	AttendanceRate *int64     `json:"attendance_rate" doc:"Percentage of all sessions so far for which they were expected and not excused; null: of none."`
	Cells          []GridCell `json:"cells" doc:"In the order of the sessions."`
}

// GridCell is the attendance of a learner in a session.
type GridCell struct {
	Status   string `json:"status" enum:"not_expected,pending,joined,present,late,left_early,partial,absent,excused,made_up"`
	IsMarked bool   `json:"is_marked" doc:"An instructor has set it."`
}

// notExpected is the status of a cell of someone who was no member then.
const notExpected = "not_expected"

// GridFilter narrows the grid.
type GridFilter struct {
	Before string `query:"before" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$" msg:"before must be a date such as 2026-11-20" doc:"Sessions before this day, in the time zone of the batch. Absent: the last ones."`
}

// mostSessions are shown at once.
const mostSessions = 100

var (
	errNoSession = fault.New(fault.NotFound, "session_not_found", "This session doesn't exist.")
	errClosed    = fault.New(fault.Forbidden, "attendance_closed", "The attendance of this session can be changed for 30 days. Ask an administrator.")
)
