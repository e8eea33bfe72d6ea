package progress

import (
	"context"
	"time"
)

// Completed is the lessons of a course that somebody has completed. For other features.
func (s *Service) Completed(ctx context.Context, userID, courseID string) (map[string]bool, error) {
	ids, err := completedLessons(ctx, s.db.Reader(), userID, courseID)
	done := make(map[string]bool, len(ids))
	for _, id := range ids {
		done[id] = true
	}
	return done, err
}

// LessonFigures is what happened in a lesson since an instant: who worked in it, who completed it, seconds spent, the
// average of the scores in percent and of how many. For other features.
func (s *Service) LessonFigures(ctx context.Context, lessonID string, since time.Time) (learners, done, seconds, score, scored int64, err error) {
	f, err := lessonFigures(ctx, s.db.Reader(), lessonID, since)
	return f.Learners, f.Completed, f.TimeSpent, f.AverageScore, f.Scored, err
}

// CourseFigures is how many have begun a course, how many have completed it, and how far they are on average, in percent.
// For other features.
func (s *Service) CourseFigures(ctx context.Context, courseID string) (learners, done, average int64, err error) {
	return courseFigures(ctx, s.db.Reader(), courseID)
}
