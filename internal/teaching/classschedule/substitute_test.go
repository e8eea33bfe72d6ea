package classschedule_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

// A session is handed to another instructor of the course, whose time it takes and whom everybody who sees the batch is told, and handed back.
func TestSubstitutes(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	substitute, stranger := c.User(access.Instructor), c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, substitute.ID)
	added := c.add(t, `{"entries":[`+entry("2026-09-07", "18:00", "19:00")+`,`+entry("2026-09-08", "18:00", "19:00")+`]}`).Entries
	hand := func(session, to string, want int) string {
		t.Helper()
		_, answer := c.change(t, "PUT", session, `{"instructor_id":"`+to+`"}`, want)
		return answer
	}
	named := func(who testapp.User) string {
		b := testapp.Read[rest.Answer[planning.Batch]](t, who.Do("GET", "/batches/"+c.batch, "", 200)).Data
		return strings.TrimSpace(fmt.Sprintln(len(b.Substitutes), b.Schedule[0].InstructorID != nil && *b.Schedule[0].InstructorID == substitute.ID))
	}
	taken := func(who testapp.User) int64 {
		return c.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", who.ID)
	}
	if answer := hand(added[0].ID, stranger.ID, 400); !strings.Contains(answer, "doesn't teach the course") || taken(c.Teacher) != 2 {
		t.Error(answer)
	}
	hand(added[0].ID, substitute.ID, 200)
	if taken(c.Teacher) != 1 || taken(substitute) != 1 || named(c.Teacher) != "1 true" || named(c.Student) != "1 true" {
		t.Error(taken(c.Teacher), taken(substitute), named(c.Teacher), named(c.Student))
	}
	second := testapp.Read[rest.Answer[planning.Batch]](t, substitute.Do("POST", "/batches/courses/"+c.CourseID+"/batches",
		`{"batch_name":"Wasps","timezone":"Europe/Berlin","assigned_instructor":"`+substitute.ID+`","schedule":[`+entry("2026-09-08", "18:30", "19:30")+`]}`, 201)).Data
	if answer := hand(added[1].ID, substitute.ID, 409); !strings.Contains(answer, second.BatchName) || taken(c.Teacher) != 1 {
		t.Error(answer)
	}
	hand(added[0].ID, "", 200)
	if taken(c.Teacher) != 2 || taken(substitute) != 1 || named(c.Teacher) != "0 false" {
		t.Error(taken(c.Teacher), taken(substitute), named(c.Teacher))
	}
}
