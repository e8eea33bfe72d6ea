package testapp

import (
	"context"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/lockout"
	"lectern/internal/platform/access"
	"lectern/internal/platform/jobs"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
)

// Passwords of tests.
const (
	Password      = "correct horse battery" // of users created by Register
	OtherPassword = "a quiet orchard lamp"
	WrongPassword = "wrong horse battery"
)

// CompletionPage is the page of a sign-up link.
const CompletionPage = "/complete-registration"

// Register signs up a student, named after the local part of the address, confirms it, and signs in with Password.
func (a *App) Register(email string) authn.SignedIn {
	a.t.Helper()
	name, _, _ := strings.Cut(email, "@")
	_, err := a.Accounts.Create(a.t.Context(), directory.Registration{FullName: name, Email: email, Password: Password}, access.Student)
	must(a.t, err)
	return Read[rest.Answer[authn.SignedIn]](a.t, a.Nobody().Do("POST", "/auth/login", Credentials(email, Password), 200)).Data
}

// RegisterUnverified is Register for a user with an unconfirmed address, like the first administrator, who requests the
// confirmation email.
func (a *App) RegisterUnverified(email string) authn.SignedIn {
	a.t.Helper()
	who := a.Register(email)
	a.Exec("UPDATE users SET email_verified_at = NULL WHERE id = ?", who.User.ID)
	a.Nobody().Do("POST", "/auth/resend-verification", `{"email":"`+email+`"}`, 200)
	return who
}

// SignUp registers, with additional members of the request.
func (a *App) SignUp(email, password, more string) string {
	a.t.Helper()
	return a.Nobody().Do("POST", "/auth/register", fmt.Sprintf(`{"full_name":" Ann Lee ","email":%q,"password":%q%s}`, email, password, more), 200)
}

// SignIn tries to sign in and returns the answer.
func (a *App) SignIn(email, password string) *httptest.ResponseRecorder {
	return a.Nobody().Send("POST", "/api/v1/auth/login", Credentials(email, password))
}

// SignInFrom is SignIn from another address, with a device token.
func (a *App) SignInFrom(address, email, password, device string) *httptest.ResponseRecorder {
	return a.PostFrom(address, "/auth/login", fmt.Sprintf(`{"email":%q,"password":%q,"deviceToken":%q}`, email, password, device))
}

// PostFrom posts a body from an address, given with its port.
func (a *App) PostFrom(address, path, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.RemoteAddr = address
	return a.Nobody().SendRaw(r)
}

// Refresh exchanges a refresh token; want is the status.
func (a *App) Refresh(token string, want int) authn.SignedIn {
	a.t.Helper()
	body := a.Nobody().Do("POST", "/auth/refresh-token", `{"refreshToken":"`+token+`"}`, want)
	return Read[rest.Answer[authn.SignedIn]](a.t, body).Data
}

// SendWith sends a request with an access token and returns the answer.
func (a *App) SendWith(token, method, path string, body ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(strings.Join(body, "")))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	return a.Nobody().SendRaw(r)
}

// DoAs sends a request as a signed-in user; another status than want fails the test.
func (a *App) DoAs(who authn.SignedIn, method, path, body string, want int) string {
	a.t.Helper()
	w := a.SendWith(who.AccessToken, method, path, body)
	if w.Code != want {
		a.t.Errorf("%s %s: %d, want %d: %s", method, path, w.Code, want, w.Body)
	}
	return w.Body.String()
}

// Emails runs the queued jobs and returns the emails to an address, newest first.
func (a *App) Emails(to string) (found []mail.StoredEmail) {
	a.t.Helper()
	a.Work()
	admin := a.User(access.Admin)
	a.Exec("INSERT INTO legal_acceptances (user_id, kind, version, accepted_at, network) SELECT ?, kind, version, published_at, '' FROM legal_documents", admin.ID)
	list := Read[rest.List[mail.StoredEmail]](a.t, admin.Do("GET", "/mails?limit=100", "", 200)).Data
	for _, e := range list {
		if e.To == to {
			found = append(found, Read[rest.Answer[mail.StoredEmail]](a.t, admin.Do("GET", "/mails/"+e.ID, "", 200)).Data)
		}
	}
	return found
}

var linkInEmail = regexp.MustCompile(`https://lectern\.test(/[a-z-]+)#([\w-]+)`)

// EmailToken returns the token in the newest email to an address with a link to the page.
func (a *App) EmailToken(to, page string) string {
	a.t.Helper()
	for _, e := range a.Emails(to) {
		if found := linkInEmail.FindStringSubmatch(e.Text); found != nil && found[1] == page {
			return found[2]
		}
	}
	a.t.Fatalf("no email to %s leads to %s", to, page)
	return ""
}

// Sweep runs the sweeps of all features.
func (a *App) Sweep() {
	a.t.Helper()
	for _, f := range a.Features {
		if s, ok := f.(interface{ Sweeps() jobs.Sweeps }); ok {
			for _, sweep := range s.Sweeps() {
				must(a.t, sweep(a.t.Context()))
			}
		}
	}
}

// Bodies of requests.

func Credentials(email, password string) string {
	return `{"email":"` + email + `","password":"` + password + `"}`
}

func LinkBody(token string) string { return `{"token":"` + token + `"}` }

func ResetBody(token, password string) string {
	return fmt.Sprintf(`{"token":%q,"new_password":%q}`, token, password)
}

func CompletionBody(token, password string) string {
	return fmt.Sprintf(`{"token":%q,"password":%q}`, token, password)
}

func PasswordChangeBody(current, next, confirm string, everywhere bool) string {
	return fmt.Sprintf(`{"current_password":%q,"new_password":%q,"confirm_password":%q,"invalidateAllSessions":%v}`, current, next, confirm, everywhere)
}

// LockedOut is the body of a 423.
type LockedOut struct {
	Code, Message string
	Error         lockout.LockoutAnswer
}

// Summary returns an answer without what differs from request to request.
func Summary(answer *httptest.ResponseRecorder) string {
	before, _, _ := strings.Cut(answer.Body.String(), `,"request_id"`)
	return fmt.Sprintf("%d %s %s", answer.Code, answer.Header().Get("Retry-After"), before)
}

// MailServer is a mail server that returns Err.
type MailServer struct {
	Err  error
	Sent []mail.Email
}

// Send implements mail.Sender.
func (m *MailServer) Send(_ context.Context, e mail.Email) error {
	m.Sent = append(m.Sent, e)
	return m.Err
}
