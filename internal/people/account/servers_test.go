package account_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"lectern/internal/app"
	"lectern/internal/testapp"
)

// servers are two of one installation.
func servers(t *testing.T) (one, two *testapp.App) {
	one = testapp.New(t)
	two = testapp.New(t, func(p *app.Deps) { p.DB, p.Clock = one.DB, one.Clock })
	two.DB, two.Clock = one.DB, one.Clock
	return one, two
}

// What ends a session, or changes what it opens, does so with the next request to any server.
func TestWhatOneServerEndsTheOtherRefuses(t *testing.T) {
	t.Parallel()
	one, two := servers(t)
	for name, end := range map[string]func(email string){
		"logout everywhere": func(email string) {
			here := testapp.Read[signedIn](t, signIn(one, email, password).Body.String()).Data
			send(t, one, here, "POST", "/auth/logout-all", "", 200)
		},
		"a password change": func(email string) {
			here := testapp.Read[signedIn](t, signIn(one, email, password).Body.String()).Data
			send(t, one, here, "PUT", "/auth/change-password", change(password, another, another, true), 200)
		},
		"a lock by hand": func(email string) {
			u, err := one.Accounts.Find(t.Context(), email)
			if err != nil {
				t.Error(err)
			}
			administrator(one).Do("POST", "/auth/lock-account/"+u.ID, `{"reason":"Spam"}`, 200)
		},
		"switching off": func(email string) { one.Exec("UPDATE users SET status = 'disabled' WHERE email_key = ?", email) },
	} {
		email := strings.ReplaceAll(name, " ", "-") + "@lectern.test"
		there := register(t, two, email)
		send(t, two, there, "GET", "/auth/profile", "", 200)
		end(email)
		send(t, two, there, "GET", "/auth/profile", "", 401)
		refresh(t, two, there.RefreshToken, 401)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	ben := register(t, two, "ben@lectern.test")
	send(t, two, ben, "GET", "/auth/locked-accounts", "", 403)
	one.Exec("INSERT INTO user_roles (user_id, role) VALUES (?, 'admin')", ben.User.ID)
	send(t, two, ben, "GET", "/auth/locked-accounts", "", 200)
	one.Exec("DELETE FROM user_roles WHERE user_id = ? AND role = 'admin'", ben.User.ID)
	send(t, two, ben, "GET", "/auth/locked-accounts", "", 403)
}

// Two servers let as many wrong passwords and as many letters through as one, and know each other's devices and locks.
func TestServersCountAttemptsTogether(t *testing.T) {
	t.Parallel()
	one, two := servers(t)
	ann := register(t, one, "ann@lectern.test")
	var letters atomic.Int64
	var crowd sync.WaitGroup
	at := make(chan struct{})
	for i := range 40 {
		server := one
		if i%2 == 1 {
			server = two
		}
		crowd.Go(func() {
			<-at
			if got := signIn(server, "ann@lectern.test", wrong); got.Code != 401 && got.Code != 423 {
				t.Error(without(got))
			}
			if server.Nobody().Send("POST", "/api/v1/auth/forgot-password", `{"email":"ann@lectern.test"}`).Code == 200 {
				letters.Add(1)
			}
		})
	}
	before := one.Hasher.Hashed() + two.Hasher.Hashed()
	close(at)
	crowd.Wait()
	looked := one.Hasher.Hashed() + two.Hasher.Hashed() - before
	if looked != 3 || letters.Load() != 5 {
		t.Errorf("%d passwords were looked at, %d letters ordered", looked, letters.Load())
	}
	if got := signIn(two, "ann@lectern.test", password); got.Code != 423 {
		t.Errorf("the lock on the other server: %s", without(got))
	}
	if got := signInFrom(two, "192.0.2.1:1", "ann@lectern.test", password, ann.DeviceToken); got.Code != 200 {
		t.Errorf("the known device on the other server: %s", without(got))
	}
}
