// Package analytics tells learners how they come on, and teachers how their learners do.
//
// It reads what package progress keeps for each learner and each quarter of an hour; nothing here counts events, so that an
// answer costs as much in a large school as in a small one. Days and weeks are those of the reader's time zone.
package analytics

import (
	"context"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
)

// Statuses of a course (spec, first document, section 4).
const (
	notStarted = "not_started"
	inProgress = "in_progress"
	completed  = "completed"
)

// Courses is what this package asks of package course.
type Courses interface {
	MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error)
}

// Lessons is what this package asks of package progress.
type Lessons interface {
	// Next is where somebody goes on in each of some courses in which they have a place.
	Next(ctx context.Context, userID string, courseIDs []string) (map[string]NextLesson, error)
}

// Service is the use cases. It is built once, in package app.
type Service struct {
	DB          *db.DB
	Clock       clock.Clock
	Courses     Courses
	Lessons     Lessons
	Preferences mail.Preferences
}

// NextLesson is where somebody goes on in a course.
type NextLesson struct {
	LessonID string `json:"lessonId"`
	Title    string `json:"title"`
	Type     string `json:"type" enum:"video,text,pdf,file,embed,quiz,assignment,live_session"`
	Position int64  `json:"position" doc:"In the whole course, from 1."`
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

var errNoCourse = fault.New(fault.NotFound, "course_not_found", "There is no such course.")

// mayTeach is errNoCourse for whoever does not teach a course.
func (s *Service) mayTeach(ctx context.Context, who access.Caller, courseID string) error {
	teaches, err := s.Courses.MayTeach(ctx, who, courseID)
	if err == nil && !teaches {
		err = errNoCourse
	}
	return err
}
