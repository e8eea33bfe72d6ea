package twofactor_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// A caller who repeats a request for secrets under its key gets the same secrets, once made; nothing of them is readable in the database. A
// second step is valid once, key or not.
func TestRepeatedRequestsForSecrets(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	post := func(path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/api/v1/auth/two-factor"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "key-of"+strings.ReplaceAll(path, "/", "-"))
		r.Header.Set("Authorization", "Bearer "+ann.tokens.AccessToken)
		return a.Nobody().SendRaw(r)
	}
	twice := func(path, body string) string {
		first, again := post(path, body), post(path, body)
		if first.Code != 200 || again.Code != 200 || first.Body.String() != again.Body.String() {
			t.Fatalf("%s: %d %s, then %d %s", path, first.Code, first.Body, again.Code, again.Body)
		}
		return first.Body.String()
	}
	ann.secret = testapp.Read[setup](t, twice("/authenticator", "")).Data.Secret
	confirmed := testapp.Read[codes](t, twice("/authenticator/confirm", `{"code":"`+ann.codeAt(0)+`"}`)).Data.RecoveryCodes
	renewed := testapp.Read[codes](t, twice("/recovery-codes", "")).Data.RecoveryCodes
	if len(confirmed) != 10 || len(renewed) != 10 || confirmed[0] == renewed[0] {
		t.Fatalf("%q, then %q", confirmed, renewed)
	}
	if n := a.Count("SELECT count(*) FROM recovery_codes"); n != 10 {
		t.Errorf("%d recovery codes after the repetitions", n)
	}
	for _, secret := range slices.Concat([]string{ann.secret, "key-of"}, confirmed, renewed) {
		if n := a.Count("SELECT count(*) FROM idempotency_keys WHERE id LIKE ?0 OR digest LIKE ?0 OR CAST(answer AS TEXT) LIKE ?0", "%"+secret+"%"); n != 0 {
			t.Errorf("%q is readable in the database", secret)
		}
	}

	sessions, body := "SELECT count(*) FROM sessions", step(ann.half(), "recovery_code", renewed[0])
	before := a.Count(sessions)
	first, again := post("/verify", body), post("/verify", body)
	if first.Code != 200 || again.Code == 200 || a.Count(sessions) != before+1 {
		t.Errorf("%d, then %d: %d sessions more", first.Code, again.Code, a.Count(sessions)-before)
	}
	if refused := testapp.Read[rest.Problem](t, again.Body.String()); refused.Success || refused.Message == "" {
		t.Errorf("%+v", refused)
	}
}
