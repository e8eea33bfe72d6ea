package twofactor_test

import (
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pquerna/otp/hotp"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/twofactor"
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	signedIn        = rest.Answer[authn.SignedIn]
	signInFirstStep = rest.Answer[authn.SecondStep]
	setup           = rest.Answer[twofactor.AuthenticatorSetup]
	codes           = rest.Answer[twofactor.RecoveryCodes]
	state           = rest.Answer[twofactor.TwoFactorState]
)

const password = "correct horse battery"

// person is a student with a session and, perhaps, an authenticator app.
type person struct {
	t      *testing.T
	app    *testapp.App
	email  string
	tokens authn.SignedIn
	secret string
	codes  []string
}

// register signs up a student, named after the local part of the address, and signs them in.
func register(t *testing.T, a *testapp.App, email string) *person {
	t.Helper()
	name, _, _ := strings.Cut(email, "@")
	if _, err := a.Accounts.Create(t.Context(), directory.Registration{FullName: name, Email: email, Password: password}, access.Student); err != nil {
		t.Fatal(err)
	}
	answer := a.Nobody().Do("POST", "/auth/login", `{"email":"`+email+`","password":"`+password+`"}`, 200)
	return &person{t: t, app: a, email: email, tokens: testapp.Read[signedIn](t, answer).Data}
}

// send calls the API with the user's access token.
func (p *person) send(method, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", "*")
	r.Header.Set("Authorization", "Bearer "+p.tokens.AccessToken)
	return p.app.Nobody().SendRaw(r)
}

// do is send that expects a status; it returns the body.
func (p *person) do(method, path, body string, want int) string {
	p.t.Helper()
	w := p.send(method, path, body)
	if w.Code != want {
		p.t.Errorf("%s %s %s: %d, want %d: %s", method, path, body, w.Code, want, w.Body)
	}
	return w.Body.String()
}

// codeAt returns the app's code the given number of time steps from now.
func (p *person) codeAt(steps int64) string {
	code, err := hotp.GenerateCode(p.secret, uint64(p.app.Clock.Now().Unix()/30+steps))
	if err != nil {
		p.t.Fatal(err)
	}
	return code
}

// withApp sets up an authenticator app, which consumes its first code.
func (p *person) withApp() *person {
	p.t.Helper()
	p.secret = testapp.Read[setup](p.t, p.do("POST", "/auth/two-factor/authenticator", "", 200)).Data.Secret
	p.codes = testapp.Read[codes](p.t, p.do("POST", "/auth/two-factor/authenticator/confirm", `{"code":"`+p.codeAt(0)+`"}`, 200)).Data.RecoveryCodes
	p.app.Clock.Advance(time.Minute)
	return p
}

// half returns the challenge that follows a right password.
func (p *person) half() string {
	p.t.Helper()
	answer := testapp.Read[signInFirstStep](p.t, p.app.Nobody().Do("POST", "/auth/login", `{"email":"`+p.email+`","password":"`+password+`"}`, 200)).Data
	if !answer.TwoFactorRequired {
		p.t.Fatal("the password alone was enough")
	}
	return answer.ChallengeToken
}

// step is the body of a second step by code.
func step(challenge, method, code string) string {
	return `{"challengeToken":"` + challenge + `","method":"` + method + `","code":"` + code + `"}`
}

// verify submits the second step and returns the status.
func (p *person) verify(challenge, method, code string) int {
	return p.app.Nobody().Send("POST", "/api/v1/auth/two-factor/verify", step(challenge, method, code)).Code
}

// emails returns the subjects of the emails to an address, newest first.
func emails(t *testing.T, a *testapp.App, to string) (subjects []string) {
	t.Helper()
	a.Work()
	all := testapp.Read[rest.List[mail.StoredEmail]](t, a.User(access.Admin).Do("GET", "/mails?limit=100", "", 200)).Data
	for _, l := range all {
		if l.To == to {
			subjects = append(subjects, l.Subject)
		}
	}
	return subjects
}

func heard(t *testing.T, a *testapp.App, to, subject string) {
	t.Helper()
	if found := emails(t, a, to); !strings.Contains(strings.Join(found, "\n"), subject) {
		t.Errorf("%s was sent not %q, but %q", to, subject, found)
	}
}

// unlockToken returns the token of the newest unlock email.
func unlockToken(t *testing.T, a *testapp.App, admin testapp.User) string {
	t.Helper()
	a.Work()
	for _, l := range testapp.Read[rest.List[mail.StoredEmail]](t, admin.Do("GET", "/mails?limit=100", "", 200)).Data {
		text := testapp.Read[rest.Answer[mail.StoredEmail]](t, admin.Do("GET", "/mails/"+l.ID, "", 200)).Data.Text
		if _, token, found := strings.Cut(text, "/unlock#"); found {
			return strings.Fields(token)[0]
		}
	}
	t.Fatal("no unlock email")
	return ""
}

// together runs n calls concurrently and counts their results.
func together(n int, do func(i int) int) map[int]int {
	var wait sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range n {
		wait.Go(func() {
			got := do(i)
			mu.Lock()
			defer mu.Unlock()
			counts[got]++
		})
	}
	wait.Wait()
	return counts
}
