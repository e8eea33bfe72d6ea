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

type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Queue    *jobs.Queue
	Audit    *audit.Log
	Cleaner  *text.Cleaner
	Files    attachment.Signer // signs URLs of the course files that questions embed
	Courses  coursework.Teaching
	Tasks    coursework.Tasks
	Progress coursework.Recorder
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

var (
	errNoQuiz    = fault.New(fault.NotFound, "quiz_not_found", "This quiz doesn't exist.")
	errNoAttempt = fault.New(fault.NotFound, "attempt_not_found", "This attempt doesn't exist.")
)

// quiz returns a quiz lesson with its settings, to teachers those of the draft. Callers who may not know of it get
// errNoQuiz.
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

// taught returns a quiz lesson of a course that the caller teaches. Others get errNoQuiz.
func (s *Service) taught(ctx context.Context, who access.Caller, lessonID string) (t coursework.Task, settings QuizSettings, err error) {
	t, settings, err = s.quiz(ctx, who, lessonID)
	if err == nil && !t.Teaches {
		err = errNoQuiz
	}
	return t, settings, err
}
