package user_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// started starts a bulk job of a body and returns it as it was announced.
func started(t *testing.T, by testapp.User, body string) user.BulkJob {
	t.Helper()
	return testapp.Read[rest.Answer[user.BulkJob]](t, by.Do("POST", "/users/bulk-jobs", body, 201)).Data
}

func progressOf(t *testing.T, by testapp.User, id string) user.BulkJobDetail {
	t.Helper()
	return testapp.Read[rest.Answer[user.BulkJobDetail]](t, by.Do("GET", "/users/bulk-jobs/"+id, "", 200)).Data
}

// students adds students by SQL, which is quicker than one by one.
func students(app *testapp.App, n int) {
	app.Exec(fmt.Sprintf(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO users (id, email, email_key, full_name, password_hash, status, created_at, updated_at, last_seen_at)
		SELECT 'u' || i, 'u' || i, 'u' || i, 'U', '', 'active', ?, ?, ? FROM n`, n), testapp.Start, testapp.Start, testapp.Start)
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'student' FROM users WHERE id LIKE 'u%' AND email = id")
}

// A job changes everybody whom the filter picked when it was started, however many, each once; who comes later is not affected.
func TestBulkJob(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	students(app, 250)
	dry := started(t, admin, `{"action":"deactivate","filter":"*","expected":251,"dryRun":true}`)
	app.Work()
	if got := progressOf(t, admin, dry.ID); got.State != "done" || got.Changed != 250 || got.Refused != 1 || got.FinishedAt == nil || len(got.Outcomes) != 1 || got.Outcomes[0].Code != "own_account" {
		t.Errorf("dry: %+v", got)
	}
	if n := app.Count("SELECT (SELECT count(*) FROM audit_log) + (SELECT count(*) FROM users WHERE status = 'disabled')"); n != 0 {
		t.Fatal("a dry run has changed users")
	}
	job := started(t, admin, `{"action":"deactivate","filter":"role=student","expected":250}`)
	if job.State != "running" || job.Total != 250 || job.Changed != 0 {
		t.Errorf("%+v", job)
	}
	late := app.User(access.Student)
	app.Work()
	if got := progressOf(t, admin, job.ID); got.State != "done" || got.Changed != 250 || got.Refused+got.Unchanged != 0 || got.AdminName != "Somebody" {
		t.Errorf("%+v", got)
	}
	if n := app.Count("SELECT count(*) FROM users WHERE status = 'disabled'"); n != 250 || app.Count("SELECT count(*) FROM users WHERE id = ? AND status = 'active'", late.ID) != 1 {
		t.Errorf("%d disabled", n)
	}
	if each, whole := app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.status_changed' AND actor_id = ?", admin.ID),
		app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.bulk_started' AND actor_id = ?", admin.ID); each != 250 || whole != 1 {
		t.Errorf("the audit log has %d users and %d jobs", each, whole)
	}
	if got := testapp.Read[rest.List[user.BulkJob]](t, admin.Do("GET", "/users/bulk-jobs", "", 200)).Data; len(got) != 2 || got[0].ID != job.ID {
		t.Errorf("%+v", got)
	}
	app.Clock.Advance(31 * 24 * time.Hour)
	app.Sweep()
	admin.Do("GET", "/users/bulk-jobs/"+job.ID, "", 404)
}

// Each action keeps its rules in a job, and refusals are listed with their reasons, as a sheet too.
func TestBulkJobRefusals(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, teacher := app.User(access.Admin, access.Student), app.User(access.Instructor)
	app.User(access.Student, access.Instructor)
	for body, want := range map[string]string{ // changed, unchanged, refused
		`{"action":"remove_role","role":"instructor","filter":"*"}`: "1 1 1 last_role",
		`{"action":"end_sessions","filter":"*"}`:                    "2 0 1 own_account",
		`{"action":"delete","filter":"role=admin"}`:                 "0 0 1 own_account",
		`{"action":"add_role","role":"admin","filter":"*"}`:         "2 1 0",
	} {
		dry := started(t, admin, strings.Replace(body, "{", `{"dryRun":true,`, 1))
		app.Work()
		got := progressOf(t, admin, dry.ID)
		line := fmt.Sprint(got.Changed, got.Unchanged, got.Refused)
		for _, o := range got.Outcomes {
			line += " " + o.Code
		}
		if line != want {
			t.Errorf("%s: %s, want %s", body, line, want)
		}
	}
	job := started(t, admin, `{"action":"remove_role","role":"instructor","filter":"*"}`)
	app.Work()
	sheet := admin.Do("GET", "/users/bulk-jobs/"+job.ID+"/refused", "", 200)
	if !strings.Contains(sheet, teacher.ID+",Somebody,"+teacher.ID+"@lectern.test,last_role,An account needs at least one role.") || strings.Count(sheet, "\n") != 2 {
		t.Error(sheet)
	}
	app.Clock.Advance(time.Hour)
	admin.Do("GET", "/users/bulk-jobs/"+job.ID+"/refused", "", 403)
}

// What gives power over others asks for a fresh session; a refused request starts nothing.
func TestBulkJobIsRefused(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	app.User(access.Student)
	for _, body := range []string{
		`{"action":"deactivate"}`, `{"action":"deactivate","filter":" "}`, `{"action":"explode","filter":"*"}`, `{"action":"add_role","filter":"*"}`, `{"action":"add_role","filter":"*","role":"ghost"}`,
		`{"action":"deactivate","filter":"*","role":"student"}`, `{"action":"deactivate","filter":"rôle=student"}`, `{"action":"deactivate","filter":"role="}`, `{"action":"deactivate","filter":"role=ghost"}`,
		`{"action":"deactivate","filter":"role=student&role=admin"}`, `{"action":"deactivate","filter":"status=gone"}`, `{"action":"deactivate","filter":"created_from=x"}`, `{"action":"deactivate","filter":"%zz"}`,
		`{"action":"deactivate","filter":"role=corporate"}`, `{"action":"deactivate","filter":"*","expected":-1}`,
	} {
		admin.Do("POST", "/users/bulk-jobs", body, 400)
	}
	if got := admin.Do("POST", "/users/bulk-jobs", `{"action":"deactivate","filter":"*","expected":3}`, 409); !strings.Contains(got, "now matches 2 users, not 3") {
		t.Error(got)
	}
	app.User(access.Instructor).Do("POST", "/users/bulk-jobs", `{"action":"deactivate","filter":"*"}`, 403)
	app.Clock.Advance(time.Hour)
	for _, action := range []string{`"delete"`, `"require_new_password"`, `"add_role","role":"admin"`} {
		if got := admin.Do("POST", "/users/bulk-jobs", `{"action":`+action+`,"filter":"*"}`, 403); !strings.Contains(got, "confirm_identity") {
			t.Error(got)
		}
	}
	if n := app.Count("SELECT (SELECT count(*) FROM bulk_jobs) + (SELECT count(*) FROM bulk_job_users) + (SELECT count(*) FROM jobs) + (SELECT count(*) FROM audit_log)"); n != 0 {
		t.Errorf("refused requests have left %d rows", n)
	}
	for range 3 {
		started(t, admin, `{"action":"activate","filter":"*"}`)
	}
	admin.Do("POST", "/users/bulk-jobs", `{"action":"activate","filter":"*"}`, 409)
}

// A job that is cancelled, and one whose administrator loses the role, touches nobody any more and says why.
func TestBulkJobEndsEarly(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, other := app.User(access.Admin), app.User(access.Admin)
	students(app, 3)
	cancelled := started(t, admin, `{"action":"deactivate","filter":"role=student"}`)
	other.Do("POST", "/users/bulk-jobs/"+cancelled.ID+"/cancel", "", 200)
	other.Do("POST", "/users/bulk-jobs/"+cancelled.ID+"/cancel", "", 409)
	stopped := started(t, admin, `{"action":"deactivate","filter":"role=student"}`)
	other.Do("PUT", "/users/"+admin.ID+"/roles", `{"roles":["student"]}`, 200)
	app.Work()
	if got := progressOf(t, other, cancelled.ID); got.State != "cancelled" || got.Changed != 0 || got.FinishedAt == nil {
		t.Errorf("%+v", got)
	}
	if got := progressOf(t, other, stopped.ID); got.State != "stopped" || got.Changed+got.Refused != 0 || !strings.Contains(got.Reason, "no longer has that role") {
		t.Errorf("%+v", got)
	}
	if n := app.Count("SELECT count(*) FROM users WHERE status = 'disabled'"); n != 0 {
		t.Errorf("%d are disabled", n)
	}
	other.Do("GET", "/users/bulk-jobs/none", "", 404)
	other.Do("POST", "/users/bulk-jobs/none/cancel", "", 404)
	other.Do("GET", "/users/bulk-jobs/none/refused", "", 404)
}

// Two workers work on the same bulk job at once: each user is changed once.
func TestBulkJobChangesEachOnce(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	students(app, 120)
	job := started(t, admin, `{"action":"deactivate","filter":"role=student"}`)
	app.Exec("INSERT INTO jobs (id, kind, ref, batch, payload, priority, state, due_at, fence, attempts, max_attempts, worker, progress, last_error, created_at) "+
		"SELECT 'second', kind, ref, batch, payload, priority, state, due_at, fence, attempts, max_attempts, worker, progress, last_error, created_at FROM jobs WHERE ref = ?", job.ID)
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
	if got := progressOf(t, admin, job.ID); got.State != "done" || got.Changed != 120 {
		t.Errorf("%+v", got)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE action = 'user.status_changed'"); n != 120 {
		t.Errorf("%d changes of 120 users", n)
	}
}

// A worker that stops between two users goes on where it stood.
func TestBulkJobResumes(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	students(app, 5)
	job := started(t, admin, `{"action":"deactivate","filter":"role=student"}`)
	app.Exec("UPDATE bulk_job_users SET outcome = 'changed' WHERE job_id = ? AND position <= 2", job.ID) // as a worker left it
	app.Exec("UPDATE bulk_jobs SET changed = 2 WHERE id = ?", job.ID)
	app.Exec("UPDATE jobs SET state = 'running', worker = 'dead', fence = 1, attempts = 1, lease_until = ? WHERE ref = ?", testapp.Start, job.ID)
	app.Work()
	if got := progressOf(t, admin, job.ID); got.State != "running" || got.Changed != 2 {
		t.Errorf("while its worker may live: %+v", got)
	}
	app.Clock.Advance(time.Minute)
	if err := app.Runner.Rescue(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Work()
	if got := progressOf(t, admin, job.ID); got.State != "done" || got.Changed != 5 || app.Count("SELECT count(*) FROM users WHERE status = 'disabled'") != 3 {
		t.Errorf("%+v", got)
	}
}

// When a user is erased, nothing of them is left in a job; its numbers stay.
func TestErasedUserLeavesBulkJob(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Student)
	job := started(t, admin, `{"action":"delete","filter":"role=student"}`)
	app.Work()
	app.Clock.Advance(30 * 24 * time.Hour)
	if err := app.PersonalData.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM bulk_job_users WHERE user_id = ?", ann.ID); n != 0 {
		t.Errorf("%d rows", n)
	}
	if got := progressOf(t, admin, job.ID); got.Changed != 1 || got.Total != 1 {
		t.Errorf("%+v", got)
	}
}

// A dry run holds no locks of users it has passed: a single change beside it would otherwise wait for it in a circle, and one of them
// would be refused with 503.
func TestDryRunBesideSingleChange(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	if !app.DB.Postgres {
		t.Skip("SQLite has one writer: it cannot deadlock")
	}
	admin, first, second := app.User(access.Admin), app.User(access.Admin, access.Student), app.User(access.Admin, access.Student)
	body, err := json.Marshal(user.BulkChange{IDs: []string{first.ID, second.ID}, BulkAction: user.BulkAction{Action: "remove_role", Role: access.Admin}, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	answer := make(chan int)
	err = app.DB.InTx(t.Context(), func(tx bun.IDB) error { // a change of the second user, which then looks for other administrators
		var id string
		if err := tx.NewRaw("SELECT id FROM users WHERE id = ? FOR NO KEY UPDATE", second.ID).Scan(t.Context(), &id); err != nil {
			return err
		}
		go func() { answer <- admin.Send("POST", "/api/v1/users/bulk", string(body)).Code }()
		for app.Count("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
		}
		var ids []string
		return tx.NewRaw("SELECT user_id FROM user_roles WHERE role = 'admin' ORDER BY user_id FOR NO KEY UPDATE").Scan(t.Context(), &ids)
	})
	if code := <-answer; code != 200 || err != nil {
		t.Errorf("%d, beside %v", code, err)
	}
}
