package sample

import (
	"context"
	"time"

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
	m.add(day(1), func(ctx context.Context) error { return m.certify(ctx, drawing) })
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

// certify has everybody who completes a course issued a certificate.
func (m *schoolMonth) certify(ctx context.Context, c *liveCourse) error {
	rule, err := m.in.Certificates.Rule(ctx, c.teacher, c.id)
	if err != nil || rule.Version > 0 {
		return err
	}
	n := rule.NewRule
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
