package quiz

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/text"
)

// Lesson is a quiz lesson as somebody may work in it.
type Lesson struct {
	CourseID string
	LessonID string
	Title    string
	Content  json.RawMessage // QuizSettings; nil for none yet, and while it is locked
	Revision int64
	Locked   string // why it does not open, in a sentence; "" when it does
	Teaches  bool   // the caller teaches the course
	Enrolled bool
}

// Lessons are the quiz lessons of all courses. Package curriculum fills it.
type Lessons interface {
	// Task is fault.NotFound for who may not know of the lesson; for teachers it is that of the draft.
	Task(ctx context.Context, who access.Caller, lessonID string) (Lesson, error)
	// Put changes what is in it, in the draft. fault.Precondition when it is not of that revision any more.
	Put(ctx context.Context, who access.Caller, courseID, lessonID string, content json.RawMessage, revision int64) error
}

// Courses says who teaches what. Package course fills it.
type Courses interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

// Progress is told what learners have done. Package progress fills it.
type Progress interface {
	Note(ctx context.Context, tx bun.IDB, userID, courseID, lessonID, id, kind string, value int64, at time.Time) error
}

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Courses  Courses
	Lessons  Lessons
	Progress Progress
	Cleaner  *text.Cleaner
	Files    Files
	Audit    *audit.Log
}

// Files are those of all courses, which the texts of questions may show. Package curriculum keeps them.
type Files interface {
	// Address is where a file can be fetched for some hours.
	Address(id string) string
}

var (
	errNoQuiz    = fault.New(fault.NotFound, "quiz_not_found", "There is no such quiz.")
	errNoAttempt = fault.New(fault.NotFound, "attempt_not_found", "There is no such attempt.")
	errNoBank    = fault.New(fault.NotFound, "course_not_found", "There is no such course.")
)

// lesson is a quiz lesson with its settings; errNoQuiz for who may not know of it.
func (s *Service) lesson(ctx context.Context, who access.Caller, lessonID string) (l Lesson, settings QuizSettings, err error) {
	l, err = s.Lessons.Task(ctx, who, lessonID)
	if fault.Is(err, fault.NotFound) {
		err = errNoQuiz
	}
	if err == nil && len(l.Content) > 0 {
		err = json.Unmarshal(l.Content, &settings)
	}
	return l, settings, err
}

// taught is a quiz lesson of a course that the caller teaches; errNoQuiz for everybody else.
func (s *Service) taught(ctx context.Context, who access.Caller, lessonID string) (l Lesson, settings QuizSettings, err error) {
	l, settings, err = s.lesson(ctx, who, lessonID)
	if err == nil && !l.Teaches {
		err = errNoQuiz
	}
	return l, settings, err
}

// mayKeep is errNoBank for who does not teach a course.
func (s *Service) mayKeep(ctx context.Context, who access.Caller, courseID string) error {
	teaches, err := s.Courses.MayTeach(ctx, who, courseID)
	if err == nil && !teaches {
		err = errNoBank
	}
	return err
}
