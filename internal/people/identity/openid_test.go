package identity_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"testing"
	"time"

	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"

	"lectern/internal/app"
	"lectern/internal/platform/config"
	"lectern/internal/testapp"
)

// Signs in at a real provider on its own listener, with a browser: zitadel/oidc's example server.
func TestRealProvider(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(nil)
	issuer := "http://" + server.Listener.Addr().String()
	client := storage.WebClient("lectern", "s&cret: with/signs", "https://lectern.test/oauth/callback/oidc")
	server.Config.Handler = exampleop.SetupServer(issuer, storage.NewStorageWithClients(storage.NewUserStore(issuer), map[string]*storage.Client{"lectern": client}),
		slog.New(slog.NewTextHandler(t.Output(), nil)), false)
	server.Start()
	defer server.Close()
	a := testapp.New(t, func(p *app.Deps) {
		p.Config.IdentityProviders.OIDC = config.GenericClient{Client: config.Client{ID: "lectern", Secret: "s&cret: with/signs"}, Issuer: issuer, Label: "Example School"}
	})
	a.Clock.Advance(time.Since(testapp.Start)) // the provider uses the real time
	first := testapp.Read[arrival](t, signInAtRealProvider(t, a, 200)).Data
	if first.Outcome != "entered" || first.Entry.User.Email != "test-user@zitadel.ch" || first.Entry.User.EmailVerifiedAt == nil || first.Entry.User.FullName != "Test User" || first.Label != "Example School" {
		t.Errorf("%+v", first)
	}
	if again := testapp.Read[arrival](t, signInAtRealProvider(t, a, 200)).Data; again.Entry.User.ID != first.Entry.User.ID {
		t.Errorf("%+v", again)
	}
	server.Close()
	a.Clock.Advance(2 * time.Hour)
	a.Nobody().Do("POST", "/auth/oauth/oidc/start", "{}", 503)
}

var authRequest = regexp.MustCompile(`name="id" value="([^"]+)"`)

// signInAtRealProvider goes to the provider with its own browser, signs in there and returns.
func signInAtRealProvider(t *testing.T, a *testapp.App, want int) string {
	t.Helper()
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host == "lectern.test" {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	v := start(t, a.Nobody(), "oidc")
	page, err := browser.Get(v.URL)
	if err != nil {
		t.Fatal(err)
	}
	html, _ := io.ReadAll(page.Body)
	_ = page.Body.Close()
	id := authRequest.FindSubmatch(html)
	if id == nil {
		t.Fatalf("no form to sign in with: %d %s", page.StatusCode, html)
	}
	done, err := browser.PostForm(page.Request.URL.ResolveReference(&url.URL{Path: "/login/username"}).String(),
		url.Values{"id": {string(id[1])}, "username": {"test-user@127.0.0.1"}, "password": {"verysecure"}})
	if err != nil {
		t.Fatal(err)
	}
	_ = done.Body.Close()
	to, err := done.Location()
	if err != nil || to.Scheme+"://"+to.Host+to.Path != "https://lectern.test/oauth/callback/oidc" {
		t.Fatalf("%d, to %v: %v", done.StatusCode, to, err)
	}
	return a.Nobody().Do("POST", "/auth/oauth/oidc/finish", returnBody(v, to.Query()), want)
}
