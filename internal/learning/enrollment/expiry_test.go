package enrollment_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/outline"
	"lectern/internal/learning/progress"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// class is a free course with one lesson, published, and a student.
type class struct {
	*testapp.App
	t            *testing.T
	teacher, ann testapp.User
	id, lesson   string
}

func newClass(t *testing.T) *class {
	t.Helper()
	app := testapp.New(t)
	c := &class{App: app, t: t, teacher: app.User(access.Instructor), ann: app.User(access.Student)}
	c.id = c.teacher.CreateTypedCourse("free", "").ID
	c.teacher.Do("PATCH", "/courses/toggle-status/"+c.id, "", 200)
	base := "/curriculum/course/" + c.id
	section := testapp.Read[rest.Answer[outline.OutlineEntry]](t, c.teacher.Do("POST", base+"/sections", `{"title":"S"}`, 201)).Data.ID
	c.lesson = testapp.Read[rest.Answer[outline.LessonEntry]](t, c.teacher.Do("POST", base+"/sections/"+section+"/lessons",
		`{"type":"text","title":"L","content":{"html":"x"},"completion":{"rule":"view"}}`, 201)).Data.ID
	c.teacher.Do("POST", base+"/publish", "{}", 200)
	return c
}

// lock is why the lesson does not open for a user; "" when it does.
func (c *class) lock(who testapp.User) string {
	c.t.Helper()
	shown := testapp.Read[rest.Answer[outline.Curriculum]](c.t, who.Do("GET", "/curriculum/course/"+c.id, "", 200)).Data
	if shown.Lessons[0].Lock == nil {
		return ""
	}
	return shown.Lessons[0].Lock.Reason
}

// counts reports whether an event of a user is taken.
func (c *class) counts(who testapp.User) bool {
	c.t.Helper()
	body := fmt.Sprintf(`{"events":[{"id":%q,"courseId":%q,"lessonId":%q,"type":"time","value":1,"at":%q}]}`, db.NewID(), c.id, c.lesson, testapp.Start.Format(time.RFC3339))
	return testapp.Read[rest.Answer[progress.EventsAccepted]](c.t, who.Do("POST", "/progress/events", body, 200)).Data.Accepted == 1
}

// mine is the status of the course among those of a user; "" where it is not among them.
func (c *class) mine(who testapp.User) string {
	c.t.Helper()
	for _, e := range testapp.Read[enrolled](c.t, who.Do("GET", "/courses/enrolled", "", 200)).Data {
		if e.CourseID == c.id {
			return e.Status
		}
	}
	return ""
}

func (c *class) expect(when, status, lock string, counts bool) {
	c.t.Helper()
	if s, l, n := c.mine(c.ann), c.lock(c.ann), c.counts(c.ann); s != status || l != lock || n != counts {
		c.t.Errorf("%s: %s, locked %q, events count %v", when, s, l, n)
	}
}

func (c *class) passes(d time.Duration) {
	c.t.Helper()
	c.Clock.Advance(d)
	if err := c.Enrollments.Expire(c.t.Context()); err != nil {
		c.t.Fatal(err)
	}
}

// Once the access to a free course has ended, nothing counts and nothing opens; when its end is moved, the enrolment is back.
func TestAccessToAFreeCourseEnds(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	path := "/tcourse/free/" + c.id + "/access"
	until := func(d time.Duration) string {
		return fmt.Sprintf(`{"access_type":"by_date","access_until":%q}`, testapp.Start.Add(d).Format(time.RFC3339))
	}
	c.teacher.Do("PUT", path, until(time.Hour), 200)
	c.ann.Do("POST", "/courses/"+c.id+"/enroll", "", 200)
	c.expect("while it is open", "active", "", true)
	c.Clock.Advance(time.Hour) // the job has not run yet
	c.expect("at its end", "active", "access_ended", false)
	c.passes(0)
	c.expect("after its end", "expired", "access_ended", false)
	if got := c.lock(c.User(access.Student)); got != "access_ended" {
		t.Errorf("a stranger is told %q", got)
	}
	if answer := c.ann.Do("POST", "/courses/"+c.id+"/enroll", "", 409); !strings.Contains(answer, "course_over") {
		t.Error(answer)
	}
	c.teacher.Do("PUT", path, until(3*time.Hour), 200)
	c.Work()
	c.expect("its end was moved", "active", "", true)
	c.ann.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":%q,"courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
		db.NewID(), c.id, c.lesson, c.Clock.Now().Format(time.RFC3339)), 200)
	c.passes(2 * time.Hour)
	c.expect("after it was completed and has ended", "expired", "access_ended", false)
	c.teacher.Do("PUT", path, `{"access_type":"registered"}`, 200)
	c.Work()
	c.expect("it has no end any more", "completed", "", true)
}

// An enrolment may have an end of its own.
func TestEnrollmentsEnd(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	path := "/courses/" + c.id + "/enrollments"
	one := path + "/" + c.ann.ID
	at := func(d time.Duration) string { return c.Clock.Now().Add(d).Format(time.RFC3339) }
	email := c.ann.ID + "@lectern.test"
	c.teacher.Do("POST", path, fmt.Sprintf(`{"email":%q,"ends_at":%q}`, email, at(-time.Hour)), 400)
	if n := c.Count("SELECT count(*) FROM enrollments"); n != 0 {
		t.Errorf("what was refused left %d enrolments", n)
	}
	e := testapp.Read[place](t, c.teacher.Do("POST", path, fmt.Sprintf(`{"email":%q,"ends_at":%q}`, email, at(time.Hour)), 200)).Data
	if e.Status != "active" || e.EndsAt == nil {
		t.Errorf("%+v", e)
	}
	c.passes(time.Hour)
	c.expect("after its end", "expired", "access_ended", false)
	if answer := c.ann.Do("POST", "/courses/"+c.id+"/enroll", "", 409); !strings.Contains(answer, "enrollment_expired") {
		t.Error(answer)
	}
	c.teacher.Do("PATCH", one, fmt.Sprintf(`{"action":"set_end","ends_at":%q}`, at(-time.Hour)), 400)
	c.expect("after a refusal", "expired", "access_ended", false)
	c.teacher.Do("PATCH", one, fmt.Sprintf(`{"action":"set_end","ends_at":%q}`, at(time.Hour)), 200)
	c.expect("the end was moved", "active", "", true)
	c.teacher.Do("PATCH", one, `{"action":"suspend"}`, 200)
	c.passes(2 * time.Hour)
	c.expect("suspended, and over by now", "suspended", "suspended", false)
	c.teacher.Do("PATCH", one, `{"action":"reactivate"}`, 200)
	c.expect("reactivated after the end", "expired", "access_ended", false)
	c.teacher.Do("PATCH", one, `{"action":"reactivate"}`, 200)
	c.expect("reactivated without an end", "active", "", true)
	if got := enrollmentsIn(t, c.teacher, c.id, "")[0]; got.EndsAt != nil {
		t.Errorf("%+v", got)
	}
	c.teacher.Do("PATCH", one, `{"action":"withdraw"}`, 200)
	c.teacher.Do("PATCH", one, fmt.Sprintf(`{"action":"set_end","ends_at":%q}`, at(time.Hour)), 409)
	if c.mine(c.ann) != "" || c.lock(c.ann) != "not_enrolled" {
		t.Error("a withdrawn enrolment is among the courses of its user")
	}
}

// Every status is reached through the API, is in its user's courses, and whatever asks who is in the course agrees.
func TestWhoIsInTheCourse(t *testing.T) {
	t.Parallel()
	c := newClass(t)
	path := "/courses/" + c.id + "/enrollments"
	one := path + "/" + c.ann.ID
	give := func(status string) {
		t.Helper()
		e := testapp.Read[place](t, c.teacher.Do("POST", path, fmt.Sprintf(`{"email":%q,"status":%q}`, c.ann.ID+"@lectern.test", status), 200)).Data
		if e.Status != status {
			t.Errorf("%+v, want %s", e, status)
		}
	}
	act := func(action string) { t.Helper(); c.teacher.Do("PATCH", one, `{"action":"`+action+`"}`, 200) }
	in := func(status, lock string, is bool) {
		t.Helper()
		c.expect(status, status, lock, is)
		may, err := c.Courses.MayWatch(t.Context(), access.Caller{ID: c.ann.ID}, c.id, false)
		if err != nil || may != is {
			t.Errorf("%s: may watch %v, %v", status, may, err)
		}
		want := int64(0)
		if is {
			want = 1
		}
		learners := testapp.Read[rest.List[progress.Learner]](t, c.teacher.Do("GET", "/progress/courses/"+c.id+"/learners", "", 200))
		students := testapp.Read[rest.List[struct{}]](t, c.teacher.Do("GET", "/student-analytics/courses/"+c.id+"/students", "", 200))
		if learners.Pagination.TotalItems != want || students.Pagination.TotalItems != want {
			t.Errorf("%s: %d learners, %d students", status, learners.Pagination.TotalItems, students.Pagination.TotalItems)
		}
	}
	give("waitlisted")
	in("waitlisted", "not_admitted", false)
	c.ann.Do("POST", "/courses/"+c.id+"/enroll", "", 409)
	give("invited")
	in("invited", "not_admitted", false)
	c.ann.Do("POST", "/courses/"+c.id+"/enroll", "", 200)
	in("active", "", true)
	act("suspend")
	in("suspended", "suspended", false)
	act("reactivate")
	c.ann.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":%q,"courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
		db.NewID(), c.id, c.lesson, testapp.Start.Format(time.RFC3339)), 200)
	in("completed", "", true)
	act("suspend")
	in("suspended", "suspended", false)
	act("reactivate")
	in("completed", "", true)
	c.ann.Do("DELETE", "/courses/"+c.id+"/enroll", "", 200)
	c.ann.Do("POST", "/courses/"+c.id+"/enroll", "", 200)
	in("completed", "", true) // what was completed stays
}
