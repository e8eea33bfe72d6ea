package account_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func person(name, email, more string) string {
	return fmt.Sprintf(`{"full_name":%q,"email":%q,"roles":["student"]%s}`, name, email, more)
}

func addUser(t *testing.T, admin testapp.User, body string) directory.User {
	t.Helper()
	return testapp.Read[rest.Answer[directory.User]](t, admin.Do("POST", "/users", body, 201)).Data
}

// audited returns the audit log as lines "action before after", newest first.
func audited(t *testing.T, admin testapp.User) (lines []string) {
	t.Helper()
	for _, r := range testapp.Read[rest.List[audit.AuditRow]](t, admin.Do("GET", "/audit-log", "", 200)).Data {
		lines = append(lines, strings.ReplaceAll(fmt.Sprint(r.Action, " ", r.Before, " ", r.After), "map", ""))
	}
	return lines
}

// An account created by an administrator can be used once its owner has chosen a password.
func TestAddUser(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	ann := addUser(t, admin, person(" Ann ", "Ann@lectern.test", ""))
	if ann.FullName != "Ann" || ann.Email != "Ann@lectern.test" || ann.EmailVerifiedAt != nil || !slices.Equal(ann.Roles, []access.Role{"student"}) {
		t.Errorf("%+v", ann)
	}
	for _, guess := range []string{"", " ", password} {
		if got := a.SignIn("ann@lectern.test", guess); got.Code == 200 {
			t.Errorf("%q signs in before there is a password", guess)
		}
	}
	link := a.EmailToken("Ann@lectern.test", "/reset-password")
	a.Clock.Advance(7*24*time.Hour - time.Second)
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(link, password), 200)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 || !strings.Contains(got.Body.String(), "email_verified_at") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	addUser(t, admin, person("Ben", "ben@lectern.test", `,"password":"`+password+`"`))
	if got := a.SignIn("ben@lectern.test", password); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	a.EmailToken("ben@lectern.test", "/verify-email")
	if got := audited(t, admin); !slices.Equal(got, []string{"user.created [] [email:ben@lectern.test full_name:Ben roles:[student]]",
		"user.created [] [email:Ann@lectern.test full_name:Ann roles:[student]]"}) {
		t.Errorf("%q", got)
	}

	before := a.Count("SELECT count(*) FROM users")
	for body, code := range map[string]string{
		person(" ", "x@lectern.test", ""):                                     "full_name required",
		strings.ReplaceAll(person("a!", "x@lectern.test", ""), "!", `\u0007`): "full_name invalid_format",
		person("X", "x", ""):                                                  "email invalid_format",
		person("X", "x@lectern.test", `,"password":"short"`):                  "password too_short",
		person("X", "x@lectern.test", `,"password":"password12345"`):          "password too_common",
		`{"full_name":"X","email":"x@lectern.test","roles":[]}`:               "roles too_few",
		`{"full_name":"X","email":"x@lectern.test","roles":["ghost"]}`:        "roles[0] unknown_value",
	} {
		got := testapp.Read[rest.Problem](t, admin.Do("POST", "/users", body, 400)).Errors
		if len(got) != 1 || got[0].Name+" "+got[0].Code != code {
			t.Errorf("%s: %+v", body, got)
		}
	}
	admin.Do("POST", "/users", person("X", "ANN@lectern.test", ""), 409)
	if n := a.Count("SELECT count(*) FROM users"); n != before {
		t.Errorf("refused requests created %d accounts", n-before)
	}
}

// A link sent to a previous address of the account no longer works.
func TestEditUser(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.Register("ann@lectern.test").User
	a.Register("ben@lectern.test")
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
	link := a.EmailToken("ann@lectern.test", "/reset-password")
	path := "/users/" + ann.ID

	admin.Do("PATCH", path, `{"full_name":" Anna Lee "}`, 200)
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(link), 410)
	if got := testapp.Read[rest.Answer[directory.User]](t, admin.Do("PATCH", path, `{}`, 200)).Data; got.FullName != "Anna Lee" || got.EmailVerifiedAt == nil {
		t.Errorf("%+v", got)
	}
	for body, want := range map[string]int{`{"full_name":" "}`: 400, `{"email":"x"}`: 400, `{"email":"BEN@lectern.test"}`: 409, `{"full_name":7}`: 400} {
		admin.Do("PATCH", path, body, want)
	}
	got := testapp.Read[rest.Answer[directory.User]](t, admin.Do("PATCH", path, `{"email":"lee@lectern.test","roles":["admin"],"status":"disabled","id":"x","password_hash":"x"}`, 200)).Data
	if got.Email != "lee@lectern.test" || got.EmailVerifiedAt != nil || !slices.Equal(got.Roles, []access.Role{"student"}) {
		t.Errorf("%+v", got)
	}
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(link, another), 410)
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(a.EmailToken("lee@lectern.test", "/verify-email")), 200)
	if got := a.SignIn("lee@lectern.test", password); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	admin.Do("PATCH", "/users/none", `{"full_name":"X"}`, 404)
	if got := audited(t, admin); !slices.Equal(got, []string{"user.edited [email:ann@lectern.test] [email:lee@lectern.test]", "user.edited [full_name:ann] [full_name:Anna Lee]"}) {
		t.Errorf("%q", got)
	}
}

// An edit based on an older version is refused, and nothing is lost.
func TestConcurrentEdits(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.Register("ann@lectern.test").User
	path := "/users/" + ann.ID
	tag := admin.Send("GET", "/api/v1"+path, "").Header().Get("ETag")
	change := func(method, path, body, tag string) int {
		r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return admin.SendRaw(r).Code
	}
	a.Clock.Advance(time.Second)
	if got := change("PATCH", path, `{"full_name":"One"}`, tag); got != 200 {
		t.Errorf("%d", got)
	}
	a.Clock.Advance(time.Second)
	for path, body := range map[string]string{path: `{"full_name":"Two"}`, path + "/status": `{"status":"disabled"}`} {
		if got := change("PATCH", path, body, tag); got != 412 {
			t.Errorf("%s: %d", path, got)
		}
	}
	if got := change("PUT", path+"/roles", `{"roles":["instructor"]}`, tag); got != 412 {
		t.Errorf("%d", got)
	}
	if n := a.Count("SELECT count(*) FROM users AS u JOIN user_roles AS r ON r.user_id = u.id WHERE u.id = ? AND full_name = 'One' AND status = 'active' AND role = 'student'", ann.ID); n != 1 {
		t.Error("a refused change was made")
	}
}

// A change of roles takes effect with the next request, in both directions.
func TestSetRoles(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.Register("ann@lectern.test")
	a.DoAs(ann, "GET", "/users", "", 403)
	admin.Do("PUT", "/users/"+ann.User.ID+"/roles", `{"roles":["admin","student","admin"]}`, 200)
	a.DoAs(ann, "GET", "/users", "", 200)
	admin.Do("PUT", "/users/"+ann.User.ID+"/roles", `{"roles":["instructor"]}`, 200)
	a.DoAs(ann, "GET", "/users", "", 403)
	admin.Do("PUT", "/users/"+ann.User.ID+"/roles", `{"roles":["instructor"]}`, 200) // unchanged: nothing to audit
	if got := audited(t, admin); !slices.Equal(got, []string{"user.roles_changed [roles:[admin student]] [roles:[instructor]]", "user.roles_changed [roles:[student]] [roles:[admin student]]"}) {
		t.Errorf("%q", got)
	}
	for body, want := range map[string]int{`{"roles":[]}`: 400, `{"roles":["ghost"]}`: 400, `{}`: 400} {
		admin.Do("PUT", "/users/"+ann.User.ID+"/roles", body, want)
	}
	admin.Do("PUT", "/users/none/roles", `{"roles":["student"]}`, 404)
	got := testapp.Read[rest.Problem](t, admin.Do("PUT", "/users/"+admin.ID+"/roles", `{"roles":["student"]}`, 409))
	if got.Code != "own_account" {
		t.Errorf("%+v", got)
	}
	admin.Do("PUT", "/users/"+admin.ID+"/roles", `{"roles":["student","admin"]}`, 200)
}

// A disabled user is signed out with the next request, and stays signed out when enabled again.
func TestDisableAccount(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.Register("ann@lectern.test")
	a.DoAs(ann, "GET", "/auth/profile", "", 200)
	admin.Do("PATCH", "/users/"+ann.User.ID+"/status", `{"status":"disabled","reason":"left"}`, 200)
	a.DoAs(ann, "GET", "/auth/profile", "", 401)
	a.Refresh(ann.RefreshToken, 401)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 403 {
		t.Errorf("%d", got.Code)
	}
	admin.Do("PATCH", "/users/"+ann.User.ID+"/status", `{"status":"active"}`, 200)
	a.DoAs(ann, "GET", "/auth/profile", "", 401)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%d", got.Code)
	}
	if got := audited(t, admin); !slices.Equal(got, []string{"user.status_changed [status:disabled] [status:active]", "user.status_changed [status:active] [reason:left status:disabled]"}) {
		t.Errorf("%q", got)
	}
	admin.Do("PATCH", "/users/"+admin.ID+"/status", `{"status":"disabled"}`, 409)
	admin.Do("PATCH", "/users/"+ann.User.ID+"/status", `{"status":"gone"}`, 400)
	admin.Do("PATCH", "/users/none/status", `{"status":"active"}`, 404)
}

// Two administrators concurrently remove each other's role, or disable each other: one stays.
func TestLastAdministratorStays(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(by, of testapp.User) int{
		"roles": func(by, of testapp.User) int {
			return by.Send("PUT", "/api/v1/users/"+of.ID+"/roles", `{"roles":["student"]}`).Code
		},
		"status": func(by, of testapp.User) int {
			return by.Send("PATCH", "/api/v1/users/"+of.ID+"/status", `{"status":"disabled"}`).Code
		},
		"either": func(by, of testapp.User) int {
			if by.ID < of.ID {
				return by.Send("PATCH", "/api/v1/users/"+of.ID+"/status", `{"status":"disabled"}`).Code
			}
			return by.Send("PUT", "/api/v1/users/"+of.ID+"/roles", `{"roles":["student"]}`).Code
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := testapp.New(t)
			for range 8 {
				ann, ben := a.User(access.Admin), a.User(access.Admin)
				start, codes := make(chan struct{}), make([]int, 2)
				var both sync.WaitGroup
				for i, c := range [][2]testapp.User{{ann, ben}, {ben, ann}} {
					both.Go(func() {
						<-start
						codes[i] = change(c[0], c[1])
					})
				}
				close(start)
				both.Wait()
				left := a.Count("SELECT count(*) FROM user_roles AS r JOIN users AS u ON u.id = r.user_id WHERE r.role = 'admin' AND u.status = 'active'")
				if left != 1 || (codes[0] == 200) == (codes[1] == 200) {
					t.Fatalf("%d administrators are left after %v", left, codes)
				}
				a.Exec("DELETE FROM user_roles WHERE role = 'admin'")
			}
		})
	}
}
