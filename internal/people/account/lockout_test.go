package account_test

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/lockout"
	passwords "lectern/internal/people/password"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

const wrong = "wrong horse battery"

// signIn tries to sign in and gives the answer, whatever it is.
func signIn(app *testapp.App, email, password string) *httptest.ResponseRecorder {
	return app.Nobody().Send("POST", "/api/v1/auth/login", credentials(email, password))
}

// signInFrom is signIn from another address, on a device with a token.
func signInFrom(app *testapp.App, address, email, password, device string) *httptest.ResponseRecorder {
	body := fmt.Sprintf(`{"email":%q,"password":%q,"deviceToken":%q}`, email, password, device)
	r := httptest.NewRequest("POST", "/api/v1/auth/login", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = address
	return app.Nobody().SendRaw(r)
}

// lockedOut is what a 423 says.
type lockedOut struct {
	Code, Message string
	Error         lockout.LockoutAnswer
}

// administrator makes one who does not stand in the way of what is tested.
func administrator(app *testapp.App) testapp.User { return app.User(access.Admin) }

// without is an answer without what differs from one request to the next.
func without(answer *httptest.ResponseRecorder) string {
	before, _, _ := strings.Cut(answer.Body.String(), `,"request_id"`)
	return fmt.Sprintf("%d %s %s", answer.Code, answer.Header().Get("Retry-After"), before)
}

// The ladder of the specification, step by step, with the same answers whether or not the account exists.
func TestLockoutLadder(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "ann@lectern.test")
	for i, c := range []struct {
		minutes  int64 // of the lock that this attempt sets
		attempts int64
		risk     string
	}{{0, 1, ""}, {0, 2, ""}, {1, 3, "medium"}, {5, 4, "medium"}, {10, 5, "high"}, {30, 6, "critical"}, {30, 7, "critical"}} {
		known, unknown := signIn(app, "Ann@lectern.test", wrong), signIn(app, "nobody@lectern.test", wrong)
		if without(known) != without(unknown) {
			t.Errorf("attempt %d tells whether the account exists:\n%s\n%s", i+1, without(known), without(unknown))
		}
		if c.minutes == 0 {
			if want := fmt.Sprintf(`"error":{"attempts_remaining":%d}`, 3-c.attempts); known.Code != 401 || !strings.Contains(known.Body.String(), want) {
				t.Errorf("attempt %d: %s", i+1, without(known))
			}
			continue
		}
		got := testapp.Read[lockedOut](t, known.Body.String())
		info := got.Error.LockoutInfo
		if known.Code != 423 || got.Code != "account_locked" || got.Error.Message != got.Message || got.Error.AttemptsRemaining != 0 ||
			info.Reason != "failed_login_attempts" || info.FailedAttempts != c.attempts || info.Risk != c.risk ||
			*info.RemainingSeconds != c.minutes*60 || known.Header().Get("Retry-After") != fmt.Sprint(c.minutes*60) {
			t.Errorf("attempt %d: %d %+v", i+1, known.Code, got)
		}
		during(t, app, c.attempts, time.Duration(c.minutes)*time.Minute)
	}
	if got := signIn(app, "ann@lectern.test", password); got.Code != 200 {
		t.Errorf("the right password when the lock is over: %s", without(got))
	}
	if got := signIn(app, "ann@lectern.test", wrong); !strings.Contains(without(got), `"attempts_remaining":2`) {
		t.Errorf("success does not clear: %s", without(got))
	}
}

// during goes to the end of a lock and shows that until then no password is looked at, nothing counts and nothing is
// prolonged.
func during(t *testing.T, app *testapp.App, attempts int64, lock time.Duration) {
	t.Helper()
	hashes := app.Hasher.Hashed()
	for range 3 {
		app.Clock.Advance(lock / 4)
		for _, password := range []string{password, wrong} {
			known, unknown := signIn(app, "ann@lectern.test", password), signIn(app, "nobody@lectern.test", password)
			if known.Code != 423 || without(known) != without(unknown) {
				t.Errorf("during the lock of attempt %d:\n%s\n%s", attempts, without(known), without(unknown))
			}
		}
	}
	app.Clock.Advance(lock/4 - time.Microsecond)
	if got := signIn(app, "ann@lectern.test", password); got.Code != 423 || got.Header().Get("Retry-After") != "1" {
		t.Errorf("in the last moment: %s", without(got))
	}
	if n := app.Count("SELECT count(*) FROM lockouts WHERE attempts = ?", attempts); n != 2 || app.Hasher.Hashed() != hashes {
		t.Errorf("%d counts stand at %d attempts, %d hashes were made during the lock", n, attempts, app.Hasher.Hashed()-hashes)
	}
	app.Clock.Advance(time.Microsecond)
}

func TestTheCountDecays(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "ann@lectern.test")
	for range 2 {
		signIn(app, "ann@lectern.test", wrong)
	}
	app.Clock.Advance(24*time.Hour - time.Microsecond)
	if got := signIn(app, "ann@lectern.test", wrong); got.Code != 423 {
		t.Errorf("the third within 24 hours: %s", without(got))
	}
	app.Clock.Advance(24 * time.Hour)
	if got := signIn(app, "ann@lectern.test", wrong); !strings.Contains(without(got), `"attempts_remaining":2`) {
		t.Errorf("the fourth, 24 hours after the third: %s", without(got))
	}
	app.Clock.Advance(24*time.Hour + time.Second)
	if err := app.Accounts.Sweep(t.Context()); err != nil || app.Count("SELECT count(*) FROM lockouts") != 0 {
		t.Errorf("%v, %d counts are kept that no longer count", err, app.Count("SELECT count(*) FROM lockouts"))
	}
}

// 200 at once: three reach the hasher, whoever they are tried on.
func TestParallelWrongPasswords(t *testing.T) {
	t.Parallel()
	for _, email := range []string{"ann@lectern.test", "nobody@lectern.test"} {
		t.Run(email, func(t *testing.T) {
			t.Parallel()
			app := testapp.New(t)
			register(t, app, "ann@lectern.test")
			hashes := app.Hasher.Hashed()
			var refused, locked atomic.Int64
			at := make(chan struct{})
			var crowd sync.WaitGroup
			for range 200 {
				crowd.Go(func() {
					<-at
					switch got := signIn(app, email, wrong); got.Code {
					case 401:
						refused.Add(1)
					case 423:
						locked.Add(1)
					default:
						t.Errorf("%s", without(got))
					}
				})
			}
			close(at)
			crowd.Wait()
			if n := app.Hasher.Hashed() - hashes; n != 3 || refused.Load() != 2 || locked.Load() != 198 {
				t.Errorf("%d hashes, %d refused, %d locked", n, refused.Load(), locked.Load())
			}
			if n := app.Count("SELECT max(attempts) FROM lockouts"); n != 3 {
				t.Errorf("counted %d", n)
			}
			if n := app.Count("SELECT count(*) FROM lockout_events"); n != 1 {
				t.Errorf("%d locks were noted", n)
			}
		})
	}
}

// A right password among three wrong ones, a thousand times: whoever was counted before the lock may come in, and the lock of
// another stays.
func TestSuccessLeavesTheLocksOfOthers(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "ann@lectern.test")
	app.Exec("DELETE FROM sessions")
	var locked, entered int
	for round := range 1000 {
		forgetAttempts(t, app)
		at, codes := make(chan struct{}), make([]int, 4)
		var crowd sync.WaitGroup
		for i := range codes {
			crowd.Go(func() {
				<-at
				codes[i] = signInFrom(app, "192.0.2.1:1", "ann@lectern.test", map[bool]string{true: password, false: wrong}[i == 0], "").Code
			})
		}
		close(at)
		crowd.Wait()
		noted := app.Count("SELECT count(*) FROM lockout_events") == 1
		if holds := app.Count("SELECT count(*) FROM lockouts WHERE locked_until IS NOT NULL") == 1; holds != noted {
			t.Fatalf("round %d: a lock was set: %v, it holds: %v", round, noted, holds)
		}
		if got := signInFrom(app, "192.0.2.1:1", "ann@lectern.test", password, ""); (got.Code == 423) != noted {
			t.Fatalf("round %d: a lock was set: %v, and the right password gets %s", round, noted, without(got))
		}
		if noted {
			locked++
		}
		if codes[0] == 200 {
			entered++
		}
	}
	t.Logf("of 1000 rounds %d ended locked; in %d the right password came in", locked, entered)
	if locked == 0 || entered == 0 {
		t.Errorf("the rounds do not meet both: %d locked, %d entered", locked, entered)
	}
}

// forgetAttempts lets the count begin again, also that of the limits.
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

// What nobody has looked at does not count.
func TestAnAttemptThatWasNotLookedAtDoesNotCount(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "ann@lectern.test")
	app.Accounts.Hasher = passwords.NewHasher(passwords.Options{Cost: passwords.Argon2id}) // every call is refused
	for range 5 {
		if got := signIn(app, "ann@lectern.test", wrong); got.Code != 503 {
			t.Errorf("%s", without(got))
		}
	}
	if n := app.Count("SELECT count(*) FROM lockouts WHERE attempts > 0 OR locked_until IS NOT NULL"); n != 0 {
		t.Errorf("counted %d", n)
	}
}

// Strangers lock nobody out of a device on which they have signed in, and a day of trying gives them few guesses.
func TestAKnownDeviceCountsForItself(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := register(t, app, "ann@lectern.test")
	guesses := 0
	for at := time.Duration(0); at < 24*time.Hour; at += 10 * time.Minute {
		hashes := app.Hasher.Hashed()
		for range 3 {
			signIn(app, "ann@lectern.test", wrong)
		}
		guesses += int(app.Hasher.Hashed() - hashes)
		if at%(2*time.Hour) == 0 {
			got := signInFrom(app, "192.0.2.1:1", "ann@lectern.test", password, ann.DeviceToken)
			if got.Code != 200 || testapp.Read[signedIn](t, got.Body.String()).Data.DeviceToken != "" {
				t.Fatalf("on her own device after %v: %s", at, without(got))
			}
		}
		app.Clock.Advance(10 * time.Minute)
	}
	if guesses > 60 {
		t.Errorf("%d guesses in a day", guesses)
	}
	ben := register(t, app, "ben@lectern.test")
	signIn(app, "ann@lectern.test", wrong) // the ladder is at its end: this one locks
	for _, device := range []string{"", "none of ours", ben.DeviceToken} {
		if got := signInFrom(app, "192.0.2.1:1", "ann@lectern.test", password, device); got.Code != 423 {
			t.Errorf("with device %q: %s", device, without(got))
		}
	}
	for _, want := range []int{401, 401, 423} { // the device has its own ladder
		if got := signInFrom(app, "192.0.2.1:1", "ann@lectern.test", wrong, ann.DeviceToken); got.Code != want {
			t.Errorf("wrong on the device: %s, want %d", without(got), want)
		}
	}
	if n := app.Count("SELECT count(*) FROM devices WHERE token_hash = ? OR token_hash = ?", ann.DeviceToken, ben.DeviceToken); n != 0 {
		t.Error("the database holds a device token as it is")
	}
	app.Clock.Advance(181 * 24 * time.Hour)
	if err := app.Accounts.Sweep(t.Context()); err != nil || app.Count("SELECT count(*) FROM devices") != 0 {
		t.Errorf("%v: devices are known for ever", err)
	}
}

// Whoever administers alone gets in from elsewhere, whatever strangers do; with a second one they are as everybody.
func TestTheLastAdministratorStaysInReach(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	register(t, app, "ann@lectern.test")
	app.Exec("INSERT INTO user_roles (user_id, role) SELECT id, 'admin' FROM users")
	for range 3 {
		signInFrom(app, "203.0.113.9:1", "ann@lectern.test", wrong, "")
	}
	if got := signInFrom(app, "203.0.113.9:2", "ann@lectern.test", password, ""); got.Code != 423 {
		t.Errorf("the stranger: %s", without(got))
	}
	if got := signInFrom(app, "198.51.100.7:1", "ann@lectern.test", password, ""); got.Code != 200 {
		t.Errorf("the administrator from elsewhere: %s", without(got))
	}
	administrator(app)
	for range 3 {
		signInFrom(app, "203.0.113.9:1", "ann@lectern.test", wrong, "")
	}
	if got := signInFrom(app, "198.51.100.7:1", "ann@lectern.test", password, ""); got.Code != 423 {
		t.Errorf("one of two: %s", without(got))
	}
}
