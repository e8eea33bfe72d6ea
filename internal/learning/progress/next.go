package progress

import (
	"context"
	"slices"
	"time"

	"lectern/internal/learning/coursework"
)

// step is a published lesson with what decides whether its learner continues there.
type step struct {
	lesson
	Title, Type string
	Position    int64
	EnrolledAt  time.Time
	CompletedAt *time.Time
	LastLesson  string // of the learner in the course
}

// NextLessons returns the lesson at which a user continues in each of some courses in which they are enrolled: the first open and
// uncompleted one from the lesson where they were last, or else from the beginning. Courses without one are left out. The
// learn page chooses likewise (resumeAt). For other features.
func (s *Service) NextLessons(ctx context.Context, userID string, courseIDs []string) (map[string]coursework.NextLesson, error) {
	next := map[string]coursework.NextLesson{}
	if len(courseIDs) == 0 {
		return next, nil
	}
	steps, err := stepsOf(ctx, s.db.Reader(), userID, courseIDs)
	if err != nil {
		return nil, err
	}
	now := s.clock.Now()
	for len(steps) > 0 {
		courseID, end := steps[0].CourseID, 1
		for end < len(steps) && steps[end].CourseID == courseID {
			end++
		}
		if at := nextStep(steps[:end], now); at != nil {
			next[courseID] = coursework.NextLesson{LessonID: at.LessonID, Title: at.Title, Type: at.Type, Position: at.Position}
		}
		steps = steps[end:]
	}
	return next, nil
}

// nextStep chooses from the lessons of a course, in their order.
func nextStep(steps []step, now time.Time) *step {
	done := map[string]*time.Time{}
	for _, l := range steps {
		done[l.LessonID] = l.CompletedAt
	}
	todo := func(l step) bool {
		o := l.opening(l.EnrolledAt, done[l.ReleaseAfter])
		return l.CompletedAt == nil && !o.closed && !now.Before(o.from)
	}
	last := max(0, slices.IndexFunc(steps, func(l step) bool { return l.LessonID == l.LastLesson }))
	for _, i := range []int{last, 0} {
		if at := slices.IndexFunc(steps[i:], todo); at >= 0 {
			return &steps[i+at]
		}
	}
	return nil
}
