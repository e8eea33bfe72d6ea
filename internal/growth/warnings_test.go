package growth

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/internal/testapp"
)

// mostToCheck is how many statements the conflicts and warnings of a schedule may take, of 48 sessions as of two.
const mostToCheck = 13

// A schedule of 48 sessions, each with warnings of every kind, is checked in as few statements as one of two.
func TestStatementsOfWarnings(t *testing.T) {
	t.Parallel()
	made := map[int]int{}
	for _, n := range []int{2, 48} {
		c := testapp.NewClass(t)
		s := &school{App: c.App, t: t}
		rule := func(start, end string) string {
			return fmt.Sprintf(`"timezone":"UTC","recurrence":{"freq":"weekly","count":%d,"start_date":"2026-09-07","start_time":%q,"end_time":%q,"holiday_calendar":"none"}`, n, start, end)
		}
		c.Exec("INSERT INTO holiday_calendars (calendar, version, updated_at) VALUES ('none', 1, ?)", c.Clock.Now())
		batch := func(start, end, instructor string) string {
			body := fmt.Sprintf(`{"batch_name":"Bees","end_date":"2028-07-31",%s%s}`, rule(start, end), instructor)
			id := testapp.Read[struct{ Data struct{ ID string } }](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", body, 201)).Data.ID
			c.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, id, c.Student.ID), 200)
			return id
		}
		planned := batch("08:00", "09:00", "")
		batch("17:00", "17:55", fmt.Sprintf(`,"assigned_instructor":%q`, c.Teacher.ID))
		batch("18:00", "19:00", "")
		c.Teacher.Do("PUT", "/instructors/"+c.Teacher.ID+"/availability", `{"timezone":"UTC","takes_demos":false,"hours":[{"weekday":2,"from":"17:00","until":"21:00"}],"overrides":[]}`, 200)
		heard := s.listen()
		answer := c.Teacher.Do("POST", "/batches/check-conflicts", fmt.Sprintf(`{"instructor_id":%q,"exclude_batch_id":%q,%s}`, c.Teacher.ID, planned, rule("18:00", "19:00")), 200)
		of := slices.DeleteFunc(slices.Clone(heard.made), func(statement string) bool { return !isOfMove(statement) })
		if made[n] = len(of); made[n] > mostToCheck {
			t.Errorf("%d sessions: %d statements:\n%s", n, made[n], strings.Join(of, "\n"))
		}
		for _, kind := range []string{"outside_hours", "back_to_back", "learners"} {
			if found := strings.Count(answer, `"kind":"`+kind+`"`); found != n {
				t.Errorf("%d warnings of %s: %.600s", found, kind, answer)
			}
		}
	}
	t.Log(made)
	if made[2] != made[48] {
		t.Error(made)
	}
}
