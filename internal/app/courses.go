package app

import (
	"context"

	"lectern/internal/learning/authoring"
	"lectern/internal/learning/catalogue"
	"lectern/internal/learning/certificate"
	"lectern/internal/learning/certificatetemplate"
	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/learning/pricing"
	"lectern/internal/platform/attachment"
	"lectern/internal/platform/sign"
	"lectern/internal/platform/text"
	"lectern/internal/site/finder"
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
	return authoring.New(authoring.Deps{DB: p.DB, Clock: p.Clock, Blob: p.Blob, Audit: a.Audit, Weeks: a.Curricula, Settings: a.Settings, Calendars: a.Instructors, Doubts: doubts{a.Meetings},
		Cleaner: text.NewCleaner(), Queue: a.Queue, Pictures: a.covers, Covers: coverTools{a.Videos, p.Media},
		Brochures: attachment.Signer{Base: authoring.BrochurePath, Key: sign.DeriveKey(p.Secret, "brochures"), Clock: p.Clock}})
}

func (a *App) newCertificates(p Deps) *certificate.Service {
	a.CertificateTemplates = certificatetemplate.New(certificatetemplate.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Pictures: a.pictures,
		Fonts: p.Fonts, Address: a.address})
	return certificate.New(certificate.Deps{DB: p.DB, Clock: p.Clock, Settings: a.Settings, Blob: p.Blob, Queue: a.Queue, Audit: a.Audit, Limits: a.limits, Address: a.address,
		Fonts: p.Fonts, Templates: a.CertificateTemplates, Key: sign.DeriveKey(p.Secret, "badges")})
}

// titlesOf finds courses and instructors by the index of the catalogue.
type titlesOf struct{ catalogue *catalogue.Service }

func (t titlesOf) Titles(ctx context.Context, typed string) (courses, instructors []finder.Title, err error) {
	all, err := t.catalogue.Suggest(ctx, typed)
	for _, one := range all {
		switch one.Kind {
		case "course":
			courses = append(courses, finder.Title{ID: one.CourseID, Text: one.Text})
		case "instructor":
			instructors = append(instructors, finder.Title{ID: one.PersonID, Text: one.Text})
		}
	}
	return courses, instructors, err
}
