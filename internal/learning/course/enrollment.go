package course

import (
	"time"

	"github.com/uptrace/bun"
)

// Enrollment is a user's enrollment in a course. Enrolled says whether its status lets them learn.
type Enrollment struct {
	bun.BaseModel `bun:"table:enrollments,alias:e" json:"-"`

	ID        string     `bun:",pk" json:"id"`
	UserID    string     `json:"-"`
	CourseID  string     `json:"course_id"`
	Enrolled  bool       `bun:",scanonly" json:"-"` // according to the view enrolled_students
	Status    string     `json:"status" enum:"invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired"`
	EndsAt    *time.Time `json:"ends_at" doc:"When the place expires by itself; null for never. The access to the course may end before."`
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
}

// LearnerCourseProgress is a student's progress in a course.
type LearnerCourseProgress struct {
	Percent     *int64     `json:"percent" doc:"Completed required lessons of all required ones; null where nothing is required."`
	Completed   int64      `json:"completed"`
	Required    int64      `json:"required"`
	TimeSpent   int64      `json:"time_spent" doc:"Seconds."`
	LastLesson  string     `json:"last_lesson" doc:"Where they were last; empty for nowhere."`
	LastAt      *time.Time `json:"last_at" doc:"null for who has not begun."`
	CompletedAt *time.Time `json:"completed_at"`
}
