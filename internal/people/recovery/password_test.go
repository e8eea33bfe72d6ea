package recovery_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestChangePassword(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	app.Nobody().Do("PUT", "/auth/change-password", testapp.PasswordChangeBody(password, another, another, false), 401)
	phone := testapp.Read[signedIn](t, app.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 200)).Data

	app.DoAs(ann, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, another, another, false), 200)
	if got := app.SignIn("ann@lectern.test", password); got.Code != 401 {
		t.Errorf("the old password: %s", testapp.Summary(got))
	}
	if got := app.SignIn("ann@lectern.test", another); got.Code != 200 {
		t.Errorf("the new password: %s", testapp.Summary(got))
	}
	phone = app.Refresh(phone.RefreshToken, 200) // it was not asked to end

	app.DoAs(ann, "PUT", "/auth/change-password", testapp.PasswordChangeBody(another, password, password, true), 200)
	app.Refresh(phone.RefreshToken, 401)
	app.Refresh(ann.RefreshToken, 200)
	if n := app.Count("SELECT count(*) FROM devices"); n != 0 {
		t.Errorf("%d devices are still known", n)
	}
}

func TestChangePasswordIsRefused(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann.lee@lectern.test")
	const current = "Please enter your current password"
	for _, c := range []struct {
		body string
		want []fault.Field
	}{
		{`{}`, []fault.Field{{Name: "current_password", Code: "required", Message: current}, {Name: "new_password", Code: "required", Message: "Please choose a new password"}}},
		{testapp.PasswordChangeBody("", another, another, false), []fault.Field{{Name: "current_password", Code: "required", Message: current}}},
		{testapp.PasswordChangeBody(password, "123456789", "123456789", false), []fault.Field{{Name: "new_password", Code: "too_short", Message: "Your password must have at least 10 characters"}}},
		{testapp.PasswordChangeBody(password, strings.Repeat("ß", 129), strings.Repeat("ß", 129), false), []fault.Field{{Name: "new_password", Code: "too_long", Message: "Your password must have at most 128 characters"}}},
		{testapp.PasswordChangeBody(strings.Repeat("x", 1025), another, another, false), []fault.Field{{Name: "current_password", Code: "too_long", Message: "This password is too long to be yours"}}},
		{testapp.PasswordChangeBody(password, password, password, false), []fault.Field{{Name: "new_password", Code: "unchanged", Message: "Your new password must be different from the current one"}}},
		{testapp.PasswordChangeBody(password, another, password, false), []fault.Field{{Name: "confirm_password", Code: "mismatch", Message: "The passwords don't match"}}},
		{testapp.PasswordChangeBody(password, "Password123!", "Password123!", false), []fault.Field{{Name: "new_password", Code: "too_common", Message: "This password is easy to guess. Use three or four unusual words."}}},
		{testapp.PasswordChangeBody(password, "ann.lee.lectern", "ann.lee.lectern", false), []fault.Field{{Name: "new_password", Code: "too_common", Message: "This password is easy to guess. Use three or four unusual words."}}},
	} {
		got := testapp.Read[rest.Problem](t, app.DoAs(ann, "PUT", "/auth/change-password", c.body, 400))
		if got.Message != "Password change failed" || got.Code != "validation_failed" || !slices.Equal(got.Errors, c.want) {
			t.Errorf("%.80s: %+v", c.body, got)
		}
	}
	for body, status := range map[string]int{`{"current_password":`: 400, `{"current_password":5}`: 400} {
		got := testapp.Read[rest.Problem](t, app.DoAs(ann, "PUT", "/auth/change-password", body, status))
		if got.Message != "Password change failed" || len(got.Errors) != 1 || got.Errors[0].Message == "" {
			t.Errorf("%s: %+v", body, got)
		}
	}
	passwordless := testapp.Read[rest.Problem](t, app.User(access.Student).Do("PUT", "/auth/change-password", testapp.PasswordChangeBody(password, another, another, false), 409))
	if passwordless.Message != "Password change failed" || passwordless.Code == "" || passwordless.Errors[0].Code != passwordless.Code {
		t.Errorf("without a password: %+v", passwordless)
	}
	if n := app.Count("SELECT count(*) FROM lockouts WHERE attempts > 0"); n != 0 {
		t.Errorf("invalid requests were counted %d times as guesses", n)
	}
	if got := app.SignIn("ann.lee@lectern.test", password); got.Code != 200 {
		t.Errorf("a refused change has changed the password: %s", testapp.Summary(got))
	}
}

// Wrong current passwords lock under their own count and leave signing in alone.
func TestWrongCurrentPasswordLocks(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	guess := testapp.PasswordChangeBody(wrong, another, another, false)
	for left := 2; left > 0; left-- {
		body := app.DoAs(ann, "PUT", "/auth/change-password", guess, 400)
		got := testapp.Read[struct {
			Message string
			Errors  []fault.Field
			Error   lockout.AttemptsLeft
		}](t, body)
		if got.Message != "Password change failed" || got.Errors[0].Name != "current_password" || got.Error.AttemptsRemaining != int64(left) {
			t.Errorf("%+v", got)
		}
	}
	got := testapp.Read[testapp.LockedOut](t, app.DoAs(ann, "PUT", "/auth/change-password", guess, 423))
	if got.Error.LockoutInfo.Reason != "password_change_attempts" || *got.Error.LockoutInfo.RemainingSeconds != 60 || got.Error.AttemptsRemaining != 0 || got.Error.Message == "" {
		t.Errorf("%+v", got)
	}
	locked := app.DoAs(ann, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, "weak", "other", false), 423) // before anything else is judged
	top := testapp.Read[lockout.LockoutMembers](t, locked)
	if top.LockoutInfo.Reason != "password_change_attempts" || !strings.Contains(locked, `"attempts_remaining":0`) || strings.Contains(locked, "Password change failed") {
		t.Errorf("not at the top level: %s", locked)
	}
	if got := app.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("signing in during the lock: %s", testapp.Summary(got))
	}
	app.Clock.Advance(time.Minute)
	app.DoAs(ann, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, another, another, false), 200)
	if n := app.Count("SELECT attempts FROM lockouts WHERE reason = 'password_change_attempts'"); n != 0 {
		t.Errorf("success leaves %d attempts", n)
	}
}

// Under concurrency the attempts left count down exactly, and of two right passwords one wins.
func TestParallelPasswordChanges(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.Register("ann@lectern.test")
	var left [3]atomic.Int64
	var group sync.WaitGroup
	at := make(chan struct{})
	for range 20 {
		group.Go(func() {
			<-at
			w := app.SendWith(ann.AccessToken, "PUT", "/auth/change-password", testapp.PasswordChangeBody(wrong, another, another, false))
			n := testapp.Read[struct{ Error lockout.AttemptsLeft }](t, w.Body.String()).Error.AttemptsRemaining
			left[n].Add(1)
		})
	}
	close(at)
	group.Wait()
	if left[2].Load() != 1 || left[1].Load() != 1 || left[0].Load() != 18 {
		t.Errorf("left after each: 2 × %d, 1 × %d, 0 × %d", left[2].Load(), left[1].Load(), left[0].Load())
	}
	app.Clock.Advance(2 * time.Minute)
	var done atomic.Int64
	for i := range 2 {
		group.Go(func() {
			next := fmt.Sprintf("%s %d", another, i)
			if app.SendWith(ann.AccessToken, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, next, next, false)).Code == 200 {
				done.Add(1)
			}
		})
	}
	group.Wait()
	if done.Load() != 1 {
		t.Errorf("%d of two concurrent changes succeeded", done.Load())
	}
}

// Users of an identity provider have no password: nothing they type counts as an attempt, the answer says how to choose
// one, and a link lets them.
func TestFirstPassword(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.User(access.Student)
	email := ann.ID + "@lectern.test"
	has := func() bool {
		return testapp.Read[rest.Answer[struct{ HasPassword bool }]](t, ann.Do("GET", "/auth/two-factor", "", 200)).Data.HasPassword
	}
	for range 4 {
		for path, body := range map[string]string{"PUT /auth/change-password": testapp.PasswordChangeBody(password, another, another, false), "POST /auth/confirm-identity": `{"password":"` + password + `"}`} {
			method, path, _ := strings.Cut(path, " ")
			if got := ann.Do(method, path, body, 409); !strings.Contains(got, `"no_password"`) || !strings.Contains(got, "to get a link to choose one") {
				t.Errorf("%s: %s", path, got)
			}
		}
	}
	if n := app.Count("SELECT count(*) FROM lockouts"); n != 0 || has() {
		t.Errorf("%d counts, has a password: %v", n, has())
	}
	app.Nobody().Do("POST", "/auth/forgot-password", `{"email":"`+email+`"}`, 200)
	app.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(app.EmailToken(email, "/reset-password"), another), 200)
	if got := app.SignIn(email, another); got.Code != 200 {
		t.Errorf("%s", testapp.Summary(got))
	}
	ann.Do("GET", "/auth/two-factor", "", 401) // signed out, as after every reset
	if n := app.Count("SELECT count(*) FROM users WHERE id = ? AND password_hash <> ''", ann.ID); n != 1 {
		t.Error("no password was set")
	}
	again := testapp.Read[signedIn](t, app.SignIn(email, another).Body.String()).Data
	if got := app.SendWith(again.AccessToken, "GET", "/auth/two-factor"); !strings.Contains(got.Body.String(), `"hasPassword":true`) {
		t.Error(got.Body)
	}
}
