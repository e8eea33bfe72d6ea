package user_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func bulk(t *testing.T, by testapp.User, c user.BulkChange) user.BulkResult {
	t.Helper()
	body, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return testapp.Read[rest.Answer[user.BulkResult]](t, by.Do("POST", "/users/bulk", string(body), 200)).Data
}

// outcomes summarises the outcome for each user.
func outcomes(r user.BulkResult) (lines []string) {
	for _, o := range r.Outcomes {
		lines = append(lines, strings.TrimSpace(o.Outcome+" "+o.Code))
	}
	return lines
}

// One failure does not stop the others; repeating changes nothing; a dry run reports the same and changes nothing.
func TestBulk(t *testing.T) {
	t.Parallel()
	for action, want := range map[string][]string{ // ann, ben (a teacher), who is switched off, the caller, another administrator, nobody
		"activate":             {"unchanged", "unchanged", "changed", "unchanged", "unchanged", "refused user_not_found"},
		"deactivate":           {"changed", "changed", "unchanged", "refused own_account", "changed", "refused user_not_found"},
		"add_role":             {"changed", "unchanged", "changed", "changed", "changed", "refused user_not_found"},
		"remove_role":          {"unchanged", "refused last_role", "unchanged", "unchanged", "unchanged", "refused user_not_found"},
		"require_new_password": {"changed", "changed", "refused account_disabled", "refused own_account", "changed", "refused user_not_found"},
		"end_sessions":         {"changed", "changed", "unchanged", "refused own_account", "changed", "refused user_not_found"},
		"delete":               {"changed", "changed", "changed", "refused own_account", "changed", "refused user_not_found"},
	} {
		t.Run(action, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			admin, other, ann, ben, off := app.User(access.Admin), app.User(access.Admin), app.User(access.Student), app.User(access.Instructor), app.User(access.Student)
			admin.Do("PATCH", "/users/"+off.ID+"/status", `{"status":"disabled"}`, 200)
			app.Exec("UPDATE users SET password_hash = 'x'")
			c := user.BulkChange{IDs: []string{ann.ID, ben.ID, off.ID, admin.ID, other.ID, "none", ann.ID}, BulkAction: user.BulkAction{Action: action}, DryRun: true}
			if strings.HasSuffix(action, "role") {
				c.Role = access.Instructor
			}
			state := func() string {
				return fmt.Sprint(app.Count("SELECT count(*) FROM users WHERE status = 'active'"), app.Count("SELECT count(*) FROM user_roles"), app.Count("SELECT count(*) FROM deletion_requests"),
					app.Count("SELECT count(*) FROM audit_log"), app.Count("SELECT count(*) FROM jobs"), app.Count("SELECT count(*) FROM security_events"))
			}
			before := state()
			if dry := bulk(t, admin, c); !slices.Equal(outcomes(dry), want) || !dry.DryRun {
				t.Errorf("dry: %q", outcomes(dry))
			}
			if after := state(); after != before {
				t.Errorf("a dry run has changed users: %s, %s", before, after)
			}
			c.DryRun = false
			first := bulk(t, admin, c)
			if !slices.Equal(outcomes(first), want) || first.Changed+first.Unchanged+first.Refused != 6 || first.Outcomes[0].FullName != "Somebody" || first.DryRun {
				t.Errorf("%+v", first)
			}
			if n := app.Count("SELECT count(*) FROM audit_log WHERE actor_id = ?", admin.ID); n != 1+first.Changed {
				t.Errorf("%d rows in the audit log for %d changes", n, first.Changed)
			}
			before = state()
			if again := bulk(t, admin, c); again.Changed != 0 || again.Refused != first.Refused {
				t.Errorf("again: %+v", again)
			}
			if after := state(); after != before {
				t.Errorf("the second run has changed users: %s, %s", before, after)
			}
		})
	}
}

func TestInvalidBulkChanges(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	before := app.Count("SELECT count(*) FROM users WHERE status = 'active'")
	for _, body := range []string{
		`{"action":"deactivate"}`, `{"action":"deactivate","ids":[]}`, `{"action":"explode","ids":["a"]}`,
		`{"action":"add_role","ids":["a"]}`, `{"action":"add_role","ids":["a"],"role":"ghost"}`, `{"action":"deactivate","ids":["a"],"role":"student"}`,
		`{"action":"deactivate","ids":["` + strings.Repeat(`x","`, 1000) + `x"]}`,
	} {
		admin.Do("POST", "/users/bulk", body, 400)
	}
	app.User(access.Instructor).Do("POST", "/users/bulk", `{"action":"deactivate","ids":["a"]}`, 403)
	if n := app.Count("SELECT count(*) FROM users WHERE status = 'active'"); n != before+1 {
		t.Errorf("%d active, %d before", n, before)
	}
}

// Two administrators concurrently remove the role from everybody: one administrator stays, whichever.
func TestBulkKeepsLastAdministrator(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	for range 4 {
		ann, ben, third := app.User(access.Admin, access.Student), app.User(access.Admin, access.Student), app.User(access.Admin, access.Student)
		ids := []string{ann.ID, ben.ID, third.ID}
		start := make(chan struct{})
		var both sync.WaitGroup
		for _, by := range []testapp.User{ann, ben} {
			both.Go(func() {
				<-start
				body, _ := json.Marshal(user.BulkChange{IDs: ids, BulkAction: user.BulkAction{Action: "remove_role", Role: access.Admin}})
				by.Send("POST", "/api/v1/users/bulk", string(body))
			})
		}
		close(start)
		both.Wait()
		if n := app.Count("SELECT count(*) FROM user_roles WHERE role = 'admin'"); n != 1 {
			t.Fatalf("%d administrators are left", n)
		}
		app.Exec("DELETE FROM user_roles WHERE role = 'admin'")
	}
}

// A user who is being deleted is not enabled by a bulk change; an erased user is neither shown nor changed.
func TestUsersBeingDeleted(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Student)
	bulk(t, admin, user.BulkChange{IDs: []string{ann.ID}, BulkAction: user.BulkAction{Action: "delete"}})
	if d := testapp.Read[one](t, admin.Do("GET", "/users/"+ann.ID, "", 200)).Data; d.Status != "disabled" || d.DeletionAt == nil || !d.DeletionAt.Equal(testapp.Start.AddDate(0, 0, 30)) {
		t.Errorf("%+v", d)
	}
	for _, u := range testapp.Read[page](t, admin.Do("GET", "/users", "", 200)).Data {
		if leaves := u.DeletionAt != nil; leaves != (u.ID == ann.ID) {
			t.Errorf("the list shows %s as being deleted: %t", u.Email, leaves)
		}
	}
	admin.Do("PATCH", "/users/"+ann.ID+"/status", `{"status":"active"}`, 409)
	if got := bulk(t, admin, user.BulkChange{IDs: []string{ann.ID}, BulkAction: user.BulkAction{Action: "activate"}}); !slices.Equal(outcomes(got), []string{"refused being_deleted"}) {
		t.Errorf("%+v", got)
	}
	app.Clock.Advance(31 * 24 * time.Hour)
	if err := app.PersonalData.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Work()
	if n := app.Count("SELECT count(*) FROM deletion_requests WHERE erased_at IS NOT NULL"); n != 1 {
		t.Fatal("no user was erased")
	}
	if got := list(t, admin, "").Data; len(got) != 1 {
		t.Errorf("%+v", got)
	}
	for method, path := range map[string]string{"GET": "", "PATCH": "", "PUT": "/roles"} {
		admin.Do(method, "/users/"+ann.ID+path, `{"full_name":"Ann","roles":["student"]}`, 404)
	}
}

// The audit log names its target as long as the account exists; the record itself stays for good.
func TestAuditLogIsAnonymised(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	ann := made(t, admin, app, "Ann Canary", "canary@lectern.test", access.Student)
	admin.Do("PATCH", "/users/"+ann, `{"full_name":"Anna Canary"}`, 200)
	log := admin.Do("GET", "/audit-log", "", 200)
	if !strings.Contains(log, `"before":{"full_name":"Ann Canary"}`) || !strings.Contains(log, `"email":"canary@lectern.test"`) || strings.Contains(log, "(erased)") {
		t.Error(log)
	}
	bulk(t, admin, user.BulkChange{IDs: []string{ann}, BulkAction: user.BulkAction{Action: "delete"}})
	app.Clock.Advance(31 * 24 * time.Hour)
	if err := app.PersonalData.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	app.Work()
	log = admin.Do("GET", "/audit-log", "", 200) + admin.Do("GET", "/audit-log/export", "", 200)
	if strings.Contains(strings.ToLower(log), "canary") || !strings.Contains(log, `"after":{"full_name":"(erased)"}`) || !strings.Contains(log, `"user.created"`) {
		t.Error(log)
	}
	if n := app.Count("SELECT count(*) FROM audit_log WHERE CAST(after AS TEXT) LIKE '%anary%' OR CAST(before AS TEXT) LIKE '%anary%'"); n != 0 {
		t.Errorf("%d rows of the audit log still name the user", n)
	}
}
