package account_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/people/account"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	signedIn    = rest.Answer[account.SignedIn]
	permissions = rest.Answer[account.Permissions]
)

const password = "correct horse battery"

// register makes a student who is called like the first part of the address, has confirmed it and is signed in.
func register(t *testing.T, app *testapp.App, email string) account.SignedIn {
	t.Helper()
	name, _, _ := strings.Cut(email, "@")
	_, err := app.Accounts.Create(t.Context(), account.Registration{FullName: name, Email: email, Password: password}, access.Student)
	if err != nil {
		t.Fatal(err)
	}
	return testapp.Read[signedIn](t, app.Nobody().Do("POST", "/auth/login", credentials(email, password), 200)).Data
}

func credentials(email, password string) string {
	return `{"email":"` + email + `","password":"` + password + `"}`
}

// with sends a request with an access token as it was answered.
func with(app *testapp.App, token, method, path string, body ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(strings.Join(body, "")))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	return app.Nobody().SendRaw(r)
}

// send is with for one status, and gives the body.
func send(t *testing.T, app *testapp.App, who account.SignedIn, method, path, body string, want int) string {
	t.Helper()
	w := with(app, who.AccessToken, method, path, body)
	if w.Code != want {
		t.Errorf("%s %s: %d, want %d: %s", method, path, w.Code, want, w.Body)
	}
	return w.Body.String()
}

func TestAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	for name, c := range map[string]struct {
		who            testapp.User
		profile, other int
	}{
		"nobody":        {app.Nobody(), 401, 400},
		"a student":     {app.User(access.Student), 200, 400},
		"an instructor": {app.User(access.Instructor), 200, 400},
		"a corporate":   {app.User(access.Corporate), 200, 400},
		"an admin":      {app.User(access.Admin), 200, 400},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("GET", "/auth/profile", "", c.profile)
			c.who.Do("GET", "/profile/me/permissions", "", c.profile)
			c.who.Do("GET", "/setup", "", 200)
			for _, open := range []string{"/auth/register", "/auth/complete-registration", "/auth/login", "/auth/refresh-token", "/auth/logout", "/setup"} {
				c.who.Do("POST", open, "{}", c.other)
			}
		})
	}
	if n := app.Count("SELECT count(*) FROM sessions WHERE user_agent <> 'testapp'"); n != 0 {
		t.Errorf("what was refused left %d sessions", n)
	}
}

// Nobody learns from an answer, or from the work behind it, whether an account exists.
func TestSignIn(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "ann@lectern.test")
	register(t, app, "ben@lectern.test")
	app.Exec("UPDATE users SET status = 'disabled' WHERE email_key = 'ben@lectern.test'")
	forget := func() { app.Exec("DELETE FROM lockouts") } // what locks is shown elsewhere
	var refusals []string
	for _, c := range []struct {
		name, body string
		want       int
		hashes     int64
	}{
		{"right", credentials(" ANN@lectern.test", password), 200, 1},
		{"wrong password", credentials("ann@lectern.test", "wrong horse battery"), 401, 1},
		{"blank at the end", credentials("ann@lectern.test", password+" "), 401, 1},
		{"unknown account", credentials("nobody@lectern.test", password), 401, 1},
		{"no address at all", credentials(`' OR 1=1 --`, password), 401, 1},
		{"switched off, wrong password", credentials("ben@lectern.test", "wrong horse battery"), 401, 1},
		{"switched off, right password", credentials("ben@lectern.test", password), 403, 1},
		{"the longest password", credentials("ann@lectern.test", strings.Repeat("x", 1024)), 401, 1},
		{"a longer password", credentials("ann@lectern.test", strings.Repeat("x", 1025)), 400, 0},
		{"no password", credentials("ann@lectern.test", ""), 400, 0},
	} {
		forget()
		sessions, hashes := app.Count("SELECT count(*) FROM sessions"), app.Hasher.Hashed()
		answer := app.Nobody().Do("POST", "/auth/login", c.body, c.want)
		if got := app.Hasher.Hashed() - hashes; got != c.hashes {
			t.Errorf("%s: %d hashes, want %d", c.name, got, c.hashes)
		}
		opened := app.Count("SELECT count(*) FROM sessions") - sessions
		if (opened == 1) != (c.want == 200) {
			t.Errorf("%s: %d and %d new sessions", c.name, c.want, opened)
		}
		if c.want == 401 {
			refusal, _, _ := strings.Cut(answer, `"request_id"`)
			refusals = append(refusals, refusal)
		}
	}
	if len(slices.Compact(refusals)) != 1 {
		t.Errorf("refusals differ: %q", refusals)
	}
}

func TestPermissionsFollowFromTheGates(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	for role, c := range map[access.Role]struct{ may, mayNot string }{
		access.Student:    {"POST /courses/{id}/enroll", "POST /courses/create"},
		access.Corporate:  {"GET /courses/get", "PUT /courses/update/{id}"},
		access.Instructor: {"POST /courses/create", ""},
		access.Admin:      {"POST /courses/create", ""},
	} {
		p := testapp.Read[permissions](t, app.User(role).Do("GET", "/profile/me/permissions", "", 200)).Data
		if !slices.Equal(p.Roles, []access.Role{role}) || !slices.Equal(p.User.Roles, p.Roles) || !slices.IsSorted(p.Operations) {
			t.Errorf("%s: %+v", role, p)
		}
		if !slices.Contains(p.Operations, c.may) || slices.Contains(p.Operations, c.mayNot) {
			t.Errorf("%s: %q", role, p.Operations)
		}
	}
	gone := app.User(access.Student)
	app.Exec("DELETE FROM users WHERE id = ?", gone.ID)
	gone.Do("GET", "/profile/me/permissions", "", 401)
}
