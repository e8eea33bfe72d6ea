// Package quiz lets learners answer questions in quiz lessons.
//
// The settings of a quiz are the content of its lesson (QuizSettings). An attempt draws its questions and their order
// when it begins and keeps them, so that later edits do not affect attempts in progress. The server decides on
// answers, deadlines and grades; the answer key leaves it only as the quiz's review rules allow.
package quiz

import (
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// Statuses of an attempt, and outcomes of an answer.
const (
	running   = "running"
	submitted = "submitted"

	right   = "right"
	partial = "partial"
	wrong   = "wrong"
	blank   = "blank"
)

const (
	maxQuestions    = 200    // in one quiz
	maxInstructions = 10_000 // characters without markup
)

// QuizSettings is the content of a quiz lesson.
type QuizSettings struct {
	Instructions     string          `json:"instructions,omitempty" maxLength:"40000" msg:"Instructions have at most 10000 characters" doc:"At most 10000 characters without markup."`
	Format           string          `json:"format,omitempty" enum:"plain,html" default:"plain" msg:"The format of a text must be plain or html" doc:"Of the instructions. HTML is cleaned."`
	Questions        []QuizPick      `json:"questions,omitempty" maxItems:"200" msg:"A quiz asks at most 200 questions" doc:"Asked in every attempt."`
	Draws            []QuizDraw      `json:"draws,omitempty" maxItems:"50" msg:"A quiz has at most 50 draws" doc:"Drawn anew for each attempt."`
	TimeLimitSeconds int64           `json:"time_limit_seconds,omitempty" minimum:"0" maximum:"86400" msg:"The time limit must be 0 to 24 hours" doc:"0 or none: as long as it takes."`
	Attempts         int64           `json:"attempts,omitempty" minimum:"0" maximum:"100" msg:"The attempts must be 0 to 100" doc:"0 or none: as many as one likes."`
	PassMark         int64           `json:"pass_mark,omitempty" minimum:"0" maximum:"100" msg:"The pass mark must be 0 to 100" doc:"Percent; 0 or none: the quiz is neither passed nor failed. The lesson's own completion rule says when it counts as done."`
	ShuffleQuestions bool            `json:"shuffle_questions,omitempty" msg:"shuffle_questions must be true or false"`
	ShuffleOptions   bool            `json:"shuffle_options,omitempty" msg:"shuffle_options must be true or false" doc:"What is to be put in order always is."`
	Closes           *clock.WallTime `json:"closes,omitempty" doc:"After this instant no attempt begins, and those that run end."`
	Review           QuizReview      `json:"review,omitzero"`
}

// QuizPick is a question that a quiz always asks.
type QuizPick struct {
	QuestionID string `json:"question_id" minLength:"1" maxLength:"36" msg:"Question ID is required;minLength=Question ID cannot be empty"`
	Points     int64  `json:"points,omitempty" minimum:"0" maximum:"1000" msg:"A question is worth 1 to 1000 points" doc:"0 or none: its own."`
}

// QuizDraw picks random questions among those that have any of its tags.
type QuizDraw struct {
	Tags   []string `json:"tags" minItems:"1" maxItems:"20" msg:"Choose at least one tag to draw questions from"`
	Count  int64    `json:"count" minimum:"1" maximum:"200" msg:"Draw at least one question"`
	Points int64    `json:"points,omitempty" minimum:"0" maximum:"1000" msg:"A question is worth 1 to 1000 points" doc:"0 or none: their own."`
}

// QuizReview says what learners see of their submitted attempts besides the score.
type QuizReview struct {
	When string `json:"when,omitempty" enum:"after_submit,after_deadline,never" default:"after_submit" msg:"Review must be after_submit, after_deadline or never" doc:"after_deadline: once the quiz has closed."`
	Key  bool   `json:"with_key,omitempty" msg:"with_key must be true or false" doc:"Also the right answers and their explanations."`
}

// paperQuestion is a question as it was when the attempt began.
type paperQuestion struct {
	ID       string
	Points   int64
	Question question.NewQuestion
	Order    []string // refs of the options in display order
}

// attempt is a stored attempt.
type attempt struct {
	bun.BaseModel `bun:"table:quiz_attempts,alias:a"`

	ID          string `bun:",pk"`
	CourseID    string
	LessonID    string
	UserID      string
	Number      int64
	Trial       bool
	Status      string
	Seed        int64
	Settings    db.JSON[QuizSettings]
	Paper       db.JSON[[]paperQuestion]
	StartedAt   time.Time
	DeadlineAt  *time.Time
	SubmittedAt *time.Time
	TimedOut    bool
	Earned      string
	Possible    int64
	Percent     *int64
	Passed      bool
}

// over reports whether the deadline has passed.
func (a attempt) over(now time.Time) bool {
	return a.DeadlineAt != nil && !now.Before(*a.DeadlineAt)
}
