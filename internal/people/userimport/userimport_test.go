package userimport_test

import (
	"fmt"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/user"
	"lectern/internal/people/userimport"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func sent(by testapp.User, query, kind, text string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1/users/imports"+query, strings.NewReader(text))
	r.Header.Set("Content-Type", kind)
	return by.SendRaw(r)
}

// imported imports a sheet to the end.
func imported(t *testing.T, app *testapp.App, by testapp.User, query, text string) userimport.UserImportDetail {
	t.Helper()
	i := started(t, by, query, text)
	app.Work()
	d := progressOf(t, by, i.ID)
	if d.State != "done" || d.Created+d.Updated+d.Deactivated+d.Existing+d.Refused != d.Total || d.FinishedAt == nil {
		t.Fatalf("%+v", d)
	}
	return d
}

// started starts an import and returns it as it was announced.
func started(t *testing.T, by testapp.User, query, text string) userimport.UserImport {
	t.Helper()
	w := sent(by, query, "text/csv; charset=utf-8", text)
	if w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	return testapp.Read[rest.Answer[userimport.UserImport]](t, w.Body.String()).Data
}

func progressOf(t *testing.T, by testapp.User, id string) userimport.UserImportDetail {
	t.Helper()
	return testapp.Read[rest.Answer[userimport.UserImportDetail]](t, by.Do("GET", "/users/imports/"+id, "", 200)).Data
}

func list(t *testing.T, by testapp.User, query string) rest.List[user.UserRow] {
	t.Helper()
	return testapp.Read[rest.List[user.UserRow]](t, by.Do("GET", "/users?"+query, "", 200))
}

// 270 rows of which 10 are bad: the 10 are listed and 260 users created; the second import creates none.
func TestImport(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	text, wrong := "full_name,email,roles\n", map[int]string{}
	for i := range 270 {
		row := fmt.Sprintf("Person %d,person%d@lectern.test,student", i, i)
		if i%27 == 26 { // 10 of them
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
	check := func(r userimport.UserImportDetail, created, existing int64) {
		t.Helper()
		if r.SheetRows != 270 || r.Created != created || r.Existing != existing || r.Refused != 10 || len(r.Bad) != 10 || len(wrong) != 10 {
			t.Fatalf("%d rows, %d made, %d existing, %d bad", r.SheetRows, r.Created, r.Existing, r.Refused)
		}
		for _, b := range r.Bad {
			if wrong[b.Row] != b.Column+" "+b.Code || b.Reason == "" {
				t.Errorf("%+v, want %s", b, wrong[b.Row])
			}
		}
	}
	check(imported(t, app, admin, "?dry_run=true", text), 260, 0)
	if n := app.Count("SELECT (SELECT count(*) FROM users) + (SELECT count(*) FROM audit_log WHERE action NOT LIKE 'user.import%') + (SELECT count(*) FROM jobs WHERE kind <> 'userimport.run')"); n != 1 {
		t.Fatalf("a dry run has created %d users", n)
	}
	check(imported(t, app, admin, "", text), 260, 0)
	users, jobs := app.Count("SELECT count(*) FROM users"), app.Count("SELECT count(*) FROM jobs WHERE kind <> 'userimport.run'")
	if users != 261 || jobs != 260 {
		t.Errorf("%d users, %d emails", users, jobs)
	}
	check(imported(t, app, admin, "?dry_run=false", text), 0, 260)
	if n := app.Count("SELECT count(*) FROM users"); n != users || app.Count("SELECT count(*) FROM jobs WHERE kind <> 'userimport.run'") != jobs {
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
			if r := imported(t, app, admin, "", text); r.Created != 1 || r.Refused != 0 {
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
	if r := imported(t, app, admin, "", "full_name,email\nA\x00nn,ann@lectern.test\n"); r.Refused != 1 || r.Created != 0 {
		t.Errorf("%+v", r)
	}
}

// A cell of a million wrong words is one fault, so that no report takes a thousand times the memory of its sheet.
func TestWrongRolesAreOneFaultACell(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	d := imported(t, app, app.User(access.Admin), "", "full_name,email,roles\nAnn,ann@lectern.test,"+strings.Repeat("a ", 30_000)+"\n")
	if len(d.Bad) != 1 || d.Bad[0].Code != "unknown_value" || d.Created != 0 {
		t.Errorf("%+v", d)
	}
}

// Rows find their accounts by student number or email and change what differs; a dry run says so and changes nothing; the second time
// nothing is left to change.
func TestImportUpdates(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	const first = "full_name,email,student_number,roles,status\nAnn Lee,ann@lectern.test,A-1,student,\nBen Kim,ben@lectern.test,A-2,,\nCem Ay,cem@lectern.test,,instructor,disabled\n"
	if r := imported(t, app, admin, "", first); r.Created != 3 || r.Refused != 0 {
		t.Fatalf("%+v", r)
	}
	state := func() int64 {
		return app.Count("SELECT (SELECT count(*) FROM audit_log WHERE action NOT LIKE 'user.import%') + (SELECT count(*) FROM jobs WHERE kind <> 'userimport.run') + (SELECT count(*) FROM security_events) + (SELECT count(*) FROM users WHERE full_name LIKE '%Lee')")
	}
	const second = "name;email;student number;roles;state\nAnn Lee-May;annl@lectern.test;a-1;;\n;BEN@lectern.test;A-22;student,instructor;\n;cem@lectern.test;;;active\nDee;dee@lectern.test;A-1x;;\n"
	change := func(row int64, outcome, name, email string, columns ...string) userimport.ImportChange {
		return userimport.ImportChange{Row: row, Outcome: outcome, FullName: name, Email: email, Columns: append([]string{}, columns...)}
	}
	planned := []userimport.ImportChange{change(2, "updated", "Ann Lee", "ann@lectern.test", "email", "full_name"), change(3, "updated", "Ben Kim", "ben@lectern.test", "roles", "student_number"),
		change(4, "updated", "Cem Ay", "cem@lectern.test", "status"), change(5, "created", "Dee", "dee@lectern.test")}
	made := slices.Clone(planned)
	made[0].FullName, made[0].Email = "Ann Lee-May", "annl@lectern.test"
	before := state()
	dry := imported(t, app, admin, "?existing=update&dry_run=true", second)
	if dry.Created != 1 || dry.Updated != 3 || dry.Existing != 0 || !reflect.DeepEqual(dry.Changes, planned) {
		t.Errorf("%+v", dry)
	}
	if kept := imported(t, app, admin, "?dry_run=true", second); kept.Created != 1 || kept.Updated != 0 || kept.Existing != 3 {
		t.Errorf("%+v", kept)
	}
	if after := state(); after != before {
		t.Error("a dry run has changed users")
	}
	if really := imported(t, app, admin, "?existing=update", second); really.Created != 1 || !reflect.DeepEqual(really.Changes, made) {
		t.Errorf("%+v", really)
	}
	if n := app.Count(`SELECT count(*) FROM users AS u WHERE email = 'annl@lectern.test' AND full_name = 'Ann Lee-May' AND student_number = 'A-1' OR email = 'ben@lectern.test' AND student_number = 'A-22'
		AND (SELECT count(*) FROM user_roles AS r WHERE r.user_id = u.id) = 2 OR email = 'cem@lectern.test' AND status = 'active'`); n != 3 {
		t.Errorf("%d users are as the sheet says", n)
	}
	before = state()
	if again := imported(t, app, admin, "?existing=update", second); again.Created+again.Updated != 0 || again.Existing != 4 || len(again.Changes) != 0 {
		t.Errorf("again: %+v", again)
	}
	if after := state(); after != before {
		t.Error("the same file has changed users the second time")
	}
}

// What an import may not do to existing accounts is reported row by row and changes nothing.
func TestImportRefusesRows(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, other := app.User(access.Admin), app.User(access.Admin)
	imported(t, app, admin, "", "full_name,email,student_number\nAnn,ann@lectern.test,1\nBen,ben@lectern.test,2\nCem,cem@lectern.test,\n")
	sheet := "full_name,email,student_number,roles,status\n" +
		",ben@lectern.test,1,,\n" + // two accounts
		",,9,,\n" + // nobody, and nothing to create one with
		",cem@lectern.test,,ghost,\n" +
		",cem@lectern.test,,,gone\n" +
		"No One,,,,\n" +
		"," + other.ID + "@lectern.test,,student,\n" + // an administrator
		"," + admin.ID + "@lectern.test,,,disabled\n"
	want := []string{"2 student_number ambiguous", "3 full_name required", "3 email invalid_format", "4 roles unknown_value", "5 email duplicate", "5 status unknown_value", "6 email required", "7 status is_admin", "8 status is_admin"}
	before := app.Count("SELECT (SELECT count(*) FROM security_events) + (SELECT count(*) FROM user_roles) + (SELECT count(*) FROM users WHERE status = 'active')")
	for _, query := range []string{"?existing=update&dry_run=true", "?existing=update"} {
		r := imported(t, app, admin, query, sheet)
		var got []string
		for _, b := range r.Bad {
			got = append(got, fmt.Sprint(b.Row, " ", b.Column, " ", b.Code))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || r.Updated+r.Created != 0 {
			t.Errorf("%q, want %q; %+v", got, want, r)
		}
	}
	if after := app.Count("SELECT (SELECT count(*) FROM security_events) + (SELECT count(*) FROM user_roles) + (SELECT count(*) FROM users WHERE status = 'active')"); after != before {
		t.Error("refused rows have changed users")
	}
}

// At the turn of the year: active students who are not in the file are deactivated, once their number is confirmed and no row is bad.
// Teachers, administrators and who is both stay.
func TestImportDeactivatesMissing(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, gone, stays := app.User(access.Admin), app.User(access.Student), app.User(access.Student)
	app.User(access.Student, access.Instructor)
	app.User(access.Instructor)
	file := "email,student_number\n" + stays.ID + "@lectern.test,7\n"
	dry := imported(t, app, admin, "?missing=deactivate&dry_run=true", file)
	if dry.Deactivated != 1 || len(dry.Changes) != 1 || dry.Changes[0].Email != gone.ID+"@lectern.test" || dry.Changes[0].Row != 0 {
		t.Fatalf("%+v", dry)
	}
	for query, text := range map[string]string{"?missing=deactivate": file, "?missing=deactivate&deactivated=2": file, "?missing=deactivate&deactivated=1": file + "none,\n",
		"?missing=gone": file, "?existing=replace": file, "?missing=deactivate&deactivated=x": file} {
		if w := sent(admin, query, "text/csv", text); w.Code != 409 && w.Code != 400 {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
	if n := app.Count("SELECT count(*) FROM users WHERE status = 'disabled'"); n != 0 {
		t.Fatalf("%d were deactivated without a confirmation", n)
	}
	if r := imported(t, app, admin, "?missing=deactivate&deactivated=1", file); r.Deactivated != 1 {
		t.Errorf("%+v", r)
	}
	if n := app.Count("SELECT count(*) FROM users WHERE status = 'disabled' AND id = ?", gone.ID); n != 1 {
		t.Error("the student who is not in the file is still active")
	}
	if again := imported(t, app, admin, "?missing=deactivate&deactivated=0", file); again.Deactivated != 0 {
		t.Errorf("%+v", again)
	}
}

// Another address, and another administrator, need a fresh session; other changes do not.
func TestImportAsksForProof(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	imported(t, app, admin, "", "full_name,email,student_number\nAnn,ann@lectern.test,1\n")
	app.Clock.Advance(time.Hour)
	for _, text := range []string{"email,student_number\nanother@lectern.test,1\n", "email,roles\nann@lectern.test,admin\n", "full_name,email,roles\nBen,ben@lectern.test,admin\n"} {
		if w := sent(admin, "?existing=update", "text/csv", text); w.Code != 403 || !strings.Contains(w.Body.String(), "confirm_identity") {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if n := app.Count("SELECT count(*) FROM users WHERE email = 'ann@lectern.test' OR email LIKE '%ben%'"); n != 1 {
		t.Error("a refused import has changed users")
	}
	if r := imported(t, app, admin, "?existing=update", "email,full_name\nann@lectern.test,Anna\n"); r.Updated != 1 {
		t.Errorf("%+v", r)
	}
}

// A column that is not known is refused with the one that was probably meant, so that nothing is ignored without a word.
func TestImportNamesUnknownColumns(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	for heading, want := range map[string]string{
		"full_name,emial,student_number":  "There is no column “emial”. Did you mean email?",
		"full_name,email,Student-Nr":      "Did you mean student_number?",
		"full_name,email,shoe size":       "There is no column “shoe size”. Columns are full_name, email, student_number, roles, status, phone,",
		"full_name,email,e-mail":          "The column email appears twice",
		"full_name,email,statuss,studnet": "Did you mean status?",
	} {
		if w := sent(admin, "", "text/csv", heading+"\nAnn,ann@lectern.test,,\n"); w.Code != 400 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %s", heading, w.Code, w.Body)
		}
	}
	if n := app.Count("SELECT count(*) FROM users"); n != 1 {
		t.Errorf("%d users", n)
	}
}
