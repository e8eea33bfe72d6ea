// Package questionbank keeps the questions of a course for its quizzes.
package questionbank

import (
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Cleaner *text.Cleaner
	Courses coursework.Teaching
}

type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}
