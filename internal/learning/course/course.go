// Package course holds what the features of courses share: the row, what authors may set, who may see and teach a
// course, and who is enrolled in it.
//
// A course is content; delivering it to groups on dates is the business of batches. Its teachers and students
// continue to see a course after it has left the catalogue.
package course

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/price"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/text"
)

// Authors are the roles that may create courses. What they may do with a course then depends on whether they teach
// it.
var Authors = []access.Role{access.Instructor, access.Admin}

const (
	Draft     = "draft"
	Published = "Published"
	Archived  = "archived"
)

const (
	Blended = "blended"
	Live    = "live"
	Free    = "free"
)

// Course is what lists show of a course. Record adds what only its page needs.
type Course struct {
	bun.BaseModel `bun:"table:courses,alias:c" json:"-"`

	ID              string       `bun:",pk" json:"id"`
	Title           string       `json:"title"`
	TitleKey        string       `json:"-"`
	Summary         string       `json:"summary" doc:"One or two sentences; may be empty. In lists without markup."`
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
	Rating          Rating       `bun:"embed:rating_" json:"rating"`
	Origin          string       `json:"-"`
	Instructors     []Instructor `bun:"-" json:"instructors"`
	Cover           *Cover       `bun:"-" json:"cover,omitempty" doc:"Absent for none."`
	CoverID         string       `json:"-"`
	CoverWidth      int          `json:"-"`
	CreatedBy       string       `json:"-"`
	CreatedAt       time.Time    `json:"createdAt"`
	UpdatedAt       time.Time    `json:"updatedAt"`
}

// NewCourse is everything that authors may set, when they create or change a course. Record.With copies it.
type NewCourse struct {
	Title             string           `json:"title" pattern:"\\S" maxLength:"200" msg:"Title is required;maxLength=Title must be at most 200 characters"`
	Summary           string           `json:"summary,omitempty" maxLength:"2000" msg:"Summary must be text;maxLength=Summary must be at most 500 characters" doc:"At most 500 characters without markup."`
	SummaryFormat     string           `json:"summary_format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the summary. HTML is cleaned."`
	Description       string           `json:"description,omitempty" maxLength:"20000" msg:"Description must be text;maxLength=Description must be at most 20000 characters"`
	DescriptionFormat string           `json:"description_format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the description. HTML is cleaned."`
	Category          string           `json:"category" pattern:"\\S" maxLength:"80" msg:"Category is required;maxLength=Category must be at most 80 characters"`
	CourseType        string           `json:"course_type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	Level             string           `json:"level,omitempty" enum:"beginner,intermediate,advanced" default:"beginner" msg:"Level must be beginner, intermediate or advanced"`
	Language          string           `json:"language,omitempty" pattern:"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$" maxLength:"35" default:"en" msg:"Language must be a code such as en or pt-BR"`
	IsCertification   bool             `json:"is_certification,omitempty" msg:"is_certification must be true or false"`
	IsAssignments     bool             `json:"is_assignments,omitempty" msg:"is_assignments must be true or false"`
	IsProjects        bool             `json:"is_projects,omitempty" msg:"is_projects must be true or false"`
	IsQuizzes         bool             `json:"is_quizzes,omitempty" msg:"is_quizzes must be true or false"`
	MinHoursPerWeek   int64            `json:"min_hours_per_week,omitempty" minimum:"0" maximum:"168" msg:"Hours per week must be a whole number from 0 to 168"`
	MaxHoursPerWeek   int64            `json:"max_hours_per_week,omitempty" minimum:"0" maximum:"168" msg:"Hours per week must be a whole number from 0 to 168"`
	NoOfSessions      int64            `json:"no_of_sessions,omitempty" minimum:"0" maximum:"10000" msg:"The number of sessions must be a whole number from 0 to 10000"`
	Outcomes          []string         `json:"outcomes,omitempty" maxItems:"50" msg:"At most 50 outcomes are allowed"`
	Prerequisites     []string         `json:"prerequisites,omitempty" maxItems:"50" msg:"At most 50 prerequisites are allowed"`
	Audience          []string         `json:"audience,omitempty" maxItems:"50" msg:"At most 50 audiences are allowed"`
	Features          []string         `json:"features,omitempty" maxItems:"50" msg:"At most 50 features are allowed"`
	ToolsTechnologies []string         `json:"tools_technologies,omitempty" maxItems:"50" msg:"At most 50 tools are allowed"`
	FAQ               []FAQEntry       `json:"faq,omitempty" maxItems:"50" msg:"At most 50 questions are allowed"`
	BrochureGated     bool             `json:"brochure_gated,omitempty" doc:"Visitors get the brochure by email only, so that the school knows who asks for it."`
	Prices            []price.NewPrice `json:"prices,omitempty" maxItems:"50" msg:"At most 50 prices are allowed" doc:"One for each currency. Absent: they stay as they are."`
}

// Record is the row of a course, as far as these features share it.
type Record struct {
	bun.BaseModel `bun:"table:courses,alias:c" json:"-"`

	Course
	SummaryHTML       string // "" for a summary without markup, which Course has
	Description       string
	DescriptionFormat string
	Page              db.JSON[Page] `bun:"type:jsonb"`
	AccessType        string
	AccessFrom        *time.Time
	AccessUntil       *time.Time
}

// Access returns who may learn in the course if it is free, and when.
func (r Record) Access() FreeAccess { return FreeAccess{r.AccessType, r.AccessFrom, r.AccessUntil} }

// With returns r with the fields of n, which must be normalised. Prices have rows of their own.
func (r Record) With(n NewCourse, now time.Time) Record {
	r.Title, r.TitleKey, r.Category = n.Title, text.Fold(n.Title), n.Category
	r.Summary, r.SummaryHTML = text.Words(n.SummaryFormat, n.Summary), ""
	if n.SummaryFormat == text.HTMLFormat {
		r.SummaryHTML = n.Summary
	}
	r.Description, r.DescriptionFormat = n.Description, n.DescriptionFormat
	r.CourseType, r.Level, r.Language = n.CourseType, n.Level, n.Language
	r.IsCertification, r.IsAssignments, r.IsProjects, r.IsQuizzes = n.IsCertification, n.IsAssignments, n.IsProjects, n.IsQuizzes
	r.MinHoursPerWeek, r.MaxHoursPerWeek, r.NoOfSessions = n.MinHoursPerWeek, n.MaxHoursPerWeek, n.NoOfSessions
	r.Page.V, r.UpdatedAt = Page{n.Outcomes, n.Prerequisites, n.Audience, n.Features, n.ToolsTechnologies, n.FAQ, n.BrochureGated}, now
	return r
}

// Page holds the lists that only the course page shows.
type Page struct {
	Outcomes          []string   `json:"outcomes" doc:"What people can do afterwards."`
	Prerequisites     []string   `json:"prerequisites"`
	Audience          []string   `json:"audience" doc:"Who the course is for."`
	Features          []string   `json:"features"`
	ToolsTechnologies []string   `json:"tools_technologies"`
	FAQ               []FAQEntry `json:"faq"`
	BrochureGated     bool       `json:"brochure_gated" doc:"Whether visitors get the brochure by email only, so that the school knows who asks for it."`
}

// WithoutNil replaces lists that were never set by empty ones, so that JSON has [].
func (p Page) WithoutNil() Page {
	for _, list := range []*[]string{&p.Outcomes, &p.Prerequisites, &p.Audience, &p.Features, &p.ToolsTechnologies} {
		if *list == nil {
			*list = []string{}
		}
	}
	if p.FAQ == nil {
		p.FAQ = []FAQEntry{}
	}
	return p
}

// Instructor is what anyone may see of a teacher of a course.
type Instructor struct {
	ID       string `json:"id"`
	FullName string `json:"full_name"`
}

type FAQEntry struct {
	Question string `json:"question" pattern:"\\S" maxLength:"300" msg:"Enter the question;maxLength=A question must be at most 300 characters"`
	Answer   string `json:"answer" pattern:"\\S" maxLength:"12000" msg:"Each FAQ question needs an answer;maxLength=An answer must be at most 3000 characters" doc:"At most 3000 characters without markup."`
	Format   string `json:"answer_format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the answer. HTML is cleaned."`
}
