package account_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// A refusal says what is wrong, to whom it is said.
func TestRefusalTexts(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	a.Register("ann@lectern.test")
	for _, r := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/users", `{"full_name":"Bob","email":"bob@lectern.test","roles":["ghost"]}`, 400, "This role doesn't exist. Choose student, instructor, corporate or admin"},
		{"POST", "/users", `{"full_name":"Bob","email":"bob@lectern.test","roles":[]}`, 400, "Please choose at least one role"},
		{"POST", "/users", `{"full_name":"Bob","email":"ann@lectern.test","roles":["student"]}`, 409, "There is already an account with this email address."},
		{"PUT", "/users/" + admin.ID + "/roles", `{"roles":["ghost"]}`, 400, "This role doesn't exist. Choose student, instructor, corporate or admin"},
		{"POST", "/auth/invitations", `{"email":"bob@lectern.test","roles":["ghost"]}`, 400, "This role doesn't exist. Choose student, instructor, corporate or admin"},
	} {
		if got := admin.Do(r.method, r.path, r.body, r.status); !strings.Contains(got, `"message":"`+r.want+`"`) {
			t.Errorf("%s %s: %s, want %q", r.path, r.body, got, r.want)
		}
	}
}

// What sends counts once under an Idempotency-Key.
func TestSendingCountsOnce(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for path, body := range map[string]string{
		"/users": `{"full_name":"Bob","email":"bob@lectern.test","roles":["student"]}`, "/auth/invitations": `{"email":"eve@lectern.test","roles":["student"]}`,
		"/auth/change-email": `{"new_email":"boss@lectern.test"}`,
	} {
		send := func() string {
			r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", strings.ReplaceAll(path, "/", "-"))
			return admin.SendRaw(r).Body.String()
		}
		before := a.Count("SELECT count(*) FROM jobs")
		first, second := send(), send()
		if jobs := a.Count("SELECT count(*) FROM jobs") - before; first != second || jobs != 1 || !strings.Contains(first, `"success":true`) {
			t.Errorf("%s: %d emails\n%s\n%s", path, jobs, first, second)
		}
	}
}

// Answers for a caller alone, or with what opens an account, get into no cache.
func TestPrivateAnswersAreNotCached(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	admin := a.User(access.Admin)
	for _, w := range []*httptest.ResponseRecorder{
		admin.Send("GET", "/api/v1/users", ""), admin.Send("GET", "/api/v1/auth/profile", ""), admin.Send("GET", "/api/v1/courses/get", ""), admin.Send("GET", "/api/v1/users/none", ""),
		a.Nobody().Send("GET", "/api/v1/users", ""), a.SignIn("ann@lectern.test", testapp.Password), a.SignIn("ann@lectern.test", testapp.WrongPassword), admin.Send("POST", "/api/v1/users", "{}"),
	} {
		if got := w.Header().Get("Cache-Control"); got != "no-store" {
			t.Errorf("Cache-Control %q: %.200s", got, w.Body)
		}
	}
	if got := a.Nobody().Send("GET", "/api/v1/courses/get", "").Header().Get("Cache-Control"); got != "" {
		t.Errorf("the public catalogue: Cache-Control %q", got)
	}
}
