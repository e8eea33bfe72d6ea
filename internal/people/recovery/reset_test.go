package recovery_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
	"lectern/internal/testapp"
)

// Known and unknown addresses get the same answer after the same work.
func TestForgotPasswordRevealsNothing(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	a.Register("off@lectern.test")
	a.Exec("UPDATE users SET status = 'disabled' WHERE email_key = 'off@lectern.test'")
	for _, path := range []string{"/auth/forgot-password", "/auth/resend-verification"} {
		var answers []string
		for _, email := range []string{"ann@lectern.test", "nobody@lectern.test", "off@lectern.test", "' OR 1=1"} {
			hashes, jobs := a.Hasher.HashCount(), a.Count("SELECT count(*) FROM jobs")
			answers = append(answers, a.Nobody().Do("POST", path, `{"email":"`+email+`"}`, 200))
			if n := a.Count("SELECT count(*) FROM jobs") - jobs; n != 1 || a.Hasher.HashCount() != hashes {
				t.Errorf("%s %s: %d jobs", path, email, n)
			}
		}
		if len(slices.Compact(answers)) != 1 {
			t.Errorf("%s: %q", path, answers)
		}
		a.Nobody().Do("POST", path, `{"email":" "}`, 400)
	}
	if n := len(a.Emails("nobody@lectern.test")) + len(a.Emails("off@lectern.test")); n != 0 {
		t.Errorf("%d emails to an unknown address and a disabled user", n)
	}
}

func TestResetPassword(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.RegisterUnverified("ann@lectern.test")
	verify := a.EmailToken("ann@lectern.test", "/verify-email")
	for range 3 {
		a.SignIn("ann@lectern.test", wrong)
	}
	forgot := func() string {
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"Ann@lectern.test"}`, 200)
		return a.EmailToken("ann@lectern.test", "/reset-password")
	}
	first, second := forgot(), forgot()
	for body, want := range map[string]int{`{}`: 400, testapp.ResetBody(first, "short"): 400, testapp.ResetBody(first, "Password123!"): 400, testapp.ResetBody(first, strings.Repeat("x", 129)): 400} {
		a.Nobody().Do("POST", "/auth/reset-password", body, want)
	}
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(first, another), 200)
	if got := a.SignIn("ann@lectern.test", another); got.Code != 200 {
		t.Errorf("the new password after a lock: %s", testapp.Summary(got))
	}
	a.Refresh(ann.RefreshToken, 401)
	if got := a.SendWith(ann.AccessToken, "GET", "/auth/profile").Code; got != 401 {
		t.Errorf("the old access token: %d", got)
	}
	for _, dead := range []string{first, second} {
		a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(dead, password), 410)
	}
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(verify), 410)
	if l := a.Emails("ann@lectern.test"); !slices.ContainsFunc(l, func(l mail.StoredEmail) bool { return l.Subject == "Your password has been changed" }) {
		t.Errorf("the owner is not notified: %+v", l)
	}

	old := forgot()
	now := testapp.Read[signedIn](t, a.SignIn("ann@lectern.test", another).Body.String()).Data
	a.DoAs(now, "PUT", "/auth/change-password", testapp.PasswordChangeBody(another, password, password, false), 200)
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(old, another), 410) // revoked by the change
	late := forgot()
	a.Clock.Advance(30 * time.Minute)
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(late, another), 410)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%s", testapp.Summary(got))
	}
}

// Of twenty concurrent uses of a link one succeeds.
func TestResetLinkWorksOnce(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
	link := a.EmailToken("ann@lectern.test", "/reset-password")
	var done, dead atomic.Int64
	var group sync.WaitGroup
	at := make(chan struct{})
	for i := range 20 {
		group.Go(func() {
			<-at
			switch w := a.Nobody().Send("POST", "/api/v1/auth/reset-password", testapp.ResetBody(link, fmt.Sprintf("%s %d", another, i))); w.Code {
			case 200:
				done.Add(1)
			case 410:
				dead.Add(1)
			default:
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	close(at)
	group.Wait()
	if done.Load() != 1 || dead.Load() != 19 {
		t.Errorf("%d reset, %d too late", done.Load(), dead.Load())
	}
}

func TestUnlockByLink(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	for range 10 { // one lock, one email
		a.SignIn("ann@lectern.test", wrong)
		a.SignIn("nobody@lectern.test", wrong)
	}
	link := a.EmailToken("ann@lectern.test", "/unlock")
	if n := len(a.Emails("ann@lectern.test")); n != 1 {
		t.Errorf("%d emails", n)
	}
	a.Nobody().Do("POST", "/auth/unlock", testapp.LinkBody(link), 200)
	a.Nobody().Do("POST", "/auth/unlock", testapp.LinkBody(link), 410)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%s", testapp.Summary(got))
	}
	if got := a.SignIn("nobody@lectern.test", password); got.Code != 423 {
		t.Errorf("another user's lock: %s", testapp.Summary(got))
	}
}

// No mailbox is flooded, from however many client addresses, and the answer reveals nothing.
func TestEmailRateLimitPerAccount(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	for _, email := range []string{"ann@lectern.test", "nobody@lectern.test"} {
		for i := range 8 {
			want := 200
			if i >= 5 {
				want = 429
			}
			if got := a.PostFrom(fmt.Sprintf("203.0.113.%d:1", i), "/auth/forgot-password", `{"email":"`+email+`"}`).Code; got != want {
				t.Errorf("%s, request %d: %d, want %d", email, i+1, got, want)
			}
		}
	}
	if n := len(a.Emails("ann@lectern.test")); n != 5 {
		t.Errorf("%d emails", n)
	}
}

// The links of an account that is switched off open nothing, also after it is switched on again.
func TestLinksOfADisabledAccountAreDead(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.Register("ann@lectern.test")
	forgot := func() string {
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
		return a.EmailToken("ann@lectern.test", "/reset-password")
	}
	link := forgot()
	for _, status := range []string{"disabled", "active"} {
		admin.Do("PATCH", "/users/"+ann.User.ID+"/status", `{"status":"`+status+`"}`, 200)
		a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(link, another), 410)
	}
	link = forgot()
	a.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", ann.User.ID)
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(link, another), 410)
	a.Exec("UPDATE users SET status = 'active' WHERE id = ?", ann.User.ID)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("a dead link has changed the password: %s", testapp.Summary(got))
	}
}
