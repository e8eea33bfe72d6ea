package app

import (
	"context"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/pricing"
	"lectern/internal/people/account"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/events"
)

// buildCourses builds the course features that need no other learning feature.
func (a *App) buildCourses(p Deps) {
	a.Courses = course.NewPermissions(p.DB, p.Clock)
	a.Catalogue = catalogue.New(catalogue.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit})
	a.Pricing = pricing.New(pricing.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit})
	a.Enrollments = enrollment.New(enrollment.Deps{DB: p.DB, Clock: p.Clock, Audit: a.Audit, Accounts: a.Accounts})
}

// newAuthoring needs the curricula.
func (a *App) newAuthoring(p Deps) *authoring.Service {
	return authoring.New(authoring.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Audit: a.Audit, Weeks: a.Curricula,
		Brochures: attachment.Signer{Base: authoring.BrochurePath, Key: Derive(p.Secret, "brochures"), Clock: p.Clock}})
}

// courseListeners are who reacts when something happens to courses.
func (a *App) courseListeners() []events.Listener {
	return []events.Listener{events.On("course", func(ctx context.Context, h events.Delivery[account.Renamed]) error {
		return a.Authoring.Renamed(ctx, h.Event.UserID)
	}), events.On("lesson", func(ctx context.Context, h events.Delivery[authoring.Deleted]) error {
		return a.Lessons.DeleteFiles(ctx, h.Event.CourseID)
	})}
}
