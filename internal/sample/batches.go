package sample

import (
	"context"
	"strings"
	"time"

	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/membership"
	"lectern/internal/teaching/planning"
)

// demoBatch is a group of the demo: it meets twice a week at an hour, since so many days before the end of the month.
type demoBatch struct {
	course, name, zone string
	from, until        string
	since              int
	capacity           int64
}

// demoBatches are running, but for the last, which begins next week. The second has fewer seats than its course has learners.
var demoBatches = []demoBatch{
	{"Reading a balance sheet", "Evening group", "Europe/Berlin", "18:00", "19:30", 14, 30},
	{"Animation: from storyboard to screen", "Small group", "Europe/Berlin", "17:30", "19:00", 14, 3},
	{"German for your first month", "November group", "Europe/Berlin", "09:00", "10:00", 14, 20},
	{"German for your first month", "December group", "Europe/Berlin", "10:30", "11:30", -7, 20},
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
		m.add(m.now.Add(-time.Hour), func(ctx context.Context) error {
			if id == "" { // created before an interruption
				var err error
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
		})
	}
}

func (m *schoolMonth) findOrCreateBatch(ctx context.Context, c *liveCourse, b demoBatch) (string, error) {
	known, _, err := m.in.Batches.List(ctx, c.teacher, planning.BatchFilter{CourseID: c.id, Search: b.name, SortBy: "start_date"}, 1, 0)
	if err != nil || len(known) > 0 {
		if len(known) > 0 {
			return known[0].ID, nil
		}
		return "", err
	}
	first := m.now.AddDate(0, 0, -b.since)
	day := func(t time.Time) string { return strings.ToLower(t.Weekday().String()) }
	n := planning.NewBatch{BatchType: "group", OnConflict: "skip", Recurrence: &timetable.Recurrence{Freq: "weekly", Weekdays: []string{day(m.now), day(m.now.AddDate(0, 0, 1))},
		StartDate: first.Format(time.DateOnly), Count: 12, StartTime: b.from, EndTime: b.until}}
	n.BatchName, n.Timezone, n.Capacity, n.AssignedInstructor = b.name, b.zone, b.capacity, c.teacher.ID
	made, err := m.in.Batches.Create(ctx, c.teacher, c.id, n, false)
	return made.ID, err
}
