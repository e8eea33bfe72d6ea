// Package analytics shows learners their own progress over time, and teachers the progress of their students.
//
// It reads what package progress stores for each learner and each quarter of an hour. It never counts events, so that a
// response costs the same in a large school as in a small one. Days and weeks are those of the reader's time zone.
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

// LearnerProgress is the progress of a learner in a course.
type LearnerProgress struct {
	Status      string     `bun:"-" json:"status" enum:"not_started,in_progress,completed"`
	Completed   int64      `json:"completedLessons" doc:"Required ones."`
	Required    int64      `json:"requiredLessons"`
	Percent     *int64     `bun:"-" json:"progressPercentage" doc:"null where no lesson is required."`
	TimeSpent   int64      `json:"timeSpent" doc:"Seconds."`
	StartedAt   *time.Time `json:"startedAt"`
	LastAt      *time.Time `json:"lastAt" doc:"When they were last at it; null for who has not begun."`
	CompletedAt *time.Time `json:"completedAt"`
}

// derive fills in what follows from the rest.
func (l *LearnerProgress) derive() {
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
