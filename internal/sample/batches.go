package sample

import (
	"context"
	"slices"
	"strings"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/attendance"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/classroom"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/makeup"
	"lectern/internal/teaching/membership"
	"lectern/internal/teaching/planning"
	"lectern/internal/teaching/recording"
)

// demoBatch is a group of the demo: it meets twice a week at an hour, since so many days before the end of the month.
type demoBatch struct {
	course, name, zone string
	from, until        string
	since              int
	capacity           int64
	recording          string // the clip that its last session is recorded as; "" for none
	room               string // its classroom; "" for none
	makesUp            bool   // one of its learners makes up the first session in another group
}

// demoRooms are the classrooms of the demo.
var demoRooms = []classroom.NewClassroom{
	{Name: "Studio", Capacity: 30, Place: "Main building, 1st floor"},
	{Name: "Reading room", Capacity: 12, Place: "Library, ground floor"},
}

// demoBatches are running, but for the last, which begins next week. The demo's student is in the first; the second has fewer seats than its course has learners.
var demoBatches = []demoBatch{
	{"TypeScript from the types up", "Evening group", "Europe/Berlin", "18:00", "19:30", 14, 30, "bbb-720p-5s.mp4", "Studio", false},
	{"Animation: from storyboard to screen", "Small group", "Europe/Berlin", "17:30", "19:00", 14, 3, "", "Reading room", false},
	{"German for your first month", "November group", "Europe/Berlin", "09:00", "10:00", 14, 20, "", "Studio", true},
	{"German for your first month", "December group", "Europe/Berlin", "10:30", "11:30", -7, 20, "", "", false},
}

// planBatches plans the groups of the demo: created before they begin, and joined by the learners of the course at the end of the month.
func (m *schoolMonth) planBatches() {
	for _, b := range demoBatches {
		c := m.find(b.course)
		var id string
		created := m.now.AddDate(0, 0, -max(b.since, 0)-1)
		m.add(created, func(ctx context.Context) (err error) {
			id, err = m.findOrCreateBatch(ctx, c, b)
			return err
		})
		if b.since < 0 {
			continue
		}
		join := func(ctx context.Context) (err error) {
			if id == "" { // created before an interruption
				if id, err = m.findOrCreateBatch(ctx, c, b); err != nil {
					return err
				}
			}
			students, err := m.in.learnersIn(ctx, c.id)
			if err != nil || len(students) == 0 {
				return err
			}
			_, err = m.in.Members.Enroll(ctx, c.teacher, membership.NewMembers{BatchID: id, StudentIDs: students, OnFull: "waitlist"}, false)
			return err
		}
		m.add(created.Add(time.Hour), join)
		m.add(m.now.Add(-time.Hour), join)
		m.add(m.now.Add(-30*time.Minute), func(ctx context.Context) error { return m.holdSessions(ctx, c, id) })
		if b.makesUp {
			m.add(m.now.Add(-25*time.Minute), func(ctx context.Context) error { return m.makeUpSession(ctx, c, id) })
		}
		if b.recording != "" {
			m.add(m.now.Add(-20*time.Minute), func(ctx context.Context) error { return m.recordSession(ctx, c, id, b) })
		}
	}
}

// recordSession gives the last session of a batch that is over a recording, unless it has one.
func (m *schoolMonth) recordSession(ctx context.Context, c *liveCourse, batchID string, of demoBatch) error {
	b, err := m.in.Batches.Batch(ctx, c.teacher, batchID)
	if err != nil {
		return err
	}
	over := slices.DeleteFunc(b.Schedule, func(s classsession.Session) bool { return s.EndsAt.After(m.now) })
	if len(over) == 0 {
		return nil
	}
	last := over[len(over)-1]
	known, err := m.in.Recordings.ListLessons(ctx, c.teacher, batchID, last.ID)
	if err != nil || len(known) > 0 {
		return err
	}
	video, err := m.in.Upload(ctx, c.teacher, c.id, of.name+" · "+last.Date, of.recording)
	if err != nil {
		return err
	}
	_, err = m.in.Recordings.AddLesson(ctx, c.teacher, batchID, last.ID, recording.NewRecordedLesson{VideoID: video})
	return err
}

// makeUpSession excuses a learner from the first session of a batch, which they make up in another group of the course.
func (m *schoolMonth) makeUpSession(ctx context.Context, c *liveCourse, batchID string) error {
	b, err := m.in.Batches.Batch(ctx, c.teacher, batchID)
	if err != nil || len(b.Schedule) == 0 {
		return err
	}
	first := b.Schedule[0].ID
	sheet, err := m.in.Live.Attendance(ctx, c.teacher, first)
	if err != nil || len(sheet.Rows) == 0 {
		return err
	}
	learner := sheet.Rows[0].UserID
	excused := live.NewMark{UserID: learner, Status: attendance.Excused, Note: "Away for work"}
	if _, err := m.in.Live.Mark(ctx, c.teacher, first, live.NewMarks{Marks: []live.NewMark{excused}}, rest.IfMatch{}); err != nil {
		return err
	}
	makeUps, err := m.in.MakeUps.MakeUps(ctx, c.teacher, first, learner)
	if err != nil || len(makeUps.Sessions) == 0 { // chosen before an interruption
		return err
	}
	_, err = m.in.MakeUps.Choose(ctx, c.teacher, first, makeup.NewMakeUp{SessionID: makeUps.Sessions[0].ID, UserID: learner})
	return err
}

// holdSessions gives a batch the built-in room, and the sessions that are over their attendance: most learners were there. The
// demo's student was late in the first session of their batch, which they can still dispute.
func (m *schoolMonth) holdSessions(ctx context.Context, c *liveCourse, batchID string) error {
	if _, err := m.in.Live.PutRoom(ctx, c.teacher, batchID, "", live.NewRoom{Provider: live.BuiltIn}, rest.IfMatch{}); err != nil {
		return err
	}
	b, err := m.in.Batches.Batch(ctx, c.teacher, batchID)
	if err != nil {
		return err
	}
	for i, session := range b.Schedule {
		if session.EndsAt.After(m.now) {
			continue
		}
		sheet, err := m.in.Live.Attendance(ctx, c.teacher, session.ID)
		if err != nil {
			return err
		}
		var marks []live.NewMark
		r := chance(b.BatchName, session.Date)
		for _, row := range sheet.Rows {
			mark := live.NewMark{UserID: row.UserID, Status: attended[r.IntN(len(attended))]}
			if i == 0 && row.UserID == m.callers["mina"].ID {
				mark.Status = attendance.Late
			}
			marks = append(marks, mark)
		}
		if len(marks) == 0 {
			continue
		}
		if _, err := m.in.Live.Mark(ctx, c.teacher, session.ID, live.NewMarks{Marks: marks}, rest.IfMatch{}); err != nil {
			return err
		}
	}
	return m.disputeAttendance(ctx, c, b.Schedule)
}

// disputeAttendance has a learner who was late dispute that, in the last session of a batch in which one was; not the demo's
// student, who is left something to dispute.
func (m *schoolMonth) disputeAttendance(ctx context.Context, c *liveCourse, sessions []classsession.Session) error {
	for _, session := range slices.Backward(sessions) {
		if session.EndsAt.After(m.now) {
			continue
		}
		sheet, err := m.in.Live.Attendance(ctx, c.teacher, session.ID)
		if err != nil {
			return err
		}
		late := slices.IndexFunc(sheet.Rows, func(r live.AttendanceRow) bool {
			return r.Status == attendance.Late && r.GuestOf == "" && r.UserID != m.callers["mina"].ID
		})
		if late < 0 {
			continue
		}
		if sheet.Rows[late].Dispute != nil {
			return nil
		}
		learner := access.Caller{ID: sheet.Rows[late].UserID, Roles: []access.Role{access.Student}}
		_, err = m.in.Live.Dispute(ctx, learner, session.ID, attendancedispute.NewDispute{Reason: "I was there from the start. My connection dropped, and I came in again after 15 minutes."})
		return err
	}
	return nil
}

// attended is how learners of the demo attend, by how often.
var attended = []string{attendance.Present, attendance.Present, attendance.Present, attendance.Present, attendance.Present, attendance.Present, attendance.Late, attendance.Absent, attendance.Excused}

func (m *schoolMonth) findOrCreateBatch(ctx context.Context, c *liveCourse, b demoBatch) (string, error) {
	known, _, err := m.in.Batches.List(ctx, c.teacher, planning.BatchFilter{CourseID: c.id, Search: b.name, SortBy: "start_date"}, 1, 0)
	if err != nil || len(known) > 0 {
		if len(known) > 0 {
			return known[0].ID, nil
		}
		return "", err
	}
	room, err := m.findOrAddRoom(ctx, b.room)
	if err != nil {
		return "", err
	}
	first := m.now.AddDate(0, 0, -b.since)
	day := func(t time.Time) string { return strings.ToLower(t.Weekday().String()) }
	n := planning.NewBatch{BatchType: "group", OnConflict: "skip", Recurrence: &timetable.Recurrence{Freq: "weekly", Weekdays: []string{day(m.now), day(m.now.AddDate(0, 0, 1))},
		StartDate: first.Format(time.DateOnly), Count: 12, StartTime: b.from, EndTime: b.until}}
	n.BatchName, n.Timezone, n.Capacity, n.AssignedInstructor, n.RoomID = b.name, b.zone, b.capacity, c.teacher.ID, &room
	made, err := m.in.Batches.Create(ctx, c.teacher, c.id, n, false)
	return made.ID, err
}

// findOrAddRoom returns the id of a classroom of the demo; "" for none.
func (m *schoolMonth) findOrAddRoom(ctx context.Context, name string) (string, error) {
	at := slices.IndexFunc(demoRooms, func(r classroom.NewClassroom) bool { return r.Name == name })
	known, err := m.in.Classrooms.List(ctx)
	if err != nil || at < 0 {
		return "", err
	}
	for _, r := range known {
		if r.Name == name {
			return r.ID, nil
		}
	}
	added, err := m.in.Classrooms.Add(ctx, m.callers["asha"], demoRooms[at])
	return added.ID, err
}
