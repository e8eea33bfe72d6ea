package sample

import (
	"context"
	"slices"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/teaching/recording"
)

// everyone is a page with all learners of a meeting: the demo has 40 people.
var everyone = rest.Page{Number: 1, Limit: 100}

// planQuestions plans the attendance of the weekly Q&A sessions that are over; in the courses of the demo's instructor one of the learners disputes theirs.
func (m *schoolMonth) planQuestions() {
	for i := range m.courses {
		c := &m.courses[i]
		m.add(m.now.Add(-10*time.Minute), func(ctx context.Context) error { return m.holdQuestions(ctx, c) })
		if c.teacher.ID == m.callers["tomas"].ID {
			m.add(m.now.Add(-20*time.Minute), func(ctx context.Context) error { return m.recordQuestions(ctx, c) })
			m.add(m.now.Add(-5*time.Minute), func(ctx context.Context) error { return m.disputeQuestions(ctx, c) })
		}
	}
}

// holdQuestions gives the Q&A sessions of a course that are over their attendance. The demo's student was late in the first that they can still dispute.
func (m *schoolMonth) holdQuestions(ctx context.Context, c *liveCourse) error {
	questions, err := m.in.Meetings.DoubtsOf(ctx, m.in.DB.Reader(), c.id)
	if err != nil {
		return err
	}
	wasLate := false
	for _, q := range questions {
		if q.EndsAt.After(m.now) {
			continue
		}
		sheet, err := m.in.Meetings.Attendance(ctx, c.teacher, q.ID, everyone)
		if err != nil {
			return err
		}
		var marks []onlinemeeting.NewMeetingMark
		r := chance(q.CourseTitle, q.Date)
		for _, person := range sheet.People {
			mark := onlinemeeting.NewMeetingMark{UserID: person.UserID, Status: attended[r.IntN(len(attended))]}
			if !wasLate && person.UserID == m.callers["mina"].ID && q.EndsAt.After(m.now.AddDate(0, 0, -20)) {
				mark.Status, wasLate = attendance.Late, true
			}
			marks = append(marks, mark)
		}
		if len(marks) == 0 {
			continue
		}
		if _, err := m.in.Meetings.Mark(ctx, c.teacher, q.ID, onlinemeeting.NewMeetingMarks{Marks: marks}, rest.IfMatch{}, everyone); err != nil {
			return err
		}
	}
	return nil
}

// disputeQuestions has a learner who was late in a Q&A session of a course dispute that, in the last one in which one was; not the demo's student, who is left something to dispute.
func (m *schoolMonth) disputeQuestions(ctx context.Context, c *liveCourse) error {
	questions, err := m.in.Meetings.DoubtsOf(ctx, m.in.DB.Reader(), c.id)
	if err != nil {
		return err
	}
	for _, q := range slices.Backward(questions) {
		if q.EndsAt.After(m.now) {
			continue
		}
		sheet, err := m.in.Meetings.Attendance(ctx, c.teacher, q.ID, everyone)
		if err != nil {
			return err
		}
		late := slices.IndexFunc(sheet.People, func(p onlinemeeting.MeetingAttendee) bool {
			return p.Status == attendance.Late && p.UserID != m.callers["mina"].ID
		})
		if late < 0 {
			continue
		}
		if sheet.People[late].Dispute != nil {
			return nil
		}
		learner := access.Caller{ID: sheet.People[late].UserID, Roles: []access.Role{access.Student}}
		_, err = m.in.Meetings.Dispute(ctx, learner, q.ID, attendancedispute.NewDispute{Reason: "I was there from the beginning, but in the wrong room for the first minutes."})
		return err
	}
	return nil
}

// recordQuestions gives the last Q&A session of a course that is over a recording, unless it has one.
func (m *schoolMonth) recordQuestions(ctx context.Context, c *liveCourse) error {
	questions, err := m.in.Meetings.DoubtsOf(ctx, m.in.DB.Reader(), c.id)
	last := slices.IndexFunc(questions, func(q onlinemeeting.OnlineMeeting) bool {
		return !q.EndsAt.After(m.now) && q.State == onlinemeeting.Over
	})
	if err != nil || last < 0 {
		return err
	}
	q := questions[last]
	known, err := m.in.Recordings.ListOfMeeting(ctx, c.teacher, q.ID)
	if err != nil || len(known) > 0 {
		return err
	}
	video, err := m.in.Upload(ctx, c.teacher, c.id, "Questions and answers · "+q.Date, "bbb-720p-5s.mp4")
	if err != nil {
		return err
	}
	_, err = m.in.Recordings.AddToMeeting(ctx, c.teacher, q.ID, recording.NewRecordedLesson{VideoID: video})
	return err
}
