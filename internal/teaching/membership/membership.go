// Package membership manages who is in a batch: the list of its members, enrolling many, joining and leaving, and what follows from the
// enrollments in its course.
package membership

import (
	"time"

	"lectern/internal/teaching/batch"
)

// BatchLearner is a learner in a batch, as its instructors see them.
type BatchLearner struct {
	ID             string         `json:"id" doc:"Of the user."`
	FullName       string         `json:"full_name"`
	Email          string         `json:"email"`
	Status         string         `json:"status" enum:"active,on_hold,completed,dropped"`
	EnrollmentDate time.Time      `json:"enrollment_date" doc:"When they got their seat in the batch."`
	LeftAt         *time.Time     `json:"left_at" doc:"null for those who have a seat."`
	Notes          string         `json:"notes" doc:"Of the instructors."`
	TransferredTo  string         `json:"transferred_to" doc:"Of a member who has left for another batch of the course: its id. Otherwise empty."`
	Progress       MemberProgress `bun:"embed:progress_" json:"progress" doc:"In the course."`
	AttendanceRate *int64         `bun:"-" json:"attendance_rate" doc:"Percentage of the sessions so far for which they were expected and not excused; null: of none."`
}

// MemberProgress is how far a member is in the course.
type MemberProgress struct {
	LessonsCompleted int64 `json:"lessons_completed" doc:"Required lessons."`
	TotalLessons     int64 `json:"total_lessons"`
	Percentage       int64 `json:"percentage"`
}

// Classmate is a member of a batch as the others see them.
type Classmate struct {
	FullName string `json:"full_name"`
}

// MemberFilter narrows the list of the members of a batch.
type MemberFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginning of a word of the name, or of the email address."`
	Status string `query:"status" enum:"active,on_hold,completed,dropped" msg:"status must be active, on_hold, completed or dropped" doc:"Absent: all who have a seat."`
}

// NewMembers are learners to be enrolled in a batch.
type NewMembers struct {
	BatchID        string   `json:"batch_id" pattern:"\\S" maxLength:"36" msg:"Batch ID is required;maxLength=This batch doesn't exist"`
	StudentIDs     []string `json:"student_ids" minItems:"1" maxItems:"500" msg:"Choose from 1 to 500 learners" doc:"Ids of users with the role of students. They are enrolled in the course too: in a course that costs, those whom an instructor adds pay first."`
	EnrollmentDate string   `json:"enrollment_date,omitempty" pattern:"^(\\d{4}-\\d{2}-\\d{2})?$" msg:"enrollment_date must be a date such as 2026-11-20" doc:"Since when they are members, in the time zone of the batch. Absent: now."`
	Notes          string   `json:"notes,omitempty" maxLength:"500" msg:"Notes must be at most 500 characters" doc:"For the instructors of the batch."`
	OnFull         string   `json:"on_full,omitempty" enum:"fail,waitlist" default:"fail" msg:"on_full must be fail or waitlist" doc:"What becomes of those for whom no seat is free: waitlist puts them on the waiting list."`
	AllOrNothing   bool     `json:"all_or_nothing,omitempty" msg:"all_or_nothing must be true or false" doc:"Enrol nobody unless everybody can be enrolled."`
}

// EnrolledMembers says what has become of each learner, in the order of the request.
type EnrolledMembers struct {
	EnrolledCount   int64             `json:"enrolled_count"`
	WaitlistedCount int64             `json:"waitlisted_count"`
	FailedCount     int64             `json:"failed_count"`
	Details         []EnrolledOutcome `json:"details"`
	DryRun          bool              `json:"dry_run" doc:"Nothing was changed."`
}

// EnrolledOutcome is what has become of one learner.
type EnrolledOutcome struct {
	StudentID string   `json:"student_id"`
	FullName  string   `json:"full_name" doc:"Empty for unknown users."`
	Status    string   `json:"status" enum:"enrolled,already,waitlisted,failed" doc:"already: they have a seat in this batch."`
	Code      string   `json:"code,omitempty" enum:"no_such_user,not_a_student,batch_full,suspended,over_deadline," doc:"Why it failed."`
	Message   string   `json:"message,omitempty" doc:"The same as a sentence."`
	Warnings  []string `json:"warnings" enum:"overlap,other_batch_same_course" doc:"overlap: they have a session of another batch at the same time. other_batch_same_course: they are in another batch of the course."`
}

// Outcomes of enrolling a learner.
const (
	outcomeEnrolled   = "enrolled"
	outcomeWaitlisted = "waitlisted"
	outcomeAlready    = "already"
	outcomeFailed     = "failed"
)

// MemberChange is the status that a member is to have.
type MemberChange struct {
	Status string `json:"status" enum:"active,on_hold,inactive,completed,dropped" msg:"status must be active, on_hold, completed or dropped" doc:"inactive is another name of on_hold."`
}

// Membership is the caller's own place in a batch.
type Membership struct {
	BatchID  string     `json:"batch_id"`
	Status   string     `json:"status" enum:"active,on_hold,completed,dropped"`
	JoinedAt time.Time  `json:"joined_at"`
	LeftAt   *time.Time `json:"left_at" doc:"null for those who have a seat."`
}

// own returns a membership as its learner sees it.
func own(m batch.Member) Membership {
	return Membership{BatchID: m.BatchID, Status: m.Status, JoinedAt: m.JoinedAt, LeftAt: m.LeftAt}
}
