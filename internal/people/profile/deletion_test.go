package profile_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/profile"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const password = "a long enough passphrase"

// person is a user with a password and a session.
type person struct {
	id, email, token string
	a                *testapp.App
	t                *testing.T
}

func register(t *testing.T, a *testapp.App, email string) person {
	t.Helper()
	name := "Ann Ärger-" + strings.Split(email, "@")[0]
	u, err := a.Accounts.Create(t.Context(), directory.Registration{FullName: name, Email: email, Password: password}, access.Student)
	if err != nil {
		t.Fatal(err)
	}
	body := fmt.Sprintf(`{"email": %q, "password": %q}`, email, password)
	in := testapp.Read[rest.Answer[authn.SignedIn]](t, a.Nobody().Do("POST", "/auth/login", body, 200)).Data
	return person{u.ID, email, in.AccessToken, a, t}
}

func (p person) send(method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+p.token)
	return p.a.Nobody().SendRaw(r)
}

func (p person) do(method, path, body string, want int) string {
	p.t.Helper()
	w := p.send(method, path, body)
	if w.Code != want {
		p.t.Errorf("%s %s: %d, want %d: %s", method, path, w.Code, want, w.Body)
	}
	return w.Body.String()
}

// signIn signs in with the right password and returns the status.
func (p person) signIn() int {
	body := fmt.Sprintf(`{"email": %q, "password": %q}`, p.email, password)
	return p.a.Nobody().Send("POST", "/api/v1/auth/login", body).Code
}

func emails(t *testing.T, a *testapp.App, subject string) int {
	t.Helper()
	all, _, err := a.MailFolder.List(100, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, l := range all {
		if strings.HasPrefix(l.Subject, subject) {
			n++
		}
	}
	return n
}

// sweep runs the periodic sweep and the jobs that it queues.
func sweep(t *testing.T, a *testapp.App) {
	t.Helper()
	if err := a.PersonalData.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.Work()
}

func TestEmailIsInTheRecipientsLanguage(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	ann.do("PATCH", mine, `{"locale": "de-AT"}`, 200)
	ann.do("DELETE", "/profile/me", "", 200)
	a.Work()
	if emails(t, a, "Ihr Konto wird am 1.10.2026 gelöscht") != 1 {
		t.Error("the email is not in German")
	}
}

// Deleting an account signs its user out at once; signing in within 30 days restores everything.
func TestDeletionCanBeCancelled(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	ann.do("PATCH", mine, `{"bio": "Bees."}`, 200)
	d := testapp.Read[rest.Answer[profile.Deletion]](t, ann.do("DELETE", "/profile/me", "", 200)).Data
	if !d.EraseAt.Equal(a.Clock.Now().AddDate(0, 0, 30)) {
		t.Error(d)
	}
	ann.do("GET", mine, "", 401)
	a.Work()
	if emails(t, a, "Your account will be deleted on 1 October 2026") != 1 {
		t.Error("the email is missing")
	}
	a.Clock.Advance(29 * 24 * time.Hour)
	sweep(t, a)
	if code := ann.signIn(); code != 200 {
		t.Fatal("signing in does not cancel the deletion:", code)
	}
	a.Work()
	if a.Count("SELECT count(*) FROM deletion_requests") != 0 || emails(t, a, "Your account has been restored") != 1 {
		t.Error("the request is still there, or the email is missing")
	}
	if n := a.Count("SELECT count(*) FROM security_events WHERE user_id = ? AND kind IN ('account_closed', 'account_reopened')", ann.id); n != 2 {
		t.Errorf("%d of two are in the security log", n)
	}
	a.Clock.Advance(60 * 24 * time.Hour)
	sweep(t, a)
	if n := a.Count("SELECT count(*) FROM profiles WHERE user_id = ?", ann.id); n != 1 || ann.signIn() != 200 {
		t.Error("the account was erased although its deletion was cancelled")
	}
}

func TestErasureAfterThirtyDays(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	ann.do("DELETE", "/profile/me", "", 200)
	a.Clock.Advance(30*24*time.Hour + 11*time.Minute)
	if code := ann.signIn(); code != 403 {
		t.Error("the time is over, but signing in gives", code)
	}
	sweep(t, a)
	if code := ann.signIn(); code != 401 || a.Count("SELECT count(*) FROM deletion_requests WHERE erased_at IS NOT NULL") != 1 || emails(t, a, "Your account has been deleted") != 1 {
		t.Error(code)
	}
	register(t, a, "ann@lectern.test") // the address can be used again
}

// A device that was left signed in is not enough.
func TestDeletionNeedsRecentProof(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	a.Clock.Advance(14 * time.Minute)
	for _, path := range []string{"/profile/me", "/profile/me?permanent=true"} {
		if p := testapp.Read[problem](t, ann.do("DELETE", path, "", 403)); p.Code != "confirm_identity" {
			t.Error(p)
		}
	}
	ann.do("DELETE", "/profile/me?permanent=perhaps", "", 400)
	if a.Count("SELECT count(*) FROM deletion_requests") != 0 {
		t.Error("a refused request has changed something")
	}
	ann.do("GET", mine, "", 200)
	ann.do("POST", "/auth/confirm-identity", `{"password": "`+password+`"}`, 200)
	ann.do("DELETE", "/profile/me", "", 200)
	a.Nobody().Do("DELETE", "/profile/me", "", 401)
}

func TestLastAdministratorCannotBeDeleted(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	root := a.User(access.Admin)
	for _, path := range []string{"/profile/me", "/profile/me?permanent=true", "/profile/" + root.ID} {
		root.Do("DELETE", path, "", 409)
	}
	root.Do("GET", mine, "", 200)
	second := a.User(access.Admin)
	root.Do("DELETE", "/profile/me", "", 200)
	second.Do("DELETE", "/profile/me", "", 409)
}

// An account that an administrator has deleted can be restored by administrators only; the audit log records everything.
func TestAdministratorsDeleteAndRestore(t *testing.T) {
	t.Parallel()
	a := testapp.New(t, func(p *app.Deps) { p.Config.EraseAtOnce = true })
	admin, teacher := a.User(access.Admin), a.User(access.Instructor)
	ann := register(t, a, "ann@lectern.test")
	teacher.Do("DELETE", "/profile/"+ann.id, "", 403)
	teacher.Do("POST", "/profile/"+ann.id+"/restore", "", 403)
	admin.Do("DELETE", "/profile/none", "", 404)
	admin.Do("POST", "/profile/"+ann.id+"/restore", "", 404)
	ann.do("GET", mine, "", 200)

	admin.Do("DELETE", "/profile/"+ann.id, "", 200)
	ann.do("GET", mine, "", 401)
	if code := ann.signIn(); code != 403 {
		t.Error("a user cancelled an administrator's deletion:", code)
	}
	admin.Do("POST", "/profile/"+ann.id+"/restore", "", 200)
	if code := ann.signIn(); code != 200 {
		t.Error(code)
	}
	admin.Do("DELETE", "/profile/"+ann.id+"?permanent=true", "", 200)
	a.Work()
	for _, call := range []string{"DELETE /profile/" + ann.id, "POST /profile/" + ann.id + "/restore"} {
		method, path, _ := strings.Cut(call, " ")
		admin.Do(method, path, "", 404)
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE target_id = ? AND action IN ('user.deleted', 'user.restored')", ann.id); n != 3 {
		t.Error(n, "entries in the audit log")
	}
}

// Administrators erase at once only with the operator's leave; the 30 days are there for their mistakes. Users decide themselves.
func TestErasingAtOnceNeedsTheOperatorsLeave(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), register(t, a, "ann@lectern.test")
	if got := admin.Do("DELETE", "/profile/"+ann.id+"?permanent=true", "", 403); !strings.Contains(got, "erasing_at_once_not_allowed") {
		t.Error(got)
	}
	a.Work()
	ann.do("GET", mine, "", 200)
	if n := a.Count("SELECT (SELECT count(*) FROM deletion_requests) + (SELECT count(*) FROM audit_log)"); n != 0 {
		t.Errorf("the refusal has left %d rows", n)
	}
	admin.Do("DELETE", "/profile/"+ann.id, "", 200)
	admin.Do("POST", "/profile/"+ann.id+"/restore", "", 200)
	register(t, a, "ben@lectern.test").do("DELETE", "/profile/me?permanent=true", "", 200)
	a.Work()
	if a.Count("SELECT count(*) FROM deletion_requests WHERE erased_at IS NOT NULL") != 1 {
		t.Error("a user's own decision was not carried out")
	}
}

// A user who has deleted their account and is disabled afterwards cannot restore it by signing in at any time in the 30
// days; an administrator can.
func TestDisabledDuringDeletionStaysDisabled(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for name, switchOff := range map[string]func(id string){
		"one": func(id string) {
			admin.Do("PATCH", "/users/"+id+"/status", `{"status":"disabled","reason":"Spam"}`, 200)
		},
		"many": func(id string) {
			admin.Do("POST", "/users/bulk", `{"action":"deactivate","ids":["`+id+`"]}`, 200)
		},
	} {
		p := register(t, a, name+"@lectern.test")
		p.do("DELETE", "/profile/me", "", 200)
		switchOff(p.id)
		for range 3 {
			if code := p.signIn(); code != 403 {
				t.Errorf("%s: came back: %d", name, code)
			}
			a.Clock.Advance(9 * 24 * time.Hour)
		}
		if n := a.Count("SELECT count(*) FROM audit_log WHERE target_id = ? AND action = 'user.status_changed'", p.id); n != 1 {
			t.Errorf("%s: %d entries in the audit log", name, n)
		}
		admin = a.User(access.Admin) // the previous session has expired
		admin.Do("POST", "/profile/"+p.id+"/restore", "", 200)
		if code := p.signIn(); code != 200 {
			t.Errorf("%s: after an administrator restored the account: %d", name, code)
		}
	}
}

// An account that was enabled again in time is not erased.
func TestReenabledAccountIsNotErased(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	ann.do("DELETE", "/profile/me", "", 200)
	a.Exec("UPDATE users SET status = 'active' WHERE id = ?", ann.id)
	a.Clock.Advance(40 * 24 * time.Hour)
	sweep(t, a)
	if ann.signIn() != 200 || a.Count("SELECT count(*) FROM deletion_requests") != 0 {
		t.Error("an active account was erased, or is still due")
	}
	ben := register(t, a, "ben@lectern.test")
	ben.do("DELETE", "/profile/me?permanent=true", "", 200)
	a.Exec("UPDATE users SET status = 'active' WHERE id = ?", ben.id) // before the job has begun
	a.Work()
	if ben.signIn() != 200 {
		t.Error("an active account was erased")
	}
}

// After the erasure no table but the audit log holds the address or the name; content stays, without naming its author.
func TestErasureLeavesNoPersonalData(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	admin.Do("POST", "/auth/invitations", `{"email": "ann@lectern.test", "roles": ["student"]}`, 201)
	a.Nobody().Do("POST", "/auth/register", `{"full_name": "Ann Ärger-ann", "email": "ann@lectern.test", "password": "`+password+`"}`, 200)
	ann, other := register(t, a, "ann@lectern.test"), register(t, a, "joann@lectern.test")
	ann.do("PATCH", mine, `{"headline": "Keeper of ärger", "links": [{"label": "x", "url": "https://ann.example.org"}]}`, 200)
	ann.do("POST", "/auth/role-applications", `{"role": "instructor", "about": "I am Ann Ärger-ann"}`, 201)
	ann.do("POST", "/profile/me/export", "", 201)
	for range 2 { // queued emails and counted failures
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email": "Ann@lectern.test"}`, 200)
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email": "joann@lectern.test"}`, 200)
	}
	r := httptest.NewRequest("PUT", "/api/v1/profile/me/avatar", strings.NewReader(string(picture(t, 100, 100))))
	r.Header.Set("Content-Type", "image/png")
	r.Header.Set("Authorization", "Bearer "+ann.token)
	if w := a.Nobody().SendRaw(r); w.Code != 200 {
		t.Fatal(w.Body)
	}
	course := a.Course(admin)
	a.Exec("INSERT INTO enrollments (id, user_id, course_id, status, created_at, updated_at) VALUES ('e1', ?, ?, 'active', ?, ?)", ann.id, course, a.Clock.Now(), a.Clock.Now())
	a.Work()
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email": "ann@lectern.test"}`, 200)
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email": "joann@lectern.test"}`, 200)
	told := []string{"ann@lectern.test", "Ann@lectern.test", "Ärger-ann", "ann.example.org", "Keeper of"}
	holds := func() (found []string) {
		for table, text := range a.Tables() {
			if table == "audit_log" { // append-only: what administrators typed, such as an invitation's address, stays
				continue
			}
			for _, word := range told {
				if strings.Contains(strings.ReplaceAll(text, "joann", "jo"), word) {
					found = append(found, table+": "+word)
				}
			}
		}
		return found
	}
	if len(holds()) < 5 {
		t.Fatal("the test does not find existing data:", holds())
	}

	ann.do("DELETE", "/profile/me?permanent=true", "", 200)
	if code := ann.signIn(); code != 403 {
		t.Error("a permanently deleted user signed in:", code)
	}
	a.Work()
	a.Work()
	if left := holds(); len(left) > 0 {
		t.Errorf("still there: %s", strings.Join(left, "\n"))
	}
	for _, prefix := range []string{"avatars/", "exports/"} {
		if objects, err := a.Blob.List(t.Context(), prefix); err != nil || len(objects) > 0 {
			t.Error("objects are left:", objects, err)
		}
	}
	if a.Count("SELECT count(*) FROM users WHERE full_name = '' AND email LIKE 'erased-%'") != 1 {
		t.Error("the row to which content of the user refers is gone too")
	}
	for _, table := range []string{"enrollments", "sessions", "devices", "user_roles", "role_applications", "profiles", "data_exports", "email_links"} {
		if n := a.Count("SELECT count(*) FROM "+table+" WHERE user_id = ?", ann.id); n != 0 {
			t.Errorf("%s: %d rows", table, n)
		}
	}
	if other.signIn() != 200 || emails(t, a, "Your account has been deleted") != 1 || emails(t, a, "Choose a new password") < 3 {
		t.Error("another user's data has changed, or the final email is missing")
	}
}
