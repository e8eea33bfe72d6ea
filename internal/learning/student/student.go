// Package student shows instructors the learners of their courses, and administrators all students, each with their courses, batches and
// progress. It writes nothing.
package student

import (
	"time"
)

// TaughtStudent is a student in the list, with figures of the courses that the caller teaches; for administrators, of all.
type TaughtStudent struct {
	ID               string          `json:"id"`
	FullName         string          `json:"full_name"`
	Email            string          `json:"email"`
	Picture          *StudentPicture `bun:"-" json:"picture,omitempty" doc:"Absent for none."`
	AvatarID         string          `json:"-"`
	Courses          int64           `bun:",scanonly" json:"courses" doc:"In which they learn, or that they have completed."`
	CoursesCompleted int64           `bun:",scanonly" json:"courses_completed"`
	Percent          int64           `bun:",scanonly" json:"percent" doc:"The mean of their progress in these courses."`
	LastActiveAt     *time.Time      `bun:",scanonly" json:"last_active_at" doc:"In one of these courses; null for who has not begun."`
}

// StudentPicture holds the URL of a picture, which never changes its content.
type StudentPicture struct {
	Small string `json:"small" doc:"64 pixels square; relative to the site."`
}

// StudentDetail is a student with their courses and batches.
type StudentDetail struct {
	TaughtStudent
	CourseList []StudentCourse `json:"course_list" doc:"Those that the caller teaches; for administrators all. By title."`
	Batches    []StudentBatch  `json:"batches" doc:"Of these courses, the latest first."`
}

// StudentCourse is a course of a student, with their progress.
type StudentCourse struct {
	CourseID    string     `json:"course_id"`
	Title       string     `json:"title"`
	Status      string     `json:"status" enum:"active,completed" doc:"Of the enrolment."`
	EnrolledAt  time.Time  `json:"enrolled_at"`
	Percent     *int64     `json:"percent" doc:"Completed required lessons of all required ones; null where nothing is required."`
	Completed   int64      `json:"completed" doc:"Required lessons."`
	Required    int64      `json:"required"`
	TimeSpent   int64      `json:"time_spent" doc:"Seconds."`
	LastAt      *time.Time `json:"last_at" doc:"null for who has not begun."`
	CompletedAt *time.Time `json:"completed_at"`
}

// StudentBatch is a batch of a student.
type StudentBatch struct {
	ID           string    `json:"id"`
	BatchName    string    `json:"batch_name"`
	CourseID     string    `json:"course_id"`
	CourseTitle  string    `json:"course_title"`
	Status       string    `json:"status" enum:"Upcoming,Active,Completed,Cancelled"`
	MemberStatus string    `json:"member_status" enum:"active,on_hold,completed,dropped"`
	StartDate    string    `json:"start_date" doc:"YYYY-MM-DD."`
	EndDate      string    `json:"end_date"`
	JoinedAt     time.Time `json:"joined_at"`
}

// StudentFilter narrows the list of students.
type StudentFilter struct {
	Search   string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginning of a word of the name or of the email address."`
	CourseID string `query:"course_id" maxLength:"36" msg:"This course doesn't exist" doc:"The learners of this course."`
	BatchID  string `query:"batch_id" maxLength:"36" msg:"This batch doesn't exist" doc:"The members of this batch."`
	Sort     string `query:"sort" enum:"name,-name" default:"name" msg:"sort must be name or -name"`
}
