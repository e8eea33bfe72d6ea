package signup_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/people/signup"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func setUp(code, email string) string {
	return `{"code":"` + code + `","full_name":"Ada","email":"` + email + `","password":"` + password + `"}`
}

func needed(t *testing.T, app *testapp.App) bool {
	t.Helper()
	return testapp.Read[rest.Answer[signup.Setup]](t, app.Nobody().Do("GET", "/setup", "", 200)).Data.Needed
}

func code(t *testing.T, app *testapp.App) string {
	t.Helper()
	c, err := app.SignUps.SetupCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.Register("early@lectern.test") // a student who registers first does not become the administrator
	right := code(t, app)
	if !needed(t, app) || len(right) != 19 || code(t, app) != right {
		t.Errorf("needed %v, code %q and again %q", needed(t, app), right, code(t, app))
	}
	app.Nobody().Do("POST", "/setup", setUp("", "ada@lectern.test"), 400)
	wrong := testapp.Read[rest.Problem](t, app.Nobody().Do("POST", "/setup", setUp("AAAA-AAAA-AAAA-AAAA", "ada@lectern.test"), 403))
	if wrong.Code != "wrong_setup_code" || !needed(t, app) {
		t.Errorf("%+v", wrong)
	}
	app.Nobody().Do("POST", "/setup", setUp(right, "early@lectern.test"), 409) // a taken address leaves set-up open
	if !needed(t, app) {
		t.Error("a failed set-up has closed it")
	}
	typed := strings.ToLower(strings.ReplaceAll(right, "-", " "))
	ada := testapp.Read[signedIn](t, app.Nobody().Do("POST", "/setup", setUp(typed, "ada@lectern.test"), 201)).Data
	if !slices.Equal(ada.User.Roles, []access.Role{access.Admin}) || app.SendWith(ada.AccessToken, "GET", "/auth/profile").Code != 200 {
		t.Errorf("%+v", ada)
	}
	if needed(t, app) || code(t, app) != "" {
		t.Error("set-up is still open")
	}
	app.Nobody().Do("POST", "/setup", setUp(right, "eve@lectern.test"), 409)
	app.Exec("DELETE FROM user_roles WHERE role = 'admin'")
	if needed(t, app) {
		t.Error("set-up opens again when the administrator is gone")
	}
}

func TestSetupCodeAttemptsAreLimited(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	right := code(t, app)
	for range 5 {
		app.Nobody().Do("POST", "/setup", setUp("AAAA", "ada@lectern.test"), 403)
		app.Clock.Advance(time.Second)
	}
	w := app.Nobody().Send("POST", "/api/v1/setup", setUp(right, "ada@lectern.test"))
	if w.Code != 429 || w.Header().Get("Retry-After") != "55" {
		t.Errorf("the sixth within a minute: %d, Retry-After %q", w.Code, w.Header().Get("Retry-After"))
	}
	app.Clock.Advance(55 * time.Second)
	app.Nobody().Do("POST", "/setup", setUp(right, "ada@lectern.test"), 201)
}

func TestConcurrentSetUpMakesOneAdministrator(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	right := code(t, app)
	var made, late atomic.Int64
	var people sync.WaitGroup
	for i := range 10 {
		people.Go(func() {
			switch w := app.Nobody().Send("POST", "/api/v1/setup", setUp(right, string(rune('a'+i))+"@lectern.test")); w.Code {
			case 201:
				made.Add(1)
			case 409:
				late.Add(1)
			default:
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	people.Wait()
	if made.Load() != 1 || late.Load() != 9 || app.Count("SELECT count(*) FROM users") != 1 {
		t.Errorf("%d made, %d too late", made.Load(), late.Load())
	}
}
