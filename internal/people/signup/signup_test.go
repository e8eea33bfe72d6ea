package signup_test

import (
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestSignUp(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	answer := a.SignUp("Ann@Lectern.test", password, `,"roles":["admin"],"role":"admin","status":"disabled","id":"1","email_verified_at":"2020-01-01T00:00:00Z"`)
	if strings.Contains(answer, "argon2") || strings.Contains(answer, password) || strings.Contains(answer, "oken") {
		t.Errorf("the answer reveals %s", answer)
	}
	if got := a.SignIn("ann@lectern.test", password); got.Code != 401 || a.Count("SELECT count(*) FROM users") != 0 {
		t.Errorf("there is an account before its address is confirmed: %s", testapp.Summary(got))
	}
	link := a.EmailToken("Ann@Lectern.test", testapp.CompletionPage)
	for _, elsewhere := range []string{"/auth/verify-email", "/auth/unlock"} {
		a.Nobody().Do("POST", elsewhere, testapp.LinkBody(link), 410)
	}
	a.Clock.Advance(24*time.Hour - time.Microsecond)
	ann := testapp.Read[signedIn](t, a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(link, password), 201)).Data
	if ann.User.FullName != "Ann Lee" || ann.User.Email != "Ann@Lectern.test" || ann.ExpiresIn != 900 || ann.User.ID == "1" || len(ann.User.ID) != 36 ||
		ann.User.EmailVerifiedAt == nil || !ann.User.EmailVerifiedAt.Equal(a.Clock.Now()) || !slices.Equal(ann.User.Roles, []access.Role{access.Student}) {
		t.Errorf("%+v", ann)
	}
	if got := a.SendWith(ann.AccessToken, "GET", "/auth/profile"); got.Code != 200 || !strings.Contains(got.Body.String(), `"full_name":"Ann Lee"`) {
		t.Errorf("the access token opens %d %s", got.Code, got.Body)
	}
	if got := a.SignIn("ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%s", testapp.Summary(got))
	}
	for _, dead := range []string{link, link[1:], link + "A", "x", strings.Repeat("A", 64)} {
		a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(dead, password), 410)
	}
	if a.Count("SELECT count(*) FROM users WHERE full_name = 'Ann Lee'") != 1 {
		t.Error("a link works twice")
	}
}

// Only its owner learns whether an address has an account: same answer, same work, same rows.
func TestSignUpRevealsNothing(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Register("ann@lectern.test")
	a.Register("off@lectern.test")
	a.Exec("UPDATE users SET status = 'disabled' WHERE email_key = 'off@lectern.test'")
	var answers []string
	for _, email := range []string{"ann@lectern.test", "aNN@lectern.TEST ", "off@lectern.test", "new@lectern.test"} {
		hashes, jobs, rows := a.Hasher.HashCount(), a.Count("SELECT count(*) FROM jobs"), a.Count("SELECT count(*) FROM sign_ups")
		answers = append(answers, a.SignUp(email, another, ""))
		if a.Hasher.HashCount()-hashes != 1 || a.Count("SELECT count(*) FROM jobs")-jobs != 1 || a.Count("SELECT count(*) FROM sign_ups")-rows != 1 {
			t.Errorf("%s takes different work than others", email)
		}
	}
	if len(slices.Compact(answers)) != 1 {
		t.Errorf("the answers differ: %q", answers)
	}
	l := a.Emails("ann@lectern.test")
	if len(l) != 2 || l[0].Subject != "You already have an account" || strings.Contains(l[0].Text, testapp.CompletionPage) {
		t.Errorf("the owner gets %+v", l)
	}
	if n := len(a.Emails("off@lectern.test")); n != 0 {
		t.Errorf("a disabled user gets %d emails", n)
	}
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(a.EmailToken("ann@lectern.test", "/reset-password"), "orbit kettle plum sparrow"), 200)
	if got := a.SignIn("ann@lectern.test", another); got.Code != 401 {
		t.Errorf("signing up has changed a password: %s", testapp.Summary(got))
	}
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(a.EmailToken("new@lectern.test", testapp.CompletionPage), another), 201)
}

// Nobody can occupy an address by signing up with it first: the account belongs to the sign-up whose link is opened first.
func TestFirstConfirmationGetsTheAddress(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.SignUp("ann@lectern.test", another, "")
	stranger := a.EmailToken("ann@lectern.test", testapp.CompletionPage)
	a.Clock.Advance(time.Second)
	a.SignUp("ann@lectern.test", password, "")
	own := a.EmailToken("ann@lectern.test", testapp.CompletionPage)
	var made, late atomic.Int64
	var group sync.WaitGroup
	at := make(chan struct{})
	for range 20 {
		group.Go(func() {
			<-at
			switch w := a.Nobody().Send("POST", "/api/v1/auth"+testapp.CompletionPage, testapp.CompletionBody(own, password)); w.Code {
			case 201:
				made.Add(1)
			case 410:
				late.Add(1)
			default:
				t.Errorf("%d %s", w.Code, w.Body)
			}
		})
	}
	close(at)
	group.Wait()
	if made.Load() != 1 || late.Load() != 19 {
		t.Errorf("%d accounts, %d too late", made.Load(), late.Load())
	}
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(stranger, another), 410)
	if a.SignIn("ann@lectern.test", password).Code != 200 || a.SignIn("ann@lectern.test", another).Code != 401 {
		t.Error("the account belongs to another sign-up")
	}
	if n := a.Count("SELECT count(*) FROM sign_ups WHERE ended_at IS NOT NULL"); n != 1 {
		t.Errorf("%d sign-ups have ended", n)
	}
}

// The link alone does not complete a stranger's sign-up with a user's address: the password is required.
func TestLinkAloneMakesNoAccount(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.SignUp("ann@lectern.test", another, "") // a stranger
	theirs := a.EmailToken("ann@lectern.test", testapp.CompletionPage)
	for body, code := range map[string]string{testapp.LinkBody(theirs): "required", testapp.CompletionBody(theirs, password): "wrong_password", testapp.CompletionBody(theirs, strings.Repeat("x", 1025)): "too_long"} {
		got := testapp.Read[rest.Problem](t, a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, body, 400))
		if len(got.Errors) != 1 || got.Errors[0].Name != "password" || got.Errors[0].Code != code {
			t.Errorf("%.120s: %+v", body, got)
		}
	}
	if a.Count("SELECT count(*) FROM users WHERE email_key = 'ann@lectern.test'") != 0 {
		t.Error("an account was created")
	}
	a.Clock.Advance(time.Second)
	a.SignUp("ann@lectern.test", password, "")
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(a.EmailToken("ann@lectern.test", testapp.CompletionPage), password), 201)
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(theirs, another), 410)
	if a.SignIn("ann@lectern.test", another).Code != 401 || a.SignIn("ann@lectern.test", password).Code != 200 {
		t.Error("the account does not belong to who opened the link")
	}
}

// The email of a sign-up can be requested again for a week.
func TestResendSignUpEmail(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.SignUp("ann@lectern.test", password, "")
	old := a.EmailToken("ann@lectern.test", testapp.CompletionPage)
	a.Clock.Advance(24 * time.Hour)
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(old, password), 410)
	again := func() int {
		a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"ANN@lectern.test"}`, 200)
		return len(a.Emails("ann@lectern.test"))
	}
	if n := again(); n != 2 {
		t.Errorf("%d emails", n)
	}
	a.Clock.Advance(6*24*time.Hour - time.Microsecond)
	if n := again(); n != 3 {
		t.Errorf("%d emails in the last moment", n)
	}
	a.Clock.Advance(24*time.Hour - time.Microsecond)
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(a.EmailToken("ann@lectern.test", testapp.CompletionPage), password), 201)
	if n := again(); n != 3 {
		t.Errorf("a confirmed user is asked again: %d emails", n)
	}
	a.SignUp("ben@lectern.test", password, "")
	a.Clock.Advance(7 * 24 * time.Hour)
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"ben@lectern.test"}`, 200)
	if l := a.Emails("ben@lectern.test"); len(l) != 0 {
		t.Errorf("a week later %+v", l)
	}
	a.Clock.Advance(time.Microsecond)
	a.Sweep()
	if a.Count("SELECT count(*) FROM sign_ups") != 0 {
		t.Errorf("expired sign-ups are kept")
	}
}

// No mailbox is flooded with sign-up emails.
func TestSignUpRateLimit(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	for range 5 {
		a.SignUp("ann@lectern.test", password, "")
	}
	w := a.Nobody().Send("POST", "/api/v1/auth/register", `{"full_name":"Ann","email":"ANN@lectern.test","password":"`+password+`"}`)
	if w.Code != 429 || w.Header().Get("Retry-After") != "3600" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if l := a.Emails("ann@lectern.test"); len(l) != 5 || !slices.ContainsFunc(l, func(l mail.StoredEmail) bool { return strings.Contains(l.Text, testapp.CompletionPage) }) {
		t.Errorf("%d emails", len(l))
	}
}

func TestRegistrationRules(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	before := app.Hasher.HashCount()
	for _, c := range []struct {
		change string // changes of members in a valid request
		want   []fault.Field
	}{
		{`"full_name":" ","email":"","password":null`, []fault.Field{
			{Name: "full_name", Code: "required", Message: "Please enter your name"},
			{Name: "email", Code: "required", Message: "Please enter your email address"},
			{Name: "password", Code: "invalid_type", Message: "Please choose a password"}}},
		{`"full_name":"A\u0007B"`, []fault.Field{{Name: "full_name", Code: "invalid_format", Message: "Your name contains a character that can't be shown"}}},
		{`"full_name":"A\u202eB"`, []fault.Field{{Name: "full_name", Code: "invalid_format", Message: "Your name contains a character that can't be shown"}}},
		{`"full_name":"` + strings.Repeat("x", 121) + `"`, []fault.Field{{Name: "full_name", Code: "too_long", Message: "Your name must be at most 120 characters"}}},
		{`"email":"ann"`, []fault.Field{{Name: "email", Code: "invalid_format", Message: "This is not a valid email address"}}},
		{`"email":"Ann <ann@lectern.test>"`, []fault.Field{{Name: "email", Code: "invalid_format", Message: "This is not a valid email address"}}},
		{`"email":"ann@lectern.test\u0007"`, []fault.Field{{Name: "email", Code: "invalid_format", Message: "This is not a valid email address"}}},
		{`"password":"123456789"`, []fault.Field{{Name: "password", Code: "too_short", Message: "Your password must have at least 10 characters"}}},
		{`"password":"Password123!"`, []fault.Field{{Name: "password", Code: "too_common", Message: "This password is easy to guess. Use three or four unusual words."}}},
		{`"password":"` + strings.Repeat("ß", 129) + `"`, []fault.Field{{Name: "password", Code: "too_long", Message: "Your password must have at most 128 characters"}}},
	} {
		body := `{"full_name":"Ann","email":"ann@lectern.test","password":"` + password + `",` + c.change + `}`
		app.Exec("DELETE FROM rate_limits")
		got := testapp.Read[rest.Problem](t, app.Nobody().Do("POST", "/auth/register", body, 400))
		if got.Code != "validation_failed" || got.Message != c.want[0].Message || !slices.Equal(got.Errors, c.want) {
			t.Errorf("%.80s: %+v, want %+v", c.change, got, c.want)
		}
	}
	if n := app.Count("SELECT count(*) FROM sign_ups"); n != 0 || app.Hasher.HashCount() != before {
		t.Errorf("refused requests left %d sign-ups or cost hashes", n)
	}
	body := `{"full_name":"Ann","email":"ann@lectern.test","password":"` + strings.Repeat("ß", 128) + `"}`
	app.Nobody().Do("POST", "/auth/register", body, 200)
}
