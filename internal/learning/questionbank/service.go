// Package questionbank keeps the questions of a course, from which its quizzes ask.
package questionbank

import (
	"lectern/internal/learning/coursework"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/text"
)

// Deps is what the service needs.
type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Cleaner *text.Cleaner
	Courses coursework.Teaching
}

// Service is the use cases.
type Service struct{ deps Deps }

// New builds the service.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}
