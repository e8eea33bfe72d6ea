package app

import (
	"context"

	"lectern/internal/learning/content"
	"lectern/internal/learning/curriculum"
	"lectern/internal/platform/events"
)

func (a *App) newCurricula(p Deps) *curriculum.Service {
	return &curriculum.Service{
		DB: p.DB, Clock: p.Clock, Blob: p.Blob, Key: Derive(p.Secret, "course files"), Courses: a.Courses, Progress: curriculumProgress{a.Progress},
		Kinds: content.NewKinds(taskKinds(p)),
	}
}

// counters are who counts anew when something has changed under what learners have done.
func (a *App) counters() []events.Listener {
	return []events.Listener{events.On("progress", func(ctx context.Context, h events.Delivery[curriculum.PublishedEvent]) error {
		return a.Progress.Recount(ctx, h.Event.CourseID)
	})}
}
