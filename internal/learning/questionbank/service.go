// Package questionbank keeps the questions of a course for its quizzes.
package questionbank

import (
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/question"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

type Deps struct {
	DB      *db.DB
	Clock   clock.Clock
	Cleaner *text.Cleaner
	Courses coursework.Teaching
	Scratch string // folder for temporary files
}

type Service struct {
	deps      Deps
	files     *rest.Decoder[QuestionBank]
	questions *rest.Decoder[question.TravellingQuestion]
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d, rest.NewDecoder[QuestionBank](), rest.NewDecoder[question.TravellingQuestion]()}
}
