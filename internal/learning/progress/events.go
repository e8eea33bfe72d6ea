package progress

import (
	"context"

	"lectern/internal/platform/events"
)

// CompletedEvent says that somebody has completed every required lesson of a course. It is published once for each of them.
type CompletedEvent struct {
	UserID   string
	CourseID string
}

// EventName is the name under which it is published.
func (CompletedEvent) EventName() string { return "course.completed" }

// curriculumPublished is the event curriculum.published, as far as it is read here.
type curriculumPublished struct{ CourseID string }

func (curriculumPublished) EventName() string { return "curriculum.published" }

// Listeners count a course anew when another version of its curriculum has been published.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{events.On("progress", func(ctx context.Context, d events.Delivery[curriculumPublished]) error {
		return s.recountStudents(ctx, d.Event.CourseID)
	})}
}
