package signup_test

import (
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

const acceptedFirst = `,"accepted_documents":[{"kind":"terms","version":1}]`

func publishTerms(admin testapp.User, body, how string) {
	admin.Do("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"en","title":"Terms","body":"<p>`+body+`</p>"}]}`, 200)
	admin.Do("POST", "/legal-documents/terms/publish", `{"requires_acceptance":`+how+`}`, 201)
}

// New users accept the versions that apply. One that is published between showing and sending is noticed, and nothing is begun.
func TestSignUpAcceptsTheTerms(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	register := func(accepted string, want int) string {
		return a.Nobody().Do("POST", "/auth/register", `{"full_name":"Ann","email":"ann@lectern.test","password":"`+testapp.Password+`"`+accepted+`}`, want)
	}
	if got := register(acceptedFirst, 409); !strings.Contains(got, "terms_changed") { // there are none
		t.Error(got)
	}
	publishTerms(admin, "Be kind.", "true")
	register("", 409)
	register(`,"accepted_documents":[{"kind":"privacy","version":1}]`, 409)
	register(`,"accepted_documents":[{"kind":"terms","version":2}]`, 409)
	if n := a.Count("SELECT count(*) FROM sign_ups"); n != 0 {
		t.Fatalf("%d sign-ups", n)
	}
	register(acceptedFirst, 200)
	a.Nobody().Do("POST", "/auth/complete-registration", testapp.CompletionBody(a.EmailToken("ann@lectern.test", testapp.CompletionPage), testapp.Password), 201)
	if n := a.Count("SELECT count(*) FROM legal_acceptances AS a JOIN users AS u ON u.id = a.user_id WHERE u.email = 'ann@lectern.test' AND a.version = 1 AND a.network <> ''"); n != 1 {
		t.Errorf("%d acceptances", n)
	}
}

// Who had registered before a new version was published is asked for it once they are signed in.
func TestTermsChangeWhileTheLinkIsOnItsWay(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	publishTerms(admin, "Be kind.", "true")
	a.SignUp("ann@lectern.test", testapp.Password, acceptedFirst)
	publishTerms(admin, "Be very kind.", "true")
	answer := a.Nobody().Do("POST", "/auth/complete-registration", testapp.CompletionBody(a.EmailToken("ann@lectern.test", testapp.CompletionPage), testapp.Password), 201)
	_, rest, _ := strings.Cut(answer, `"accessToken":"`)
	token, _, _ := strings.Cut(rest, `"`)
	if got := a.SendWith(token, "GET", "/notifications"); got.Code != 403 || !strings.Contains(got.Body.String(), "terms_not_accepted") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// An invitation is accepted together with the versions that apply; a refusal leaves the link valid.
func TestInvitedUsersAcceptTheTerms(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	publishTerms(admin, "Be kind.", "true")
	admin.Do("POST", "/auth/invitations", `{"email":"ann@lectern.test","roles":["student"]}`, 201)
	token := a.EmailToken("ann@lectern.test", "/join")
	join := func(accepted string, want int) {
		t.Helper()
		a.Nobody().Do("POST", "/auth/accept-invitation", `{"token":"`+token+`","full_name":"Ann","password":"`+testapp.Password+`"`+accepted+`}`, want)
	}
	join("", 409)
	join(`,"accepted_documents":[{"kind":"terms","version":2}]`, 409)
	if n := a.Count("SELECT count(*) FROM users WHERE email = 'ann@lectern.test'"); n != 0 {
		t.Error("there is an account")
	}
	join(acceptedFirst, 201)
	if n := a.Count("SELECT count(*) FROM legal_acceptances AS a JOIN users AS u ON u.id = a.user_id WHERE u.email = 'ann@lectern.test'"); n != 1 {
		t.Errorf("%d acceptances", n)
	}
}
