// Package classschedule changes the schedules of batches: it adds sessions by entries and by rules, and says beforehand what is in their way.
package classschedule

import (
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

// NewSessions are sessions to add to a batch: one entry, a list, or a rule.
type NewSessions struct {
	Date        string `json:"date,omitempty" maxLength:"20" msg:"Please enter a date" doc:"Of one entry: YYYY-MM-DD."`
	StartTime   string `json:"start_time,omitempty" maxLength:"20" msg:"Please enter a start time" doc:"Of one entry: HH:MM."`
	EndTime     string `json:"end_time,omitempty" maxLength:"20" msg:"Please enter an end time" doc:"Of one entry: HH:MM, on the same day."`
	Title       string `json:"title,omitempty" maxLength:"100" msg:"A title must be at most 100 characters" doc:"Of one entry."`
	Description string `json:"description,omitempty" maxLength:"500" msg:"A description must be at most 500 characters" doc:"Of one entry."`

	Entries    []timetable.NewScheduleEntry `json:"entries,omitempty" maxItems:"500" msg:"A schedule has at most 500 entries" doc:"In place of one entry."`
	Recurrence *timetable.Recurrence        `json:"recurrence,omitempty" doc:"In place of entries: the rule by which the sessions repeat."`
	OnConflict string                       `json:"on_conflict,omitempty" enum:"fail,skip" default:"fail" msg:"on_conflict must be fail or skip" doc:"What becomes of a session at a time when the instructor is not free. fail: no session is added. skip: the others are."`
}

// AddedSessions are the sessions that were added.
type AddedSessions struct {
	Entries   []classsession.Session          `json:"entries"`
	LeftOut   []timetable.DayOff              `json:"left_out" doc:"Days of the rule without a session."`
	Conflicts []classsession.ScheduleConflict `json:"conflicts" doc:"What is in the way of sessions that were skipped."`
	Warnings  []classwarning.ScheduleWarning  `json:"warnings,omitempty" doc:"Of a dry run: what speaks against sessions without preventing them."`
}

// WantedSchedule is a schedule of which an instructor asks what is in its way.
type WantedSchedule struct {
	InstructorID   string                       `json:"instructor_id,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"Who is to teach it: one who shares a course with the caller. Absent: nobody yet."`
	RoomID         string                       `json:"room_id,omitempty" maxLength:"36" msg:"This classroom doesn't exist" doc:"The classroom in which it is to take place. Absent: none."`
	Capacity       int64                        `json:"capacity,omitempty" minimum:"0" maximum:"10000" msg:"The capacity must be a whole number from 1 to 10000" doc:"How many learners the classrooms that are proposed in place of a taken one must have seats for. Absent: any number."`
	Schedule       []timetable.NewScheduleEntry `json:"schedule,omitempty" maxItems:"500" msg:"A schedule has at most 500 entries"`
	Recurrence     *timetable.Recurrence        `json:"recurrence,omitempty" doc:"In place of schedule."`
	Timezone       string                       `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name. Absent: the school's."`
	StartDate      string                       `json:"start_date,omitempty" maxLength:"20" msg:"start_date must be a date such as 2026-11-20" doc:"The first day of the batch, from which a recurrence begins."`
	CourseID       string                       `json:"course_id,omitempty" maxLength:"36" msg:"This course doesn't exist" doc:"Of which the instructors are to be ranked for the schedule. Absent: none are."`
	ExcludeBatchID string                       `json:"exclude_batch_id,omitempty" maxLength:"36" msg:"This batch doesn't exist" doc:"A batch whose own sessions are not in the way, and whose members are to attend."`
	StudentIDs     []string                     `json:"student_ids,omitempty" maxItems:"500" msg:"Name at most 500 students" doc:"Learners who are to attend besides: only those who are enrolled in a course of the caller are considered."`

	member string // the name of the list of entries, for errors; "" for schedule
}

// ScheduleCheck is a schedule with what is in its way.
type ScheduleCheck struct {
	HasConflicts bool                            `json:"has_conflicts" doc:"Warnings don't count."`
	Conflicts    []classsession.ScheduleConflict `json:"conflicts"`
	Warnings     []classwarning.ScheduleWarning  `json:"warnings" doc:"What speaks against sessions without preventing them."`
	Entries      []CheckedEntry                  `json:"entries" doc:"The sessions, in order."`
	LeftOut      []timetable.DayOff              `json:"left_out" doc:"Days of the recurrence without a session."`
	Shift        *classsession.Shift             `json:"shift,omitempty" doc:"The nearest move that suits all sessions, if something is in the way of one. Absent for none."`
	Instructors  *SuggestedInstructors           `json:"instructors,omitempty" doc:"Of the course, for the schedule, if a course is given."`
}

// CheckedEntry is one session of a schedule that is checked.
type CheckedEntry struct {
	timetable.ScheduleEntry
	IsFree bool `json:"is_free" doc:"Nothing is in its way."`
}

// plan computes the sessions to add to a batch that has others, or returns fault.Invalid.
func (n NewSessions) plan(r batch.Row, existing []classsession.Session, holidays timetable.Holidays, now time.Time) (classsession.Schedule, error) {
	var broken fault.Fields
	wanted := classsession.NewSchedule{Entries: n.Entries, Recurrence: n.Recurrence, Member: "entries"}
	one := timetable.NewScheduleEntry{Date: n.Date, StartTime: n.StartTime, EndTime: n.EndTime, Title: n.Title, Description: n.Description}
	isOne := one != timetable.NewScheduleEntry{}
	broken.Require(!isOne || len(n.Entries) == 0 && n.Recurrence == nil, "date", "not_allowed", "A schedule is either one entry, a list of entries or a recurrence")
	if isOne {
		wanted.Entries = []timetable.NewScheduleEntry{one}
	}
	broken.Require(len(wanted.Entries) > 0 || n.Recurrence != nil, "entries", "required", "At least one schedule entry is required")
	planned := wanted.Plan(r.Zone(), holidays, now, &broken)
	for _, e := range planned.Entries {
		broken.Require(e.StartsAt.IsZero() || r.Contains(e.Date), "entries", "outside_batch", "Date "+e.Date+" is outside the dates of the batch")
	}
	for _, s := range existing {
		for _, e := range planned.Entries {
			broken.Require(s.Status == classsession.Cancelled || s.Date != e.Date, "entries", "duplicate", "There is already a session on "+e.Date)
		}
	}
	return planned, broken.Err()
}

// checkOpen returns fault.Conflict for a batch whose schedule cannot change because it is over.
func checkOpen(r batch.Row) error {
	if r.Status == batch.Completed || r.Status == batch.Cancelled {
		return fault.New(fault.Conflict, "batch_over", "This batch is over, so its schedule can't change. Change its status first.")
	}
	return nil
}
