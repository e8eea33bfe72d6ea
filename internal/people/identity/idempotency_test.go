package identity_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/testapp"
)

// A request that connects an identity and is repeated under its key gets the same answer, and its user one email; what only begins
// an authorization sends nothing.
func TestRepeatedConnectionsCountOnce(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := register(t, a, "ann@lectern.test")
	post := func(token, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/v1/auth/"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "key-of-"+path)
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		return a.Nobody().SendRaw(r)
	}
	twice := func(token, path, body string) string {
		t.Helper()
		first, again := post(token, path, body), post(token, path, body)
		if first.Code != 200 || again.Code != 200 || first.Body.String() != again.Body.String() {
			t.Errorf("%s: %d %s, then %d %s", path, first.Code, first.Body, again.Code, again.Body)
		}
		return first.Body.String()
	}
	connected := func(number int64) {
		t.Helper()
		a.Work()
		if n := a.Count("SELECT count(*) FROM federated_identities WHERE user_id = ?", ann.User.ID); n != number {
			t.Errorf("%d identities, want %d", n, number)
		}
		if n := len(a.Emails("ann@lectern.test")); int64(n) != number {
			t.Errorf("%d emails, want %d", n, number)
		}
	}

	v := testapp.Read[begun](t, post(ann.AccessToken, "oauth/google/connect", "{}").Body.String()).Data
	connected(0)
	twice(ann.AccessToken, "oauth/google/finish", returnBody(v, p.allow(v.URL)))
	connected(1)

	p.claims["sub"], p.claims["email"] = "another of hers", "ann@lectern.test"
	v = testapp.Read[begun](t, post("", "oauth/google/start", "{}").Body.String()).Data
	link := testapp.Read[arrival](t, twice("", "oauth/google/finish", returnBody(v, p.allow(v.URL)))).Data.Link
	if link == nil {
		t.Fatal("an identity with the address of an account is not to be connected")
	}
	connected(1)
	twice(ann.AccessToken, "identities", `{"token":"`+link.Token+`"}`)
	connected(2)
	if other := post(ann.AccessToken, "identities", `{"token":"another"}`); other.Code != 409 {
		t.Errorf("another request under the key: %d %s", other.Code, other.Body)
	}
}
