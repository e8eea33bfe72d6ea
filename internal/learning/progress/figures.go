package progress

import (
	"context"
	"time"

	"lectern/internal/learning/coursework"
)

// Completed returns the lessons of a course that a user has completed. For other features.
func (s *Service) Completed(ctx context.Context, userID, courseID string) (map[string]bool, error) {
	ids, err := completedLessons(ctx, s.db.Reader(), userID, courseID)
	done := make(map[string]bool, len(ids))
	for _, id := range ids {
		done[id] = true
	}
	return done, err
}

// LessonFigures counts what students did in a lesson since an instant. For other features.
func (s *Service) LessonFigures(ctx context.Context, courseID, lessonID string, since time.Time) (coursework.LessonFigures, error) {
	return lessonFigures(ctx, s.db.Reader(), courseID, lessonID, since)
}

// CourseFigures counts the students of a course and averages their progress. For other features.
func (s *Service) CourseFigures(ctx context.Context, courseID string) (coursework.CourseFigures, error) {
	return courseFigures(ctx, s.db.Reader(), courseID)
}
