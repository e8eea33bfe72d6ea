package app

import (
	"lectern/internal/learning/authoring"
	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/certificate"
	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/pricing"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
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
	return authoring.New(authoring.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Audit: a.Audit, Weeks: a.Curricula, Settings: a.Settings,
		Cleaner: text.NewCleaner(), Queue: a.Queue, Pictures: a.covers, Covers: coverTools{a.Videos, p.Media},
		Brochures: attachment.Signer{Base: authoring.BrochurePath, Key: sign.DeriveKey(p.Secret, "brochures"), Clock: p.Clock}})
}

func (a *App) newCertificates(p Deps) *certificate.Service {
	return certificate.New(certificate.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Limits: a.limits, Address: a.address,
		Key: sign.DeriveKey(p.Secret, "badges")})
}
