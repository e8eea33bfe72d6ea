package session_test

import (
	"lectern/internal/app"
	passwords "lectern/internal/people/password"

	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// The lock durations of the specification, step by step, with the same answers whether or not the account exists.
func TestLockoutLadder(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.Register("ann@lectern.test")
	for i, c := range []struct {
		minutes  int64 // of the lock that this attempt sets
		attempts int64
		risk     string
	}{{0, 1, ""}, {0, 2, ""}, {1, 3, "medium"}, {5, 4, "medium"}, {10, 5, "high"}, {30, 6, "critical"}, {30, 7, "critical"}} {
		known, unknown := app.SignIn("Ann@lectern.test", wrong), app.SignIn("nobody@lectern.test", wrong)
		if testapp.Summary(known) != testapp.Summary(unknown) {
			t.Errorf("attempt %d reveals whether the account exists:\n%s\n%s", i+1, testapp.Summary(known), testapp.Summary(unknown))
		}
		if c.minutes == 0 {
			if want := fmt.Sprintf(`"error":{"attempts_remaining":%d}`, 3-c.attempts); known.Code != 401 || !strings.Contains(known.Body.String(), want) {
				t.Errorf("attempt %d: %s", i+1, testapp.Summary(known))
			}
			continue
		}
		got := testapp.Read[testapp.LockedOut](t, known.Body.String())
		info := got.Error.LockoutInfo
		if known.Code != 423 || got.Code != "account_locked" || got.Error.Message != got.Message || got.Error.AttemptsRemaining != 0 ||
			info.Reason != "failed_login_attempts" || info.FailedAttempts != c.attempts || info.Risk != c.risk ||
			*info.RemainingSeconds != c.minutes*60 || known.Header().Get("Retry-After") != fmt.Sprint(c.minutes*60) {
			t.Errorf("attempt %d: %d %+v", i+1, known.Code, got)
		}
		during(t, app, c.attempts, time.Duration(c.minutes)*time.Minute)
	}
	if got := app.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("the right password after the lock: %s", testapp.Summary(got))
	}
	if got := app.SignIn("ann@lectern.test", wrong); !strings.Contains(testapp.Summary(got), `"attempts_remaining":2`) {
		t.Errorf("success does not clear: %s", testapp.Summary(got))
	}
}

// during advances to the end of a lock and checks that until then no password is compared, nothing is counted and nothing
// is prolonged.
func during(t *testing.T, app *testapp.App, attempts int64, lock time.Duration) {
	t.Helper()
	hashes := app.Hasher.HashCount()
	for range 3 {
		app.Clock.Advance(lock / 4)
		for _, password := range []string{password, wrong} {
			known, unknown := app.SignIn("ann@lectern.test", password), app.SignIn("nobody@lectern.test", password)
			if known.Code != 423 || testapp.Summary(known) != testapp.Summary(unknown) {
				t.Errorf("during the lock of attempt %d:\n%s\n%s", attempts, testapp.Summary(known), testapp.Summary(unknown))
			}
		}
	}
	app.Clock.Advance(lock/4 - time.Microsecond)
	if got := app.SignIn("ann@lectern.test", password); got.Code != 423 || got.Header().Get("Retry-After") != "1" {
		t.Errorf("in the last moment: %s", testapp.Summary(got))
	}
	if n := app.Count("SELECT count(*) FROM lockouts WHERE attempts = ?", attempts); n != 2 || app.Hasher.HashCount() != hashes {
		t.Errorf("%d counts stand at %d attempts, %d hashes were made during the lock", n, attempts, app.Hasher.HashCount()-hashes)
	}
	app.Clock.Advance(time.Microsecond)
}

func TestFailureCountExpires(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.Register("ann@lectern.test")
	for range 2 {
		app.SignIn("ann@lectern.test", wrong)
	}
	app.Clock.Advance(24*time.Hour - time.Microsecond)
	if got := app.SignIn("ann@lectern.test", wrong); got.Code != 423 {
		t.Errorf("the third within 24 hours: %s", testapp.Summary(got))
	}
	app.Clock.Advance(24 * time.Hour)
	if got := app.SignIn("ann@lectern.test", wrong); !strings.Contains(testapp.Summary(got), `"attempts_remaining":2`) {
		t.Errorf("the fourth, 24 hours after the third: %s", testapp.Summary(got))
	}
	app.Clock.Advance(24*time.Hour + time.Second)
	app.Sweep()
	if app.Count("SELECT count(*) FROM lockouts") != 0 {
		t.Errorf("%d expired counts are kept", app.Count("SELECT count(*) FROM lockouts"))
	}
}

// Of 200 concurrent attempts three reach the hasher, whether or not the account exists.
func TestParallelWrongPasswords(t *testing.T) {
	t.Parallel()
	for _, email := range []string{"ann@lectern.test", "nobody@lectern.test"} {
		t.Run(email, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			app.Register("ann@lectern.test")
			hashes := app.Hasher.HashCount()
			var refused, locked atomic.Int64
			at := make(chan struct{})
			var group sync.WaitGroup
			for range 200 {
				group.Go(func() {
					<-at
					switch got := app.SignIn(email, wrong); got.Code {
					case 401:
						refused.Add(1)
					case 423:
						locked.Add(1)
					default:
						t.Errorf("%s", testapp.Summary(got))
					}
				})
			}
			close(at)
			group.Wait()
			if n := app.Hasher.HashCount() - hashes; n != 3 || refused.Load() != 2 || locked.Load() != 198 {
				t.Errorf("%d hashes, %d refused, %d locked", n, refused.Load(), locked.Load())
			}
			if n := app.Count("SELECT max(attempts) FROM lockouts"); n != 3 {
				t.Errorf("counted %d", n)
			}
			if n := app.Count("SELECT count(*) FROM lockout_events"); n != 1 {
				t.Errorf("%d locks were recorded", n)
			}
		})
	}
}

// One right password among three wrong ones, until both outcomes were seen and at least twenty times: an attempt counted
// before the lock may succeed, and the lock of another key stays.
func TestSuccessKeepsLocksOfOtherKeys(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	app.Register("ann@lectern.test")
	app.Exec("DELETE FROM sessions")
	var locked, entered, rounds int
	for least := soak.Rounds(20, 1000); rounds < least || (locked == 0 || entered == 0) && rounds < 1000; rounds++ {
		forgetAttempts(t, app)
		at, codes := make(chan struct{}), make([]int, 4)
		var group sync.WaitGroup
		for i := range codes {
			group.Go(func() {
				<-at
				codes[i] = app.SignInFrom("192.0.2.1:1", "ann@lectern.test", map[bool]string{true: password, false: wrong}[i == 0], "").Code
			})
		}
		close(at)
		group.Wait()
		noted := app.Count("SELECT count(*) FROM lockout_events") == 1
		if holds := app.Count("SELECT count(*) FROM lockouts WHERE locked_until IS NOT NULL") == 1; holds != noted {
			t.Fatalf("round %d: a lock was set: %v, it holds: %v", rounds, noted, holds)
		}
		if got := app.SignInFrom("192.0.2.1:1", "ann@lectern.test", password, ""); (got.Code == 423) != noted {
			t.Fatalf("round %d: a lock was set: %v, and the right password got %s", rounds, noted, testapp.Summary(got))
		}
		if noted {
			locked++
		}
		if codes[0] == 200 {
			entered++
		}
	}
	t.Logf("of %d rounds %d ended locked; in %d the right password came in", rounds, locked, entered)
	if locked == 0 || entered == 0 {
		t.Errorf("not both outcomes occurred: %d locked, %d entered", locked, entered)
	}
}

// forgetAttempts resets the counts of attempts and rate limits.
func forgetAttempts(t *testing.T, app *testapp.App) {
	t.Helper()
	err := app.DB.InTx(t.Context(), func(tx bun.IDB) (err error) {
		for _, table := range []string{"lockouts", "lockout_events", "rate_limits"} {
			_, e := tx.NewRaw("DELETE FROM " + table).Exec(t.Context())
			err = errors.Join(err, e)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// An attempt whose password was not compared does not count.
func TestUncheckedAttemptIsNotCounted(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	busy := testapp.New(t, func(p *app.Deps) {
		p.DB, p.Clock, p.Hasher = a.DB, a.Clock, passwords.NewHasher(passwords.Options{Cost: passwords.Argon2id}) // refuses every call
	})
	for range 5 {
		if got := busy.SignIn("ann@lectern.test", wrong); got.Code != 503 {
			t.Errorf("%s", testapp.Summary(got))
		}
	}
	if n := a.Count("SELECT count(*) FROM lockouts WHERE attempts > 0 OR locked_until IS NOT NULL"); n != 0 {
		t.Errorf("counted %d", n)
	}
}

// Strangers cannot lock a user out of a known device, and a day of attempts gives them few guesses.
func TestKnownDeviceHasItsOwnCount(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	guesses := 0
	for at := time.Duration(0); at < 24*time.Hour; at += 10 * time.Minute {
		hashes := app.Hasher.HashCount()
		for range 3 {
			app.SignIn("ann@lectern.test", wrong)
		}
		guesses += int(app.Hasher.HashCount() - hashes)
		if at%(2*time.Hour) == 0 {
			got := app.SignInFrom("192.0.2.1:1", "ann@lectern.test", password, ann.DeviceToken)
			if got.Code != 200 || testapp.Read[signedIn](t, got.Body.String()).Data.DeviceToken != "" {
				t.Fatalf("on her own device after %v: %s", at, testapp.Summary(got))
			}
		}
		app.Clock.Advance(10 * time.Minute)
	}
	if guesses > 60 {
		t.Errorf("%d guesses in a day", guesses)
	}
	ben := app.Register("ben@lectern.test")
	app.SignIn("ann@lectern.test", wrong) // the highest step of the ladder: this one locks
	for _, device := range []string{"", "none of ours", ben.DeviceToken} {
		if got := app.SignInFrom("192.0.2.1:1", "ann@lectern.test", password, device); got.Code != 423 {
			t.Errorf("with device %q: %s", device, testapp.Summary(got))
		}
	}
	for _, want := range []int{401, 401, 423} { // the device is counted separately
		if got := app.SignInFrom("192.0.2.1:1", "ann@lectern.test", wrong, ann.DeviceToken); got.Code != want {
			t.Errorf("wrong on the device: %s, want %d", testapp.Summary(got), want)
		}
	}
	if n := app.Count("SELECT count(*) FROM devices WHERE token_hash = ? OR token_hash = ?", ann.DeviceToken, ben.DeviceToken); n != 0 {
		t.Error("the database holds a device token in clear")
	}
	app.Clock.Advance(181 * 24 * time.Hour)
	app.Sweep()
	if app.Count("SELECT count(*) FROM devices") != 0 {
		t.Errorf("devices stay known for ever")
	}
}

// Nothing that strangers can try from two networks tells the only administrator from other users and from addresses without an
// account, and a day of attempts from many networks gives few guesses. The administrator gets in on a known device, or
// ends the lock by the link that the first attempts have sent.
func TestTheOnlyAdministratorIsNotRevealed(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	root := app.Register("root@lectern.test")
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'admin' FROM users")
	app.Register("ann@lectern.test")
	var seen []string
	for _, email := range []string{"root@lectern.test", "ann@lectern.test", "nobody@lectern.test"} {
		var answers strings.Builder
		for _, from := range []string{"203.0.113.9:1", "203.0.113.9:1", "203.0.113.9:1", "203.0.113.9:1", "198.51.100.7:1", "[2001:db8::1]:1"} {
			answers.WriteString(testapp.Summary(app.SignInFrom(from, email, wrong, "")) + "\n")
		}
		seen = append(seen, answers.String())
	}
	if seen[0] != seen[1] || seen[0] != seen[2] {
		t.Errorf("the answers differ:\n%s", strings.Join(seen, "\n"))
	}
	if got := app.SignInFrom("198.51.100.7:1", "root@lectern.test", password, root.DeviceToken); got.Code != 200 {
		t.Errorf("on a known device: %s", testapp.Summary(got))
	}
	app.Nobody().Do("POST", "/auth/unlock", testapp.LinkBody(app.EmailToken("root@lectern.test", "/unlock")), 200)
	if got := app.SignInFrom("198.51.100.7:1", "root@lectern.test", password, ""); got.Code != 200 {
		t.Errorf("after the link: %s", testapp.Summary(got))
	}
	before := app.Hasher.HashCount()
	for i := range 24 * 12 {
		for range 3 {
			app.SignInFrom(fmt.Sprintf("198.51.%d.%d:1", i/250, i%250), "root@lectern.test", wrong, "")
		}
		app.Clock.Advance(5 * time.Minute)
	}
	if n := app.Hasher.HashCount() - before; n > 60 {
		t.Errorf("%d guesses in a day", n)
	}
}
