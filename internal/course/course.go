// Package course keeps the catalogue: courses, who teaches them and who is enrolled in them.
//
// A course is content; delivery in groups and at times is a matter of batches. Whoever teaches a course or is enrolled
// in it keeps seeing it when it leaves the catalogue.
package course

import (
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/access"
)

// teachers make courses. What they may do with one then depends on whether they teach it.
var teachers = []access.Role{access.Instructor, access.Admin}

const (
	draft     = "draft"
	published = "Published"
)

// Course is the row and what a list shows of it; the long description comes with one course only.
type Course struct {
	bun.BaseModel `bun:"table:courses,alias:c" json:"-"`

	ID          string       `bun:",pk" json:"id"`
	Title       string       `json:"title"`
	Summary     string       `json:"summary" doc:"One or two sentences; may be empty."`
	Category    string       `json:"category"`
	CourseType  string       `json:"course_type" enum:"blended,live,free"`
	Level       string       `json:"level" enum:"beginner,intermediate,advanced"`
	Status      string       `json:"status" enum:"draft,Published,archived"`
	Instructors []Instructor `bun:"-" json:"instructors"`
	SearchText  string       `json:"-"`
	CreatedBy   string       `json:"-"`
	CreatedAt   time.Time    `json:"createdAt"`
	UpdatedAt   time.Time    `json:"updatedAt"`
}

// Instructor is somebody who teaches a course, as anybody may see them.
type Instructor struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

// CourseDetail is one course with what the caller has to do with it.
type CourseDetail struct {
	Course
	Description string      `json:"description" doc:"Plain text; may be empty."`
	Enrollment  *Enrollment `bun:"-" json:"enrollment,omitempty" doc:"The caller's own; absent for none."`
	CanTeach    bool        `bun:"-" json:"can_teach" doc:"Whether the caller may change the course and its videos."`
}

// Enrollment is one person's place in one course.
type Enrollment struct {
	bun.BaseModel `bun:"table:enrollments,alias:e" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	UserID    string    `json:"-"`
	CourseID  string    `json:"course_id"`
	Status    string    `json:"status" enum:"invited,pending_payment,waitlisted,active,suspended,completed,withdrawn,expired"`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// Enrolled is a course in somebody's own list.
type Enrolled struct {
	Enrollment
	Course Course `bun:"-" json:"course"`
}

// opens says that an enrollment of this status lets its person in.
func opens(status string) bool { return status == "active" || status == "completed" }

// Category is a heading of the catalogue.
type Category struct {
	Name  string `json:"name"`
	Count int64  `json:"count" doc:"Published courses under it."`
}

// NewCourse is all that its author may set, when making a course and when changing it.
type NewCourse struct {
	Title       string `json:"title" pattern:"\\S" maxLength:"200" msg:"Title is required;maxLength=Title must be at most 200 characters"`
	Summary     string `json:"summary,omitempty" maxLength:"500" msg:"Summary must be a text;maxLength=Summary must be at most 500 characters"`
	Description string `json:"description,omitempty" maxLength:"20000" msg:"Description must be a text;maxLength=Description must be at most 20000 characters"`
	Category    string `json:"category" pattern:"\\S" maxLength:"80" msg:"Category is required;maxLength=Category must be at most 80 characters"`
	CourseType  string `json:"course_type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	Level       string `json:"level,omitempty" enum:"beginner,intermediate,advanced" default:"beginner" msg:"Level must be beginner, intermediate or advanced"`
}

// normalise is n as it is stored. Category is one line; blanks within it count as one, so that two spellings are one
// heading.
func (n NewCourse) normalise() NewCourse {
	n.Title, n.Category = strings.Join(strings.Fields(n.Title), " "), strings.Join(strings.Fields(n.Category), " ")
	n.Summary, n.Description = strings.TrimSpace(n.Summary), strings.TrimSpace(n.Description)
	return n
}

// searchText is what a search looks at, and what titles are sorted by.
func (n NewCourse) searchText() string {
	return strings.ToLower(n.Title + " " + n.Summary + " " + n.Category)
}

// Filter is what a list of courses is narrowed by; the zero value of each member is no wish.
type Filter struct {
	Search   string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Every word must occur in title, summary or category."`
	Category string `query:"category" maxLength:"80" msg:"category must be at most 80 characters"`
	Type     string `query:"type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	Level    string `query:"level" enum:"beginner,intermediate,advanced" msg:"level must be beginner, intermediate or advanced"`
	Status   string `query:"status" enum:"draft,Published,archived" msg:"status must be draft, Published or archived" doc:"Default: Published; of one's own courses, any."`
	Mine     bool   `query:"mine" msg:"mine must be true or false" doc:"Only the courses that the caller teaches."`
	Sort     string `query:"sort" enum:"newest,title" default:"newest" msg:"sort must be newest or title"`
}

// words are what is searched for, in the case of searchText.
func (f Filter) words() []string { return strings.Fields(strings.ToLower(f.Search)) }
