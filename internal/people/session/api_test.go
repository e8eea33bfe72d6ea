package session_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/internal/people/authn"
	"lectern/internal/people/session"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	signedIn    = rest.Answer[authn.SignedIn]
	permissions = rest.Answer[session.Permissions]
)

func TestSignInAccess(t *testing.T) {
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
			for _, open := range []string{"/auth/register", "/auth/complete-registration", "/auth/login", "/auth/refresh-token", "/setup"} {
				c.who.Do("POST", open, "{}", c.other)
			}
			if c.profile == 401 {
				c.who.Do("POST", "/auth/logout", "{}", 400)
			}
		})
	}
	if n := app.Count("SELECT count(*) FROM sessions WHERE user_agent <> 'testapp'"); n != 0 {
		t.Errorf("refused requests left %d sessions", n)
	}
}

// Neither the answer nor the work behind it reveals whether an account exists.
func TestSignInRevealsNothing(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.Register("ann@lectern.test")
	app.Register("ben@lectern.test")
	app.Exec("UPDATE users SET status = 'disabled' WHERE email_key = 'ben@lectern.test'")
	forget := func() { app.Exec("DELETE FROM lockouts") } // locking is tested elsewhere
	var refusals []string
	for _, c := range []struct {
		name, body string
		want       int
		hashes     int64
	}{
		{"right", testapp.Credentials(" ANN@lectern.test", password), 200, 1},
		{"wrong password", testapp.Credentials("ann@lectern.test", "wrong horse battery"), 401, 1},
		{"trailing space", testapp.Credentials("ann@lectern.test", password+" "), 401, 1},
		{"unknown account", testapp.Credentials("nobody@lectern.test", password), 401, 1},
		{"no address at all", testapp.Credentials(`' OR 1=1 --`, password), 401, 1},
		{"disabled, wrong password", testapp.Credentials("ben@lectern.test", "wrong horse battery"), 401, 1},
		{"disabled, right password", testapp.Credentials("ben@lectern.test", password), 403, 1},
		{"the longest password", testapp.Credentials("ann@lectern.test", strings.Repeat("x", 1024)), 401, 1},
		{"a longer password", testapp.Credentials("ann@lectern.test", strings.Repeat("x", 1025)), 400, 0},
		{"no password", testapp.Credentials("ann@lectern.test", ""), 400, 0},
	} {
		forget()
		sessions, hashes := app.Count("SELECT count(*) FROM sessions"), app.Hasher.HashCount()
		answer := app.Nobody().Do("POST", "/auth/login", c.body, c.want)
		if got := app.Hasher.HashCount() - hashes; got != c.hashes {
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

func TestPermissionsMatchGates(t *testing.T) {
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

// The app shows itself in the locale of the profile.
func TestPermissionsNameTheLocale(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	student := app.User(access.Student)
	locale := func() string {
		return testapp.Read[permissions](t, student.Do("GET", "/profile/me/permissions", "", 200)).Data.Locale
	}
	if got := locale(); got != "" {
		t.Errorf("without a profile: %q", got)
	}
	student.Do("PATCH", "/profile/me/comprehensive", `{"locale":"de-CH"}`, 200)
	if got := locale(); got != "de-CH" {
		t.Errorf("after choosing de-CH: %q", got)
	}
}
