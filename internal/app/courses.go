package app

import (
	"context"

	"lectern/internal/learning/course"
	"lectern/internal/people/account"
	"lectern/internal/platform/events"
)

// newCourses builds the catalogue. It and others ask each other: New fills in Weeks and Accounts.
func newCourses(p Deps, a *App) *course.Service {
	return &course.Service{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Audit: a.Audit, Key: Derive(p.Secret, "brochures")}
}

// courseListeners are who is told when something happens to courses.
func (a *App) courseListeners() []events.Listener {
	return []events.Listener{events.On("course", func(ctx context.Context, h events.Delivery[account.Renamed]) error {
		return a.Courses.Renamed(ctx, h.Event.UserID)
	}), events.On("lesson", func(ctx context.Context, h events.Delivery[course.Deleted]) error {
		return a.Lessons.DeleteFiles(ctx, h.Event.CourseID)
	})}
}
