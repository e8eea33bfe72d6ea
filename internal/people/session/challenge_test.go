package session_test

import (
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/authn"
	"lectern/internal/people/session"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type secondStep = rest.Answer[authn.SecondStep]

// withPasskey gives a user a second factor; which one does not matter here.
func withPasskey(a *testapp.App, user string) {
	a.Exec("INSERT INTO passkeys (id, user_id, credential_id, credential, name, created_at) VALUES (?, ?, ?, '{}', '', ?)",
		db.NewID(), user, db.NewID(), a.Clock.Now())
}

// signInFirstStep signs in with the right password of a user who needs a second step.
func signInFirstStep(t *testing.T, a *testapp.App, email string) authn.SecondStep {
	t.Helper()
	step := testapp.Read[secondStep](t, a.Nobody().Do("POST", "/auth/login", testapp.Credentials(email, password), 200)).Data
	if !step.TwoFactorRequired || step.ChallengeToken == "" || !step.EnrolmentRequired && step.ExpiresIn != 300 {
		t.Fatalf("%+v", step)
	}
	return step
}

// pass completes the second step like the feature that checks it.
func pass(t *testing.T, a *testapp.App, token string) (answer authn.SignedIn, err error) {
	err = a.DB.InTx(t.Context(), func(tx bun.IDB) error {
		answer, err = a.Sessions.CompleteChallenge(t.Context(), tx, token, access.Client{})
		return err
	})
	return answer, err
}

func TestPasswordAloneOpensNoSession(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	withPasskey(a, ann.User.ID)
	before := a.Count("SELECT count(*) FROM sessions")
	answer := a.Nobody().Do("POST", "/auth/login", testapp.Credentials("ann@lectern.test", password), 200)
	for _, secret := range []string{"accessToken", "refreshToken", "deviceToken", "ann@lectern.test"} {
		if strings.Contains(answer, secret) {
			t.Errorf("the first step reveals %s: %s", secret, answer)
		}
	}
	step := signInFirstStep(t, a, "ann@lectern.test")
	if step.EnrolmentRequired || len(step.Methods) != 1 || step.Methods[0] != "passkey" {
		t.Errorf("%+v", step)
	}
	if w := a.SendWith(step.ChallengeToken, "GET", "/auth/profile"); w.Code != 401 {
		t.Errorf("the challenge works as an access token: %d", w.Code)
	}
	a.Nobody().Do("POST", "/auth/refresh-token", `{"refreshToken":"`+step.ChallengeToken+`"}`, 401)
	if a.Count("SELECT count(*) FROM sessions") != before {
		t.Error("a session was opened by the password alone")
	}
	in, err := pass(t, a, step.ChallengeToken)
	if err != nil || a.SendWith(in.AccessToken, "GET", "/auth/profile").Code != 200 || in.DeviceToken == "" {
		t.Errorf("%+v, %v", in, err)
	}
	if _, err := pass(t, a, step.ChallengeToken); !fault.Is(err, fault.Gone) {
		t.Errorf("a challenge works twice: %v", err)
	}
}

func TestChallengesExpire(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		do   func(a *testapp.App, in authn.SignedIn) // between the steps
		want fault.Kind
	}{
		"after five minutes": {func(a *testapp.App, _ authn.SignedIn) { a.Clock.Advance(5 * time.Minute) }, fault.Gone},
		"with a password change": {func(a *testapp.App, in authn.SignedIn) {
			a.SendWith(in.AccessToken, "PUT", "/auth/change-password", testapp.PasswordChangeBody(password, another, another, false))
		}, fault.Gone},
		"with a lock by hand": {func(a *testapp.App, in authn.SignedIn) {
			a.User(access.Admin).Do("POST", "/auth/lock-account/"+in.User.ID, `{"reason":"enough"}`, 200)
		}, fault.Locked},
		"when the account is disabled": {func(a *testapp.App, in authn.SignedIn) {
			a.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", in.User.ID)
		}, fault.Forbidden},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := testapp.New(t)
			ann := a.Register("ann@lectern.test")
			withPasskey(a, ann.User.ID)
			step := signInFirstStep(t, a, "ann@lectern.test")
			c.do(a, ann)
			before := a.Count("SELECT count(*) FROM sessions")
			if _, err := pass(t, a, step.ChallengeToken); !fault.Is(err, c.want) || a.Count("SELECT count(*) FROM sessions") != before {
				t.Errorf("the second step gave %v", err)
			}
		})
	}
	a := testapp.New(t)
	for _, forged := range []string{"", "x", strings.Repeat("A", 64), a.Register("ann@lectern.test").RefreshToken} {
		if _, err := pass(t, a, forged); !fault.Is(err, fault.Gone) {
			t.Errorf("%q passes: %v", forged, err)
		}
	}
}

// An identity provider replaces the password, not the second factor.
func TestFederatedSignInTakesSecondStep(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	enter := func() (entry session.SignInResult) {
		if err := a.DB.InTx(t.Context(), func(tx bun.IDB) (err error) {
			entry, err = a.Sessions.SignInFederated(t.Context(), tx, ann.User.ID, ann.DeviceToken, access.Client{})
			return err
		}); err != nil {
			t.Fatal(err)
		}
		return entry
	}
	if e := enter(); e.First == nil || e.First.DeviceToken != "" {
		t.Errorf("on a known device: %+v", e)
	}
	withPasskey(a, ann.User.ID)
	if e := enter(); e.First != nil || e.Second == nil {
		t.Errorf("%+v", e)
	}
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200) // emails are still sent; none of them signs in
	chosen := a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(a.EmailToken("ann@lectern.test", "/reset-password"), another), 200)
	if strings.Contains(chosen, "oken") {
		t.Errorf("an email signs in: %s", chosen)
	}
}

// When a role requires a second factor, sessions opened by password alone end with their next request, and the next sign-in
// offers to set one up.
func TestRoleDemandsSecondFactor(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.DoAs(ann, "GET", "/auth/profile", "", 200)
	a.Exec("INSERT INTO two_factor_roles (role, set_at) VALUES ('student', ?)", a.Clock.Now())
	a.DoAs(ann, "GET", "/auth/profile", "", 401)
	a.Refresh(ann.RefreshToken, 401)
	step := signInFirstStep(t, a, "ann@lectern.test")
	if !step.EnrolmentRequired || len(step.Methods) != 0 {
		t.Errorf("%+v", step)
	}
	in, err := pass(t, a, step.ChallengeToken)
	if err != nil {
		t.Fatal(err)
	}
	a.DoAs(in, "GET", "/auth/profile", "", 200)
	a.Refresh(in.RefreshToken, 200)
	a.SignUp("ben@lectern.test", password, "")
	fresh := a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(a.EmailToken("ben@lectern.test", testapp.CompletionPage), password), 201)
	if step := testapp.Read[secondStep](t, fresh).Data; !step.EnrolmentRequired {
		t.Errorf("a new user: %s", fresh)
	}
}

func TestConfirmIdentity(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	who, err := a.Deps.Tokens.Parse(ann.AccessToken)
	if err != nil {
		t.Fatal(err)
	}
	fresh := func() error { return a.Sessions.Fresh(t.Context(), a.DB.Reader(), who) }
	if fresh() != nil {
		t.Error("a user who has just signed in is asked again")
	}
	a.Clock.Advance(10 * time.Minute)
	if !fault.Is(fresh(), fault.Forbidden) {
		t.Error("after ten minutes the user is not asked")
	}
	for range 2 {
		a.DoAs(ann, "POST", "/auth/confirm-identity", `{"password":"`+wrong+`"}`, 400)
	}
	if !fault.Is(fresh(), fault.Forbidden) {
		t.Error("a wrong password confirms")
	}
	a.DoAs(ann, "POST", "/auth/confirm-identity", `{"password":"`+password+`"}`, 200)
	if fresh() != nil {
		t.Error("the password does not confirm")
	}
	for _, want := range []int{400, 400, 423, 423} {
		a.DoAs(ann, "POST", "/auth/confirm-identity", `{"password":"`+wrong+`"}`, want)
	}
	a.DoAs(ann, "POST", "/auth/confirm-identity", `{"password":"`+password+`"}`, 423)
	acting := who
	acting.Actor = db.NewID()
	a.Exec("UPDATE sessions SET proven_at = ?", a.Clock.Now())
	if fresh() != nil || !fault.Is(a.Sessions.Fresh(t.Context(), a.DB.Reader(), acting), fault.Forbidden) {
		t.Error("an impersonating administrator counts as the user")
	}
	if a.Sessions.Fresh(t.Context(), a.DB.Reader(), access.Caller{ID: who.ID, Session: db.NewID()}) == nil {
		t.Error("an unknown session is fresh")
	}
}
