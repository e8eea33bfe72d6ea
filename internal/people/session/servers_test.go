package session_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// servers returns two servers of one installation.
func servers(t *testing.T) (one, two *testapp.App) {
	one = testapp.New(t)
	two = testapp.New(t, func(p *app.Deps) { p.DB, p.Clock = one.DB, one.Clock })
	two.DB, two.Clock = one.DB, one.Clock
	return one, two
}

// Ending a session, or changing its permissions, takes effect with the next request to any server.
func TestRevocationReachesOtherServers(t *testing.T) {
	t.Parallel()
	one, two := servers(t)
	for name, end := range map[string]func(email string){
		"logout everywhere": func(email string) {
			here := testapp.Read[signedIn](t, one.SignIn(email, password).Body.String()).Data
			one.DoAs(here, "POST", "/auth/logout-all", "", 200)
		},
		"a password change": func(email string) {
			here := testapp.Read[signedIn](t, one.SignIn(email, password).Body.String()).Data
			one.DoAs(here, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, another, another, true), 200)
		},
		"a lock by hand": func(email string) {
			u, err := one.Accounts.Find(t.Context(), email)
			if err != nil {
				t.Error(err)
			}
			one.User(access.Admin).Do("POST", "/auth/lock-account/"+u.ID, `{"reason":"Spam"}`, 200)
		},
		"disabling": func(email string) { one.Exec("UPDATE users SET status = 'disabled' WHERE email_key = ?", email) },
	} {
		email := strings.ReplaceAll(name, " ", "-") + "@lectern.test"
		there := two.Register(email)
		two.DoAs(there, "GET", "/auth/profile", "", 200)
		end(email)
		two.DoAs(there, "GET", "/auth/profile", "", 401)
		two.Refresh(there.RefreshToken, 401)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	ben := two.Register("ben@lectern.test")
	two.DoAs(ben, "GET", "/auth/locked-accounts", "", 403)
	one.Exec("INSERT INTO user_roles (user_id, role) VALUES (?, 'admin')", ben.User.ID)
	two.DoAs(ben, "GET", "/auth/locked-accounts", "", 200)
	one.Exec("DELETE FROM user_roles WHERE user_id = ? AND role = 'admin'", ben.User.ID)
	two.DoAs(ben, "GET", "/auth/locked-accounts", "", 403)
}

// Two servers together allow as many wrong passwords and emails as one, and share known devices and locks.
func TestServersShareAttemptCounts(t *testing.T) {
	t.Parallel()
	one, two := servers(t)
	ann := one.Register("ann@lectern.test")
	var emails atomic.Int64
	var group sync.WaitGroup
	at := make(chan struct{})
	for i := range 40 {
		server := one
		if i%2 == 1 {
			server = two
		}
		group.Go(func() {
			<-at
			if got := server.SignIn("ann@lectern.test", wrong); got.Code != 401 && got.Code != 423 {
				t.Error(testapp.Summary(got))
			}
			if server.Nobody().Send("POST", "/api/v1/auth/forgot-password", `{"email":"ann@lectern.test"}`).Code == 200 {
				emails.Add(1)
			}
		})
	}
	before := one.Hasher.HashCount() + two.Hasher.HashCount()
	close(at)
	group.Wait()
	looked := one.Hasher.HashCount() + two.Hasher.HashCount() - before
	if looked != 3 || emails.Load() != 5 {
		t.Errorf("%d passwords were compared, %d emails ordered", looked, emails.Load())
	}
	if got := two.SignIn("ann@lectern.test", password); got.Code != 423 {
		t.Errorf("the lock on the other server: %s", testapp.Summary(got))
	}
	if got := two.SignInFrom("192.0.2.1:1", "ann@lectern.test", password, ann.DeviceToken); got.Code != 200 {
		t.Errorf("the known device on the other server: %s", testapp.Summary(got))
	}
}
