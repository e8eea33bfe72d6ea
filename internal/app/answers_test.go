package app_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// secured headers are in every answer.
var secured = map[string][]string{
	"Content-Security-Policy": {"default-src 'self'", "script-src 'self';", "object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"},
	"X-Content-Type-Options":  {"nosniff"},
	"X-Frame-Options":         {"DENY"},
	"Referrer-Policy":         {"no-referrer"},
	"X-Request-Id":            {"-"},
}

// For every route, and for paths without one: a request from another site, with whatever a browser adds by itself, is not
// authorised, and pages of that site cannot read the answer.
func TestEveryAnswerIsSecured(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	a := testapp.New(t, func(p *app.Deps) { p.Config.PublicURL = "https://lectern.test" })
	plain := testapp.New(t, func(p *app.Deps) { p.Config.PublicURL = "http://lectern.test" })
	victim := a.User(access.AllRoles...)
	lines := append(routes(t, a.API), "GET /api/v1/nowhere public", "GET /assets/none.js public", "POST /api/v1/setup/none public", "OPTIONS /api/v1/auth/login public")
	for _, line := range lines {
		method, rest, _ := strings.Cut(line, " ")
		path, gate, _ := strings.Cut(strings.TrimSpace(rest), " ")
		r := httptest.NewRequest(method, parameter.ReplaceAllString(path, "none"), strings.NewReader("{}"))
		r.Header.Set("Origin", "https://eve.test")
		r.Header.Set("Access-Control-Request-Method", method)
		r.Header.Set("Access-Control-Request-Headers", "authorization")
		for _, cookie := range []string{"session", "token", "access_token", "accessToken", "Authorization", "jwt"} {
			r.Header.Add("Cookie", cookie+"="+victim.Token())
		}
		w := a.Nobody().SendRaw(r)
		if gate = strings.TrimSpace(gate); gate != "public" && w.Code != 401 && w.Code != 403 {
			t.Errorf("%s %s: a cookie authorises: %d", method, path, w.Code)
		}
		for name, parts := range secured {
			if missing := slices.IndexFunc(parts, func(part string) bool { return !strings.Contains(w.Header().Get(name), part) }); missing >= 0 {
				t.Errorf("%s %s: %s is %q, without %q", method, path, name, w.Header().Get(name), parts[missing])
			}
		}
		if got := w.Header().Get("Strict-Transport-Security"); !strings.HasPrefix(got, "max-age=31536000") {
			t.Errorf("%s %s: over TLS without HSTS: %q", method, path, got)
		}
		for name := range w.Header() {
			if strings.HasPrefix(name, "Access-Control-") || name == "Set-Cookie" || name == "Server" || name == "X-Powered-By" {
				t.Errorf("%s %s: sets %s", method, path, name)
			}
		}
		if kind := w.Header().Get("Content-Type"); w.Body.Len() > 0 && kind == "" {
			t.Errorf("%s %s: %d without a type", method, path, w.Code)
		}
	}
	if got := plain.Nobody().Send("GET", "/api/v1/setup", "").Header().Get("Strict-Transport-Security"); got != "" {
		t.Errorf("without TLS: %q", got)
	}
}

// The sender of a request cannot choose where links lead.
func TestLinksLeadToTheSite(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	for _, path := range []string{"/api/v1/auth/register", "/api/v1/auth/forgot-password"} {
		r := httptest.NewRequest("POST", path, strings.NewReader(`{"full_name":"Ann","email":"ann@lectern.test","password":"`+passphrase+`"}`))
		r.Host = "eve.test"
		for _, name := range []string{"X-Forwarded-Host", "X-Host", "X-Forwarded-Server", "Forwarded", "X-Original-Host", "Origin", "Referer"} {
			r.Header.Set(name, "https://eve.test")
		}
		r.Header.Set("Content-Type", "application/json")
		if w := a.Nobody().SendRaw(r); w.Code != 200 {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	a.Work()
	kept, total, err := a.MailFolder.List(10, 0)
	if err != nil || total == 0 {
		t.Fatal("no email was sent", err)
	}
	for _, one := range kept {
		email, err := a.MailFolder.Read(one.ID)
		if all := email.Text + email.HTML; err != nil || strings.Contains(all, "eve.test") || !strings.Contains(all, "https://lectern.test/") {
			t.Errorf("%v %s", err, email.Text)
		}
	}
}
