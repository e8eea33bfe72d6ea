package quiz

import (
	"context"
	"encoding/json"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/text"
)

// Deps is what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Audit    *audit.Log
	Cleaner  *text.Cleaner
	Files    attachment.Signer // of the addresses of files of courses, which the texts of questions show
	Courses  coursework.Teaching
	Tasks    coursework.Tasks
	Progress coursework.Recorder
}

// Service is the use cases.
type Service struct{ deps Deps }

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var (
	errNoQuiz    = fault.New(fault.NotFound, "quiz_not_found", "There is no such quiz.")
	errNoAttempt = fault.New(fault.NotFound, "attempt_not_found", "There is no such attempt.")
)

// quiz is a quiz lesson with its settings, of the draft for teachers; errNoQuiz for a caller who may not know of it.
func (s *Service) quiz(ctx context.Context, who access.Caller, lessonID string) (t coursework.Task, settings QuizSettings, err error) {
	t, err = s.deps.Tasks.Task(ctx, who, lessonID, true)
	if fault.Is(err, fault.NotFound) {
		err = errNoQuiz
	}
	if err == nil && len(t.Content) > 0 {
		err = json.Unmarshal(t.Content, &settings)
	}
	return t, settings, err
}

// taught is a quiz lesson of a course that the caller teaches; errNoQuiz for everybody else.
func (s *Service) taught(ctx context.Context, who access.Caller, lessonID string) (t coursework.Task, settings QuizSettings, err error) {
	t, settings, err = s.quiz(ctx, who, lessonID)
	if err == nil && !t.Teaches {
		err = errNoQuiz
	}
	return t, settings, err
}
