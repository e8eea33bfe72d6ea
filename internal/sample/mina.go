package sample

import (
	"context"
	"time"

	"lectern/internal/learning/certificatepaper"
	"lectern/internal/learning/certificatetemplate"
	"lectern/internal/learning/note"
	"lectern/internal/platform/rest"
)

// planMina gives the student whom visitors sign in as courses in every state: one completed, some begun, one to be paid and two saved.
func (m *schoolMonth) planMina() {
	mina := person{key: "mina"}
	statistics, film, types, german := m.find("Statistics without fear"), m.find("Animation: from storyboard to screen"),
		m.find("TypeScript from the types up"), m.find("German for your first month")
	day := func(n int) time.Time { return m.start.AddDate(0, 0, n).Add(time.Hour) }
	m.enrol(day(5), mina, statistics)
	m.planLesson(day(22), chance("mina"), mina, statistics, 0)
	m.planLesson(m.now.Add(-2*time.Hour), chance("mina"), mina, statistics, 1)
	m.enrol(day(9), mina, film)
	m.enrol(day(11), mina, types)
	for i := range 3 {
		m.planLesson(day(12+3*i), chance("mina", types.Title), mina, types, i)
	}
	m.add(day(26), func(ctx context.Context) error {
		_, err := m.in.Enrollments.Enroll(ctx, m.callers["mina"], german.id) // waits for its payment
		return err
	})
	drawing := m.find("Drawing what you see")
	m.add(day(1), func(ctx context.Context) error {
		template, err := m.template(ctx)
		if err != nil {
			return err
		}
		return m.certify(ctx, drawing, template)
	})
	m.enrol(day(2), mina, drawing)
	for i := range drawing.lessons {
		m.planLesson(day(3+2*i), chance("mina", drawing.Title), mina, drawing, i)
	}
	m.planNote(day(4), mina, drawing, 0, "Turn the picture round before the first line. My left half was twice as good as the right.")
	m.planNote(day(6), mina, drawing, 1, "The chair is easier when I only draw the gaps between its legs.")
	m.planNote(day(23), mina, statistics, 0, "The median does not move when one salary is a million. Use it for the survey at work.")
	for i, title := range []string{"Bread: flour, water, time", "Photography with the camera you have"} {
		m.add(day(18+i), func(ctx context.Context) error {
			return m.in.Enrollments.Save(ctx, m.callers["mina"], m.find(title).id)
		})
	}
	m.enrol(day(7), person{key: "jonas"}, m.find("Reading a balance sheet"))
	m.enrol(day(8), person{key: "amara"}, m.find("Negotiation for engineers"))
}

// template designs a certificate for courses about pictures, and returns its id.
func (m *schoolMonth) template(ctx context.Context) (string, error) {
	const title = "Drawing and photography"
	asha, templates := m.callers["asha"], m.in.CertificateTemplates
	known, err := templates.List(ctx)
	if err != nil {
		return "", err
	}
	for _, t := range known {
		if t.Name == title {
			return t.ID, nil
		}
	}
	made, err := templates.Create(ctx, asha, certificatetemplate.NewCertificateTemplate{Name: title, Language: certificatepaper.English})
	if err != nil {
		return "", err
	}
	_, err = templates.Save(ctx, asha, made.ID, certificatetemplate.CertificateTemplateEdit{Name: title, Language: certificatepaper.English, Layout: drawingLayout}, rest.IfMatch{ETag: rest.TagOf(made)})
	return made.ID, err
}

// certify has everybody who completes a course issued a certificate: by a template, or for "" the standard one.
func (m *schoolMonth) certify(ctx context.Context, c *liveCourse, template string) error {
	rule, err := m.in.Certificates.Rule(ctx, c.teacher, c.id)
	if err != nil || rule.Version > 0 {
		return err
	}
	n := rule.NewRule
	n.TemplateID = template
	n.ValidMonths, n.RemindDays, n.Signatory = 36, 30, "Asha Raman, Head of studies"
	_, err = m.in.Certificates.PutRule(ctx, c.teacher, c.id, n, rest.IfMatch{ETag: rest.TagOf(rule)})
	return err
}

// planNote plans that a learner writes a note on a lesson, the only one there.
func (m *schoolMonth) planNote(at time.Time, p person, c *liveCourse, i int, body string) {
	who, lesson := m.callers[p.key], c.lessons[i].ID
	m.add(at, func(ctx context.Context) error {
		written, err := m.in.Notes.List(ctx, who, lesson)
		if err != nil || len(written) > 0 {
			return err
		}
		_, err = m.in.Notes.Add(ctx, who, lesson, note.NewNote{Body: body})
		return err
	})
}

// drawingLayout is a certificate with a band of colour at its left, beside which everything begins.
var drawingLayout = certificatepaper.PaperLayout{Frame: "none", Elements: []certificatepaper.PaperElement{
	{ID: "band", Kind: certificatepaper.KindLine, Width: 24, Height: 210},
	{ID: "thin", Kind: certificatepaper.KindLine, X: 27, Width: 1.2, Height: 210},
	{ID: "issuer", Kind: certificatepaper.KindIssuer, X: 44, Y: 22, Width: 160, Height: 8, Points: 16, Bold: true},
	{ID: "title", Kind: certificatepaper.KindText, X: 44, Y: 44, Width: 230, Height: 19, Points: 40, Bold: true, Color: "#212529", Text: "Certificate"},
	{ID: "name", Kind: certificatepaper.KindName, X: 44, Y: 76, Width: 230, Height: 15, Points: 32, Bold: true},
	{ID: "statement", Kind: certificatepaper.KindStatement, X: 44, Y: 95, Width: 230, Height: 7, Points: 14, Color: "#5c6268"},
	{ID: "course", Kind: certificatepaper.KindCourse, X: 44, Y: 104, Width: 230, Height: 21, Points: 22, Bold: true, Color: "#212529"},
	{ID: "summary", Kind: certificatepaper.KindSummary, X: 44, Y: 128, Width: 230, Height: 7, Points: 12, Color: "#212529"},
	{ID: "teacher", Kind: certificatepaper.KindTeacher, X: 44, Y: 137, Width: 230, Height: 12, Points: 12, Color: "#5c6268", Text: "Taught by {value}"},
	{ID: "signatory", Kind: certificatepaper.KindSignatory, X: 44, Y: 171, Width: 74, Height: 7, Points: 10.5, Color: "#212529"},
	{ID: "date", Kind: certificatepaper.KindDate, X: 132, Y: 172, Width: 70, Height: 5, Points: 10.5, Color: "#212529", Text: "Issued on {value}"},
	{ID: "expiry", Kind: certificatepaper.KindExpiry, X: 132, Y: 178, Width: 70, Height: 5, Points: 10.5, Color: "#212529", Text: "Valid until {value}"},
	{ID: "address", Kind: certificatepaper.KindAddress, X: 44, Y: 190, Width: 180, Height: 5, Points: 9, Color: "#5c6268", Text: "Check this certificate at {value}"},
	{ID: "qr", Kind: certificatepaper.KindQR, X: 246, Y: 158, Width: 28, Height: 28},
	{ID: "code", Kind: certificatepaper.KindCode, X: 224, Y: 189, Width: 50, Height: 6, Points: 11, Bold: true, Color: "#212529", Align: "right"},
}}
