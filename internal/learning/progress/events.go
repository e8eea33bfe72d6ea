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

// AdvancedEvent is published when a learner has completed a lesson or reopened it, or earned another score in it.
type AdvancedEvent struct {
	UserID   string
	LessonID string
}

// EventName is the name under which it is published.
func (AdvancedEvent) EventName() string { return "progress.advanced" }

// The events curriculum.published and curriculum.reverted, as far as they are read here.
type (
	curriculumPublished struct{ CourseID string }
	curriculumReverted  struct{ CourseID string }
)

func (curriculumPublished) EventName() string { return "curriculum.published" }
func (curriculumReverted) EventName() string  { return "curriculum.reverted" }

// Listeners recount a course when its learners get another version of its curriculum.
func (s *Service) Listeners() []events.Listener {
	return []events.Listener{
		events.On("progress", func(ctx context.Context, d events.Delivery[curriculumPublished]) error {
			return s.recountStudents(ctx, d.Event.CourseID)
		}),
		events.On("progress", func(ctx context.Context, d events.Delivery[curriculumReverted]) error {
			return s.recountStudents(ctx, d.Event.CourseID)
		}),
	}
}
