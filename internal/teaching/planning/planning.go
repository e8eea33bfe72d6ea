// Package planning manages batches: creating, changing and ending them, and who sees which.
package planning

import (
	"time"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/batch"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/classwarning"
)

// Batch is a batch as its caller may see it.
type Batch struct {
	ID                     string                          `json:"id"`
	BatchCode              string                          `json:"batch_code"`
	BatchName              string                          `json:"batch_name"`
	BatchType              string                          `json:"batch_type" enum:"group,individual"`
	Course                 string                          `json:"course" doc:"Its id."`
	CourseDetails          CourseDetails                   `json:"course_details"`
	Capacity               int64                           `json:"capacity"`
	EnrolledStudents       int64                           `json:"enrolled_students" doc:"How many seats are taken by members."`
	AvailableSpots         int64                           `json:"available_spots" doc:"Seats that are neither taken nor offered to those who wait."`
	Status                 string                          `json:"status" enum:"Upcoming,Active,Completed,Cancelled"`
	Archived               bool                            `json:"archived"`
	AssignedInstructor     string                          `json:"assigned_instructor" doc:"Id of the instructor; empty for none yet."`
	InstructorDetails      *InstructorDetails              `json:"instructor_details" doc:"null for none yet."`
	Timezone               string                          `json:"timezone" doc:"IANA name, of the dates and the schedule."`
	StartDate              string                          `json:"start_date" doc:"First day, YYYY-MM-DD."`
	EndDate                string                          `json:"end_date" doc:"Last day, YYYY-MM-DD."`
	LateJoinUntil          string                          `json:"late_join_until" doc:"The last day on which learners can join, YYYY-MM-DD; empty: until the batch ends."`
	RosterVisible          bool                            `json:"roster_visible" doc:"Members see each other's names."`
	Room                   *classsession.SessionClassroom  `json:"room,omitempty" doc:"The classroom of new sessions. Absent: none."`
	RoomTooSmall           bool                            `json:"room_too_small" doc:"The classroom has fewer seats than the batch."`
	Rooms                  []classsession.SessionClassroom `json:"rooms,omitempty" doc:"In the details of one batch: the classrooms of the sessions of the schedule. Absent for none."`
	Schedule               []classsession.Session          `json:"schedule,omitempty" doc:"In the details of one batch: all sessions, for those who do not belong to it the next three."`
	ScheduleTag            string                          `json:"schedule_tag,omitempty" doc:"In the details of one batch, for who teaches it: the If-Match of a new schedule."`
	Substitutes            []InstructorDetails             `json:"substitutes,omitempty" doc:"In the details of one batch: who teaches sessions of the schedule in place of its instructor. Absent for nobody."`
	SessionDurationMinutes int64                           `json:"session_duration_minutes" doc:"0: not set."`
	TotalSessions          int64                           `json:"total_sessions" doc:"0: not set."`
	PaymentPlan            string                          `json:"payment_plan" enum:"free,one_time,installments,subscription,"`
	BatchNotes             *string                         `json:"batch_notes,omitempty" doc:"For members and instructors."`
	HourlyRate             *int64                          `json:"hourly_rate,omitempty" doc:"In the minor unit of the currency; for members and instructors."`
	Currency               string                          `json:"currency,omitempty" doc:"ISO 4217, of the hourly rate."`
	StudentID              *string                         `json:"student_id,omitempty" doc:"Of an individual batch; for the student and instructors."`
	Reason                 string                          `json:"reason,omitempty" doc:"Why it was cancelled, for members and instructors."`
	MemberStatus           string                          `json:"member_status" enum:"active,on_hold,completed,dropped," doc:"Of the caller; empty for those who never were members."`
	Waiting                *batch.WaitingPlace             `json:"waiting,omitempty" doc:"In the details of one batch: the caller's place on the waiting list. Absent for none."`
	WaitingCount           *int64                          `json:"waiting_count,omitempty" doc:"In the details of one batch, for instructors: how many wait or are offered a seat."`
	OpenDisputes           *int64                          `json:"open_disputes,omitempty" doc:"For instructors: how many disputes of attendance are to be answered."`
	Can                    BatchRights                     `json:"can"`
	CreatedAt              time.Time                       `json:"createdAt"`
	UpdatedAt              time.Time                       `json:"updatedAt"`

	version int64
}

// CreatedBatch is a batch as it was created.
type CreatedBatch struct {
	Batch
	Warnings []classwarning.ScheduleWarning `json:"warnings,omitempty" doc:"Of a dry run: what speaks against sessions without preventing them."`
}

// EditVersion implements rest.Versioned.
func (b Batch) EditVersion() int64 { return b.version }

// CourseDetails are what a batch shows of its course.
type CourseDetails struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// InstructorDetails are what a batch shows of its instructor.
type InstructorDetails struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

// BatchRights are what the caller may do with a batch.
type BatchRights struct {
	Edit  bool `json:"edit" doc:"Change it, its members and its sessions."`
	Join  bool `json:"join" doc:"Take a free seat: as a learner of the course, in a group that is open."`
	Wait  bool `json:"wait" doc:"Wait for a seat, because none is free."`
	Leave bool `json:"leave" doc:"Give up their seat in a group."`
}

// NewBatch is a batch as instructors create it.
type NewBatch struct {
	BatchDetails
	BatchType  string                       `json:"batch_type,omitempty" enum:"group,individual" default:"group" msg:"batch_type must be group or individual"`
	StudentID  string                       `json:"student_id,omitempty" maxLength:"36" msg:"This student doesn't exist" doc:"Of an individual batch: its learner, who is enrolled in the course."`
	Schedule   []timetable.NewScheduleEntry `json:"schedule,omitempty" maxItems:"500" msg:"At least one schedule entry is required;maxItems=A schedule has at most 500 entries"`
	Recurrence *timetable.Recurrence        `json:"recurrence,omitempty" doc:"In place of schedule: the rule by which the sessions repeat."`
	OnConflict string                       `json:"on_conflict,omitempty" enum:"fail,skip" default:"fail" msg:"on_conflict must be fail or skip" doc:"What becomes of a session at a time when the instructor is not free. fail: the batch is not created. skip: it is created without that session."`
}

// BatchDetails are what instructors may set of a batch, when they create or change it.
type BatchDetails struct {
	BatchName              string  `json:"batch_name,omitempty" maxLength:"200" msg:"The batch name must be at most 200 characters" doc:"Individual batches without one are named after course, instructor and student."`
	BatchCode              string  `json:"batch_code,omitempty" maxLength:"40" msg:"The batch code must be at most 40 characters" doc:"Unique. Absent: the server makes one."`
	Capacity               int64   `json:"capacity,omitempty" minimum:"0" maximum:"10000" msg:"The capacity must be a whole number from 1 to 10000" doc:"Of individual batches 1."`
	AssignedInstructor     string  `json:"assigned_instructor,omitempty" maxLength:"36" msg:"This instructor doesn't exist" doc:"One of the course's instructors. Absent: none yet."`
	RoomID                 *string `json:"room_id,omitempty" maxLength:"36" msg:"This classroom doesn't exist" doc:"The classroom of the sessions, whose time they take. Empty: none. Sessions ahead that were in the classroom of the batch are in the new one."`
	Timezone               string  `json:"timezone,omitempty" maxLength:"64" msg:"Please choose a time zone, such as Europe/Berlin" doc:"IANA name, of the dates and the schedule. Absent: the school's."`
	StartDate              string  `json:"start_date,omitempty" maxLength:"40" msg:"start_date must be a date such as 2026-11-20" doc:"A date, or an instant, of which the day in the time zone counts. Absent: the day of the first session."`
	EndDate                string  `json:"end_date,omitempty" maxLength:"40" msg:"end_date must be a date such as 2026-11-20" doc:"The last day. Absent: the day of the last session."`
	LateJoinUntil          *string `json:"late_join_until,omitempty" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$" msg:"late_join_until must be a date such as 2026-11-20" doc:"The last day on which learners can join, are offered a seat or are enrolled. Empty: until the batch ends."`
	RosterVisible          *bool   `json:"roster_visible,omitempty" msg:"roster_visible must be true or false" doc:"Members see each other's names, and nothing else of each other. Absent: they don't."`
	BatchNotes             *string `json:"batch_notes,omitempty" maxLength:"2000" msg:"Notes must be at most 2000 characters"`
	SessionDurationMinutes int64   `json:"session_duration_minutes,omitempty" minimum:"0" maximum:"100000" msg:"Session duration must be between 30 and 480 minutes"`
	TotalSessions          *int64  `json:"total_sessions,omitempty" maximum:"10000" msg:"The number of sessions must be a whole number from 1 to 10000"`
	PaymentPlan            string  `json:"payment_plan,omitempty" enum:"free,one_time,full_payment,installments,subscription" msg:"payment_plan must be free, one_time, installments or subscription" doc:"full_payment is another name of one_time."`
	HourlyRate             *int64  `json:"hourly_rate,omitempty" msg:"The hourly rate must be a whole number of the currency's smallest unit" doc:"In the minor unit of the currency. 0: none."`
	Currency               string  `json:"currency,omitempty" pattern:"^([A-Z]{3})?$" msg:"currency must be a code such as EUR" doc:"ISO 4217, of the hourly rate."`
}

// BatchFilter narrows a list of batches.
type BatchFilter struct {
	Status        string `query:"status" enum:"Upcoming,Active,Completed,Cancelled" msg:"status must be Upcoming, Active, Completed or Cancelled"`
	BatchType     string `query:"batch_type" enum:"group,individual" msg:"batch_type must be group or individual"`
	CourseID      string `query:"course_id" maxLength:"36" msg:"This course doesn't exist"`
	InstructorID  string `query:"instructor_id" maxLength:"36" msg:"This instructor doesn't exist"`
	Search        string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the name; upper and lower case and accents do not matter."`
	StartDateFrom string `query:"start_date_from" pattern:"^\\d{4}-\\d{2}-\\d{2}$" msg:"start_date_from must be a date such as 2026-11-20"`
	StartDateTo   string `query:"start_date_to" pattern:"^\\d{4}-\\d{2}-\\d{2}$" msg:"start_date_to must be a date such as 2026-11-20" doc:"This day is included."`
	Archived      bool   `query:"archived" msg:"archived must be true or false" doc:"Archived batches in place of the others."`
	HasSeats      bool   `query:"has_seats" msg:"has_seats must be true or false" doc:"Only batches with a free seat."`
	SortBy        string `query:"sort_by" enum:"start_date,createdAt,batch_name,fill" default:"start_date" msg:"sort_by must be start_date, createdAt, batch_name or fill" doc:"fill: the fullest first. createdAt: the newest first."`

	studentID string    // of individual batches
	bestAt    time.Time // zero unless those that suit the caller best are first: at this instant
}

// StatusChange is the status that a batch is to have.
type StatusChange struct {
	Status string `json:"status" enum:"Upcoming,Active,Completed,Cancelled" msg:"status must be Upcoming, Active, Completed or Cancelled"`
	Reason string `json:"reason,omitempty" maxLength:"500" msg:"The reason must be at most 500 characters" doc:"Why it is cancelled."`
}

// ArchiveChange says whether a batch is archived: out of lists and closed to new members.
type ArchiveChange struct {
	Archive *bool `json:"archive,omitempty" default:"true" msg:"archive must be true or false"`
}

// wholeSchedule is all sessions of a batch, whose version package classschedule compares before it replaces them.
type wholeSchedule []classsession.Session

// EditVersion implements rest.Versioned.
func (w wholeSchedule) EditVersion() int64 { return rest.VersionOf([]classsession.Session(w)) }

// shown returns a batch as its caller may see it.
func shown(f batch.Found, schedule []classsession.Session, now time.Time) Batch {
	r := f.Row
	b := Batch{
		ID: r.ID, BatchCode: r.BatchCode, BatchName: r.BatchName, BatchType: r.BatchType, Course: r.CourseID, CourseDetails: CourseDetails{r.CourseID, f.CourseTitle},
		Capacity: r.Capacity, EnrolledStudents: r.Enrolled, AvailableSpots: r.FreeSeats(), Status: r.Status, Archived: r.Archived, Timezone: r.Timezone,
		StartDate: r.StartDate, EndDate: r.EndDate, LateJoinUntil: r.LateJoinUntil, RosterVisible: r.RosterVisible, Schedule: schedule, SessionDurationMinutes: r.SessionDurationMinutes, TotalSessions: r.TotalSessions,
		PaymentPlan: r.PaymentPlan, MemberStatus: f.MemberStatus, Can: rightsOf(f, now), CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, version: r.Version,
	}
	if r.AssignedInstructor != nil {
		b.AssignedInstructor, b.InstructorDetails = *r.AssignedInstructor, &InstructorDetails{*r.AssignedInstructor, f.InstructorName}
	}
	if r.RoomID != nil {
		b.Room = &classsession.SessionClassroom{ID: *r.RoomID, Name: f.RoomName, Place: f.RoomPlace, Capacity: f.RoomCapacity}
		b.RoomTooSmall = f.RoomCapacity < r.Capacity
	}
	if f.Teaches && schedule != nil {
		b.ScheduleTag = rest.TagOf(wholeSchedule(schedule))
	}
	if f.Teaches || f.IsMember() {
		b.BatchNotes, b.HourlyRate, b.Currency, b.StudentID, b.Reason = &r.BatchNotes, &r.HourlyRate, r.Currency, r.StudentID, r.Reason
	}
	return b
}

// rightsOf returns what the caller may do with a batch.
func rightsOf(f batch.Found, now time.Time) BatchRights {
	couldJoin := !f.IsMember() && f.CheckJoin(now) == nil
	return BatchRights{
		Edit:  f.Teaches,
		Join:  couldJoin && f.FreeSeats() > 0,
		Wait:  couldJoin && f.FreeSeats() <= 0,
		Leave: f.BatchType == batch.Group && batch.MemberState{Status: f.MemberStatus}.CheckTransition(batch.MemberDropped) == nil,
	}
}

// dayOf reads a date, or the day of an instant in the time zone; "" for something else.
func dayOf(value string, zone *time.Location) string {
	if day, err := time.Parse(time.DateOnly, value); err == nil && day.Year() > 1900 && day.Year() < 9000 {
		return value
	}
	if at, err := time.Parse(time.RFC3339, value); err == nil && at.Year() > 1900 && at.Year() < 9000 {
		return clock.Exact(at).In(zone).Format(time.DateOnly)
	}
	return ""
}
