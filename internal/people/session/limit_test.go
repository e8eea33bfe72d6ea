package session_test

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/testapp"
)

// from posts a body from a client address and returns the status and Retry-After.
func from(a *testapp.App, address, path, body string) (int, string) {
	w := a.PostFrom(address+":4711", path, body)
	return w.Code, w.Header().Get("Retry-After")
}

// A client that keeps failing, or keeps requesting emails, gets 429; another one does not.
func TestClientRateLimits(t *testing.T) {
	t.Parallel()
	for path, c := range map[string]struct {
		most   int64
		window time.Duration
		body   string // with a placeholder for a number
	}{
		"/auth/login":               {600, 5 * time.Minute, `{"email":"nobody%d@lectern.test","password":"x"}`},
		"/auth/register":            {600, time.Hour, `{"full_name":"Ann","email":"no address %d","password":"` + password + `"}`},
		"/auth/forgot-password":     {300, time.Hour, `{"email":"nobody%d@lectern.test"}`},
		"/auth/resend-verification": {300, time.Hour, `{"email":"nobody%d@lectern.test"}`},
		"/auth/verify-email":        {120, time.Hour, `{"token":"x%d"}`},
		"/auth/unlock":              {120, time.Hour, `{"token":"x%d"}`},
		"/auth/reset-password":      {120, time.Hour, `{"token":"x%d","new_password":"` + another + `"}`},
	} {
		t.Run(path, func(t *testing.T) {
			t.Parallel()
			a := testapp.New(t)
			body := func(n int64) string { return fmt.Sprintf(c.body, n) }
			allowed, _ := from(a, "203.0.113.9", path, body(0))
			a.Exec("UPDATE rate_limits SET taken = taken + ?", c.most-2) // skip ahead in the client's limits only
			if got, _ := from(a, "203.0.113.9", path, body(1)); got != allowed {
				t.Errorf("the last allowed: %d, want %d", got, allowed)
			}
			got, wait := from(a, "203.0.113.9", path, body(2))
			if got != 429 || wait != fmt.Sprint(int(c.window/time.Second)) {
				t.Errorf("one too many: %d, Retry-After %s", got, wait)
			}
			if got, _ := from(a, "198.51.100.7", path, body(3)); got != allowed {
				t.Errorf("another client: %d, want %d", got, allowed)
			}
			a.Clock.Advance(c.window)
			if got, _ := from(a, "203.0.113.9", path, body(4)); got != allowed {
				t.Errorf("when the window is over: %d, want %d", got, allowed)
			}
		})
	}
}

// A flood of attempts on an account does not affect a known device.
func TestKnownDeviceIsNotRateLimitedByOthers(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.SignInFrom("203.0.113.9:1", "ann@lectern.test", wrong, "")
	a.Exec("UPDATE rate_limits SET taken = 300")
	if got := a.SignInFrom("198.51.100.7:1", "ann@lectern.test", password, ""); got.Code != 429 {
		t.Errorf("elsewhere: %s", testapp.Summary(got))
	}
	if got := a.SignInFrom("198.51.100.7:1", "ann@lectern.test", password, ann.DeviceToken); got.Code != 200 {
		t.Errorf("on the known device: %s", testapp.Summary(got))
	}
}
