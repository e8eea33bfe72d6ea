package user_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func sent(by testapp.User, query, kind, text string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1/users/import"+query, strings.NewReader(text))
	r.Header.Set("Content-Type", kind)
	return by.SendRaw(r)
}

func imported(t *testing.T, by testapp.User, query, text string) user.ImportResult {
	t.Helper()
	w := sent(by, query, "text/csv; charset=utf-8", text)
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return testapp.Read[rest.Answer[user.ImportResult]](t, w.Body.String()).Data
}

// 1,000 rows of which 37 are bad: the 37 are listed and 963 users created; the second import creates none.
func TestImport(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	text, wrong := "full_name,email,roles\n", map[int]string{}
	for i := range 1000 {
		row := fmt.Sprintf("Person %d,person%d@lectern.test,student", i, i)
		if i%27 == 26 { // 37 of them
			switch kind := i % 4; kind {
			case 0:
				row, wrong[i+2] = fmt.Sprintf(" ,person%d@lectern.test,", i), "full_name required"
			case 1:
				row, wrong[i+2] = fmt.Sprintf("Person %d,person%d,", i, i), "email invalid_format"
			case 2:
				row, wrong[i+2] = fmt.Sprintf("Person %d,person%d@lectern.test,student ghost", i, i), "roles unknown_value"
			case 3:
				row, wrong[i+2] = fmt.Sprintf("Person %d,PERSON0@lectern.test,student", i), "email duplicate"
			}
		}
		text += row + "\n"
	}
	check := func(r user.ImportResult, created, existing int64) {
		t.Helper()
		if r.Rows != 1000 || r.Created != created || r.Existing != existing || r.BadRows != 37 || len(r.Bad) != 37 || len(wrong) != 37 {
			t.Fatalf("%d rows, %d made, %d existing, %d bad", r.Rows, r.Created, r.Existing, r.BadRows)
		}
		for _, b := range r.Bad {
			if wrong[b.Row] != b.Column+" "+b.Code || b.Reason == "" {
				t.Errorf("%+v, want %s", b, wrong[b.Row])
			}
		}
	}
	check(imported(t, admin, "?dry_run=true", text), 963, 0)
	if n := app.Count("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM audit_log) + (SELECT count(*) FROM jobs)"); n != 1 {
		t.Fatalf("a dry run has created %d users", n)
	}
	check(imported(t, admin, "", text), 963, 0)
	users, jobs := app.Count("SELECT count(*) FROM users"), app.Count("SELECT count(*) FROM jobs")
	if users != 964 || jobs != 963 {
		t.Errorf("%d users, %d emails", users, jobs)
	}
	check(imported(t, admin, "?dry_run=false", text), 0, 963)
	if n := app.Count("SELECT count(*) FROM users"); n != users || app.Count("SELECT count(*) FROM jobs") != jobs {
		t.Errorf("%d users after the second time", n)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.imported'"); n != 2 {
		t.Errorf("%d imports in the audit log", n)
	}
	if l := list(t, admin, "search=person+5&limit=1"); l.Data[0].Status != "active" || l.Data[0].EmailVerifiedAt != nil || !slices.Equal(l.Data[0].Roles, []access.Role{"student"}) {
		t.Errorf("%+v", l.Data[0])
	}
}

// Files from common spreadsheet programs and our own export can be imported.
func TestImportDialects(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"semicolons": "Name;E-Mail;Role\nAnn Lee;ann@lectern.test;instructor,student\n", "byte order mark": "\ufefffull_name,email,roles\r\nAnn Lee,ann@lectern.test,instructor student\r\n",
		"other order": "roles\tid\temail\tfull_name\nInstructor|STUDENT\t7\t ann@lectern.test \t Ann Lee\n\n", "quoted": "email,name,roles\n\"ann@lectern.test\",\"Ann Lee\",\"instructor; student\"",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			admin := app.User(access.Admin)
			if r := imported(t, admin, "", text); r.Created != 1 || r.BadRows != 0 {
				t.Fatalf("%+v", r)
			}
			if u := list(t, admin, "search=lee").Data[0]; u.FullName != "Ann Lee" || u.Email != "ann@lectern.test" || !slices.Equal(u.Roles, []access.Role{"instructor", "student"}) {
				t.Errorf("%+v", u)
			}
		})
	}
}

func TestInvalidSheets(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	for name, c := range map[string]struct {
		text, kind, query string
		want              int
	}{
		"empty":         {"", "text/csv", "", 400},
		"no names":      {"Ann,ann@lectern.test\n", "text/csv", "", 400},
		"no email":      {"full_name\nAnn\n", "text/csv", "", 400},
		"no UTF-8":      {"full_name,email\nAnn\xff,ann@lectern.test\n", "text/csv", "", 400},
		"open quote":    {"full_name,email\n\"Ann,ann@lectern.test\n", "text/csv", "", 400},
		"other kind":    {"full_name,email\nAnn,ann@lectern.test\n", "application/json", "", 415},
		"other dry run": {"full_name,email\nAnn,ann@lectern.test\n", "text/csv", "?dry_run=yes", 400},
		"too large":     {"full_name,email\n" + strings.Repeat("\n", 5<<20), "text/csv", "", 413},
		"a long row":    {"full_name,email\n" + strings.Repeat("x", 70_000), "text/csv", "", 400},
		"too many":      {"full_name,email\n" + strings.Repeat("Ann,ann@lectern.test\n", 10_001), "text/csv", "", 400},
	} {
		if got := sent(admin, c.query, c.kind, c.text); got.Code != c.want {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if got := sent(app.User(access.Instructor), "", "text/csv", "full_name,email\nAnn,ann@lectern.test\n"); got.Code != 403 {
		t.Errorf("%d", got.Code)
	}
	if n := app.Count("SELECT count(*) FROM users"); n != 2 {
		t.Errorf("%d users", n)
	}
	if r := imported(t, admin, "", "full_name,email\nA\x00nn,ann@lectern.test\n"); r.BadRows != 1 || r.Created != 0 {
		t.Errorf("%+v", r)
	}
}

// A cell of a million wrong words is one fault, so that no report takes a thousand times the memory of its sheet.
func TestWrongRolesAreOneFaultACell(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	got := sent(app.User(access.Admin), "", "text/csv", "full_name,email,roles\nAnn,ann@lectern.test,"+strings.Repeat("a ", 30_000)+"\n")
	if got.Code != 200 || strings.Count(got.Body.String(), "unknown_value") != 1 || app.Count("SELECT count(*) FROM users WHERE email_key = 'ann@lectern.test'") != 0 {
		t.Errorf("%d %.300s", got.Code, got.Body)
	}
}

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
	if !strings.Contains(body, "'=1+1,formula@lectern.test,student,active,,false,,2026-09-01T08:01:00Z\r\n") || strings.Count(body, "\n") != 2 {
		t.Error(body)
	}
	whole := admin.Do("GET", "/users/export?role=student", "", 200)
	elsewhere := testapp.New(t)
	there := elsewhere.User(access.Admin)
	if r := imported(t, there, "", whole); r.Created != 2 || r.BadRows != 0 {
		t.Errorf("%+v", r)
	}
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
