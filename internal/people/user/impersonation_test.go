package user_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/people/session"
	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// act starts an impersonation.
func act(t *testing.T, admin testapp.User, id, body string) user.Impersonation {
	t.Helper()
	return testapp.Read[rest.Answer[user.Impersonation]](t, admin.Do("POST", "/users/"+id+"/impersonate", body, 200)).Data
}

// with sends a request with an access token.
func with(app *testapp.App, token, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	return app.Nobody().SendRaw(r)
}

const (
	looking  = `{"reason":"A question about a bill"}`
	changing = `{"reason":"A question about a bill","readOnly":false}`
)

// audited returns the audit log's rows about impersonation, oldest first.
func audited(t *testing.T, admin testapp.User) (rows []audit.AuditRow) {
	t.Helper()
	rows = testapp.Read[rest.List[audit.AuditRow]](t, admin.Do("GET", "/audit-log?limit=100", "", 200)).Data
	slices.Reverse(rows)
	return rows
}

// The administrator sees what the user sees, and the answer says so; the audit log names both.
func TestImpersonation(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann, teacher := app.User(access.Admin), app.User(access.Student), app.User(access.Instructor)
	app.Enroll(ann, app.Course(teacher))
	a := act(t, admin, ann.ID, looking)
	if !a.ReadOnly || a.User.ID != ann.ID || !a.ExpiresAt.Equal(testapp.Start.Add(time.Hour)) {
		t.Errorf("%+v", a)
	}
	var claims jwt.MapClaims
	if _, _, err := jwt.NewParser().ParseUnverified(a.AccessToken, &claims); err != nil || claims["sub"] != ann.ID || fmt.Sprint(claims["act"]) != "map[sub:"+admin.ID+"]" {
		t.Errorf("%v %v", claims, err)
	}
	if got := with(app, a.AccessToken, "GET", "/courses/enrolled", ""); !strings.Contains(got.Body.String(), `"title":"Bees"`) {
		t.Error(got.Body)
	}
	if got := with(app, a.AccessToken, "GET", "/users", ""); got.Code != 403 {
		t.Errorf("as a student: %d", got.Code)
	}
	may := testapp.Read[rest.Answer[session.Permissions]](t, with(app, a.AccessToken, "GET", "/profile/me/permissions", "").Body.String()).Data
	if may.User.ID != ann.ID || may.Acting == nil || may.Acting.AdminID != admin.ID || !may.Acting.ReadOnly || slices.Contains(may.Operations, "PATCH /profile/me/comprehensive") ||
		!slices.Contains(may.Operations, "GET /courses/enrolled") || !slices.Contains(may.Operations, "POST /auth/stop-impersonation") {
		t.Errorf("%+v", may)
	}
	own := testapp.Read[rest.Answer[session.Permissions]](t, ann.Do("GET", "/profile/me/permissions", "", 200)).Data
	if own.Acting != nil || !slices.Contains(own.Operations, "PATCH /profile/me/comprehensive") {
		t.Errorf("%+v", own)
	}
	if got := with(app, a.AccessToken, "PATCH", "/profile/me/comprehensive", `{"headline":"x"}`); got.Code != 403 || !strings.Contains(got.Body.String(), `"read_only"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if n := app.Count("SELECT count(*) FROM profiles"); n != 0 {
		t.Error("a read-only impersonation has changed something")
	}
	if got := with(app, a.AccessToken, "POST", "/auth/stop-impersonation", ""); got.Code != 200 {
		t.Error(got.Body)
	}
	if got := with(app, a.AccessToken, "GET", "/auth/profile", ""); got.Code != 401 {
		t.Errorf("after it was stopped: %d", got.Code)
	}
	ann.Do("POST", "/auth/stop-impersonation", "", 409)
	rows := audited(t, admin)
	if len(rows) != 2 || rows[0].Action != "user.acting_began" || rows[0].ActorID != admin.ID || rows[0].OnBehalfOfID != "" || rows[0].TargetID != ann.ID ||
		rows[0].After["reason"] != "A question about a bill" || rows[1].Action != "user.acting_ended" || rows[1].ActorID != admin.ID || rows[1].OnBehalfOfID != ann.ID {
		t.Errorf("%+v", rows)
	}
	if log := ann.Do("GET", "/auth/security-log", "", 200); !strings.Contains(log, "administrator_acted") {
		t.Error(log)
	}
}

// The audit log records every change made as another user, with both names.
func TestWritableImpersonation(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Student)
	a := act(t, admin, ann.ID, changing)
	if got := with(app, a.AccessToken, "PATCH", "/profile/me/comprehensive", `{"headline":"Bees"}`); got.Code != 200 {
		t.Fatal(got.Body)
	}
	if got := ann.Do("GET", "/profile/me/comprehensive", "", 200); !strings.Contains(got, `"headline":"Bees"`) {
		t.Error(got)
	}
	rows := audited(t, admin)
	if r := rows[len(rows)-1]; r.Action != "user.acted" || r.ActorID != admin.ID || r.OnBehalfOfID != ann.ID || r.After["operation"] != "PATCH /profile/me/comprehensive" {
		t.Errorf("%+v", r)
	}
}

// F46: every operation, by a read-only and by a writable impersonation. The read-only one changes nothing; operations on
// credentials, payments and deletion are closed to both.
func TestImpersonationLimits(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	app.API.EndStreams() // streams without an end of their own end at once
	parameter := regexp.MustCompile(`\{\w+(:[^}]*)?\}`)
	always := []string{"POST /auth/stop-impersonation", "POST /auth/refresh-token", "POST /auth/logout"}
	keys := regexp.MustCompile(`^(POST|PUT|PATCH|DELETE) /(auth/|users|setup|payments|profile/me/export|profile/me$|profile/\{id\}|users)|^GET /(audit-log|profile/me/exports)`)
	seen := 0
	for route := range app.API.Gates {
		method, path, ok := strings.Cut(route, " /api/v1")
		if !ok || slices.Contains(always, method+" "+path) {
			continue
		}
		seen++
		for _, body := range []string{looking, changing} {
			who := app.User(access.Student, access.Instructor, access.Corporate)
			a := act(t, admin, who.ID, body)
			before := app.Count("SELECT count(*) FROM audit_log")
			got := with(app, a.AccessToken, method, parameter.ReplaceAllString(path, "none"), "{}")
			text := got.Body.String()
			refused := got.Code == 403 && (strings.Contains(text, `"code":"only_oneself"`) || strings.Contains(text, `"code":"read_only"`) || strings.Contains(text, `"code":"forbidden"`))
			reads := method == "GET" || method == "HEAD"
			if key := keys.MatchString(method + " " + path); key && !refused || !reads && body == looking && !refused || reads && !key && strings.Contains(text, `"code":"read_only"`) {
				t.Errorf("%s while impersonating (%s): %d %.200s", route, body, got.Code, text)
			}
			if after := app.Count("SELECT count(*) FROM audit_log"); refused && after != before {
				t.Errorf("%s: a refused change is in the audit log", route)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d operations were tried", seen)
	}
}

// An impersonation ends with whatever allowed it.
func TestImpersonationEnds(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(app *testapp.App, admin, ann, other testapp.User){
		"after an hour":            func(app *testapp.App, _, _, _ testapp.User) { app.Clock.Advance(time.Hour) },
		"when the admin signs out": func(_ *testapp.App, admin, _, _ testapp.User) { admin.Do("POST", "/auth/logout-all", "", 200) },
		"when the admin is demoted": func(_ *testapp.App, admin, _, other testapp.User) {
			other.Do("PUT", "/users/"+admin.ID+"/roles", `{"roles":["student"]}`, 200)
		},
		"when the admin is locked": func(_ *testapp.App, admin, _, other testapp.User) {
			other.Do("POST", "/auth/lock-account/"+admin.ID, `{"reason":"x"}`, 200)
		},
		"when the admin is disabled": func(_ *testapp.App, admin, _, other testapp.User) {
			other.Do("PATCH", "/users/"+admin.ID+"/status", `{"status":"disabled"}`, 200)
		},
		"when the user is disabled": func(_ *testapp.App, _, ann, other testapp.User) {
			other.Do("PATCH", "/users/"+ann.ID+"/status", `{"status":"disabled"}`, 200)
		},
		"when the user is made an admin": func(_ *testapp.App, _, ann, other testapp.User) {
			other.Do("PUT", "/users/"+ann.ID+"/roles", `{"roles":["admin"]}`, 200)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			admin, other, ann := app.User(access.Admin), app.User(access.Admin), app.User(access.Student)
			a := act(t, admin, ann.ID, changing)
			app.Clock.Advance(time.Hour - time.Second)
			if got := with(app, a.AccessToken, "GET", "/auth/profile", ""); got.Code != 200 {
				t.Fatalf("%d before the end: %s", got.Code, got.Body)
			}
			app.Clock.Advance(-time.Hour + time.Second)
			end(app, admin, ann, other)
			if got := with(app, a.AccessToken, "GET", "/auth/profile", ""); got.Code != 401 {
				t.Errorf("%d", got.Code)
			}
		})
	}
}

// Administrators cannot be impersonated, and only administrators can impersonate.
func TestImpersonationAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, other, ann, ben := app.User(access.Admin), app.User(access.Admin, access.Student), app.User(access.Student), app.User(access.Student)
	admin.Do("PATCH", "/users/"+ben.ID+"/status", `{"status":"disabled"}`, 200)
	for id, want := range map[string]int{other.ID: 409, admin.ID: 409, ben.ID: 409, "none": 404} {
		admin.Do("POST", "/users/"+id+"/impersonate", looking, want)
	}
	for _, body := range []string{`{}`, `{"reason":" "}`, `{"reason":"x","readOnly":"no"}`, `{"reason":"` + strings.Repeat("x", 501) + `"}`} {
		admin.Do("POST", "/users/"+ann.ID+"/impersonate", body, 400)
	}
	ann.Do("POST", "/users/"+other.ID+"/impersonate", looking, 403)
	if n := app.Count("SELECT count(*) FROM impersonations"); n != 0 {
		t.Errorf("%d act", n)
	}
	// A token with an unknown impersonation, or another administrator's, is invalid.
	act(t, admin, ann.ID, looking)
	var session string
	if err := app.DB.Reader().NewRaw("SELECT id FROM impersonations").Scan(t.Context(), &session); err != nil {
		t.Fatal(err)
	}
	for _, forged := range []access.Caller{{ID: other.ID, Session: session, Actor: admin.ID}, {ID: ann.ID, Session: session, Actor: other.ID}, {ID: ann.ID, Session: session}, {ID: ann.ID, Session: "none", Actor: admin.ID}} {
		token, err := app.Deps.Tokens.Sign(forged)
		if err != nil {
			t.Fatal(err)
		}
		if got := with(app, token, "GET", "/auth/profile", ""); got.Code != 401 {
			t.Errorf("%+v: %d", forged, got.Code)
		}
	}
}
