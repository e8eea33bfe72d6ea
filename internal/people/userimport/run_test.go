package userimport_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/people/userimport"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// rowsFor returns a sheet of n new users.
func rowsFor(n int) string {
	var text strings.Builder
	text.WriteString("full_name,email\n")
	for i := range n {
		fmt.Fprintf(&text, "Person %d,person%d@lectern.test\n", i, i)
	}
	return text.String()
}

// An import runs in the background: it can be followed, is listed with the others, and a worker that dies leaves the rest to another one,
// which takes each row once.
func TestImportResumes(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	i := started(t, app.User(access.Admin), "", rowsFor(130))
	if i.State != "running" || i.Total != 130 || i.Created != 0 {
		t.Errorf("%+v", i)
	}
	app.Exec("UPDATE user_import_rows SET outcome = 'existing' WHERE import_id = ? AND position <= 101", i.ID) // as a worker left it
	app.Exec("UPDATE user_imports SET existing = 100 WHERE id = ?", i.ID)
	app.Exec("UPDATE jobs SET state = 'running', worker = 'dead', fence = 1, attempts = 1, lease_until = ? WHERE ref = ?", testapp.Start, i.ID)
	app.Work()
	if got := progressOf(t, admin, i.ID); got.State != "running" || got.Existing != 100 || len(got.Changes) != 0 {
		t.Errorf("while its worker may live: %+v", got.UserImport)
	}
	app.Clock.Advance(time.Minute)
	if err := app.Runner.Rescue(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Exec("INSERT INTO jobs (id, kind, ref, batch, payload, priority, state, due_at, fence, attempts, max_attempts, worker, progress, last_error, created_at) "+
		"SELECT 'second', kind, ref, batch, payload, priority, 'waiting', due_at, fence, attempts, max_attempts, '', progress, last_error, created_at FROM jobs WHERE ref = ?", i.ID)
	var workers sync.WaitGroup
	for range 2 {
		workers.Go(func() {
			if err := app.Runner.Drain(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
	app.Work()
	if got := progressOf(t, admin, i.ID); got.State != "done" || got.Created != 30 || got.Refused != 0 || len(got.Changes) != 30 || got.AdminName != "Somebody" {
		t.Errorf("%+v", got.UserImport)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.created'"); n != 30 || app.Count("SELECT count(*) FROM users") != 32 {
		t.Errorf("%d users were created", n)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action IN ('user.import_started', 'user.imported') AND target_id = ?", i.ID); n != 2 {
		t.Errorf("%d entries about the import", n)
	}
	if l := testapp.Read[rest.List[userimport.UserImport]](t, admin.Do("GET", "/users/imports", "", 200)).Data; len(l) != 1 || l[0].ID != i.ID {
		t.Errorf("%+v", l)
	}
	app.Clock.Advance(31 * 24 * time.Hour)
	app.Sweep()
	app.User(access.Admin).Do("GET", "/users/imports/"+i.ID, "", 404)
}

// One that is cancelled, and one whose administrator loses the role, changes nothing more, forgets what it has not reached, and says why.
func TestImportEndsEarly(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, other := app.User(access.Admin), app.User(access.Admin)
	ended := started(t, admin, "", rowsFor(3))
	other.Do("POST", "/users/imports/"+ended.ID+"/cancel", "", 200)
	other.Do("POST", "/users/imports/"+ended.ID+"/cancel", "", 409)
	stopped := started(t, admin, "", rowsFor(3))
	other.Do("PUT", "/users/"+admin.ID+"/roles", `{"roles":["student"]}`, 200)
	app.Work()
	if got := progressOf(t, other, ended.ID); got.State != "cancelled" || got.Created != 0 || got.FinishedAt == nil {
		t.Errorf("%+v", got)
	}
	if got := progressOf(t, other, stopped.ID); got.State != "stopped" || got.Created != 0 || !strings.Contains(got.Reason, "no longer has that role") {
		t.Errorf("%+v", got)
	}
	if n := app.Count("SELECT (SELECT count(*) FROM users WHERE full_name LIKE 'Person%') + (SELECT count(*) FROM user_import_rows WHERE email_key <> '' OR CAST(cells AS TEXT) LIKE '%Person%')"); n != 0 {
		t.Errorf("%d users and rows are left", n)
	}
	for _, path := range []string{"GET ", "POST /cancel", "GET /refused"} {
		method, rest, _ := strings.Cut(path, " ")
		other.Do(method, "/users/imports/none"+rest, "", 404)
		app.User(access.Instructor).Do(method, "/users/imports/"+ended.ID+rest, "", 403)
	}
	for range 3 {
		started(t, other, "", rowsFor(1))
	}
	if w := sent(other, "", "text/csv", rowsFor(1)); w.Code != 409 || app.Count("SELECT count(*) FROM user_imports") != 5 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Refused rows are a sheet, those refused at once and those refused on the way.
func TestRefusedRows(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	i := started(t, admin, "", "full_name,email,student_number\nAnn,ann@lectern.test,1\n,ben,\nCem,cem@lectern.test,\n")
	app.Exec("UPDATE users SET email_key = 'cem@lectern.test' WHERE id = ?", admin.ID) // another user has registered since
	app.Work()
	got := admin.Do("GET", "/users/imports/"+i.ID+"/refused", "", 200)
	for _, line := range []string{"3,full_name,required,", "3,email,invalid_format,", "4,email,email_taken,"} {
		if !strings.Contains(got, line) {
			t.Errorf("no %s: %s", line, got)
		}
	}
	if d := progressOf(t, admin, i.ID); d.Created != 1 || d.Refused != 2 || len(d.Bad) != 3 {
		t.Errorf("%+v", d)
	}
}

// Contact details are checked like those of a form, changed where they differ, and audited.
func TestImportContactDetails(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	const heading = "full_name,email,Telephone,Date of birth,street,zip,city,region,country\n"
	d := imported(t, app, admin, "", heading+"Ann,ann@lectern.test,+49 30 1234567,2011-05-06,Hive Lane 1,10115,Berlin,,de\nBen,ben@lectern.test,030 12,2011-13-01,"+strings.Repeat("x", 201)+",,,,Mars\n")
	var bad []string
	for _, f := range d.Bad {
		bad = append(bad, f.Column+" "+f.Code)
	}
	slices.Sort(bad)
	if want := []string{"birth_date invalid_format", "country unknown_value", "phone invalid_format", "street too_long"}; d.Created != 1 || !slices.Equal(bad, want) {
		t.Errorf("%q, want %q", bad, want)
	}
	ann := list(t, admin, "search=ann&role=student").Data[0].ID
	const stored = `"phone":"+49301234567","birthDate":"2011-05-06","address":{"street":"Hive Lane 1","postalCode":"10115","city":"Berlin","country":"DE"}`
	if got := admin.Do("GET", "/users/"+ann+"/contact", "", 200); !strings.Contains(got, stored) {
		t.Error(got)
	}
	const second = "email,phone,city\nann@lectern.test,,Hamburg\n"
	if again := imported(t, app, admin, "?existing=update&dry_run=true", second); again.Updated != 1 || !slices.Equal(again.Changes[0].Columns, []string{"city"}) {
		t.Errorf("%+v", again)
	}
	if again := imported(t, app, admin, "", second); again.Updated != 0 || again.Existing != 1 {
		t.Errorf("%+v", again)
	}
	if got := admin.Do("GET", "/users/"+ann+"/contact", "", 200); !strings.Contains(got, stored) {
		t.Error("a dry run, or an import that keeps accounts, has changed an address:", got)
	}
	imported(t, app, admin, "?existing=update", second)
	if got := admin.Do("GET", "/users/"+ann+"/contact", "", 200); !strings.Contains(got, strings.Replace(stored, "Berlin", "Hamburg", 1)) {
		t.Error(got)
	}
	if again := imported(t, app, admin, "?existing=update", second); again.Updated != 0 || app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.contact_changed'") != 2 {
		t.Errorf("%+v", again)
	}
}

// Which role is deactivated can be chosen; who has another one besides stays, and administrators cannot be chosen.
func TestImportDeactivatesMissingOfRole(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, gone := app.User(access.Admin), app.User(access.Instructor)
	app.User(access.Student)
	app.User(access.Instructor, access.Student)
	const file = "full_name,email,roles\nNew,new@lectern.test,instructor\n"
	for _, query := range []string{"?missing=deactivate&missing_role=admin", "?missing=deactivate&missing_role=ghost"} {
		if w := sent(admin, query, "text/csv", file); w.Code != 400 || app.Count("SELECT count(*) FROM user_imports") != 0 {
			t.Errorf("%s: %d %s", query, w.Code, w.Body)
		}
	}
	d := imported(t, app, admin, "?missing=deactivate&missing_role=instructor&deactivated=1", file)
	if d.Deactivated != 1 || d.Created != 1 || d.MissingRole != access.Instructor || app.Count("SELECT count(*) FROM users WHERE status = 'disabled' AND id = ?", gone.ID) != 1 {
		t.Errorf("%+v", d)
	}
}

// When a user is erased, nothing of them is left in an import, nor in a dry run that was made before they had an account.
func TestErasedUserLeavesImport(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	const file = "full_name,email\nAnn Canary,canary@lectern.test\n"
	imported(t, app, admin, "?dry_run=true", file)
	done := imported(t, app, admin, "", file)
	if n := app.Count("SELECT count(*) FROM user_import_rows WHERE CAST(cells AS TEXT) LIKE '%Canary%'"); n != 1 {
		t.Fatalf("%d rows hold the name; the dry run does, and what is done does not", n)
	}
	ann := list(t, admin, "search=canary").Data[0].ID
	admin.Do("DELETE", "/profile/"+ann, "", 200)
	app.Clock.Advance(30*24*time.Hour - time.Minute) // sweeps run every ten minutes: the imports of that time are there still
	app.Exec("UPDATE deletion_requests SET erase_at = ?", app.Clock.Now())
	if err := app.PersonalData.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM user_import_rows"); n != 0 {
		t.Errorf("%d rows", n)
	}
	if d := progressOf(t, app.User(access.Admin), done.ID); d.Created != 1 || len(d.Changes) != 0 {
		t.Errorf("%+v", d)
	}
}

// The names of people who have no account are forgotten a day after a dry run.
func TestDryRunsAreForgotten(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	d := imported(t, app, admin, "?dry_run=true", rowsFor(2))
	app.Clock.Advance(25 * time.Hour)
	app.Sweep()
	app.User(access.Admin).Do("GET", "/users/imports/"+d.ID, "", 404)
	if n := app.Count("SELECT count(*) FROM user_import_rows"); n != 0 {
		t.Errorf("%d rows", n)
	}
}
