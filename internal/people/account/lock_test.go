package account_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/account"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

func lockedAccounts(t *testing.T, admin testapp.User) []account.LockedAccount {
	t.Helper()
	return testapp.Read[rest.List[account.LockedAccount]](t, admin.Do("GET", "/auth/locked-accounts", "", 200)).Data
}

func TestLockAccess(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, admin := app.Register("ann@lectern.test").User, app.User(access.Admin)
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{
		"nobody": {app.Nobody(), 401}, "a student": {app.User(access.Student), 403},
		"an instructor": {app.User(access.Instructor), 403}, "a corporate": {app.User(access.Corporate), 403}, "an admin": {admin, 200},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("GET", "/auth/locked-accounts", "", c.want)
			c.who.Do("GET", "/auth/lockout-stats", "", c.want)
			c.who.Do("POST", "/auth/lock-account/"+ann.ID, `{"reason":"Spam"}`, c.want)
			if n := app.Count("SELECT count(*) FROM admin_locks"); (n == 1) != (c.want == 200) {
				t.Errorf("%d locks", n)
			}
			c.who.Do("POST", "/auth/unlock-account/"+ann.ID, "{}", c.want)
			c.who.Do("POST", "/auth/unlock-all-accounts", "", c.want)
		})
	}
	admin.Do("POST", "/auth/unlock-account/none", "{}", 404)
	admin.Do("POST", "/auth/lock-account/none", `{"reason":"Spam"}`, 404)
}

func TestUnlock(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin := app.User(access.Admin)
	ann, ben := app.Register("ann@lectern.test").User, app.Register("ben@lectern.test").User
	for _, email := range []string{"ann@lectern.test", "ben@lectern.test", "nobody@lectern.test"} {
		for range 3 {
			app.SignIn(email, wrong)
		}
	}
	locked := lockedAccounts(t, admin)
	if len(locked) != 2 || locked[0].ID != ann.ID || locked[1].ID != ben.ID || len(locked[0].Locks) != 1 || locked[0].FullName != "ann" ||
		locked[0].Locks[0].Reason != "failed_login_attempts" || locked[0].Locks[0].FailedAttempts != 3 || *locked[0].Locks[0].RemainingSeconds != 60 {
		t.Errorf("%+v", locked)
	}
	admin.Do("POST", "/auth/unlock-account/"+ann.ID, `{"resetAttempts":false}`, 200)
	if got := app.SignIn("ann@lectern.test", wrong); got.Code != 423 || !strings.Contains(got.Body.String(), `"failed_attempts":4`) {
		t.Errorf("the count should stay: %s", testapp.Summary(got))
	}
	admin.Do("POST", "/auth/unlock-account/"+ann.ID, `{"resetAttempts":true}`, 200)
	if got := app.SignIn("ann@lectern.test", wrong); !strings.Contains(testapp.Summary(got), `"attempts_remaining":2`) {
		t.Errorf("the count should be reset: %s", testapp.Summary(got))
	}
	if got := app.SignIn("ben@lectern.test", password); got.Code != 423 {
		t.Errorf("another user's lock: %s", testapp.Summary(got))
	}
	admin.Do("POST", "/auth/unlock-account/"+ben.ID, "", 200)
	if got := app.SignIn("ben@lectern.test", password); got.Code != 200 {
		t.Errorf("unlocked without a body: %s", testapp.Summary(got))
	}
	if n := len(lockedAccounts(t, admin)); n != 0 {
		t.Errorf("%d are still locked", n)
	}
	admin.Do("POST", "/auth/unlock-account/"+ann.ID, `{"resetAttempts":"yes"}`, 400)
}

func TestUnlockAll(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, spammer := app.User(access.Admin), app.Register("spam@lectern.test").User
	for _, email := range []string{"ann@lectern.test", "ben@lectern.test"} {
		app.Register(email)
		for range 3 {
			app.SignIn(email, wrong)
		}
	}
	admin.Do("POST", "/auth/lock-account/"+spammer.ID, `{"reason":"Spam"}`, 200)
	got := testapp.Read[rest.Answer[account.Unlocked]](t, admin.Do("POST", "/auth/unlock-all-accounts", "", 200)).Data
	if left := lockedAccounts(t, admin); got.Count != 2 || len(left) != 1 || left[0].ID != spammer.ID {
		t.Errorf("unlocked %d, left %+v", got.Count, left)
	}
	if got := app.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%s", testapp.Summary(got))
	}
}

// A lock by hand ends sessions, is revealed only after the right password, and ends on time.
func TestLockByHand(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.Register("ann@lectern.test")
	until := app.Clock.Now().Add(72 * time.Hour)
	for body, code := range map[string]string{`{}`: "required", `{"reason":" "}`: "required", `{"reason":"` + strings.Repeat("x", 501) + `"}`: "too_long",
		`{"reason":"Spam","locked_until":"2026-09-01T08:00:00Z"}`: "out_of_range", `{"reason":"Spam","locked_until":"soon"}`: "invalid_format"} {
		got := testapp.Read[rest.Problem](t, admin.Do("POST", "/auth/lock-account/"+ann.User.ID, body, 400))
		if len(got.Errors) != 1 || got.Errors[0].Code != code {
			t.Errorf("%.60s: %+v", body, got)
		}
	}
	app.Refresh(ann.RefreshToken, 200)
	if l := app.Emails("ann@lectern.test"); len(l) != 0 {
		t.Errorf("a refused lock is emailed: %+v", l)
	}
	admin.Do("POST", "/auth/lock-account/"+ann.User.ID, `{"reason":"Spam in reviews","locked_until":"`+until.Format(time.RFC3339)+`"}`, 200)
	app.Refresh(ann.RefreshToken, 401)
	if l := app.Emails("ann@lectern.test"); len(l) != 1 || l[0].Subject != "Your account has been locked" || strings.Contains(l[0].Text+l[0].HTML, "Spam") {
		t.Errorf("the user got %+v", l)
	}
	if got := app.SignIn("ann@lectern.test", wrong); got.Code != 401 {
		t.Errorf("wrong password: %s", testapp.Summary(got))
	}
	got := app.SignIn("ann@lectern.test", password)
	if body := testapp.Read[testapp.LockedOut](t, got.Body.String()); got.Code != 423 || body.Error.LockoutInfo.Reason != "admin_lock" ||
		!body.Error.LockoutInfo.LockedUntil.Equal(until) || strings.Contains(got.Body.String(), "Spam") {
		t.Errorf("right password: %s", testapp.Summary(got))
	}
	if l := lockedAccounts(t, admin); len(l) != 1 || l[0].Locks[0].Note != "Spam in reviews" || l[0].Locks[0].Reason != "admin_lock" {
		t.Errorf("%+v", l)
	}
	app.Clock.Advance(72 * time.Hour)
	if got := app.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("after its end: %s", testapp.Summary(got))
	}
	admin.Do("POST", "/auth/lock-account/"+ann.User.ID, `{"reason":"Again"}`, 200)
	app.Clock.Advance(20 * 365 * 24 * time.Hour)
	if got := app.SignIn("ann@lectern.test", password); got.Code != 423 || got.Header().Get("Retry-After") != "" {
		t.Errorf("a lock without an end: %s", testapp.Summary(got))
	}
	if _, err := app.Accounts.UnlockByOperator(t.Context(), "ANN@lectern.test"); err != nil {
		t.Error(err)
	}
	if got := app.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("after lectern user unlock: %s", testapp.Summary(got))
	}
	if _, err := app.Accounts.UnlockByOperator(t.Context(), "nobody@lectern.test"); !fault.Is(err, fault.NotFound) {
		t.Errorf("not unlocked: %v", err)
	}
}

func TestLastAdministratorCannotBeLocked(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, ben := app.User(access.Admin), app.User(access.Admin)
	if got := testapp.Read[rest.Problem](t, ann.Do("POST", "/auth/lock-account/"+ann.ID, `{"reason":"x"}`, 409)); got.Code != "own_account" {
		t.Errorf("%+v", got)
	}
	var shut atomic.Int64
	var both sync.WaitGroup
	for _, c := range [][2]testapp.User{{ann, ben}, {ben, ann}} { // concurrently: each is the last one without the other
		both.Go(func() {
			if c[0].Send("POST", "/api/v1/auth/lock-account/"+c[1].ID, `{"reason":"x"}`).Code == 200 {
				shut.Add(1)
			}
		})
	}
	both.Wait()
	if n := app.Count("SELECT count(*) FROM admin_locks"); n != 1 || shut.Load() != 1 {
		t.Errorf("%d are locked, %d were refused so", n, shut.Load())
	}
	left := map[bool]testapp.User{true: ann, false: ben}[app.Count("SELECT count(*) FROM admin_locks WHERE user_id = ?", ben.ID) == 1]
	err := app.Accounts.Lock(t.Context(), access.Caller{ID: "another"}, left.ID, account.NewLock{Reason: "x"})
	if f, ok := errors.AsType[*fault.Error](err); !ok || f.Code != "last_admin" {
		t.Errorf("the last administrator: %v", err)
	}
}

// Administrators who lock each other and change each other's roles at the same time never wait for each other in a circle, which
// the database would end with an error.
func TestLockAndRoleChangeAtOnceDoNotDeadlock(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admins := []access.Caller{{ID: app.User(access.Admin).ID}, {ID: app.User(access.Admin).ID}, {ID: app.User(access.Admin).ID}}
	for round := range soak.Rounds(10, 200) {
		var all sync.WaitGroup
		for i, who := range admins {
			for _, target := range append(slices.Clone(admins[:i]), admins[i+1:]...) {
				all.Go(func() {
					if err := app.Accounts.Lock(t.Context(), who, target.ID, account.NewLock{Reason: "x"}); err != nil && !fault.Is(err, fault.Conflict) {
						t.Errorf("locking: %v", err)
					}
				})
				all.Go(func() {
					roles := []access.Role{access.Admin, []access.Role{access.Student, access.Corporate}[round%2]}
					err := app.DB.InTx(t.Context(), func(tx bun.IDB) error { return app.Accounts.SetRoles(t.Context(), tx, who, target.ID, roles, nil) })
					if err != nil {
						t.Errorf("changing roles: %v", err)
					}
				})
			}
		}
		all.Wait()
		if n := app.Count("SELECT count(*) FROM admin_locks"); n != 2 {
			t.Fatalf("%d of three administrators are locked, want all but the last", n)
		}
		app.Exec("DELETE FROM admin_locks")
	}
}

func TestLockoutStats(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann := app.User(access.Admin), app.Register("ann@lectern.test").User
	for range 7 { // 3, 4, 5, 6 and 7 attempts lock
		app.SignIn("ann@lectern.test", wrong)
		app.Clock.Advance(31 * time.Minute)
	}
	app.Clock.Advance(23 * time.Hour)
	for range 3 {
		app.SignIn("nobody@lectern.test", wrong)
	}
	app.SignIn("somebody@lectern.test", wrong)
	admin.Do("POST", "/auth/lock-account/"+ann.ID, `{"reason":"x"}`, 200)

	stats := testapp.Read[rest.Answer[account.LockoutStats]](t, admin.Do("GET", "/auth/lockout-stats?days=2", "", 200)).Data
	if stats.Days != 2 || stats.LockedNow != 1 || stats.Total != 7 || stats.WithoutAccount != 1 {
		t.Errorf("%+v", stats)
	}
	if want := []account.ReasonCount{{Reason: "failed_login_attempts", Count: 6}, {Reason: "password_change_attempts"}, {Reason: "admin_lock", Count: 1}}; !slices.Equal(stats.ByReason, want) {
		t.Errorf("%+v", stats.ByReason)
	}
	if want := []account.LevelCount{{Attempts: 3, Minutes: 1, Risk: "medium", Count: 2}, {Attempts: 4, Minutes: 5, Risk: "medium", Count: 1},
		{Attempts: 5, Minutes: 10, Risk: "high", Count: 1}, {Attempts: 6, Minutes: 30, Risk: "critical", Count: 2}}; !slices.Equal(stats.ByLevel, want) {
		t.Errorf("%+v", stats.ByLevel)
	}
	if want := []account.DayCount{{Day: "2026-09-01", Count: 5}, {Day: "2026-09-02", Count: 2}}; !slices.Equal(stats.ByDay, want) {
		t.Errorf("%+v", stats.ByDay)
	}
	if want := []account.RiskCount{{Risk: "low", Count: 1}, {Risk: "medium", Count: 1}, {Risk: "high"}, {Risk: "critical", Count: 1}}; !slices.Equal(stats.ByRisk, want) {
		t.Errorf("%+v", stats.ByRisk)
	}
	for _, bad := range []string{"0", "367", "x"} {
		admin.Do("GET", "/auth/lockout-stats?days="+bad, "", 400)
	}
}
