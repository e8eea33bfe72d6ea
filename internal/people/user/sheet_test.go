package user_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// F53: the export has every user of the filter and no formulas, and can be imported elsewhere unchanged.
func TestExport(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	made(t, admin, app, "=1+1", "formula@lectern.test", access.Student)
	made(t, admin, app, `Quote "Q", Jr`, "+plus@lectern.test", access.Student, access.Instructor)
	app.Exec(`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 1199)
		INSERT INTO users (id, email, email_key, full_name, name_key, password_hash, status, created_at, updated_at)
		SELECT 'u' || i, 'u' || i || '@lectern.test', 'u' || i || '@lectern.test', 'Same', 'same', 'canary', 'active', ?, ? FROM n`, testapp.Start, testapp.Start)
	for _, sort := range []string{"newest", "name", "-email"} {
		w := admin.Send("GET", "/api/v1/users/export?sort="+sort, "")
		body := w.Body.String()
		rows := testapp.Sheet(t, w.Body)
		seen := map[string]bool{}
		for _, r := range rows {
			seen[r.Cells[0]] = true
		}
		if w.Code != 200 || len(rows) != 1204 || len(seen) != 1204 || strings.Contains(body, "canary") {
			t.Fatalf("%s: %d, %d rows, %d different", sort, w.Code, len(rows), len(seen))
		}
	}
	body := admin.Do("GET", "/users/export?search=formula", "", 200)
	if !strings.Contains(body, "'=1+1,formula@lectern.test,,student,active,,false,,2026-09-01T08:01:00Z\r\n") || strings.Count(body, "\n") != 2 {
		t.Error(body)
	}
	whole := admin.Do("GET", "/users/export?role=student", "", 200)
	elsewhere := testapp.New(t)
	there := elsewhere.User(access.Admin)
	r := httptest.NewRequest("POST", "/api/v1/users/imports", strings.NewReader(whole))
	r.Header.Set("Content-Type", "text/csv")
	if w := there.SendRaw(r); w.Code != 200 || !strings.Contains(w.Body.String(), `"total":2`) || !strings.Contains(w.Body.String(), `"badRows":0`) {
		t.Error(w.Body)
	}
	elsewhere.Work()
	if got := names(list(t, there, "role=student&sort=name")); got != `=1+1,Quote "Q", Jr` {
		t.Error(got)
	}
	for _, bad := range []string{"role=ghost", "colour=red", "created_from=x"} {
		admin.Do("GET", "/users/export?"+bad, "", 400)
	}
	app.User(access.Instructor).Do("GET", "/users/export", "", 403)
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.exported' AND actor_id = ?", admin.ID); n != 5 {
		t.Errorf("%d exports in the audit log", n)
	}
}

// A student number is unique, found by the search of administrators, edited, exported and erased; teachers do not find users by it.
func TestStudentNumber(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, teacher := app.User(access.Admin), app.User(access.Instructor)
	ann := made(t, admin, app, "Ann Lee", "ann@lectern.test", access.Student)
	ben := made(t, admin, app, "Ben Lee", "ben@lectern.test", access.Student)
	admin.Do("PATCH", "/users/"+ann, `{"student_number":" S-4711 "}`, 200)
	if got := admin.Do("PATCH", "/users/"+ben, `{"student_number":"s-4711"}`, 409); !strings.Contains(got, "student_number_taken") {
		t.Error(got)
	}
	admin.Do("PATCH", "/users/"+ben, `{"student_number":"`+strings.Repeat("1", 41)+`"}`, 400)
	for query, want := range map[string]int{"search=s-4711": 1, "search=S-4711&sort=name": 1, "search=4711": 0, "search=lee": 2} {
		if l := list(t, admin, query); len(l.Data) != want || want == 1 && (l.Data[0].ID != ann || l.Data[0].StudentNumber != "S-4711") {
			t.Errorf("%s: %+v", query, l.Data)
		}
	}
	if sheet := admin.Do("GET", "/users/export?search=s-4711", "", 200); !strings.Contains(sheet, ",ann@lectern.test,S-4711,student,") {
		t.Error(sheet)
	}
	course := app.Course(teacher)
	app.Exec("INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES ('e', ?, ?, 'active', ?, ?)", ann, course, testapp.Start, testapp.Start)
	if got := teacher.Do("GET", "/courses/"+course+"/enrollments?search=s-4711", "", 200); strings.Contains(got, "ann@") || strings.Contains(got, "4711") {
		t.Error(got)
	}
	admin.Do("PATCH", "/users/"+ann, `{"student_number":""}`, 200)
	admin.Do("PATCH", "/users/"+ben, `{"student_number":"s-4711"}`, 200)
	bulk(t, admin, user.BulkChange{IDs: []string{ben}, BulkAction: user.BulkAction{Action: "delete"}})
	app.Clock.Advance(31 * 24 * time.Hour)
	if err := app.PersonalData.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM users WHERE student_number IS NOT NULL OR student_number_key IS NOT NULL"); n != 0 {
		t.Error("an erased user has a student number")
	}
}
