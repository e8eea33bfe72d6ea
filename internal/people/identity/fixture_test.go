package identity_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/app"
	"lectern/internal/people/authn"
	"lectern/internal/people/identity"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/outbound"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	begun     = rest.Answer[identity.AuthorizationRequest]
	arrival   = rest.Answer[arrived]
	connected = rest.Answer[[]identity.Connected]
	arrived   struct {
		identity.IdentityCallbackResult
		Entry *entered `json:"entry"` // in place of the either-or, which cannot be decoded
	}
	// entered is the answer to a finished sign-in: tokens, or the challenge of the second step.
	entered struct {
		authn.SignedIn
		TwoFactorRequired bool `json:"twoFactorRequired"`
	}
)

// internet maps hosts to in-process servers. Any other host refuses the connection.
type internet map[string]http.Handler

// RoundTrip serves the request in this process and honours its context.
func (i internet) RoundTrip(r *http.Request) (*http.Response, error) {
	server, ok := i[r.URL.Host]
	if !ok || r.URL.Scheme != "https" {
		return nil, &net.OpError{Op: "dial", Err: errors.New("connection refused")}
	}
	w := httptest.NewRecorder()
	done := make(chan struct{})
	go func() {
		defer close(done)
		server.ServeHTTP(w, r)
	}()
	select {
	case <-done:
		return w.Result(), nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// reach is an HTTP client for this internet, configured like the real one.
func (i internet) reach() identity.HTTPClient {
	return &http.Client{Transport: outbound.LimitedTransport{Next: i}, CheckRedirect: outbound.New().CheckRedirect}
}

// grant is an authorization code that the server has issued.
type grant struct{ challenge, redirect, nonce string }

// idp is an OpenID Connect provider on one host. It enforces the standard until a test tells it otherwise.
type idp struct {
	t        *testing.T
	host     string
	issuer   string // "" is https:// and the host
	clientID string
	secret   func(secret string) bool
	claims   jwt.MapClaims // of the signed-in user, override the defaults
	meta     map[string]any
	userinfo map[string]any
	lax      bool // does not support PKCE
	forge    func(token *jwt.Token) (key any)
	hostile  func(w http.ResponseWriter, r *http.Request) bool // answers in its place

	app   *testapp.App // whose clock it uses
	key   *ecdsa.PrivateKey
	mutex sync.Mutex
	codes map[string]grant
	asked int // number of requests
}

func newIDP(t *testing.T, host, clientID string, claims jwt.MapClaims) *idp {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &idp{t: t, host: host, clientID: clientID, claims: claims, key: key, codes: map[string]grant{},
		secret: func(s string) bool { return s == "the secret" }}
}

func (p *idp) name() string {
	if p.issuer != "" {
		return p.issuer
	}
	return "https://" + p.host
}

func (p *idp) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mutex.Lock()
	p.asked++
	hostile := p.hostile
	p.mutex.Unlock()
	if hostile != nil && hostile(w, r) {
		return
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	w.Header().Set("Content-Type", "application/json")
	at := "https://" + p.host
	switch {
	case strings.HasSuffix(r.URL.Path, "/.well-known/openid-configuration"):
		meta := map[string]any{"issuer": p.name(), "authorization_endpoint": at + "/authorize", "token_endpoint": at + "/token", "jwks_uri": at + "/keys",
			"userinfo_endpoint": at + "/userinfo", "id_token_signing_alg_values_supported": []string{"ES256"}}
		maps.Copy(meta, p.meta)
		answer(w, 200, meta)
	case r.URL.Path == "/keys":
		b64 := base64.RawURLEncoding.EncodeToString
		point, _ := p.key.PublicKey.Bytes() // 0x04, x, y
		answer(w, 200, map[string]any{"keys": []any{map[string]any{"kty": "EC", "crv": "P-256", "kid": "1", "use": "sig", "alg": "ES256", "x": b64(point[1:33]), "y": b64(point[33:])}}})
	case r.URL.Path == "/userinfo":
		answer(w, 200, p.userinfo)
	case r.URL.Path == "/token":
		p.token(w, r)
	default:
		answer(w, 404, nil)
	}
}

// token exchanges an authorization code (RFC 6749, section 4.1.3; RFC 7636, section 4.6).
func (p *idp) token(w http.ResponseWriter, r *http.Request) {
	id, secret := r.PostFormValue("client_id"), r.PostFormValue("client_secret")
	if user, pass, ok := r.BasicAuth(); ok {
		id, _ = url.QueryUnescape(user)
		secret, _ = url.QueryUnescape(pass)
	}
	if id != p.clientID || !p.secret(secret) {
		answer(w, 401, map[string]any{"error": "invalid_client"})
		return
	}
	g, ok := p.codes[r.PostFormValue("code")]
	delete(p.codes, r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	right := base64.RawURLEncoding.EncodeToString(sum[:]) == g.challenge
	if !ok || g.redirect != r.PostFormValue("redirect_uri") || !p.lax && !right || r.PostFormValue("grant_type") != "authorization_code" {
		answer(w, 400, map[string]any{"error": "invalid_grant"})
		return
	}
	now := p.app.Clock.Now()
	claims := jwt.MapClaims{"iss": p.name(), "aud": p.clientID, "iat": now.Unix(), "exp": now.Unix() + 3600, "nonce": g.nonce}
	maps.Copy(claims, p.claims)
	token := jwt.NewWithClaims(jwt.SigningMethodES256, claims)
	token.Header["kid"] = "1"
	var key any = p.key
	if p.forge != nil {
		key = p.forge(token)
	}
	text, err := token.SignedString(key)
	if err != nil {
		p.t.Error(err)
	}
	answer(w, 200, map[string]any{"access_token": "an access token", "token_type": "Bearer", "expires_in": 3600, "id_token": text})
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// allow acts as the browser at the provider: a signed-in user consents. It returns the parameters of the redirect back.
func (p *idp) allow(address string) url.Values {
	p.t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	q := u.Query()
	if u.Scheme != "https" || u.Host != p.host || q.Get("client_id") != p.clientID || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" && !p.lax {
		p.t.Errorf("the provider is asked %s", address)
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	code := rand.Text()
	p.codes[code] = grant{q.Get("code_challenge"), q.Get("redirect_uri"), q.Get("nonce")}
	return url.Values{"code": {code}, "state": {q.Get("state")}, "redirect": {q.Get("redirect_uri")}}
}

// google is an application with Google as a provider, where Ann is signed in.
func google(t *testing.T) (*testapp.App, *idp) {
	p := newIDP(t, "accounts.google.com", "lectern at google", jwt.MapClaims{"sub": "g-ann", "email": "ann@gmail.test", "email_verified": true, "name": "Ann Lee"})
	return running(t, internet{p.host: p}, config.IdentityProviders{Google: config.Client{ID: p.clientID, Secret: "the secret"}}, p), p
}

func running(t *testing.T, net internet, c config.IdentityProviders, idps ...*idp) *testapp.App {
	t.Helper()
	a := testapp.New(t, func(p *app.Deps) { p.Config.IdentityProviders, p.HTTPClient = c, net.reach() })
	for _, p := range idps {
		p.app = a
	}
	return a
}

// start begins a sign-in.
func start(t *testing.T, who testapp.User, provider string) identity.AuthorizationRequest {
	t.Helper()
	return testapp.Read[begun](t, who.Do("POST", "/auth/oauth/"+provider+"/start", `{"next":"/app"}`, 200)).Data
}

// returnBody is the body with which the page finishes an authorization request.
func returnBody(v identity.AuthorizationRequest, q url.Values) string {
	body, _ := json.Marshal(identity.IdentityCallback{State: q.Get("state"), Key: v.Key, Code: q.Get("code"), Issuer: q.Get("iss")})
	return string(body)
}

// signInAt goes through a whole sign-in at a provider.
func signInAt(t *testing.T, a *testapp.App, p *idp, provider string, want int) string {
	t.Helper()
	v := start(t, a.Nobody(), provider)
	return a.Nobody().Do("POST", "/auth/oauth/"+provider+"/finish", returnBody(v, p.allow(v.URL)), want)
}

// requireNothingCreated fails when a refused authorization request has created an account, an identity or a session beyond the given
// number.
func requireNothingCreated(t *testing.T, a *testapp.App, besides int64) {
	t.Helper()
	for _, table := range []string{"users", "federated_identities", "sessions"} {
		if n := a.Count("SELECT count(*) FROM " + table); n != besides {
			t.Errorf("%d rows in %s, want %d", n, table, besides)
		}
	}
}

// send makes a request with an access token.
func send(a *testapp.App, token, method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	return a.Nobody().SendRaw(r)
}

// with is send that expects a status; it returns the body.
func with(t *testing.T, a *testapp.App, token, method, path, body string, want int) string {
	t.Helper()
	w := send(a, token, method, path, body)
	if w.Code != want {
		t.Errorf("%s %s: %d, want %d: %s", method, path, w.Code, want, w.Body)
	}
	return w.Body.String()
}

var student = []access.Role{access.Student}
