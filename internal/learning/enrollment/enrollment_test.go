package enrollment_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	place    = rest.Answer[course.Enrollment]
	enrolled = rest.List[enrollment.Enrolled]
)

func TestEnrolling(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	open, draft := teacher.PublishCourse(""), teacher.CreateCourse("")
	path := "/courses/" + open.ID + "/enroll"

	app.Nobody().Do("POST", path, "", 401)
	ann.Do("POST", "/courses/"+draft.ID+"/enroll", "", 404) // not visible to them
	ann.Do("POST", "/courses/none/enroll", "", 404)
	teacher.Do("POST", "/courses/"+draft.ID+"/enroll", "", 409)
	ann.Do("DELETE", path, "", 404)
	if n := app.Count("SELECT count(*) FROM enrollments"); n != 0 {
		t.Fatalf("refused requests left %d enrollments", n)
	}

	first := testapp.Read[place](t, ann.Do("POST", path, "", 200)).Data
	app.Clock.Advance(time.Minute)
	again := testapp.Read[place](t, ann.Do("POST", path, "", 200)).Data
	if first.Status != "active" || first.CourseID != open.ID || again.ID != first.ID || !again.UpdatedAt.Equal(first.UpdatedAt) {
		t.Errorf("enrolling again changed the enrollment: %+v, then %+v", first, again)
	}
	if c := ann.GetCourse(open.ID); c.Enrollment == nil || c.Enrollment.ID != first.ID || c.CanTeach {
		t.Errorf("%+v", c)
	}
	if c := app.User(access.Student).GetCourse(open.ID); c.Enrollment != nil {
		t.Errorf("another student sees %+v", c.Enrollment)
	}

	for range 2 { // idempotent
		if e := testapp.Read[place](t, ann.Do("DELETE", path, "", 200)).Data; e.Status != "withdrawn" || e.ID != first.ID {
			t.Errorf("%+v", e)
		}
	}
	if back := testapp.Read[place](t, ann.Do("POST", path, "", 200)).Data; back.Status != "active" || back.ID != first.ID {
		t.Errorf("enrolling after a withdrawal did not reopen the enrollment: %+v", back)
	}
}

func TestEnrollAndWithdrawByStatus(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	open := teacher.PublishCourse("")
	app.Enroll(ann, open.ID)
	for status, c := range map[string]struct {
		enroll, withdraw int
		after            string // after either
	}{
		"invited":         {200, 200, "withdrawn"},
		"pending_payment": {200, 200, "withdrawn"}, // the course is free by now
		"waitlisted":      {409, 200, "withdrawn"},
		"active":          {200, 200, "withdrawn"},
		"completed":       {200, 200, "withdrawn"},
		"suspended":       {409, 409, "suspended"},
		"expired":         {409, 409, "expired"},
	} {
		app.Exec("UPDATE enrollments SET status = ?, ends_at = CASE WHEN CAST(? AS TEXT) = 'expired' THEN created_at END", status, status)
		answer := ann.Do("POST", "/courses/"+open.ID+"/enroll", "", c.enroll)
		if c.enroll == 409 && (!strings.Contains(answer, `"enrollment_`+status+`"`) || strings.Contains(answer, `"message":""`)) {
			t.Errorf("%s: %s", status, answer)
		}
		ann.Do("DELETE", "/courses/"+open.ID+"/enroll", "", c.withdraw)
		if n := app.Count("SELECT count(*) FROM enrollments WHERE status = ?", c.after); n != 1 {
			t.Errorf("%s did not become %s", status, c.after)
		}
	}
}

func TestConcurrentEnrollsCreateOne(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	open := teacher.PublishCourse("")
	ids := make([]string, 20)
	var clicks sync.WaitGroup
	for i := range ids {
		clicks.Go(func() {
			ids[i] = testapp.Read[place](t, ann.Do("POST", "/courses/"+open.ID+"/enroll", "", 200)).Data.ID
		})
	}
	clicks.Wait()
	for _, id := range ids {
		if id != ids[0] || id == "" {
			t.Fatalf("20 clicks got %q", ids)
		}
	}
	if n := app.Count("SELECT count(*) FROM enrollments"); n != 1 {
		t.Errorf("20 clicks left %d enrollments", n)
	}
}

func TestMyCourses(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	if empty := ann.Do("GET", "/courses/enrolled", "", 200); !strings.Contains(empty, `"data":[]`) {
		t.Errorf("an empty list is not []: %s", empty)
	}
	var ids []string
	for _, title := range []string{"left", "early", "late"} {
		c := teacher.PublishCourse(`,"title":"` + title + `"`)
		ann.Do("POST", "/courses/"+c.ID+"/enroll", "", 200)
		ids = append(ids, c.ID)
		app.Clock.Advance(time.Second)
	}
	ann.Do("DELETE", "/courses/"+ids[0]+"/enroll", "", 200)
	teacher.Do("PATCH", "/courses/toggle-status/"+ids[1], "", 200) // it leaves the catalogue but not their list
	app.User(access.Student).Do("POST", "/courses/"+ids[2]+"/enroll", "", 200)

	mine := testapp.Read[enrolled](t, ann.Do("GET", "/courses/enrolled", "", 200))
	if len(mine.Data) != 2 || mine.Pagination.TotalItems != 2 || mine.Data[0].Course.Title != "late" || mine.Data[1].Course.Title != "early" ||
		mine.Data[1].Course.Status != "draft" || mine.Data[0].CourseID != ids[2] || len(mine.Data[0].Course.Instructors) != 1 {
		t.Errorf("%+v", mine)
	}
	if second := testapp.Read[enrolled](t, ann.Do("GET", "/courses/enrolled?limit=1&page=2", "", 200)); len(second.Data) != 1 || second.Data[0].Course.Title != "early" {
		t.Errorf("%+v", second)
	}
}

func TestOwnCoursesBySearchAndClosed(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	for i, status := range []string{"active", "completed", "invited", "pending_payment", "waitlisted", "suspended", "expired", "withdrawn"} {
		id := teacher.CreateCourse("").ID
		app.Clock.Advance(time.Minute)
		app.Enroll(ann, id)
		ann.Do("POST", "/courses/"+id+"/save", "", 200)
		app.Exec("UPDATE enrollments SET status = ? WHERE course_id = ?", status, id)
		app.Exec("UPDATE courses SET title = ?, title_key = ? WHERE id = ?", status, fmt.Sprintf("%d %s", i, status), id)
	}
	for query, want := range map[string]string{
		"?closed=true":              "expired;suspended;waitlisted;pending_payment;invited;",
		"?search=Ended":             "suspended;",
		"?closed=true&search=ACTIV": "",
		"?search=activ":             "active;",
	} {
		got := ""
		for _, e := range testapp.Read[enrolled](t, ann.Do("GET", "/courses/enrolled"+query, "", 200)).Data {
			got += e.Course.Title + ";"
		}
		if got != want {
			t.Errorf("%q: %q, not %q", query, got, want)
		}
	}
	saved := testapp.Read[rest.List[course.Course]](t, ann.Do("GET", "/courses/saved?search=ACTIV", "", 200)).Data
	if len(saved) != 1 || saved[0].Title != "active" {
		t.Errorf("%+v", saved)
	}
}
