package account_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/people/account"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func setUp(code, email string) string {
	return `{"code":"` + code + `","full_name":"Ada","email":"` + email + `","password":"` + password + `"}`
}

func needed(t *testing.T, app *testapp.App) bool {
	t.Helper()
	return testapp.Read[rest.Answer[account.Setup]](t, app.Nobody().Do("GET", "/setup", "", 200)).Data.Needed
}

func code(t *testing.T, app *testapp.App) string {
	t.Helper()
	c, err := app.Accounts.SetupCode(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestSetUp(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "early@lectern.test") // a student who comes first does not become the administrator
	right := code(t, app)
	if !needed(t, app) || len(right) != 19 || code(t, app) != right {
		t.Errorf("needed %v, code %q and again %q", needed(t, app), right, code(t, app))
	}
	app.Nobody().Do("POST", "/setup", setUp("", "ada@lectern.test"), 400)
	wrong := testapp.Read[rest.Problem](t, app.Nobody().Do("POST", "/setup", setUp("AAAA-AAAA-AAAA-AAAA", "ada@lectern.test"), 403))
	if wrong.Code != "wrong_setup_code" || !needed(t, app) {
		t.Errorf("%+v", wrong)
	}
	app.Nobody().Do("POST", "/setup", setUp(right, "early@lectern.test"), 409) // a taken address leaves it open
	if !needed(t, app) {
		t.Error("a set-up that failed half-way has closed it")
	}
	typed := strings.ToLower(strings.ReplaceAll(right, "-", " "))
	ada := testapp.Read[signedIn](t, app.Nobody().Do("POST", "/setup", setUp(typed, "ada@lectern.test"), 201)).Data
	if !slices.Equal(ada.User.Roles, []access.Role{access.Admin}) || with(app, ada.AccessToken, "GET", "/auth/profile").Code != 200 {
		t.Errorf("%+v", ada)
	}
	if needed(t, app) || code(t, app) != "" {
		t.Error("it is still open")
	}
	app.Nobody().Do("POST", "/setup", setUp(right, "eve@lectern.test"), 409)
	app.Exec("DELETE FROM user_roles WHERE role = 'admin'")
	if needed(t, app) {
		t.Error("it opens again when the administrator goes")
	}
}

func TestGuessingTheSetUpCodeIsSlow(t *testing.T) {
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

func TestThereIsOneFirstAdministrator(t *testing.T) {
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

func TestOperatorsMakeAccounts(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	r := account.Registration{FullName: "Ada", Email: "ada@lectern.test", Password: password}
	ada, err := app.Accounts.Create(t.Context(), r, access.Admin, access.Instructor, access.Admin)
	if err != nil {
		t.Fatal(err)
	}
	app.Nobody().Do("POST", "/auth/login", credentials("ada@lectern.test", password), 200)
	if needed(t, app) {
		t.Error("there is an administrator: nothing is left to set up")
	}
	for want, c := range map[fault.Kind]struct {
		r     account.Registration
		roles []access.Role
	}{
		fault.Conflict: {r, []access.Role{access.Student}},
		fault.Invalid:  {account.Registration{FullName: "Eve", Email: "eve@lectern.test", Password: password}, []access.Role{"root"}},
	} {
		if _, err := app.Accounts.Create(t.Context(), c.r, c.roles...); !fault.Is(err, want) {
			t.Errorf("%v: %v", c.roles, err)
		}
	}
	if _, err := app.Accounts.Create(t.Context(), account.Registration{FullName: "Eve", Email: "eve@lectern.test", Password: "short"}, access.Student); !fault.Is(err, fault.Invalid) {
		t.Errorf("a short password: %v", err)
	}
	found, err := app.Accounts.Find(t.Context(), "ADA@lectern.test")
	if err != nil || found.ID != ada.ID || !slices.Equal(found.Roles, []access.Role{access.Admin, access.Instructor}) {
		t.Errorf("%+v, %v", found, err)
	}
	ben := register(t, app, "ben@lectern.test").User
	first, err1 := app.Accounts.Users(t.Context(), "", 1)
	second, err2 := app.Accounts.Users(t.Context(), ada.ID, 10)
	if err1 != nil || err2 != nil || len(first) != 1 || first[0].ID != ada.ID || len(second) != 1 || second[0].ID != ben.ID {
		t.Errorf("%+v, %+v", first, second)
	}
}
