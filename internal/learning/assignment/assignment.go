// Package assignment lets learners hand in work in the lessons of a course, and teachers grade it.
//
// The settings of an assignment are the content of its lesson (AssignmentSettings). A learner has one submission to
// it: a draft that they edit, and the versions that they have handed in, which never change. A learner sees a grade
// once it has been returned.
package assignment

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// Statuses of a submission (domain.md). Until it is returned, a grade shows as pending review to its learner.
const (
	notSubmitted  = "not_submitted"
	handedIn      = "submitted"
	pendingReview = "pending_review" // grading has begun, or a new version was handed in
	graded        = "graded"
	returned      = "returned"
)

const (
	maxFiles     = 20
	maxText      = 100_000 // characters without markup, as the next two
	maxTask      = 20_000  // of instructions
	maxComment   = 20_000  // of a grade
	megabyte     = 1 << 20 // bytes
	maxCriteria  = 30
	maxFileTypes = 30
	wholeWork    = "work" // the ref of the only criterion where there is no rubric
	wholePercent = 100
)

// AssignmentSettings is the content of an assignment lesson. Texts other than the instructions are plain.
type AssignmentSettings struct {
	Instructions  string          `json:"instructions,omitempty" maxLength:"80000" msg:"Instructions have at most 20000 characters" doc:"At most 20000 characters without markup."`
	Format        string          `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the instructions. HTML is cleaned."`
	Due           *clock.WallTime `json:"due,omitempty"`
	Late          LateRule        `json:"late,omitzero"`
	Points        int64           `json:"points,omitempty" minimum:"0" maximum:"10000" msg:"The points must be 1 to 10000" doc:"Where there is no rubric. Default: 100."`
	Rubric        []Criterion     `json:"rubric,omitempty" maxItems:"30" msg:"A rubric has at most 30 criteria"`
	Accepts       []string        `json:"accepts,omitempty" enum:"text,file,link" maxItems:"3" msg:"A submission can be a text, a file or a link" doc:"Default: all of them."`
	MaxFiles      int64           `json:"max_files,omitempty" minimum:"0" maximum:"20" msg:"At most 20 files can be handed in" doc:"Default: 5."`
	MaxFileSize   int64           `json:"max_file_size,omitempty" minimum:"0" maximum:"104857600" msg:"A file can be at most 100 MB" doc:"Bytes. Default: 20 MB."`
	FileTypes     []string        `json:"file_types,omitempty" maxItems:"30" msg:"At most 30 file types are allowed" doc:"Endings of the names of files that are taken, such as pdf. None: all."`
	Resubmissions int64           `json:"resubmissions,omitempty" minimum:"0" maximum:"20" msg:"An assignment can be handed in again at most 20 times" doc:"How often it can be handed in again."`
}

// LateRule says how work is treated that is handed in after the due date.
type LateRule struct {
	Rule        string `json:"rule,omitempty" enum:"accept,penalty,refuse" default:"accept" msg:"The late rule must be accept, penalty or refuse"`
	PercentADay int64  `json:"percent_a_day,omitempty" minimum:"0" maximum:"100" msg:"The penalty must be 1 to 100 percent a day" doc:"Of penalty: taken off for each day that has begun."`
}

type Criterion struct {
	Ref         string `json:"ref,omitempty" maxLength:"20" msg:"This criterion doesn't exist" doc:"Names it within its rubric; the server makes it."`
	Title       string `json:"title" pattern:"\\S" maxLength:"200" msg:"Please enter a title for each criterion;maxLength=A title has at most 200 characters"`
	Description string `json:"description,omitempty" maxLength:"2000" msg:"A description has at most 2000 characters"`
	Points      int64  `json:"points" minimum:"1" maximum:"1000" msg:"A criterion is worth 1 to 1000 points"`
}

// criteria returns the rubric, or the single criterion used where there is none.
func (s AssignmentSettings) criteria() []Criterion {
	if len(s.Rubric) > 0 {
		return s.Rubric
	}
	return []Criterion{{Ref: wholeWork, Title: "Work", Points: s.Points}}
}

// Mark is the points that a criterion earned.
type Mark struct {
	Ref     string  `json:"ref" minLength:"1" maxLength:"20" msg:"A criterion is required"`
	Points  float64 `json:"points" minimum:"0" maximum:"10000" msg:"The points must be 0 or more" doc:"With at most two decimals."`
	Comment string  `json:"comment,omitempty" maxLength:"5000" msg:"A comment has at most 5000 characters"`
}

// Grade is the assessment of one version.
type Grade struct {
	Number   int64       `json:"number" doc:"The version that it is of."`
	Criteria []Criterion `json:"criteria" doc:"As they were when it was graded."`
	Marks    []Mark      `json:"marks"`
	Comment  string      `json:"comment"`
	Format   string      `json:"format,omitempty" enum:"plain,html" default:"plain" doc:"Of the comment."`
	Penalty  int64       `json:"penalty_percent" doc:"Taken off for being late."`
	Earned   float64     `json:"earned" doc:"Points, with the penalty taken off, rounded down to two decimals."`
	Possible int64       `json:"possible"`
	Percent  int64       `json:"percent" doc:"Rounded down."`
	Done     bool        `json:"done" doc:"Every criterion has been judged."`
	GradedAt time.Time   `json:"graded_at"`
}

// submission is a stored submission.
type submission struct {
	bun.BaseModel `bun:"table:submissions,alias:s"`

	ID            string `bun:",pk"`
	CourseID      string
	LessonID      string
	UserID        string
	Status        string
	Number        int64
	Late          bool
	Excused       bool
	DraftText     string
	DraftFormat   string
	DraftLink     string
	DraftSequence int64
	SubmittedAt   *time.Time
	Revision      int64
	Grade         db.JSON[*Grade]
	Score         int64 // what the grade of the newest version comes to, in percent; unscored for none
	GradedBy      *string
	ReturnedAt    *time.Time
	ReturnedGrade db.JSON[*Grade]
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

type version struct {
	bun.BaseModel `bun:"table:submission_versions,alias:v"`

	SubmissionID string `bun:",pk"`
	Number       int64  `bun:",pk"`
	Text         string
	Format       string
	Link         string
	DueAt        *time.Time
	Penalty      int64
	SubmittedAt  time.Time
}

// SubmissionFile is a file in a draft or a version.
type SubmissionFile struct {
	bun.BaseModel `bun:"table:submission_files,alias:f" json:"-"`

	ID           string    `bun:",pk" json:"id"`
	SubmissionID string    `json:"-"`
	Number       int64     `json:"-"`
	Name         string    `json:"name"`
	Type         string    `json:"type" doc:"Found in its first bytes."`
	Size         int64     `json:"size" doc:"Bytes."`
	CreatedAt    time.Time `json:"createdAt"`
	Address      string    `bun:"-" json:"address" doc:"Where it can be fetched for some hours."`
}

type SubmissionVersion struct {
	Number      int64            `json:"number" doc:"From 1."`
	Text        string           `json:"text"`
	Format      string           `json:"format" enum:"plain,html" doc:"Of the text."`
	Link        string           `json:"link" doc:"Empty for none."`
	Files       []SubmissionFile `json:"files"`
	SubmittedAt time.Time        `json:"submitted_at"`
	Late        bool             `json:"late"`
	Penalty     int64            `json:"penalty_percent" doc:"That being late costs."`
}
