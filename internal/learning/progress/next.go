package progress

import (
	"context"
	"slices"
	"time"

	"lectern/internal/learning/coursework"
)

// step is a published lesson with what decides whether somebody goes on there.
type step struct {
	lesson
	Title, Type string
	Position    int64
	EnrolledAt  time.Time
	CompletedAt *time.Time
	LastLesson  string // of the learner in the course
}

// NextLessons is where somebody goes on in each of some courses in which they have a place: the lesson where they were last, or
// behind it, that opens and is not completed; else the first such. A course without one is not in it. The learn page goes
// there too (resumeAt). For other features.
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
		if at := goesOn(steps[:end], now); at != nil {
			next[courseID] = coursework.NextLesson{LessonID: at.LessonID, Title: at.Title, Type: at.Type, Position: at.Position}
		}
		steps = steps[end:]
	}
	return next, nil
}

// goesOn picks of the lessons of a course, in their order.
func goesOn(steps []step, now time.Time) *step {
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
