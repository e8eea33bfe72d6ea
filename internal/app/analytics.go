package app

import (
	"context"

	"lectern/internal/learning/analytics"
	"lectern/internal/learning/progress"
	"lectern/internal/people/profile"
)

// newAnalytics builds the analytics for students and their teachers.
func (a *App) newAnalytics(p Deps) *analytics.Service {
	return &analytics.Service{DB: p.DB, Clock: p.Clock, Courses: a.Courses, Lessons: nextLessons{a.Progress}, Preferences: profile.Preferences{}}
}

// nextLessons adapts progress to analytics.
type nextLessons struct{ progress *progress.Service }

func (n nextLessons) Next(ctx context.Context, userID string, courseIDs []string) (map[string]analytics.NextLesson, error) {
	steps, err := n.progress.Next(ctx, userID, courseIDs)
	next := make(map[string]analytics.NextLesson, len(steps))
	for course, s := range steps {
		next[course] = analytics.NextLesson{LessonID: s.LessonID, Title: s.Title, Type: s.Type, Position: s.Position}
	}
	return next, err
}
