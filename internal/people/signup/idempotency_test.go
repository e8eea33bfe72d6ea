package signup_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/testapp"
)

// Callers without an account can repeat what sends an email without its being sent twice, and nothing of it is readable in the database.
func TestRepeatedRequestsOfStrangersSendOnce(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	post := func(key, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", key)
		return app.Nobody().SendRaw(r)
	}
	const password = "correct horse battery staple 9"
	ann := `{"full_name":"Ann","email":"ann@lectern.test","password":"` + password + `"}`
	first, again := post("first-key", "/auth/register", ann), post("first-key", "/auth/register", ann)
	app.Work()
	if n := len(app.Emails("ann@lectern.test")); first.Code != 200 || first.Body.String() != again.Body.String() || n != 1 {
		t.Errorf("%d %s, then %d %s: %d emails", first.Code, first.Body, again.Code, again.Body, n)
	}
	if other := post("first-key", "/auth/register", strings.Replace(ann, "Ann", "Eve", 1)); other.Code != 409 {
		t.Errorf("another request under the key: %d", other.Code)
	}
	for _, path := range []string{"/auth/forgot-password", "/auth/resend-verification"} {
		before := len(app.Emails("ann@lectern.test"))
		for range 2 {
			if w := post("key of "+path[6:9], path, `{"email":"ann@lectern.test"}`); w.Code != 400 {
				t.Errorf("a key with blanks: %d", w.Code)
			}
			if w := post("key-"+path[6:], path, `{"email":"ann@lectern.test"}`); w.Code != 200 {
				t.Errorf("%s: %d %s", path, w.Code, w.Body)
			}
		}
		app.Work()
		if n := len(app.Emails("ann@lectern.test")); n > before+1 {
			t.Errorf("%s sent %d emails", path, n-before)
		}
	}
	for _, readable := range []string{"first-key", password, "ann@lectern.test", "success"} {
		if n := app.Count("SELECT count(*) FROM idempotency_keys WHERE id LIKE ?0 OR digest LIKE ?0 OR CAST(answer AS TEXT) LIKE ?0", "%"+readable+"%"); n != 0 {
			t.Errorf("%q is readable in the database", readable)
		}
	}
}
