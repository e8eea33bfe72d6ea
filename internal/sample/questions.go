package sample

import (
	"context"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/teaching/onlinemeeting"
)

// planQuestions plans the attendance of the weekly Q&A sessions that are over.
func (m *schoolMonth) planQuestions() {
	for i := range m.courses {
		c := &m.courses[i]
		m.add(m.now.Add(-10*time.Minute), func(ctx context.Context) error { return m.holdQuestions(ctx, c) })
	}
}

// holdQuestions gives the Q&A sessions of a course that are over their attendance.
func (m *schoolMonth) holdQuestions(ctx context.Context, c *liveCourse) error {
	questions, err := m.in.Meetings.DoubtsOf(ctx, m.in.DB.Reader(), c.id)
	if err != nil {
		return err
	}
	all := rest.Page{Number: 1, Limit: 100} // of the learners: the demo has 40 people
	for _, q := range questions {
		if q.EndsAt.After(m.now) {
			continue
		}
		sheet, err := m.in.Meetings.Attendance(ctx, c.teacher, q.ID, all)
		if err != nil {
			return err
		}
		var marks []onlinemeeting.NewMeetingMark
		r := chance(q.CourseTitle, q.Date)
		for _, person := range sheet.People {
			marks = append(marks, onlinemeeting.NewMeetingMark{UserID: person.UserID, Status: attended[r.IntN(len(attended))]})
		}
		if len(marks) == 0 {
			continue
		}
		if _, err := m.in.Meetings.Mark(ctx, c.teacher, q.ID, onlinemeeting.NewMeetingMarks{Marks: marks}, rest.IfMatch{}, all); err != nil {
			return err
		}
	}
	return nil
}
