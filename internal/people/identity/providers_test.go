package identity_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/people/identity"
	"lectern/internal/platform/config"
	"lectern/internal/testapp"
)

var theClient = config.Client{ID: "lectern", Secret: "the secret"}

// stored reads the only identity in the database.
func stored(t *testing.T, a *testapp.App) (s struct{ Issuer, Subject, Email string }) {
	t.Helper()
	if err := a.DB.Reader().NewRaw("SELECT issuer, subject, email FROM federated_identities").Scan(t.Context(), &s); err != nil {
		t.Error(err)
	}
	return s
}

// confirm opens the link of the confirmation email for an unverified address.
func confirm(t *testing.T, a *testapp.App, answer string) {
	t.Helper()
	requireNothingCreated(t, a, 0)
	a.Nobody().Do("POST", "/auth/complete-registration", completion(lastLink(t, a), testapp.Read[arrival](t, answer).Data.Key), 201)
}

// plainServer speaks the documented wire format of GitHub and Facebook: a form in, JSON back, then their API. GitHub
// refuses with status 200.
func plainServer(p *idp, hosts internet, api http.HandlerFunc) {
	server := http.NewServeMux()
	token := func(w http.ResponseWriter, r *http.Request) {
		if p.hostile != nil && p.hostile(w, r) {
			return
		}
		w2 := httptest.NewRecorder()
		p.mutex.Lock()
		p.token(w2, r)
		p.mutex.Unlock()
		var got map[string]any
		_ = json.Unmarshal(w2.Body.Bytes(), &got)
		delete(got, "id_token")
		status := w2.Code
		if p.host == "github.com" && got["error"] == "invalid_grant" {
			got["error"], status = "bad_verification_code", 200
		}
		answer(w, status, got)
	}
	server.HandleFunc("POST /login/oauth/access_token", token)
	server.HandleFunc("POST /v23.0/oauth/access_token", token)
	hosts["github.com"], hosts["graph.facebook.com"] = server, server
	hosts["api.github.com"] = api
	server.HandleFunc("GET /v23.0/me", api)
}

func TestGitHub(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		emails   string
		want     int
		address  string
		verified bool
	}{
		"verified":     {`[{"email":"old@x.test","primary":false,"verified":true},{"email":"octo@x.test","primary":true,"verified":true}]`, 200, "octo@x.test", true},
		"not verified": {`[{"email":"octo@x.test","primary":true,"verified":false}]`, 200, "octo@x.test", false},
		"only others":  {`[{"email":"other@x.test","primary":false,"verified":true}]`, 409, "", false},
		"none":         {`[]`, 409, "", false},
		"nonsense":     {`{"message":"Bad credentials"}`, 502, "", false},
	} {
		p := newIDP(t, "github.com", theClient.ID, jwt.MapClaims{})
		hosts := internet{}
		plainServer(p, hosts, func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "Bearer an access token" || r.Header.Get("X-GitHub-Api-Version") == "" || r.UserAgent() == "" {
				answer(w, 401, nil)
				return
			}
			if r.URL.Path == "/user/emails" {
				_, _ = w.Write([]byte(c.emails))
				return
			}
			_, _ = w.Write([]byte(`{"id":583231,"login":"octocat","name":null,"email":"forged@victim.test"}`))
		})
		a := running(t, hosts, config.IdentityProviders{GitHub: theClient}, p)
		got := signInAt(t, a, p, "github", c.want)
		if c.want != 200 {
			requireNothingCreated(t, a, 0)
			continue
		}
		if !c.verified {
			confirm(t, a, got)
		}
		if s := stored(t, a); s.Issuer != "https://github.com" || s.Subject != "583231" || s.Email != c.address ||
			a.Count("SELECT count(*) FROM users WHERE full_name = 'octocat'") != 1 {
			t.Errorf("%s: %+v", name, s)
		}
		v := start(t, a.Nobody(), "github")
		q := p.allow(v.URL)
		q.Set("code", "invented")
		if got := a.Nobody().Do("POST", "/auth/oauth/github/finish", returnBody(v, q), 410); !strings.Contains(got, "code_refused") {
			t.Error(got)
		}
		if u, _ := url.Parse(v.URL); u.Path != "/login/oauth/authorize" || u.Query().Get("scope") != "read:user user:email" {
			t.Error(v.URL)
		}
	}
}

// Facebook does not say whether an address is verified, so it must be confirmed.
func TestFacebook(t *testing.T) {
	t.Parallel()
	p := newIDP(t, "www.facebook.com", theClient.ID, jwt.MapClaims{})
	hosts := internet{}
	plainServer(p, hosts, func(w http.ResponseWriter, r *http.Request) {
		proof := hmac.New(sha256.New, []byte("the secret"))
		proof.Write([]byte("an access token"))
		if q := r.URL.Query(); q.Get("fields") != "id,name,email" || q.Get("appsecret_proof") != hex.EncodeToString(proof.Sum(nil)) {
			answer(w, 400, map[string]any{"error": map[string]any{"message": "Invalid appsecret_proof", "code": 100}})
			return
		}
		answer(w, 200, map[string]any{"id": "10158", "name": "Ann Lee", "email": "ann@x.test"})
	})
	a := running(t, hosts, config.IdentityProviders{Facebook: theClient}, p)
	confirm(t, a, signInAt(t, a, p, "facebook", 200))
	if s := stored(t, a); s.Issuer != "https://www.facebook.com" || s.Subject != "10158" || s.Email != "ann@x.test" {
		t.Errorf("%+v", s)
	}
	p.hostile = func(w http.ResponseWriter, _ *http.Request) bool {
		answer(w, 400, map[string]any{"error": map[string]any{"message": "This authorization code has been used.", "type": "OAuthException", "code": 100}})
		return true
	}
	signInAt(t, a, p, "facebook", 502)
}

// LinkedIn does not return the nonce. If one is present it must match.
func TestLinkedIn(t *testing.T) {
	t.Parallel()
	p := newIDP(t, "www.linkedin.com", theClient.ID, jwt.MapClaims{"sub": "li-1", "email": "ann@x.test", "email_verified": "true", "given_name": "Ann", "family_name": "Lee", "nonce": nil})
	p.issuer = "https://www.linkedin.com/oauth"
	a := running(t, internet{p.host: p}, config.IdentityProviders{LinkedIn: theClient}, p)
	signInAt(t, a, p, "linkedin", 200)
	if s := stored(t, a); s.Issuer != p.issuer || s.Subject != "li-1" || a.Count("SELECT count(*) FROM users WHERE full_name = 'Ann Lee' AND email_verified_at IS NOT NULL") != 1 {
		t.Errorf("%+v", s)
	}
	p.claims["nonce"] = "another"
	signInAt(t, a, p, "linkedin", 502)
}

// A tenant's administrators can put any address into a token: it counts only when Microsoft confirms the domain (xms_edov).
func TestMicrosoft(t *testing.T) {
	t.Parallel()
	const tenant, other = "3f2b8c1e-0000-4a5b-9c6d-7e8f9a0b1c2d", "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
	for _, c := range []struct {
		name, configured, issuer, tid string
		owned                         any
		want                          int
		verified                      bool
	}{
		{"any tenant", "common", tenant, tenant, nil, 200, false},
		{"any tenant, own domain", "common", tenant, tenant, "1", 200, true},
		{"own domain as boolean", "organizations", tenant, tenant, true, 200, true},
		{"not own domain", "common", tenant, tenant, false, 200, false},
		{"another tenant than claimed", "common", tenant, other, true, 502, false},
		{"no tenant", "common", tenant, "", true, 502, false},
		{"one tenant", tenant, tenant, tenant, true, 200, true},
		{"a stranger's tenant", tenant, other, other, true, 502, false},
		{"personal accounts", "consumers", "9188040d-6c67-4c5b-b112-36a304b66dad", "9188040d-6c67-4c5b-b112-36a304b66dad", nil, 200, false},
	} {
		p := newIDP(t, "login.microsoftonline.com", theClient.ID, jwt.MapClaims{"sub": "ms-1", "tid": c.tid, "email": "ann@x.test",
			"email_verified": true, "xms_edov": c.owned, "name": "Ann", "iss": "https://login.microsoftonline.com/" + c.issuer + "/v2.0"})
		p.issuer = "https://login.microsoftonline.com/{tenantid}/v2.0"
		if c.configured == tenant || c.configured == "consumers" {
			p.issuer = "https://login.microsoftonline.com/" + c.configured + "/v2.0"
		}
		if c.configured == "consumers" {
			p.issuer = "https://login.microsoftonline.com/" + c.issuer + "/v2.0"
		}
		a := running(t, internet{p.host: p}, config.IdentityProviders{Microsoft: theClient, MicrosoftTenant: c.configured}, p)
		signInAt(t, a, p, "microsoft", c.want)
		if c.want != 200 {
			requireNothingCreated(t, a, 0)
		} else if made := a.Count("SELECT count(*) FROM users") == 1; made != c.verified {
			t.Errorf("%s: verified should be %v", c.name, c.verified)
		}
	}
}

// Apple's client secret is signed by us; its form post is relayed to the page and is the only source of the name.
func TestApple(t *testing.T) {
	t.Parallel()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := newIDP(t, "appleid.apple.com", "org.lectern.web", jwt.MapClaims{"sub": "000123.abc", "email": "x7@privaterelay.appleid.com", "email_verified": "true"})
	a := running(t, internet{p.host: p}, config.IdentityProviders{Apple: config.AppleClient{ID: p.clientID, Team: "TEAM123456", KeyID: "KEY1234567", Key: key}}, p)
	p.secret = func(secret string) bool {
		var c jwt.RegisteredClaims
		token, err := jwt.ParseWithClaims(secret, &c, func(*jwt.Token) (any, error) { return &key.PublicKey, nil }, jwt.WithValidMethods([]string{"ES256"}),
			jwt.WithAudience("https://appleid.apple.com"), jwt.WithIssuer("TEAM123456"), jwt.WithSubject("org.lectern.web"), jwt.WithTimeFunc(a.Clock.Now), jwt.WithExpirationRequired())
		return err == nil && token.Header["kid"] == "KEY1234567"
	}
	v := start(t, a.Nobody(), "apple")
	u, _ := url.Parse(v.URL)
	if q := u.Query(); q.Get("response_mode") != "form_post" || q.Get("scope") != "openid name email" {
		t.Error(v.URL)
	}
	q := p.allow(v.URL)
	if q.Get("redirect") != "https://lectern.test/api/v1/auth/oauth/apple/callback" {
		t.Errorf("Apple posts to %s", q.Get("redirect"))
	}
	post := func(form url.Values) url.Values {
		r := httptest.NewRequest("POST", "/api/v1/auth/oauth/apple/callback", strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		w := a.Nobody().SendRaw(r)
		to, err := url.Parse(w.Header().Get("Location"))
		if err != nil || w.Code != 303 || to.Scheme+"://"+to.Host+to.Path != "https://lectern.test/oauth/callback/apple" {
			t.Errorf("%d to %s", w.Code, to)
		}
		return to.Query()
	}
	form := url.Values{"state": q["state"], "code": q["code"], "id_token": {"not looked at"}, "user": {`{"name":{"firstName":"Ann","lastName":"Lee"},"email":"forged@victim.test"}`}}
	got := post(form)
	body, _ := json.Marshal(identity.IdentityCallback{State: got.Get("state"), Key: v.Key, Code: got.Get("code"), Name: got.Get("name")})
	a.Nobody().Do("POST", "/auth/oauth/apple/finish", string(body), 200)
	if s := stored(t, a); s.Subject != "000123.abc" || s.Email != "x7@privaterelay.appleid.com" || a.Count("SELECT count(*) FROM users WHERE full_name = 'Ann Lee' AND email_verified_at IS NOT NULL") != 1 {
		t.Errorf("%+v", s)
	}
	if got := post(url.Values{"error": {"user_cancelled_authorize"}, "state": {"s"}, "user": {"[]"}, "next": {"https://evil.test"}}); len(got) != 2 || got.Get("error") != "user_cancelled_authorize" {
		t.Errorf("%v", got)
	}
}
