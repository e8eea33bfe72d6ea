package account_test

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

const another = "a quiet orchard lamp"

func change(current, next, confirm string, everywhere bool) string {
	return fmt.Sprintf(`{"current_password":%q,"new_password":%q,"confirm_password":%q,"invalidateAllSessions":%v}`, current, next, confirm, everywhere)
}

func TestChangingThePassword(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := register(t, app, "ann@lectern.test")
	app.Nobody().Do("PUT", "/auth/change-password", change(password, another, another, false), 401)
	phone := testapp.Read[signedIn](t, app.Nobody().Do("POST", "/auth/login", credentials("ann@lectern.test", password), 200)).Data

	send(t, app, ann, "PUT", "/auth/change-password", change(password, another, another, false), 200)
	if got := signIn(app, "ann@lectern.test", password); got.Code != 401 {
		t.Errorf("the old password: %s", without(got))
	}
	if got := signIn(app, "ann@lectern.test", another); got.Code != 200 {
		t.Errorf("the new password: %s", without(got))
	}
	phone = refresh(t, app, phone.RefreshToken, 200) // was not asked to end

	send(t, app, ann, "PUT", "/auth/change-password", change(another, password, password, true), 200)
	refresh(t, app, phone.RefreshToken, 401)
	refresh(t, app, ann.RefreshToken, 200)
	if n := app.Count("SELECT count(*) FROM devices"); n != 0 {
		t.Errorf("%d devices are still known", n)
	}
}

func TestChangingThePasswordIsRefused(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := register(t, app, "ann.lee@lectern.test")
	const current = "Please enter your current password"
	for _, c := range []struct {
		body string
		want []fault.Field
	}{
		{`{}`, []fault.Field{{Name: "current_password", Code: "required", Message: current}, {Name: "new_password", Code: "required", Message: "Please choose a new password"}}},
		{change("", another, another, false), []fault.Field{{Name: "current_password", Code: "required", Message: current}}},
		{change(password, "123456789", "123456789", false), []fault.Field{{Name: "new_password", Code: "too_short", Message: "Your password must have at least 10 characters"}}},
		{change(password, strings.Repeat("ß", 129), strings.Repeat("ß", 129), false), []fault.Field{{Name: "new_password", Code: "too_long", Message: "Your password must have at most 128 characters"}}},
		{change(strings.Repeat("x", 1025), another, another, false), []fault.Field{{Name: "current_password", Code: "too_long", Message: "This password is too long to be yours"}}},
		{change(password, password, password, false), []fault.Field{{Name: "new_password", Code: "unchanged", Message: "Your new password must be another than the current one"}}},
		{change(password, another, password, false), []fault.Field{{Name: "confirm_password", Code: "mismatch", Message: "The two passwords are not the same"}}},
		{change(password, "Password123!", "Password123!", false), []fault.Field{{Name: "new_password", Code: "too_common", Message: "This password is easily guessed. Three or four unusual words make a good one."}}},
		{change(password, "ann.lee.lectern", "ann.lee.lectern", false), []fault.Field{{Name: "new_password", Code: "too_common", Message: "This password is easily guessed. Three or four unusual words make a good one."}}},
	} {
		got := testapp.Read[rest.Problem](t, send(t, app, ann, "PUT", "/auth/change-password", c.body, 400))
		if got.Message != "Password change failed" || got.Code != "validation_failed" || !slices.Equal(got.Errors, c.want) {
			t.Errorf("%.80s: %+v", c.body, got)
		}
	}
	if n := app.Count("SELECT count(*) FROM lockouts WHERE attempts > 0"); n != 0 {
		t.Errorf("what is wrong in itself was counted %d times as a guess", n)
	}
	if got := signIn(app, "ann.lee@lectern.test", password); got.Code != 200 {
		t.Errorf("a refused change has changed the password: %s", without(got))
	}
}

// Guessing the current password climbs a ladder of its own, and leaves signing in alone.
func TestGuessingTheCurrentPassword(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := register(t, app, "ann@lectern.test")
	guess := change(wrong, another, another, false)
	for left := 2; left > 0; left-- {
		body := send(t, app, ann, "PUT", "/auth/change-password", guess, 400)
		got := testapp.Read[struct {
			Message string
			Errors  []fault.Field
			Error   lockout.AttemptsLeft
		}](t, body)
		if got.Message != "Password change failed" || got.Errors[0].Name != "current_password" || got.Error.AttemptsRemaining != int64(left) {
			t.Errorf("%+v", got)
		}
	}
	got := testapp.Read[lockedOut](t, send(t, app, ann, "PUT", "/auth/change-password", guess, 423))
	if got.Error.LockoutInfo.Reason != "password_change_attempts" || *got.Error.LockoutInfo.RemainingSeconds != 60 || got.Error.AttemptsRemaining != 0 || got.Error.Message == "" {
		t.Errorf("%+v", got)
	}
	send(t, app, ann, "PUT", "/auth/change-password", change(password, another, another, false), 423)
	if got := signIn(app, "ann@lectern.test", password); got.Code != 200 {
		t.Errorf("signing in meanwhile: %s", without(got))
	}
	app.Clock.Advance(time.Minute)
	send(t, app, ann, "PUT", "/auth/change-password", change(password, another, another, false), 200)
	if n := app.Count("SELECT attempts FROM lockouts WHERE reason = 'password_change_attempts'"); n != 0 {
		t.Errorf("success leaves %d attempts", n)
	}
}

// Many at once: what is left counts down exactly, and of two right ones one wins.
func TestParallelPasswordChanges(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := register(t, app, "ann@lectern.test")
	var left [3]atomic.Int64
	var crowd sync.WaitGroup
	at := make(chan struct{})
	for range 20 {
		crowd.Go(func() {
			<-at
			w := with(app, ann.AccessToken, "PUT", "/auth/change-password", change(wrong, another, another, false))
			n := testapp.Read[struct{ Error lockout.AttemptsLeft }](t, w.Body.String()).Error.AttemptsRemaining
			left[n].Add(1)
		})
	}
	close(at)
	crowd.Wait()
	if left[2].Load() != 1 || left[1].Load() != 1 || left[0].Load() != 18 {
		t.Errorf("left after each: 2 × %d, 1 × %d, 0 × %d", left[2].Load(), left[1].Load(), left[0].Load())
	}
	app.Clock.Advance(2 * time.Minute)
	var done atomic.Int64
	for i := range 2 {
		crowd.Go(func() {
			next := fmt.Sprintf("%s %d", another, i)
			if with(app, ann.AccessToken, "PUT", "/auth/change-password", change(password, next, next, false)).Code == 200 {
				done.Add(1)
			}
		})
	}
	crowd.Wait()
	if done.Load() != 1 {
		t.Errorf("%d of two changes at once went through", done.Load())
	}
}

// Whoever came from elsewhere has no password: nothing that is typed is counted against them, they are told how to choose one, and
// a link lets them.
func TestChoosingAFirstPassword(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann := app.User(access.Student)
	email := ann.ID + "@lectern.test"
	has := func() bool {
		return testapp.Read[rest.Answer[struct{ HasPassword bool }]](t, ann.Do("GET", "/auth/two-factor", "", 200)).Data.HasPassword
	}
	for range 4 {
		for path, body := range map[string]string{"PUT /auth/change-password": change(password, another, another, false), "POST /auth/confirm-identity": `{"password":"` + password + `"}`} {
			method, path, _ := strings.Cut(path, " ")
			if got := ann.Do(method, path, body, 409); !strings.Contains(got, `"no_password"`) || !strings.Contains(got, "sends you a link to choose one") {
				t.Errorf("%s: %s", path, got)
			}
		}
	}
	if n := app.Count("SELECT count(*) FROM lockouts"); n != 0 || has() {
		t.Errorf("%d counts, has a password: %v", n, has())
	}
	app.Nobody().Do("POST", "/auth/forgot-password", `{"email":"`+email+`"}`, 200)
	app.Nobody().Do("POST", "/auth/reset-password", reset(token(t, app, email, "/reset-password"), another), 200)
	if got := signIn(app, email, another); got.Code != 200 {
		t.Errorf("%s", without(got))
	}
	ann.Do("GET", "/auth/two-factor", "", 401) // as with every reset
	if n := app.Count("SELECT count(*) FROM users WHERE id = ? AND password_hash <> ''", ann.ID); n != 1 {
		t.Error("there is none now")
	}
	again := testapp.Read[signedIn](t, signIn(app, email, another).Body.String()).Data
	if got := with(app, again.AccessToken, "GET", "/auth/two-factor"); !strings.Contains(got.Body.String(), `"hasPassword":true`) {
		t.Error(got.Body)
	}
}
