package enrollment_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/enrollment"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	people    = rest.List[enrollment.EnrolledPerson]
	imported  = rest.Answer[enrollment.EnrollmentImport]
	savedPage = rest.List[course.Course]
)

const priced = `,"prices":[{"currency":"EUR","individual":900,"batch":500}]`

func enrollmentsIn(t *testing.T, by testapp.User, id, query string) []enrollment.EnrolledPerson {
	t.Helper()
	return testapp.Read[people](t, by.Do("GET", "/courses/"+id+"/enrollments?"+query, "", 200)).Data
}

func TestPaidCourseAwaitsPayment(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin, ann := app.User(access.Instructor), app.User(access.Admin), app.User(access.Student)
	c := teacher.PublishCourse(priced)
	for range 2 { // idempotent
		if e := testapp.Read[place](t, ann.Do("POST", "/courses/"+c.ID+"/enroll", "", 200)).Data; e.Status != "pending_payment" {
			t.Errorf("%+v", e)
		}
	}
	if may, err := app.Courses.MayWatch(t.Context(), access.Caller{ID: ann.ID}, c.ID, false); may || err != nil {
		t.Errorf("a user who has not paid is enrolled: %v", err)
	}
	path := "/courses/" + c.ID + "/enrollments/" + ann.ID
	teacher.Do("PATCH", path, `{"action":"activate"}`, 403)
	if n := app.Count("SELECT count(*) FROM enrollments WHERE status = 'pending_payment'"); n != 1 {
		t.Error("a refused request has changed something")
	}
	if e := testapp.Read[place](t, admin.Do("PATCH", path, `{"action":"activate"}`, 200)).Data; e.Status != "active" {
		t.Errorf("%+v", e)
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = 'course.enrolled'", ann.ID); n != 1 {
		t.Errorf("notified %d times", n)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'course.place_changed'"); n != 1 {
		t.Errorf("%d entries of the audit log", n)
	}
}

func TestTeachersChangeEnrollments(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	c := teacher.PublishCourse("")
	app.Enroll(ann, c.ID)
	path := "/courses/" + c.ID + "/enrollments/" + ann.ID
	app.User(access.Instructor).Do("PATCH", path, `{"action":"suspend"}`, 403)
	ann.Do("PATCH", path, `{"action":"suspend"}`, 403)
	teacher.Do("PATCH", "/courses/"+c.ID+"/enrollments/"+teacher.ID, `{"action":"suspend"}`, 404)
	teacher.Do("PATCH", path, `{"action":"promote"}`, 400)
	for _, step := range []struct {
		status, action string
		want           int
		after          string
	}{
		{"active", "activate", 409, "active"}, {"active", "reactivate", 409, "active"}, {"active", "suspend", 200, "suspended"},
		{"suspended", "suspend", 409, "suspended"}, {"suspended", "reactivate", 200, "active"}, {"expired", "reactivate", 200, "active"},
		{"invited", "activate", 200, "active"}, {"waitlisted", "activate", 200, "active"}, {"completed", "suspend", 200, "suspended"},
		{"completed", "withdraw", 200, "withdrawn"}, {"suspended", "withdraw", 200, "withdrawn"}, {"withdrawn", "reactivate", 409, "withdrawn"},
	} {
		app.Exec("UPDATE enrollments SET status = ?", step.status)
		teacher.Do("PATCH", path, `{"action":"`+step.action+`"}`, step.want)
		if n := app.Count("SELECT count(*) FROM enrollments WHERE status = ?", step.after); n != 1 {
			t.Errorf("%s, %s: not %s", step.status, step.action, step.after)
		}
	}
	app.Exec("UPDATE enrollments SET status = 'suspended'")
	ann.Do("POST", "/courses/"+c.ID+"/enroll", "", 409) // a suspended student cannot re-enrol
}

func TestGrantEnrollment(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, admin, ann := app.User(access.Instructor), app.User(access.Admin), app.User(access.Student)
	free, paid := teacher.PublishCourse(""), teacher.PublishCourse(priced)
	mail := `{"email":" ` + strings.ToUpper(ann.ID) + `@Lectern.test "}`
	teacher.Do("POST", "/courses/"+free.ID+"/enrollments", `{"email":"nobody@lectern.test"}`, 404)
	teacher.Do("POST", "/courses/"+paid.ID+"/enrollments", mail, 403)
	if n := app.Count("SELECT count(*) FROM enrollments"); n != 0 {
		t.Errorf("refused requests left %d enrollments", n)
	}
	for range 2 {
		if e := testapp.Read[place](t, teacher.Do("POST", "/courses/"+free.ID+"/enrollments", mail, 200)).Data; e.Status != "active" {
			t.Errorf("%+v", e)
		}
	}
	admin.Do("POST", "/courses/"+paid.ID+"/enrollments", mail, 200)
	app.Exec("INSERT INTO user_search_keys (search_key, user_id) VALUES ('somebody', ?)", ann.ID)
	if got := enrollmentsIn(t, teacher, paid.ID, "search=else"); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	got := enrollmentsIn(t, teacher, paid.ID, "status=active&search=some")
	if len(got) != 1 || got[0].UserID != ann.ID || got[0].FullName != "Somebody" || got[0].Percent != nil {
		t.Errorf("%+v", got)
	}
	app.User(access.Instructor).Do("GET", "/courses/"+paid.ID+"/enrollments", "", 403)
	ann.Do("GET", "/courses/"+paid.ID+"/enrollments", "", 403)
}

func TestEnrollmentsByCursor(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher := app.User(access.Instructor)
	c := teacher.PublishCourse("")
	for i := range 7 {
		app.Enroll(app.User(access.Student), c.ID)
		app.Clock.Advance(time.Duration(i%2) * time.Second)
	}
	seen, cursor := map[string]bool{}, ""
	for range 4 {
		p := testapp.Read[people](t, teacher.Do("GET", "/courses/"+c.ID+"/enrollments?limit=2&cursor="+cursor, "", 200))
		for _, e := range p.Data {
			seen[e.UserID] = true
		}
		cursor = p.NextCursor
	}
	if len(seen) != 7 || cursor != "" {
		t.Errorf("%d people, then %q", len(seen), cursor)
	}
	teacher.Do("GET", "/courses/"+c.ID+"/enrollments?cursor=x", "", 400)
}

func TestBulkEnrolment(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann, ben, cem := app.User(access.Instructor), app.User(access.Student), app.User(access.Student), app.User(access.Student)
	c := teacher.PublishCourse("")
	app.Enroll(cem, c.ID)
	send := func(by testapp.User, query, kind, body string, want int) enrollment.EnrollmentImport {
		t.Helper()
		r := httptest.NewRequest("POST", "/api/v1/courses/"+c.ID+"/enrollments/import"+query, strings.NewReader(body))
		r.Header.Set("Content-Type", kind)
		w := by.SendRaw(r)
		if w.Code != want {
			t.Fatalf("%d, want %d: %s", w.Code, want, w.Body)
		}
		return testapp.Read[imported](t, w.Body.String()).Data
	}
	text := "Name;E-Mail\nAnn;" + strings.ToUpper(ann.ID) + "@lectern.test\nBen;" + ben.ID + "@lectern.test\n;\nX;\nAnn;" + ann.ID + "@lectern.test\nY;=y@lectern.test\nCem;" + cem.ID + "@lectern.test\n"
	send(app.User(access.Instructor), "", "text/csv", text, 403)
	send(teacher, "", "application/json", text, 415)
	send(teacher, "?dry_run=perhaps", "text/csv", text, 400)
	send(teacher, "", "text/csv", "name\nAnn\n", 400)
	send(teacher, "", "text/csv", "", 400)
	send(teacher, "", "text/csv", "email\n\xff\n", 400)
	dry := send(teacher, "?dry_run=true", "text/csv", text, 200)
	if n := app.Count("SELECT count(*) FROM enrollments"); n != 1 || !dry.DryRun {
		t.Errorf("a dry run left %d enrollments", n)
	}
	got := send(teacher, "", "text/csv; charset=utf-8", text, 200)
	if got.Rows != 6 || got.Enrolled != 2 || got.Existing != 1 || got.BadRows != 3 || got.Bad[0].Row != 5 || got.Bad[1].Code != "duplicate" || got.Bad[2].Code != "user_not_found" {
		t.Errorf("%+v", got)
	}
	if dry.Enrolled != got.Enrolled || dry.Existing != got.Existing || len(dry.Bad) != len(got.Bad) {
		t.Errorf("the dry run said %+v, then came %+v", dry, got)
	}
	if again := send(teacher, "", "text/csv", text, 200); again.Enrolled != 0 || again.Existing != 3 {
		t.Errorf("a second time: %+v", again)
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM notifications WHERE kind = 'course.enrolled'"); n != 2 {
		t.Errorf("%d users were notified", n)
	}
}

func TestSavedCourses(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, ann := app.User(access.Instructor), app.User(access.Student)
	first, second, hidden := teacher.PublishCourse(`,"title":"First"`), teacher.PublishCourse(`,"title":"Second"`), teacher.CreateCourse("")
	app.Nobody().Do("POST", "/courses/"+first.ID+"/save", "", 401)
	ann.Do("POST", "/courses/"+hidden.ID+"/save", "", 404)
	for _, id := range []string{first.ID, second.ID, first.ID} {
		ann.Do("POST", "/courses/"+id+"/save", "", 200)
		app.Clock.Advance(time.Second)
	}
	if !ann.GetCourse(first.ID).Saved || teacher.GetCourse(first.ID).Saved {
		t.Error("saved is true for another caller")
	}
	list := func() savedPage {
		t.Helper()
		return testapp.Read[savedPage](t, ann.Do("GET", "/courses/saved", "", 200))
	}
	if got := list(); len(got.Data) != 2 || got.Data[0].Title != "Second" || got.Pagination.TotalItems != 2 {
		t.Errorf("%+v", got)
	}
	teacher.Do("PATCH", "/courses/toggle-status/"+second.ID, "", 200)
	if got := list(); len(got.Data) != 1 || got.Data[0].Title != "First" {
		t.Errorf("a course that left the catalogue is listed: %+v", got)
	}
	ann.Do("DELETE", "/courses/"+second.ID+"/save", "", 200)
	ann.Do("DELETE", "/courses/"+second.ID+"/save", "", 404)
	if got := list(); len(got.Data) != 1 {
		t.Errorf("%+v", got)
	}
}
