// Package analytics tells learners how they come on, and teachers how their learners do.
//
// It reads what package progress keeps for each learner and each quarter of an hour; nothing here counts events, so that an
// answer costs as much in a large school as in a small one. Days and weeks are those of the reader's time zone.
package analytics

import (
	"context"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/platform/mail"
)

// Statuses of a course (spec, first document, section 4).
const (
	notStarted = "not_started"
	inProgress = "in_progress"
	completed  = "completed"
)

// Lessons says where students continue.
type Lessons interface {
	// NextLessons is the lesson at which the user continues in each of some courses in which they are enrolled.
	NextLessons(ctx context.Context, userID string, courseIDs []string) (map[string]coursework.NextLesson, error)
}

// Deps are what New needs.
type Deps struct {
	DB          *db.DB
	Clock       clock.Clock
	Courses     coursework.Teaching
	Lessons     Lessons
	Preferences mail.Preferences
}

// Service is the use cases.
type Service struct{ deps Deps }

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{d}
}

// LearnerStanding is how far somebody is in a course.
type LearnerStanding struct {
	Status      string     `bun:"-" json:"status" enum:"not_started,in_progress,completed"`
	Completed   int64      `json:"completedLessons" doc:"Required ones."`
	Required    int64      `json:"requiredLessons"`
	Percent     *int64     `bun:"-" json:"progressPercentage" doc:"null where no lesson is required."`
	TimeSpent   int64      `json:"timeSpent" doc:"Seconds."`
	StartedAt   *time.Time `json:"startedAt"`
	LastAt      *time.Time `json:"lastAt" doc:"When they were last at it; null for who has not begun."`
	CompletedAt *time.Time `json:"completedAt"`
}

// settle fills in what follows from the rest.
func (l *LearnerStanding) settle() {
	l.Status = notStarted
	switch {
	case l.CompletedAt != nil:
		l.Status = completed
	case l.StartedAt != nil && l.Required > 0:
		l.Status = inProgress
	}
	if l.Required > 0 {
		percent := l.Completed * 100 / l.Required
		l.Percent = &percent
	}
}
