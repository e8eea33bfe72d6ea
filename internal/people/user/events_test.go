package user_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/user"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type events = rest.List[user.UserEvent]

func kinds(t *testing.T, by testapp.User, path string) (kinds []string, next string) {
	t.Helper()
	l := testapp.Read[events](t, by.Do("GET", path, "", 200))
	for _, e := range l.Data {
		kinds = append(kinds, e.Kind)
	}
	return kinds, l.NextCursor
}

// Security events of an account, from the first wrong password on.
func TestSecurityLog(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	const password = "correct horse battery"
	ann, err := app.Accounts.Create(t.Context(), directory.Registration{FullName: "Ann", Email: "ann@lectern.test", Password: password}, access.Student)
	if err != nil {
		t.Fatal(err)
	}
	signIn := func(password string) string {
		app.Clock.Advance(time.Second)
		w := app.Nobody().Send("POST", "/api/v1/auth/login", `{"email":"ann@lectern.test","password":"`+password+`"}`)
		if w.Code != 200 {
			return ""
		}
		return testapp.Read[rest.Answer[authn.SignedIn]](t, w.Body.String()).Data.AccessToken
	}
	for range 3 {
		signIn("wrong")
	}
	admin.Do("POST", "/auth/unlock-account/"+ann.ID, "{}", 200)
	token := signIn(password)
	app.Clock.Advance(time.Second)
	if got := with(app, token, "PUT", "/auth/change-password", `{"current_password":"`+password+`","new_password":"tin whistle orchard","confirm_password":"tin whistle orchard"}`); got.Code != 200 {
		t.Fatal(got.Body)
	}
	app.Clock.Advance(time.Second)
	admin.Do("PUT", "/users/"+ann.ID+"/roles", `{"roles":["instructor"]}`, 200)
	app.Clock.Advance(time.Second)
	admin.Do("PATCH", "/users/"+ann.ID+"/status", `{"status":"disabled"}`, 200)
	path := "/users/" + ann.ID + "/security-log"
	want := []string{"switched_off", "roles_changed", "password_changed", "signed_in", "unlocked", "locked_out", "sign_in_failed", "sign_in_failed"}
	if got, _ := kinds(t, admin, path); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	first, next := kinds(t, admin, path+"?limit=3")
	second, next := kinds(t, admin, path+"?limit=3&cursor="+next)
	third, end := kinds(t, admin, path+"?limit=3&cursor="+next)
	if got := slices.Concat(first, second, third); !slices.Equal(got, want) || end != "" {
		t.Errorf("%q, then %q", got, end)
	}
	if got, _ := kinds(t, admin, path+"?limit=3&page=2"); !slices.Equal(got, want[3:6]) {
		t.Errorf("%q", got)
	}
	if body := admin.Do("GET", path, "", 200); !strings.Contains(body, `"network":"192.0.2.0/24"`) || strings.Contains(body, "192.0.2.1\"") {
		t.Error(body)
	}
	for _, bad := range []string{"cursor=x", "cursor=" + rest.EncodeCursor("x", "y"), "page=0", "page=1000"} {
		admin.Do("GET", path+"?"+bad, "", 400)
	}
	admin.Do("GET", "/users/none/security-log", "", 404)
	ben := app.User(access.Instructor)
	ben.Do("GET", path, "", 403)
	if got, _ := kinds(t, ben, "/auth/security-log"); len(got) != 0 {
		t.Errorf("another's: %q", got)
	}
	app.Nobody().Do("GET", "/auth/security-log", "", 401)
}

// A user's activity across all features, in chronological order.
func TestActivity(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.User(access.Instructor)
	app.Course(ann)
	app.Clock.Advance(time.Minute)
	course := app.Course(app.User(access.Instructor))
	ann.Do("POST", "/courses/"+course+"/enroll", "", 200)
	app.Clock.Advance(time.Minute)
	ann.Do("POST", "/auth/role-applications", `{"role":"corporate","about":"x"}`, 201)
	path := "/users/" + ann.ID + "/activity"
	want := []string{"applied", "enrolled", "course_created"}
	if got, _ := kinds(t, admin, path); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	first, next := kinds(t, admin, path+"?limit=2")
	second, end := kinds(t, admin, path+"?limit=2&cursor="+next)
	if got := slices.Concat(first, second); !slices.Equal(got, want) || end != "" {
		t.Errorf("%q", got)
	}
	if body := admin.Do("GET", path+"?limit=1", "", 200); !strings.Contains(body, `"about":"corporate"`) || !strings.Contains(body, `"total_is_exact":false`) {
		t.Error(body)
	}
	admin.Do("PUT", "/users/"+ann.ID+"/roles", `{"roles":["student"]}`, 200)
	if got, _ := kinds(t, admin, "/users/"+admin.ID+"/activity"); !slices.Equal(got, []string{"administered"}) {
		t.Errorf("%q", got)
	}
	admin.Do("GET", "/users/none/activity", "", 404)
	ann.Do("GET", path, "", 403)
}
