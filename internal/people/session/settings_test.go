package session_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

const day = 24 * time.Hour

// A shorter life of sessions applies to those that were opened before, too.
func TestIdleDays(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	idle, used := a.Register("ann@lectern.test"), a.Register("ben@lectern.test")
	admin.Do("PUT", "/settings/sessions", `{"idle_days":7,"max_per_user":0}`, 200)
	a.Clock.Advance(6 * day)
	used = a.Refresh(used.RefreshToken, 200)
	a.Clock.Advance(day)
	a.Refresh(idle.RefreshToken, 401)
	if n := a.Count("SELECT count(*) FROM sessions WHERE revoked_reason = 'reuse'"); n != 0 {
		t.Error("an idle session was taken for a stolen one")
	}
	a.Clock.Advance(6*day - time.Second)
	a.Refresh(used.RefreshToken, 200)
	a.Clock.Advance(7 * day)
	a.Refresh(used.RefreshToken, 401)
}

// One session more than is allowed ends the one that was not used for longest.
func TestSessionsPerUser(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.User(access.Admin).Do("PUT", "/settings/sessions", `{"idle_days":30,"max_per_user":2}`, 200)
	first, other := a.Register("ann@lectern.test"), a.Register("ben@lectern.test")
	a.Clock.Advance(time.Second)
	second := testapp.Read[signedIn](t, a.SignIn("ann@lectern.test", password).Body.String()).Data
	a.Clock.Advance(time.Minute)
	first = a.Refresh(first.RefreshToken, 200)
	a.Clock.Advance(time.Second)
	third := testapp.Read[signedIn](t, a.SignIn("ann@lectern.test", password).Body.String()).Data
	for who, want := range map[string]int{first.AccessToken: 200, second.AccessToken: 401, third.AccessToken: 200, other.AccessToken: 200} {
		if got := a.SendWith(who, "GET", "/auth/profile").Code; got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	if a.Count("SELECT count(*) FROM security_events WHERE kind = 'session_over_limit' AND user_id = ?", first.User.ID) != 1 {
		t.Error("the security log does not say why")
	}
}

// Locks begin and end where the school has set them, and answers count the attempts accordingly.
func TestLockoutRules(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	a.User(access.Admin).Do("PUT", "/settings/passwords", `{"min_length":10,"lock_after":5,"longest_lock":120}`, 200)
	for i, lock := range []time.Duration{0, 0, 0, 0, time.Minute, 5 * time.Minute, 10 * time.Minute, 2 * time.Hour, 2 * time.Hour} {
		w := a.SignIn("ann@lectern.test", testapp.WrongPassword)
		if lock == 0 {
			if left := fmt.Sprintf(`"attempts_remaining":%d`, 4-i); w.Code != 401 || !strings.Contains(w.Body.String(), left) {
				t.Errorf("attempt %d: %s", i+1, testapp.Summary(w))
			}
			continue
		}
		if seconds := fmt.Sprintf(`"remaining_seconds":%d`, int(lock.Seconds())); w.Code != 423 || !strings.Contains(w.Body.String(), seconds) {
			t.Errorf("attempt %d: %s", i+1, testapp.Summary(w))
		}
		a.Clock.Advance(lock)
	}
}

// From the school's own networks, however many fail, nobody is shut out; accounts keep their own locks.
func TestLimitsAreSettings(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	limits := func(trusted string) {
		admin.Do("PUT", "/settings/limits", `{"sign_in_failures":50,"sign_ups":10,"emails":10,"dead_links":20,"trusted_networks":[`+trusted+`]}`, 200)
	}
	limits("")
	fail := func(n int) int {
		return a.SignInFrom("192.0.2.7:1", fmt.Sprintf("nobody%d@lectern.test", n), "wrong", "").Code
	}
	forgot := func(n int) int {
		return a.PostFrom("192.0.2.7:1", "/auth/forgot-password", fmt.Sprintf(`{"email":"nobody%d@lectern.test"}`, n)).Code
	}
	for n := range 50 {
		if got := fail(n); got != 401 {
			t.Fatalf("%d: %d", n, got)
		}
	}
	for n := range 10 {
		if got := forgot(n); got != 200 {
			t.Fatalf("%d: %d", n, got)
		}
	}
	if in, sent := fail(50), forgot(50); in != 429 || sent != 429 {
		t.Errorf("beyond the limits: %d, %d", in, sent)
	}
	limits(`"192.0.2.0/24"`)
	if in, sent := fail(50), forgot(50); in != 401 || sent != 200 {
		t.Errorf("from a trusted network: %d, %d", in, sent)
	}
	if got := a.SignInFrom("198.51.100.7:1", "nobody@lectern.test", "wrong", "").Code; got != 401 {
		t.Error(got)
	}
}

// A new password must have the length that is set; older ones stay valid.
func TestPasswordLength(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.User(access.Admin).Do("PUT", "/settings/passwords", `{"min_length":25,"lock_after":3,"longest_lock":30}`, 200)
	const short = "quiet orchard lamps 4711" // 24
	if got := a.DoAs(ann, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, short, short, false), 400); !strings.Contains(got, "at least 25 characters") {
		t.Error(got)
	}
	if got := a.Nobody().Do("POST", "/auth/register", `{"full_name":"Ben","email":"ben@lectern.test","password":"`+short+`"}`, 400); !strings.Contains(got, "at least 25 characters") {
		t.Error(got)
	}
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Error(testapp.Summary(got))
	}
	a.DoAs(ann, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, short+"x", short+"x", false), 200)
}
