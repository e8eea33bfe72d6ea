package twofactor_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

// F43: each code works once, one time step of skew, five attempts, then a lock.
func TestCodes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps int64
		want  int
	}{"now": {0, 200}, "a slow phone": {-1, 200}, "a fast phone": {1, 200}, "too slow": {-2, 400}, "too fast": {2, 400}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
			ann.app.Clock.Advance(time.Hour)
			code, challenge := ann.codeAt(c.steps), ann.half()
			if got := ann.verify(challenge, "totp", code); got != c.want {
				t.Fatalf("%d, want %d", got, c.want)
			}
			if c.want == 200 {
				if got := ann.verify(challenge, "totp", ann.codeAt(2)); got != 410 {
					t.Errorf("the challenge works twice: %d", got)
				}
				if got := ann.verify(ann.half(), "totp", code); got != 400 {
					t.Errorf("the code works twice: %d", got)
				}
			}
		})
	}
}

func TestOlderCodeIsRefusedAfterANewerOne(t *testing.T) {
	t.Parallel()
	ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
	if got := ann.verify(ann.half(), "totp", ann.codeAt(1)); got != 200 {
		t.Fatal(got)
	}
	if got := ann.verify(ann.half(), "totp", ann.codeAt(0)); got != 400 {
		t.Errorf("%d", got)
	}
}

func TestConcurrentUseOfOneCode(t *testing.T) {
	t.Parallel()
	ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
	code, challenges := ann.codeAt(0), []string{ann.half(), ann.half()}
	if got := together(2, func(i int) int { return ann.verify(challenges[i], "totp", code) }); got[200] != 1 || got[400] != 1 {
		t.Errorf("%v", got)
	}
}

func TestGuessingCodes(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	challenge := ann.half()
	for i, want := range []int{400, 400, 423, 423, 423} {
		if got := ann.verify(challenge, []string{"totp", "recovery_code"}[i%2], "000000"); got != want {
			t.Errorf("try %d: %d, want %d", i+1, got, want)
		}
	}
	if got := ann.verify(challenge, "totp", ann.codeAt(0)); got != 423 {
		t.Errorf("the right code during a lock: %d", got)
	}
	if got := ann.verify(challenge, "recovery_code", ann.codes[0]); got != 423 {
		t.Errorf("a recovery code during a lock: %d", got)
	}
	w := a.Nobody().Send("POST", "/api/v1/auth/two-factor/verify", step(challenge, "totp", "1"))
	if w.Header().Get("Retry-After") != "60" || !strings.Contains(w.Body.String(), `"remaining_seconds":60`) {
		t.Errorf("%s %s", w.Header(), w.Body)
	}
	heard(t, a, "ann@lectern.test", "Wrong codes were entered for your account")

	guesses := 0
	for until := a.Clock.Now().Add(24 * time.Hour); a.Clock.Now().Before(until); { // each guess as early as it counts
		if w := a.Clock.Now(); ann.verify(ann.half(), "totp", "000000") != 423 || a.Count("SELECT count(*) FROM lockouts WHERE reason = 'two_factor_attempts' AND last_at = ?", w) == 1 {
			guesses++
		}
		if a.Count("SELECT attempts FROM lockouts WHERE reason = 'two_factor_attempts'") < 3 {
			t.Fatal("the count was reset")
		}
		var free []time.Time
		if err := a.DB.Reader().NewRaw("SELECT locked_until FROM lockouts WHERE reason = 'two_factor_attempts'").Scan(t.Context(), &free); err != nil || len(free) != 1 {
			t.Fatal(free, err)
		}
		a.Clock.Advance(max(time.Second, free[0].Sub(a.Clock.Now())))
	}
	if guesses < 20 || guesses > 60 {
		t.Errorf("%d guesses in a day", guesses)
	}
	a.Clock.Advance(30 * time.Minute)
	if got := ann.verify(ann.half(), "totp", ann.codeAt(0)); got != 200 || a.Count("SELECT attempts FROM lockouts WHERE reason = 'two_factor_attempts'") != 0 {
		t.Errorf("the owner after the lock: %d", got)
	}
}

// Unlocking an account also unlocks its second step: an administrator or operator resets the count, the emailed link does
// not.
func TestUnlockClearsSecondStepLockout(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, admin := register(t, a, "ann@lectern.test").withApp(), a.User(access.Admin)
	id := ann.tokens.User.ID
	for name, c := range map[string]struct {
		unlock func()
		next   int // answer to a wrong code afterwards
	}{
		"an administrator": {func() { admin.Do("POST", "/auth/unlock-account/"+id, "{}", 200) }, 400},
		"everybody":        {func() { admin.Do("POST", "/auth/unlock-all-accounts", "", 200) }, 400},
		"an operator": {func() {
			if _, err := a.Accounts.UnlockByOperator(t.Context(), "ann@lectern.test"); err != nil {
				t.Error(err)
			}
		}, 400},
		"an email link": {func() {
			for range 3 {
				a.Nobody().Send("POST", "/api/v1/auth/login", `{"email":"ann@lectern.test","password":"wrong horse"}`)
			}
			a.Nobody().Do("POST", "/auth/unlock", `{"token":"`+unlockToken(t, a, admin)+`"}`, 200)
		}, 423},
	} {
		challenge := ann.half()
		for range 3 {
			ann.verify(challenge, "totp", "000000")
		}
		if got := ann.verify(challenge, "recovery_code", ann.codes[0]); got != 423 {
			t.Fatalf("%s: not locked: %d", name, got)
		}
		list := admin.Do("GET", "/auth/locked-accounts", "", 200)
		if !strings.Contains(list, `"failed_login_attempts"`) {
			t.Errorf("%s: the lock is not among the locked: %s", name, list)
		}
		c.unlock()
		if got := ann.verify(challenge, "totp", "000000"); got != c.next {
			t.Errorf("%s: a wrong code then gets %d, want %d", name, got, c.next)
		}
		a.Clock.Advance(24 * time.Hour)
		if got := ann.verify(ann.half(), "totp", ann.codeAt(0)); got != 200 {
			t.Errorf("%s: the right code: %d", name, got)
		}
	}
}

func TestConcurrentGuesses(t *testing.T) {
	t.Parallel()
	ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
	challenge := ann.half()
	statuses := together(40, func(int) int { return ann.verify(challenge, "totp", "000000") })
	if statuses[400] != 2 || statuses[423] != 38 {
		t.Errorf("%v", statuses)
	}
}
