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

// The managers of a company see what its people are to attend, in batches and outside of them, and nobody else does.
func TestMeetingsOfEmployees(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := createBatch(t, c.Teacher, c.CourseID, "Bees", "18:00")
	manager, stranger := c.User(access.Corporate), c.User(access.Student)
	c.Enroll(stranger, c.CourseID)
	for _, id := range []string{c.Student.ID, stranger.ID} {
		c.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, b.ID, id), 200)
	}
	c.Teacher.Do("POST", "/online-meetings/create", fmt.Sprintf(`{"title":"Office hours","date":"2026-09-03","start_time":"16:30","end_time":"17:30","timezone":"UTC","instructor_id":%q,"url":"https://meet.example.org/a","audience":"course:%s"}`, c.Teacher.ID, c.CourseID), 201)
	now := c.Clock.Now()
	c.Exec("INSERT INTO companies (id, name, name_key, country, tax_id, address, status, note, version, created_at, updated_at) VALUES ('co', 'Hive', 'hive', '', '', '', 'active', '', 1, ?, ?)", now, now)
	add := func(u testapp.User, role string) {
		c.Exec("INSERT INTO company_people (company_id, user_id, role, department, state, joined_at) VALUES ('co', ?, ?, '', 'active', ?)", u.ID, role, now)
	}
	add(manager, "manager")
	add(c.Student, "member")
	got := testapp.Read[rest.Answer[[]agenda.EmployeeMeeting]](t, manager.Do("GET", "/all-employee-meetings?limit=3", "", 200)).Data
	said := ""
	for _, m := range got {
		said += fmt.Sprint(m.Kind, " ", m.StartsAt.Format("01-02"), " ", m.PeopleCount, " ", len(m.People), " ", m.HasBegun, ", ")
		if m.People[0].ID != c.Student.ID {
			t.Errorf("%+v", m)
		}
	}
	if said != "session 09-02 1 1 false, meeting 09-03 1 1 false, session 09-09 1 1 false, " {
		t.Error(said)
	}
	c.Exec("INSERT INTO company_people (company_id, user_id, role, department, state, joined_at) SELECT 'co', id, 'billing', '', 'active', ? FROM users WHERE id = ?", now, stranger.ID)
	none := func(who testapp.User, why string) {
		if all := testapp.Read[rest.Answer[[]agenda.EmployeeMeeting]](t, who.Do("GET", "/all-employee-meetings", "", 200)).Data; len(all) != 0 {
			t.Errorf("%s sees %+v", why, all)
		}
	}
	none(c.Student, "a member")
	none(stranger, "who looks after the bills")
	none(c.User(access.Admin), "an administrator without a company")
	c.Exec("UPDATE companies SET status = 'closed'")
	none(manager, "the manager of a closed company")
	c.Nobody().Do("GET", "/all-employee-meetings", "", 401)
}
