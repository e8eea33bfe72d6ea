// Package question defines the questions of a course: their kinds and rules, how answers earn credit, and how they
// are stored.
package question

import (
	"strings"
	"time"

	"lectern/internal/platform/text"
)

const (
	Single    = "single"
	Multiple  = "multiple"
	TrueFalse = "true_false"
	Short     = "short"
	Ordering  = "ordering"
	Numeric   = "numeric"
)

const (
	PlainFormat = text.PlainFormat
	HTMLFormat  = text.HTMLFormat
)

const MaxOptions = 20

// NewQuestion is everything that an author can set. Its texts are plain unless Format says otherwise.
type NewQuestion struct {
	Kind          string           `json:"kind" enum:"single,multiple,true_false,short,ordering,numeric" msg:"The kind of a question must be single, multiple, true_false, short, ordering or numeric"`
	Format        string           `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a question must be plain or html" doc:"Of prompt and explanation. HTML is cleaned; <img src=\"file:ID\"> shows a file of the course, <span data-formula=\"inline\"> a formula in TeX."`
	Prompt        string           `json:"prompt" pattern:"\\S" maxLength:"20000" msg:"Please enter the question;maxLength=A question has at most 20000 characters"`
	Points        int64            `json:"points,omitempty" minimum:"1" maximum:"1000" default:"1" msg:"A question is worth 1 to 1000 points"`
	Tags          []string         `json:"tags,omitempty" maxItems:"20" msg:"A question has at most 20 tags"`
	Explanation   string           `json:"explanation,omitempty" maxLength:"20000" msg:"An explanation has at most 20000 characters" doc:"Shown with the answer key."`
	Options       []QuestionOption `json:"options,omitempty" maxItems:"20" msg:"A question has at most 20 options" doc:"Of single, multiple and ordering; of the last in their right order."`
	Truth         bool             `json:"truth,omitempty" msg:"truth must be true or false" doc:"Of true_false: whether the statement holds."`
	Accepted      []string         `json:"accepted,omitempty" maxItems:"50" msg:"At most 50 answers can be accepted" doc:"Of short: what counts as right. Blanks around it never matter."`
	CaseSensitive bool             `json:"case_sensitive,omitempty" msg:"case_sensitive must be true or false" doc:"Of short: upper and lower case, and accents, matter."`
	Value         string           `json:"value,omitempty" maxLength:"40" msg:"Please enter a number, such as 3.14" doc:"Of numeric, as a decimal number."`
	Tolerance     string           `json:"tolerance,omitempty" maxLength:"40" msg:"Please enter a number, such as 0.01" doc:"Of numeric: how far from the value an answer may be. Default: 0."`
	Partial       bool             `json:"partial,omitempty" msg:"partial must be true or false" doc:"Of multiple and ordering: part of the points for part of the answer."`
}

// QuestionOption is an option to choose, or to put in order.
type QuestionOption struct {
	Ref     string `json:"ref,omitempty" maxLength:"20" msg:"This option doesn't exist" doc:"Names it within its question; the server makes it, and it says nothing of the place or of the key."`
	Text    string `json:"text" pattern:"\\S" maxLength:"1000" msg:"Please enter a text for each option;maxLength=An option has at most 1000 characters"`
	Correct bool   `json:"correct,omitempty" msg:"correct must be true or false" doc:"Of single and multiple."`
}

// Question is a question of a course, as its teachers see it.
type Question struct {
	ID string `json:"id"`
	NewQuestion
	Title     string    `json:"title" doc:"The prompt without its markup, on one line."`
	Revision  int64     `json:"revision" doc:"Send it with the next change."`
	UpdatedAt time.Time `json:"updatedAt"`
}

// EditVersion is compared with If-Match.
func (q Question) EditVersion() int64 { return q.Revision }

// QuizAnswer is an answer to a question. Its kind determines which fields count; a blank answer has none.
type QuizAnswer struct {
	Options []string `json:"options,omitempty" maxItems:"20" msg:"At most 20 options" doc:"Refs of options: one, several, or all in their order."`
	Truth   *bool    `json:"truth,omitempty" msg:"truth must be true or false"`
	Text    string   `json:"text,omitempty" maxLength:"2000" msg:"An answer has at most 2000 characters" doc:"Of short and numeric."`
}

// TravellingQuestion is a question outside its course, in a file.
type TravellingQuestion struct {
	Ref string `json:"ref,omitempty" maxLength:"64" msg:"This question doesn't exist" doc:"Names it within what travels with it."`
	NewQuestion
}

func (a QuizAnswer) IsBlank() bool {
	return len(a.Options) == 0 && a.Truth == nil && strings.TrimSpace(a.Text) == ""
}

// QuestionFilter narrows the list of questions.
type QuestionFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the question or its tags."`
	Tag    string `query:"tag" maxLength:"80" msg:"tag must be at most 80 characters"`
	IDs    string `query:"ids" maxLength:"3700" msg:"ids must be at most 3700 characters" doc:"Only these questions: their ids, separated by commas, at most 100."`
	Kind   string `query:"kind" enum:"single,multiple,true_false,short,ordering,numeric" msg:"The kind of a question must be single, multiple, true_false, short, ordering or numeric"`
}

// QuestionAnswers is the answer key of a question. Its kind determines which fields count.
type QuestionAnswers struct {
	Options     []string `json:"options" doc:"Refs of the right ones; of ordering all in their order."`
	Truth       bool     `json:"truth"`
	Accepted    []string `json:"accepted"`
	Value       string   `json:"value"`
	Tolerance   string   `json:"tolerance"`
	Explanation string   `json:"explanation"`
}

func (q NewQuestion) Solution() *QuestionAnswers {
	key := QuestionAnswers{Options: q.CorrectRefs(), Truth: q.Truth, Accepted: q.Accepted, Value: q.Value, Tolerance: q.Tolerance, Explanation: q.Explanation}
	if key.Options == nil {
		key.Options = []string{}
	}
	if key.Accepted == nil {
		key.Accepted = []string{}
	}
	return &key
}
