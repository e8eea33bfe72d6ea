package agenda_test

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/agenda"
	"lectern/internal/testapp"
)

// Instructors and administrators see what an instructor is to hold next and what is going on, of batches and beside them; a session that a substitute takes over is the
// substitute's.
func TestClassesOfInstructors(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	colleague := c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, colleague.ID)
	b := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00")
	meet := func(date string) {
		c.Teacher.Do("POST", "/online-meetings/create", fmt.Sprintf(`{"title":"Office hours","date":%q,"start_time":"16:30","end_time":"17:30","timezone":"UTC","instructor_id":%q,"url":"https://meet.example.org/a","audience":"course:%s"}`, date, c.Teacher.ID, c.CourseID), 201)
	}
	meet("2026-09-03")
	classes := func(who testapp.User, path, of, query string) (said string) {
		for _, e := range testapp.Read[rest.Answer[[]agenda.Entry]](t, who.Do("GET", "/"+path+"-classes/"+of+query, "", 200)).Data {
			said += e.Kind + " " + e.Date[5:] + " "
		}
		return said
	}
	const first = "session 09-02 meeting 09-03 session 09-09 "
	if got := classes(c.Teacher, "upcoming", c.Teacher.ID, "?limit=3"); got != first {
		t.Error(got)
	}
	if got := classes(c.User(access.Admin), "upcoming", c.Teacher.ID, "?limit=3"); got != first {
		t.Error(got)
	}
	c.Teacher.Do("DELETE", "/batches/"+b.ID+"/schedule/"+b.Schedule[1].ID, "", 200)
	c.Exec("UPDATE batch_sessions SET instructor_id = ? WHERE id = ?", colleague.ID, b.Schedule[2].ID)
	c.Exec("UPDATE instructor_busy SET instructor_id = ? WHERE ref_id = ?", colleague.ID, b.Schedule[2].ID)
	if got := classes(c.Teacher, "upcoming", c.Teacher.ID, "?limit=3"); got != "session 09-02 meeting 09-03 session 09-23 " {
		t.Error("of a cancelled session and one of a substitute:", got)
	}
	if got := classes(colleague, "upcoming", colleague.ID, ""); got != "session 09-16 " {
		t.Error("of the substitute:", got)
	}
	for _, at := range []struct{ time, ongoing string }{
		{"2026-09-02T15:59:00Z", ""}, {"2026-09-02T16:00:00Z", "session 09-02 "}, {"2026-09-02T17:00:00Z", ""}, {"2026-09-03T16:45:00Z", "meeting 09-03 "},
	} {
		then, _ := time.Parse(time.RFC3339, at.time)
		c.Clock.Advance(then.Sub(c.Clock.Now()))
		if got := classes(c.Teacher, "ongoing", c.Teacher.ID, ""); got != at.ongoing {
			t.Errorf("at %s: %s", at.time, got)
		}
	}
	c.Exec("UPDATE batch_sessions SET started_at = ? WHERE id = ?", c.Clock.Now(), b.Schedule[3].ID) // before its time
	if got := classes(c.Teacher, "ongoing", c.Teacher.ID, "") + "| " + classes(c.Teacher, "upcoming", c.Teacher.ID, "?limit=1"); got != "meeting 09-03 session 09-23 | session 09-30 " {
		t.Error(got)
	}
	for _, path := range []string{"/upcoming-classes/", "/ongoing-classes/"} {
		c.Nobody().Do("GET", path+c.Teacher.ID, "", 401)
		c.Student.Do("GET", path+c.Teacher.ID, "", 403)
		colleague.Do("GET", path+c.Teacher.ID, "", 404)
		c.User(access.Admin).Do("GET", path+c.Student.ID, "", 404)
	}
	c.Teacher.Do("GET", "/upcoming-classes/"+c.Teacher.ID+"?limit=0", "", 400)
}
