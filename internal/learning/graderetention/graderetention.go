// Package graderetention keeps the results of erased accounts without a name, for as long as the school's setting says: grades and
// figures of courses do not change because one of their learners has left.
//
// When an account is erased, its results are copied into tables of their own that have no column for a user; then the features delete
// theirs. So what is kept is what Kept lists, and nothing has to be blanked out. A learner has another random id in each course.
package graderetention

import (
	"time"

	"github.com/uptrace/bun"
)

// Kept says for each column of what is kept why it is. Its keys are all columns of all tables of this package.
func Kept() map[string]string {
	const (
		whose = "random: what belongs to one learner of one course"
		where = "which lesson"
		score = "the score and what could be reached"
		state = "the state of the work"
		day   = "the day (UTC), not the time"
		due   = "when it is deleted"
	)
	return map[string]string{
		"retained_learners.id": whose, "retained_learners.course_id": "which course", "retained_learners.counted": "whether figures of the course count them",
		"retained_learners.completed": score, "retained_learners.required": score, "retained_learners.percent": score, "retained_learners.time_spent": "the course's sum",
		"retained_learners.started_on": day, "retained_learners.completed_on": day,
		"retained_learners.erased_on": due, "retained_learners.keep_until": due,

		"retained_lessons.learner_id": whose, "retained_lessons.lesson_id": where, "retained_lessons.status": state, "retained_lessons.percent": state,
		"retained_lessons.score": score, "retained_lessons.time_spent": "the lesson's sum", "retained_lessons.started_on": day, "retained_lessons.completed_on": day,

		"retained_attempts.learner_id": whose, "retained_attempts.lesson_id": where, "retained_attempts.number": "which attempt",
		"retained_attempts.earned": score, "retained_attempts.possible": score, "retained_attempts.percent": score, "retained_attempts.passed": state,
		"retained_attempts.submitted_on": day,

		"retained_outcomes.learner_id": whose, "retained_outcomes.lesson_id": where, "retained_outcomes.number": "which attempt",
		"retained_outcomes.question_id": "which question", "retained_outcomes.outcome": "right or wrong, not what was answered",

		"retained_submissions.learner_id": whose, "retained_submissions.lesson_id": where, "retained_submissions.status": state,
		"retained_submissions.number": "how often it was handed in", "retained_submissions.late": state, "retained_submissions.excused": state,
		"retained_submissions.earned": score, "retained_submissions.possible": score, "retained_submissions.percent": score,
		"retained_submissions.submitted_on": day, "retained_submissions.returned_on": day,
	}
}

// learner is an erased account in one of its courses.
type learner struct {
	bun.BaseModel `bun:"table:retained_learners,alias:r"`

	ID          string `bun:",pk"`
	CourseID    string
	Counted     bool
	Completed   int64
	Required    int64
	Percent     *int64
	TimeSpent   int64
	StartedOn   *time.Time
	CompletedOn *time.Time
	ErasedOn    time.Time
	KeepUntil   time.Time
}

type lessonResult struct {
	bun.BaseModel `bun:"table:retained_lessons,alias:l"`

	CourseID    string `bun:",scanonly"`
	LearnerID   string `bun:",pk"`
	LessonID    string `bun:",pk"`
	Status      string
	Percent     int64
	Score       *int64
	TimeSpent   int64
	StartedOn   *time.Time
	CompletedOn *time.Time
}

type attempt struct {
	bun.BaseModel `bun:"table:retained_attempts,alias:a"`

	CourseID    string `bun:",scanonly"`
	LearnerID   string `bun:",pk"`
	LessonID    string `bun:",pk"`
	Number      int64  `bun:",pk"`
	Earned      string
	Possible    int64
	Percent     *int64
	Passed      bool
	SubmittedOn *time.Time
}

type outcome struct {
	bun.BaseModel `bun:"table:retained_outcomes,alias:o"`

	CourseID   string `bun:",scanonly"`
	LearnerID  string `bun:",pk"`
	LessonID   string `bun:",pk"`
	Number     int64  `bun:",pk"`
	QuestionID string `bun:",pk"`
	Outcome    string
}

type submission struct {
	bun.BaseModel `bun:"table:retained_submissions,alias:s"`

	CourseID    string `bun:",scanonly"`
	LearnerID   string `bun:",pk"`
	LessonID    string `bun:",pk"`
	Status      string
	Number      int64
	Late        bool
	Excused     bool
	Earned      string
	Possible    int64
	Percent     *int64
	SubmittedOn *time.Time
	ReturnedOn  *time.Time
}

// day rounds an instant down to its day; nil stays nil.
func day(at *time.Time) *time.Time {
	if at == nil {
		return nil
	}
	d := at.UTC().Truncate(24 * time.Hour)
	return &d
}

// addMonths adds months to a day. A day that the month does not have is its last one.
func addMonths(d time.Time, months int64) time.Time {
	first := time.Date(d.Year(), d.Month()+time.Month(months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(d.Day(), last)-1)
}
