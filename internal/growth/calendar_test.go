package growth

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// mostForCalendar is how many statements the calendar of six weeks may take, of 50 instructors as of one.
const mostForCalendar = 6

// A calendar of 50 instructors is read in as few statements as one of two.
func TestStatementsOfCalendar(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	s := &school{App: c.App, t: t}
	heard := s.listen()
	var query strings.Builder
	for n := 1; n <= 50; n++ {
		who := c.User(access.Instructor)
		c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, who.ID)
		who.Do("POST", "/batches/courses/"+c.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","assigned_instructor":%q,
			"recurrence":{"freq":"weekly","count":6,"start_date":"2026-09-07","start_time":"18:00","end_time":"19:00"}}`, who.ID), 201)
		fmt.Fprint(&query, "&instructor_ids=", who.ID)
		if n > 2 && n < 50 {
			continue
		}
		before := len(heard.made)
		answer := c.Teacher.Do("GET", "/calendar?from=2026-09-07&to=2026-10-18"+query.String(), "", 200)
		if made := heard.made[before:]; len(made) > mostForCalendar {
			t.Errorf("%d instructors: %d statements:\n%s", n, len(made), strings.Join(made, "\n"))
		}
		if got := strings.Count(answer, `"starts_at"`); got != 6*n {
			t.Errorf("%d instructors: %d sessions", n, got)
		}
	}
}
