package session_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

func TestReusedRefreshTokenAlertsOwner(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.Refresh(a.Refresh(ann.RefreshToken, 200).RefreshToken, 200)
	a.Refresh(ann.RefreshToken, 401)
	a.Refresh(ann.RefreshToken, 401)
	if l := a.Emails("ann@lectern.test"); len(l) != 1 || !strings.HasPrefix(l[0].Subject, "You have been signed out") {
		t.Errorf("%+v", l)
	}
}

func TestRefreshRotates(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	first := app.Register("ann@lectern.test")
	app.Clock.Advance(14 * time.Minute)
	app.Exec("INSERT INTO user_roles (user_id, role) VALUES (?, 'instructor')", first.User.ID)
	second := app.Refresh(first.RefreshToken, 200)
	if second.RefreshToken == first.RefreshToken || !slices.Equal(second.User.Roles, []access.Role{access.Instructor, access.Student}) {
		t.Errorf("%+v", second)
	}
	app.Clock.Advance(14 * time.Minute)
	if got := app.SendWith(first.AccessToken, "GET", "/auth/profile").Code; got != 401 {
		t.Errorf("the first access token is 28 minutes old: %d", got)
	}
	if got := app.SendWith(second.AccessToken, "GET", "/auth/profile").Code; got != 200 {
		t.Errorf("the second access token: %d", got)
	}
	if got := app.SendWith(second.RefreshToken, "GET", "/auth/profile").Code; got != 401 {
		t.Errorf("a refresh token used as an access token: %d", got)
	}
	app.Refresh(second.AccessToken, 401)
	app.Refresh(second.RefreshToken, 200)
	if n := app.Count("SELECT count(*) FROM sessions"); n != 1 {
		t.Errorf("one device has %d sessions", n)
	}
}

// Two tabs, or a lost answer: both get the same successor, and the session goes on.
func TestParallelRefreshRotatesOnce(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	first := app.Register("ann@lectern.test")
	answers := make([]string, 20)
	var tabs sync.WaitGroup
	for i := range answers {
		tabs.Go(func() { answers[i] = app.Refresh(first.RefreshToken, 200).RefreshToken })
	}
	tabs.Wait()
	if len(slices.Compact(slices.Clone(answers))) != 1 || answers[0] == first.RefreshToken {
		t.Errorf("20 tabs got %q", answers)
	}
	if n := app.Count("SELECT generation FROM sessions"); n != 2 {
		t.Errorf("rotated to generation %d, want 2", n)
	}
	app.Clock.Advance(10 * time.Second)
	app.Refresh(first.RefreshToken, 200) // the last moment of the grace period
	app.Refresh(answers[0], 200)
}

func TestReusedRefreshTokenEndsSession(t *testing.T) {
	t.Parallel()
	for name, wait := range map[string]time.Duration{"two generations old": 0, "after the grace": 10*time.Second + time.Microsecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			stolen := app.Register("ann@lectern.test")
			phone := testapp.Read[signedIn](t, app.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 200)).Data
			newest := app.Refresh(stolen.RefreshToken, 200)
			if wait == 0 {
				newest = app.Refresh(newest.RefreshToken, 200)
			}
			app.Clock.Advance(wait)
			app.Refresh(stolen.RefreshToken, 401)
			app.Refresh(newest.RefreshToken, 401) // both the thief and the owner have to sign in
			if n := app.Count("SELECT count(*) FROM sessions WHERE revoked_reason = 'reuse'"); n != 1 {
				t.Errorf("%d sessions ended for reuse", n)
			}
			app.Refresh(phone.RefreshToken, 200) // the session of another device
		})
	}
}

func TestRefreshIsRefused(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	raw, _ := base64.RawURLEncoding.DecodeString(ann.RefreshToken)
	for i := range raw { // session, generation, MAC
		forged := slices.Clone(raw)
		forged[i] ^= 1
		app.Refresh(base64.RawURLEncoding.EncodeToString(forged), 401)
	}
	for _, bad := range []string{"x", ann.RefreshToken + "A", ann.RefreshToken[1:], strings.Repeat("A", 75)} {
		app.Refresh(bad, 401)
	}
	app.Nobody().Do("POST", "/auth/refresh-token", `{"refreshToken":"`+strings.Repeat("A", 100_000)+`"}`, 400)
	ann = app.Refresh(ann.RefreshToken, 200) // none of that has ended the session

	app.Exec("UPDATE users SET status = 'disabled'")
	app.Refresh(ann.RefreshToken, 401)
	app.Exec("UPDATE users SET status = 'active'")
	ann = app.Refresh(ann.RefreshToken, 200)
	app.Clock.Advance(30*24*time.Hour - time.Microsecond)
	ann = app.Refresh(ann.RefreshToken, 200)
	app.Clock.Advance(30 * 24 * time.Hour)
	app.Refresh(ann.RefreshToken, 401)
}

func TestSignOut(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, phone := app.Register("ann@lectern.test"), authn.SignedIn{}
	phone = testapp.Read[signedIn](t, app.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 200)).Data
	for range 2 { // the second time there is nothing left to end
		app.Nobody().Do("POST", "/auth/logout", `{"refreshToken":"`+ann.RefreshToken+`"}`, 200)
	}
	app.Nobody().Do("POST", "/auth/logout", `{"refreshToken":"none of ours"}`, 200)
	app.Refresh(ann.RefreshToken, 401)
	phone = app.Refresh(phone.RefreshToken, 200)

	app.Clock.Advance(29 * 24 * time.Hour)
	phone = app.Refresh(phone.RefreshToken, 200)
	app.Clock.Advance(2 * 24 * time.Hour)
	app.Sweep()
	if n := app.Count("SELECT count(*) FROM sessions"); n != 1 {
		t.Errorf("%d sessions are left, want the live one only", n)
	}
	app.Refresh(phone.RefreshToken, 200)
}

// Without a refresh token, signing out ends the session of the access token.
func TestSignOutByAccessToken(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	phone := testapp.Read[signedIn](t, app.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 200)).Data
	app.Nobody().Do("POST", "/auth/logout", "", 400)
	app.Nobody().Do("POST", "/auth/logout", "{}", 400)
	app.DoAs(ann, "POST", "/auth/logout", "", 200)
	app.Refresh(ann.RefreshToken, 401)
	app.DoAs(phone, "POST", "/auth/logout", "{}", 200)
	app.DoAs(phone, "GET", "/auth/profile", "", 401)
}

// A stolen backup holds nothing to sign in with.
func TestDatabaseContainsNoToken(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	raw, _ := base64.RawURLEncoding.DecodeString(ann.RefreshToken)
	sum := sha256.Sum256([]byte(ann.RefreshToken))
	var rows []map[string]any
	for _, table := range []string{"sessions", "users", "settings"} {
		var some []map[string]any
		if err := app.DB.Reader().NewSelect().Table(table).Scan(t.Context(), &some); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, some...)
	}
	dump := fmt.Sprint(rows)
	if !strings.Contains(dump, ann.User.ID) {
		t.Fatalf("the dump is incomplete: %s", dump)
	}
	for _, secret := range []string{ann.RefreshToken, ann.AccessToken, password, hex.EncodeToString(raw[24:]), hex.EncodeToString(sum[:])} {
		if strings.Contains(dump, secret) {
			t.Errorf("%s lies in %s", secret, dump)
		}
	}
}
