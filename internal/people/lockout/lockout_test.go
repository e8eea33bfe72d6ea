package lockout_test

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/uptrace/bun"
	"pgregory.net/rapid"

	"lectern/internal/people/lockout"
	"lectern/internal/people/securitylog"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/db/dbtest"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/settings"
	"lectern/internal/testapp/soak"
)

// begin is the time at the beginning of every test.
var begin = time.Date(2026, 9, 1, 8, 0, 0, 0, time.UTC)

var (
	atPassword = lockout.FailedLogin
	atCode     = lockout.SecondStep
)

// fixture is a counter with its database.
type fixture struct {
	*lockout.Counter
	DB *db.DB
}

func counter(t *testing.T) (fixture, *clock.Manual) {
	t.Helper()
	c := clock.NewManual(begin)
	d := dbtest.New(t, os.Getenv("TEST_POSTGRES"))
	return fixture{lockout.New(lockout.Deps{DB: d, Clock: c, Key: []byte("a key for tests"), Log: securitylog.New(d, c, false), Settings: settings.New(settings.Deps{Clock: c})}), d}, c
}

// The lock durations and risk labels of the specification (first document, section 4), for every rule from its own first
// step.
func TestLockDurations(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		attempts int64
		minutes  time.Duration
		risk     string
	}{
		{0, 0, "low"}, {1, 0, "low"}, {2, 0, "low"}, {3, 1, "medium"}, {4, 5, "medium"}, {5, 10, "high"},
		{6, 30, "critical"}, {7, 30, "critical"}, {1000, 30, "critical"},
	} {
		if got := lockout.Duration(settings.Defaults().Passwords, c.attempts); got != c.minutes*time.Minute {
			t.Errorf("%d failed attempts lock for %v", c.attempts, got)
		}
		if got := lockout.Risk(c.attempts); got != c.risk {
			t.Errorf("%d failed attempts are %q", c.attempts, got)
		}
	}
}

// The answer during a lock: rounded up in words, exact in seconds.
func TestLockAnswer(t *testing.T) {
	t.Parallel()
	now := begin
	for _, c := range []struct {
		reason        lockout.Reason
		wait          time.Duration // 0: no end
		code, message string
	}{
		{lockout.FailedLogin, time.Minute, "account_locked", "Too many failed attempts. Try again in 1 minute."},
		{lockout.PasswordChange, 9*time.Minute + time.Microsecond, "account_locked", "Too many failed attempts. Try again in 10 minutes."},
		{lockout.SecondStep, 30 * time.Minute, "second_step_locked", "Too many wrong codes. Try again in 30 minutes."},
		{lockout.ByHand, 3 * time.Hour, "account_locked", "An administrator has locked your account for another 3 hours."},
		{lockout.ByHand, 72 * time.Hour, "account_locked", "An administrator has locked your account for another 3 days."},
		{lockout.ByHand, 0, "account_locked", "An administrator has locked your account. Contact your school."},
	} {
		l := lockout.Count{Reason: c.reason, Attempts: 6}
		if c.wait > 0 {
			l.LockedUntil = new(now.Add(c.wait))
		}
		info := l.Info(now)
		if (info.RemainingSeconds == nil) != (c.wait == 0) || c.wait > 0 && *info.RemainingSeconds != int64((c.wait+time.Second-1)/time.Second) {
			t.Errorf("%s: %+v", c.reason, info)
		}
		if f, _ := errors.AsType[*fault.Error](l.Fault(now)); f == nil || f.Kind != fault.Locked || f.Code != c.code || f.Message != c.message || f.RetryAfter != c.wait {
			t.Errorf("%s for %v: %+v", c.reason, c.wait, f)
		}
	}
}

// history is the model of one key: failures that count, the time of the last one, and the end of the lock.
type history struct {
	failures int64
	last     time.Time
	until    time.Time
}

// Every step commits to a real disk, so `make test` runs a sample.
func init() { soak.Checks(25, 100) }

// For any order and times of attempts: the count is the number of failures within a day of each other, each lock lasts as
// long as its step, an attempt during a lock changes nothing, and keys are independent.
func TestCountsAreExact(t *testing.T) {
	t.Parallel()
	locks, now := counter(t)
	histories := 0
	rapid.Check(t, func(t *rapid.T) {
		histories++
		model := map[string]*history{}
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			key := fmt.Sprint(histories, rapid.SampledFrom([]string{"ann", "ben"}).Draw(t, "who"))
			if model[key] == nil {
				model[key] = &history{}
			}
			now.Advance(rapid.SampledFrom([]time.Duration{0, time.Second, time.Minute - 1000, time.Minute, 5 * time.Minute, 30 * time.Minute, lockout.CountedFor - 1000, lockout.CountedFor}).Draw(t, "wait"))
			model[key].attempt(t, locks, key, now.Now(), rapid.SampledFrom([]string{"wrong", "wrong", "wrong", "right", "not looked at"}).Draw(t, "what"))
		}
	})
}

// attempt runs one attempt on the counter and the model, and compares them.
func (m *history) attempt(t *rapid.T, locks fixture, key string, now time.Time, what string) {
	a, err := locks.Begin(t.Context(), atPassword, key, nil)
	if err != nil {
		t.Fatal(err)
	}
	if now.Before(m.until) {
		if !a.Held || a.Locked || a.Count.Attempts != m.failures || !a.Count.LockedUntil.Equal(m.until) {
			t.Fatalf("during a lock until %v of %d failures: %+v", m.until, m.failures, a)
		}
		return
	}
	if !m.last.After(now.Add(-lockout.CountedFor)) {
		m.failures = 0
	}
	m.failures, m.last, m.until = m.failures+1, now, time.Time{}
	if d := lockout.Duration(settings.Defaults().Passwords, m.failures); d > 0 {
		m.until = now.Add(d)
	}
	if a.Held || a.Count.Attempts != m.failures || a.Locked == m.until.IsZero() || a.Locked && !a.Count.LockedUntil.Equal(m.until) {
		t.Fatalf("%d failures, closed until %v: %+v", m.failures, m.until, a)
	}
	switch what {
	case "right":
		err, m.failures = locks.DB.InTx(t.Context(), func(tx bun.IDB) error { return locks.Succeed(t.Context(), tx, a) }), 0
	case "not looked at":
		err, m.failures = locks.Withdraw(t.Context(), a), m.failures-1
	default:
		return
	}
	if m.until = (time.Time{}); err != nil {
		t.Fatal(err)
	}
}

// Success deletes what was counted up to it, but neither concurrent failures of others nor the lock that they set.
func TestSuccessResetsItsOwnAttempts(t *testing.T) {
	t.Parallel()
	locks, _ := counter(t)
	begin := func() lockout.Attempt {
		a, err := locks.Begin(t.Context(), atPassword, "ann", nil)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	begin()
	right := begin()
	if third := begin(); !third.Locked {
		t.Fatalf("%+v", third)
	}
	if err := locks.DB.InTx(t.Context(), func(tx bun.IDB) error { return locks.Succeed(t.Context(), tx, right) }); err != nil {
		t.Fatal(err)
	}
	if a := begin(); !a.Held || a.Count.Attempts != 1 {
		t.Errorf("another attempt's lock is gone: %+v", a)
	}
}

// Unlocking ends every lock of one user, or of all, and resets the counts of the given reasons; sweeping deletes expired
// counts.
func TestUnlockingAndSweeping(t *testing.T) {
	t.Parallel()
	locks, now := counter(t)
	var people [2]string
	for i := range people {
		people[i] = db.NewID()
		do(t, locks, func(tx bun.IDB) error {
			_, err := tx.NewRaw("INSERT INTO users (id, email, email_key, full_name, password_hash, status, created_at, updated_at) VALUES (?, ?, ?, '', '', 'active', ?, ?)",
				people[i], people[i], people[i], now.Now(), now.Now()).Exec(t.Context())
			return err
		})
	}
	fail := func(who int, r lockout.Reason, times int) (a lockout.Attempt) {
		for range times {
			var err error
			if a, err = locks.Begin(t.Context(), r, string(r)+people[who], &people[who]); err != nil {
				t.Fatal(err)
			}
		}
		return a
	}
	for who := range people {
		if a, b := fail(who, atPassword, 3), fail(who, atCode, 3); !a.Locked || !b.Locked {
			t.Fatalf("%+v %+v", a, b)
		}
	}
	do(t, locks, func(tx bun.IDB) error { return locks.Unlock(t.Context(), tx, people[0], lockout.FailedLogin) })
	if a, b := fail(0, atPassword, 1), fail(0, atCode, 1); a.Held || a.Count.Attempts != 1 || b.Held || b.Count.Attempts != 4 || b.Count.LockedUntil.Sub(now.Now()) != 5*time.Minute {
		t.Errorf("after unlocking with the password count reset: %+v %+v", a, b)
	}
	if a, b := fail(1, atPassword, 1), fail(1, atCode, 1); !a.Held || !b.Held {
		t.Errorf("another user is unlocked too: %+v %+v", a, b)
	}
	do(t, locks, func(tx bun.IDB) error { return locks.Unlock(t.Context(), tx, "") })
	if a := fail(1, atPassword, 1); a.Held || a.Count.Attempts != 4 {
		t.Errorf("after unlocking everybody without a reset: %+v", a)
	}
	left := func() (n int) {
		if err := locks.DB.Reader().NewRaw("SELECT count(*) FROM lockouts").Scan(t.Context(), &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	now.Advance(lockout.CountedFor)
	do(t, locks, func(tx bun.IDB) error { return locks.Sweep(t.Context(), tx) })
	if n := left(); n != 4 {
		t.Errorf("%d unexpired counts are left", n)
	}
	now.Advance(time.Microsecond)
	do(t, locks, func(tx bun.IDB) error { return locks.Sweep(t.Context(), tx) })
	if n := left(); n != 0 {
		t.Errorf("%d counts are kept", n)
	}
}

func do(t *testing.T, locks fixture, act func(tx bun.IDB) error) {
	t.Helper()
	if err := locks.DB.InTx(t.Context(), act); err != nil {
		t.Fatal(err)
	}
}
