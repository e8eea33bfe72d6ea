// Package course keeps the catalogue: courses, who teaches them, what they cost and who is enrolled in them.
//
// A course is content; delivery in groups and at times is a matter of batches. Whoever teaches a course or is enrolled
// in it keeps seeing it when it leaves the catalogue.
package course

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// teachers make courses. What they may do with one then depends on whether they teach it.
var teachers = []access.Role{access.Instructor, access.Admin}

const (
	draft     = "draft"
	published = "Published"
	archived  = "archived"
)

// The types of courses.
const (
	blended = "blended"
	live    = "live"
	free    = "free"
)

// Course is the row and what a list shows of it; the rest comes with one course only.
type Course struct {
	bun.BaseModel `bun:"table:courses,alias:c" json:"-"`

	ID              string       `bun:",pk" json:"id"`
	Title           string       `json:"title"`
	TitleKey        string       `json:"-"`
	Summary         string       `json:"summary" doc:"One or two sentences; may be empty."`
	Category        string       `json:"category"`
	CourseType      string       `json:"course_type" enum:"blended,live,free"`
	Level           string       `json:"level" enum:"beginner,intermediate,advanced"`
	Language        string       `json:"language" doc:"BCP 47, such as en or pt-BR."`
	Status          string       `json:"status" enum:"draft,Published,archived"`
	IsCertification bool         `json:"is_certification" doc:"Whether completing it gives a certificate."`
	IsAssignments   bool         `json:"is_assignments"`
	IsProjects      bool         `json:"is_projects"`
	IsQuizzes       bool         `json:"is_quizzes"`
	MinHoursPerWeek int64        `json:"min_hours_per_week" doc:"0 where nobody has said."`
	MaxHoursPerWeek int64        `json:"max_hours_per_week" doc:"0 where nobody has said."`
	NoOfSessions    int64        `json:"no_of_sessions" doc:"0 where nobody has said."`
	IsFree          bool         `json:"is_free" doc:"Nothing is to be paid: no price row asks for anything."`
	CourseFee       int64        `json:"course_fee" doc:"A place in a batch by the first active price row, in the minor unit of fee_currency."`
	FeeCurrency     string       `json:"fee_currency" doc:"ISO 4217; empty for a free course."`
	Origin          string       `json:"-"`
	Instructors     []Instructor `bun:"-" json:"instructors"`
	CreatedBy       string       `json:"-"`
	CreatedAt       time.Time    `json:"createdAt"`
	UpdatedAt       time.Time    `json:"updatedAt"`
}

// Instructor is somebody who teaches a course, as anybody may see them.
type Instructor struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

// Page is what only the page of a course shows, list by list.
type Page struct {
	Outcomes          []string   `json:"outcomes" doc:"What people can do afterwards."`
	Prerequisites     []string   `json:"prerequisites"`
	Features          []string   `json:"features"`
	ToolsTechnologies []string   `json:"tools_technologies"`
	FAQ               []FAQEntry `json:"faq"`
}

// FAQEntry is a question that is often asked.
type FAQEntry struct {
	Question string `json:"question" pattern:"\\S" maxLength:"300" msg:"A question of the FAQ is required;maxLength=A question must be at most 300 characters"`
	Answer   string `json:"answer" pattern:"\\S" maxLength:"3000" msg:"Each question of the FAQ needs an answer;maxLength=An answer must be at most 3000 characters"`
}

// CourseDetail is one course with what the caller has to do with it.
type CourseDetail struct {
	Course
	Page
	Description string          `json:"description" doc:"Plain text; may be empty."`
	Prices      []Price         `json:"prices" doc:"Of each currency one; the teachers also see those that are not active."`
	Brochure    *CourseBrochure `json:"brochure,omitempty" doc:"Absent for none."`
	Access      FreeAccess      `json:"access" doc:"Who may learn in a free course, and when."`
	Schedule    LiveSchedule    `json:"schedule" doc:"When a live course takes place."`
	Enrollment  *Enrollment     `json:"enrollment,omitempty" doc:"The caller's own, or that of studentId; absent for none."`
	Progress    *CourseStanding `json:"progress,omitempty" doc:"Of the same person; absent before they have begun."`
	Saved       bool            `json:"saved" doc:"Whether the caller has kept the course for later."`
	CanTeach    bool            `json:"can_teach" doc:"Whether the caller may change the course and its videos."`
}

// Version is that of what its teachers edit, for If-Match.
func (c CourseDetail) Version() int64 { return c.UpdatedAt.UnixMicro() }

// row is a course as it is stored.
type row struct {
	Course
	Description   string
	Page          db.JSON[Page]          `bun:"type:jsonb"`
	Brochure      db.JSON[brochureFile]  `bun:"type:jsonb"`
	Schedule      db.JSON[LiveSchedule]  `bun:"type:jsonb"`
	DoubtSchedule db.JSON[DoubtSchedule] `bun:"type:jsonb"`
	AccessType    string
	AccessFrom    *time.Time
	AccessUntil   *time.Time
}

// CourseStanding is how far somebody is in a course.
type CourseStanding struct {
	Percent     *int64     `json:"percent" doc:"Completed required lessons of all required ones; null where nothing is required."`
	Completed   int64      `json:"completed"`
	Required    int64      `json:"required"`
	TimeSpent   int64      `json:"time_spent" doc:"Seconds."`
	LastLesson  string     `json:"last_lesson" doc:"Where they were last; empty for nowhere."`
	LastAt      time.Time  `json:"last_at"`
	CompletedAt *time.Time `json:"completed_at"`
}
