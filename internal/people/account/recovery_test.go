package account_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/account"
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// letters sends what is ordered and gives the letters to an address, the newest first.
func letters(t *testing.T, a *testapp.App, to string) (found []mail.StoredEmail) {
	t.Helper()
	a.Work()
	admin := administrator(a)
	list := testapp.Read[rest.List[mail.StoredEmail]](t, admin.Do("GET", "/mails?limit=100", "", 200)).Data
	for _, l := range list {
		if l.To == to {
			found = append(found, testapp.Read[rest.Answer[mail.StoredEmail]](t, admin.Do("GET", "/mails/"+l.ID, "", 200)).Data)
		}
	}
	return found
}

var linkIn = regexp.MustCompile(`https://lectern\.test(/[a-z-]+)#([\w-]+)`)

// token is the one in the newest letter to an address, which must lead to the page.
func token(t *testing.T, a *testapp.App, to, page string) string {
	t.Helper()
	for _, l := range letters(t, a, to) {
		if found := linkIn.FindStringSubmatch(l.Text); found != nil && found[1] == page {
			return found[2]
		}
	}
	t.Fatalf("no letter to %s leads to %s", to, page)
	return ""
}

func byToken(token string) string { return `{"token":"` + token + `"}` }

func reset(token, password string) string {
	return fmt.Sprintf(`{"token":%q,"new_password":%q}`, token, password)
}

// unverified makes a user who has yet to confirm the address, as the first administrator does, and sends the letter.
func unverified(t *testing.T, a *testapp.App, email string) account.SignedIn {
	t.Helper()
	who := register(t, a, email)
	a.Exec("UPDATE users SET email_verified_at = NULL WHERE id = ?", who.User.ID)
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"`+email+`"}`, 200)
	return who
}

func TestVerifyingAnAddress(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	unverified(t, a, "ann@lectern.test")
	link := token(t, a, "ann@lectern.test", "/verify-email")
	a.Clock.Advance(24*time.Hour - time.Microsecond)
	a.Nobody().Do("POST", "/auth/reset-password", reset(link, another), 410) // good for one purpose
	a.Nobody().Do("POST", "/auth/verify-email", byToken(link), 200)
	a.Nobody().Do("POST", "/auth/verify-email", byToken(link), 410)
	now := testapp.Read[signedIn](t, a.Nobody().Do("POST", "/auth/login", credentials("ann@lectern.test", password), 200)).Data
	if at := now.User.EmailVerifiedAt; at == nil || !at.Equal(a.Clock.Now()) {
		t.Errorf("verified at %v", at)
	}
	before := len(letters(t, a, "ann@lectern.test"))
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"ann@lectern.test"}`, 200)
	if n := len(letters(t, a, "ann@lectern.test")); n != before {
		t.Error("who is verified is asked again")
	}

	unverified(t, a, "ben@lectern.test")
	old := token(t, a, "ben@lectern.test", "/verify-email")
	a.Clock.Advance(24 * time.Hour)
	a.Nobody().Do("POST", "/auth/verify-email", byToken(old), 410)
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"BEN@lectern.test"}`, 200)
	a.Nobody().Do("POST", "/auth/verify-email", byToken(token(t, a, "ben@lectern.test", "/verify-email")), 200)
	for _, bad := range []string{"x", old[1:], old + "A", strings.Repeat("A", 64)} {
		a.Nobody().Do("POST", "/auth/verify-email", byToken(bad), 410)
	}
	a.Nobody().Do("POST", "/auth/verify-email", `{}`, 400)
}

// The answers to known and unknown addresses are the same, and so is the work that the request does.
func TestForgotPasswordTellsNothing(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	register(t, a, "ann@lectern.test")
	register(t, a, "off@lectern.test")
	a.Exec("UPDATE users SET status = 'disabled' WHERE email_key = 'off@lectern.test'")
	for _, path := range []string{"/auth/forgot-password", "/auth/resend-verification"} {
		var answers []string
		for _, email := range []string{"ann@lectern.test", "nobody@lectern.test", "off@lectern.test", "' OR 1=1"} {
			hashes, jobs := a.Hasher.Hashed(), a.Count("SELECT count(*) FROM jobs")
			answers = append(answers, a.Nobody().Do("POST", path, `{"email":"`+email+`"}`, 200))
			if n := a.Count("SELECT count(*) FROM jobs") - jobs; n != 1 || a.Hasher.Hashed() != hashes {
				t.Errorf("%s %s: %d jobs", path, email, n)
			}
		}
		if len(slices.Compact(answers)) != 1 {
			t.Errorf("%s: %q", path, answers)
		}
		a.Nobody().Do("POST", path, `{"email":" "}`, 400)
	}
	if n := len(letters(t, a, "nobody@lectern.test")) + len(letters(t, a, "off@lectern.test")); n != 0 {
		t.Errorf("%d letters to nobody, and to whom is switched off", n)
	}
}

func TestResettingThePassword(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := unverified(t, a, "ann@lectern.test")
	verify := token(t, a, "ann@lectern.test", "/verify-email")
	for range 3 {
		signIn(a, "ann@lectern.test", wrong)
	}
	forgot := func() string {
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"Ann@lectern.test"}`, 200)
		return token(t, a, "ann@lectern.test", "/reset-password")
	}
	first, second := forgot(), forgot()
	for body, want := range map[string]int{`{}`: 400, reset(first, "short"): 400, reset(first, "Password123!"): 400, reset(first, strings.Repeat("x", 129)): 400} {
		a.Nobody().Do("POST", "/auth/reset-password", body, want)
	}
	a.Nobody().Do("POST", "/auth/reset-password", reset(first, another), 200)
	if got := signIn(a, "ann@lectern.test", another); got.Code != 200 {
		t.Errorf("the new password, and the lock is gone: %s", without(got))
	}
	refresh(t, a, ann.RefreshToken, 401)
	if got := with(a, ann.AccessToken, "GET", "/auth/profile").Code; got != 401 {
		t.Errorf("the old access token: %d", got)
	}
	for _, dead := range []string{first, second} {
		a.Nobody().Do("POST", "/auth/reset-password", reset(dead, password), 410)
	}
	a.Nobody().Do("POST", "/auth/verify-email", byToken(verify), 410)
	if l := letters(t, a, "ann@lectern.test"); !slices.ContainsFunc(l, func(l mail.StoredEmail) bool { return l.Subject == "Your password has been changed" }) {
		t.Errorf("the owner is not told: %+v", l)
	}

	old := forgot()
	now := testapp.Read[signedIn](t, signIn(a, "ann@lectern.test", another).Body.String()).Data
	send(t, a, now, "PUT", "/auth/change-password", change(another, password, password, false), 200)
	a.Nobody().Do("POST", "/auth/reset-password", reset(old, another), 410) // died with the change
	late := forgot()
	a.Clock.Advance(30 * time.Minute)
	a.Nobody().Do("POST", "/auth/reset-password", reset(late, another), 410)
	if got := signIn(a, "ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%s", without(got))
	}
}

// Of twenty who use a link at once one gets in.
func TestALinkWorksOnce(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	register(t, a, "ann@lectern.test")
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
	link := token(t, a, "ann@lectern.test", "/reset-password")
	var done, dead atomic.Int64
	var crowd sync.WaitGroup
	at := make(chan struct{})
	for i := range 20 {
		crowd.Go(func() {
			<-at
			switch w := a.Nobody().Send("POST", "/api/v1/auth/reset-password", reset(link, fmt.Sprintf("%s %d", another, i))); w.Code {
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
	crowd.Wait()
	if done.Load() != 1 || dead.Load() != 19 {
		t.Errorf("%d reset, %d too late", done.Load(), dead.Load())
	}
}

func TestUnlockingByMail(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	register(t, a, "ann@lectern.test")
	for range 10 { // one lock, one letter
		signIn(a, "ann@lectern.test", wrong)
		signIn(a, "nobody@lectern.test", wrong)
	}
	link := token(t, a, "ann@lectern.test", "/unlock")
	if n := len(letters(t, a, "ann@lectern.test")); n != 1 {
		t.Errorf("%d letters", n)
	}
	a.Nobody().Do("POST", "/auth/unlock", byToken(link), 200)
	a.Nobody().Do("POST", "/auth/unlock", byToken(link), 410)
	if got := signIn(a, "ann@lectern.test", password); got.Code != 200 {
		t.Errorf("%s", without(got))
	}
	if got := signIn(a, "nobody@lectern.test", password); got.Code != 423 {
		t.Errorf("the lock of another: %s", without(got))
	}
}

func TestWhoseTokenWasStolenIsTold(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	refresh(t, a, refresh(t, a, ann.RefreshToken, 200).RefreshToken, 200)
	refresh(t, a, ann.RefreshToken, 401)
	refresh(t, a, ann.RefreshToken, 401)
	if l := letters(t, a, "ann@lectern.test"); len(l) != 1 || !strings.HasPrefix(l[0].Subject, "You have been signed out") {
		t.Errorf("%+v", l)
	}
}

// away is a mail server that answers as it is told.
type away struct {
	err  error
	sent []mail.Email
}

func (m *away) Send(_ context.Context, l mail.Email) error {
	m.sent = append(m.sent, l)
	return m.err
}

// A mail server that is away is waited for, with the same letter; a letter that it refuses is given up.
func TestLettersWaitForTheServer(t *testing.T) {
	t.Parallel()
	server := &away{err: errors.New("connection refused")}
	a := testapp.New(t, func(p *app.Deps) { p.Mail = server })
	unverified(t, a, "ann@lectern.test")
	waiting := func() int64 {
		return a.Count("SELECT count(*) FROM jobs WHERE kind = 'account.letter' AND state = 'waiting'")
	}
	for range 3 {
		a.Work()
		a.Clock.Advance(30 * time.Minute)
	}
	server.err = nil
	a.Work()
	if len(server.sent) != 4 || waiting() != 0 || server.sent[0].ActionURL != server.sent[3].ActionURL || server.sent[0].ID != server.sent[3].ID {
		t.Errorf("%d tries, %d waiting: %+v", len(server.sent), waiting(), server.sent)
	}
	for name, err := range map[string]error{"refused": mail.ErrRefused, "a day later": errors.New("connection refused")} {
		server.err = err
		a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
		if name != "refused" {
			a.Clock.Advance(24*time.Hour + time.Second)
		}
		a.Work()
		if waiting() != 0 {
			t.Errorf("%s: it is tried for ever", name)
		}
	}
	if n := a.Count("SELECT count(*) FROM jobs WHERE kind = 'account.letter' AND state = 'failed'"); n != 2 {
		t.Errorf("%d failed", n)
	}
}

func TestWhoReadsLetters(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.Nobody().Do("GET", "/mails", "", 401)
	for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
		a.User(role).Do("GET", "/mails", "", 403)
		a.User(role).Do("GET", "/mails/01990000-0000-7000-8000-000000000001", "", 403)
	}
	admin := administrator(a)
	admin.Do("GET", "/mails/..%2F..%2Fmaster.json", "", 404)
	if l := testapp.Read[rest.List[mail.StoredEmail]](t, admin.Do("GET", "/mails", "", 200)); l.Pagination.TotalItems != 0 || l.Data == nil {
		t.Errorf("%+v", l)
	}
}

// Neither the rows nor the jobs hold what a link holds.
func TestTheDatabaseHoldsNoLink(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := unverified(t, a, "ann@lectern.test")
	link := token(t, a, "ann@lectern.test", "/verify-email")
	for _, column := range []string{"payload", "last_error"} {
		if n := a.Count("SELECT count(*) FROM jobs WHERE CAST("+column+" AS TEXT) LIKE ?", "%"+link+"%"); n != 0 {
			t.Errorf("%d jobs hold it", n)
		}
	}
	var rows []map[string]any
	if err := a.DB.Reader().NewSelect().Table("account_links").Scan(t.Context(), &rows); err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	if dump := fmt.Sprint(rows); strings.Contains(dump, link) || !strings.Contains(dump, ann.User.ID) {
		t.Errorf("%s lies in %s", link, dump)
	}
	a.Clock.Advance(60 * 24 * time.Hour)
	if err := a.Accounts.Sweep(t.Context()); err != nil || a.Count("SELECT count(*) FROM account_links") != 0 {
		t.Errorf("%v: old links are kept", err)
	}
}
