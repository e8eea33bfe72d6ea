// Package note keeps the private notes that users take in a lesson. Only its author can read a note; teachers and
// administrators cannot.
package note

import (
	"math"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/fault"
)

// Note is a note on a lesson.
type Note struct {
	bun.BaseModel `bun:"table:lesson_notes,alias:n" json:"-"`

	ID        string    `bun:",pk" json:"id"`
	UserID    string    `json:"-"`
	CourseID  string    `json:"courseId"`
	LessonID  string    `json:"lessonId"`
	AtMS      *int64    `bun:"at_ms" json:"-"`
	Timestamp *float64  `bun:"-" json:"timestamp" doc:"Moment of the film, in seconds; null for none."`
	Body      string    `json:"body" doc:"Plain text."`
	CreatedAt time.Time `json:"createdAt"`
	UpdatedAt time.Time `json:"updatedAt"`

	SearchText     string `json:"-"`
	LessonTitle    string `bun:",scanonly" json:"lessonTitle" doc:"In a search; empty when the lesson is not published any more."`
	LessonPosition int64  `bun:",scanonly" json:"lessonPosition" doc:"In a search: in the whole course, from 1; 0 when the lesson is not published any more."`
	CourseTitle    string `bun:",scanonly" json:"courseTitle" doc:"In a search."`
}

// NotedLesson is a lesson on which a user has notes.
type NotedLesson struct {
	CourseID    string `json:"courseId"`
	CourseTitle string `json:"courseTitle"`
	LessonID    string `json:"lessonId"`
	LessonTitle string `json:"lessonTitle" doc:"Empty when the lesson is not published any more."`
	Notes       int64  `json:"notes" doc:"How many of the caller's there are."`
}

// NoteFilter narrows a list of notes.
type NoteFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the note; upper and lower case and accents do not matter."`
}

// AllFilter narrows the notes in all courses.
type AllFilter struct {
	NoteFilter
	CourseID string `query:"courseId" maxLength:"36" msg:"This course doesn't exist"`
	LessonID string `query:"lessonId" maxLength:"36" msg:"This lesson doesn't exist"`
}

// NewNote is a note as its author sends it. In an update, it replaces the timestamp too.
type NewNote struct {
	Body      string   `json:"body" minLength:"1" maxLength:"5000" msg:"Please enter some text;maxLength=A note has at most 5000 characters" doc:"Plain text."`
	Timestamp *float64 `json:"timestamp,omitempty" minimum:"0" maximum:"1000000" msg:"timestamp must be a number of seconds" doc:"Moment of the film, in seconds."`
}

var errNoNote = fault.New(fault.NotFound, "note_not_found", "This note doesn't exist.")

func (n NewNote) normalise() (body string, atMS *int64, err error) {
	var broken fault.Fields
	body = strings.TrimSpace(n.Body)
	broken.Require(body != "", "body", "required", "Please enter some text")
	if n.Timestamp != nil {
		ms := int64(math.Round(*n.Timestamp * 1000))
		atMS = &ms
	}
	return body, atMS, broken.Err()
}

func (n Note) shown() Note {
	if n.AtMS != nil {
		seconds := float64(*n.AtMS) / 1000
		n.Timestamp = &seconds
	}
	return n
}
