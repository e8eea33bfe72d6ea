package progress

import (
	"context"

	"lectern/internal/platform/events"
)

// CompletedEvent is published once when a learner has completed every required lesson of a course.
type CompletedEvent struct {
	UserID   string
	CourseID string
}

// EventName is the name under which it is published.
func (CompletedEvent) EventName() string { return "course.completed" }

// curriculumPublished is the event curriculum.published, as far as it is read here.
type curriculumPublished struct{ CourseID string }

func (curriculumPublished) EventName() string { return "curriculum.published" }

// Listeners recount a course when another version of its curriculum has been published.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("progress", func(ctx context.Context, d events.Delivery[curriculumPublished]) error {
		return s.recountStudents(ctx, d.Event.CourseID)
	})}
}
