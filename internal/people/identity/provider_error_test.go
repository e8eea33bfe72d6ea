package identity_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// A provider that is down, slow, endless or sends nonsense leads to a clear error and creates nothing.
func TestProviderErrors(t *testing.T) {
	t.Parallel()
	type answers = func(w http.ResponseWriter, r *http.Request)
	status := func(code int, body string) answers {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(code)
			_, _ = w.Write([]byte(body))
		}
	}
	for name, c := range map[string]struct {
		answer answers
		want   int
	}{
		"slow":                              {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, 503},
		"in trouble":                        {status(500, "oops"), 503},
		"endless":                           {status(200, `{"issuer":"`+strings.Repeat("x", 3<<20)), 502},
		"not JSON":                          {status(200, "<html>Sign in to the hotel's network</html>"), 502},
		"an empty answer":                   {status(200, ""), 502},
		"JSON without the expected members": {status(200, `[1,2,3]`), 502},
		"a redirect":                        {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "https://evil.test/", 302) }, 502},
		"refusing us":                       {status(401, `{"error":"invalid_client"}`), 502},
	} {
		for _, path := range []string{"/.well-known/openid-configuration", "/token", "/keys", "/userinfo"} {
			t.Run(name+" at "+path, func(t *testing.T) {
				t.Parallel()
				a, p := google(t)
				if name == "slow" { // the others answer, however long it takes on a busy machine
					a.Identities.SetTimeout(300 * time.Millisecond)
				}
				if path == "/userinfo" {
					delete(p.claims, "email")
				}
				p.hostile = func(w http.ResponseWriter, r *http.Request) bool {
					if r.URL.Path != path {
						return false
					}
					c.answer(w, r)
					return true
				}
				var got string
				if path == "/.well-known/openid-configuration" {
					w := a.Nobody().Send("POST", "/api/v1/auth/oauth/google/start", "{}")
					if got = w.Body.String(); w.Code != 502 && w.Code != 503 {
						t.Errorf("%d %s", w.Code, got)
					}
				} else {
					v := start(t, a.Nobody(), "google")
					w := a.Nobody().Send("POST", "/api/v1/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)))
					if got = w.Body.String(); path == "/token" && w.Code != c.want || w.Code != 502 && w.Code != 503 {
						t.Errorf("%d %s", w.Code, got)
					}
					if w.Code == 503 && w.Header().Get("Retry-After") == "" {
						t.Error("no Retry-After")
					}
				}
				if !strings.Contains(got, "Google") || strings.Contains(got, "oops") || strings.Contains(got, "hotel") || len(got) > 500 {
					t.Errorf("%s", got)
				}
				requireNothingCreated(t, a, 0)
			})
		}
	}
	down := running(t, internet{}, config.IdentityProviders{Google: config.Client{ID: "id", Secret: "s"}})
	if got := testapp.Read[rest.Problem](t, down.Nobody().Do("POST", "/auth/oauth/google/start", "{}", 503)); got.Code != "provider_away" {
		t.Errorf("%+v", got)
	}
}

// A provider that recovers is used at once: failures are not cached.
func TestProviderRecovers(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	p.hostile = func(w http.ResponseWriter, _ *http.Request) bool { w.WriteHeader(500); return true }
	a.Nobody().Do("POST", "/auth/oauth/google/start", "{}", 503)
	p.hostile = nil
	signInAt(t, a, p, "google", 200)
	asked := p.asked
	signInAt(t, a, p, "google", 200)
	if p.asked != asked+1 { // only the token endpoint; discovery and keys are cached
		t.Errorf("%d requests for the second sign-in", p.asked-asked)
	}
	a.Clock.Advance(time.Hour)
	signInAt(t, a, p, "google", 200)
}

// A discovery document can neither send codes and secrets over plain HTTP nor name another issuer.
func TestHostileDiscovery(t *testing.T) {
	t.Parallel()
	for member, value := range map[string]string{
		"token_endpoint": "http://accounts.google.com/token", "jwks_uri": "http://accounts.google.com/keys", "authorization_endpoint": "javascript:alert(1)",
		"userinfo_endpoint": "http://169.254.169.254/latest", "issuer": "https://login.evil.test",
	} {
		a, p := google(t)
		p.meta = map[string]any{member: value}
		a.Nobody().Do("POST", "/auth/oauth/google/start", "{}", 502)
		if n := a.Count("SELECT count(*) FROM authorization_requests"); n != 0 {
			t.Errorf("%s: an authorization request was started", member)
		}
	}
}
