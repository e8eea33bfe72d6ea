package twofactor_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/people/twofactor"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	policy   = rest.Answer[twofactor.TwoFactorPolicyView]
	enrolled = rest.Answer[twofactor.FactorEnrolled]
)

// promote makes a user an administrator.
func (p *person) promote() *person {
	p.app.Exec("INSERT INTO user_roles (user_id, role) VALUES (?, 'admin')", p.tokens.User.ID)
	return p
}

func TestPolicyAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{
		"nobody": {a.Nobody(), 401}, "a student": {a.User(access.Student), 403}, "an instructor": {a.User(access.Instructor), 403},
		"a corporate": {a.User(access.Corporate), 403}, "an admin": {a.User(access.Admin), 200},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("GET", "/auth/two-factor-policy", "", c.want)
			c.who.Do("PUT", "/auth/two-factor-policy", `{"roles":[]}`, c.want)
			if c.want != 200 {
				c.who.Do("POST", "/auth/users/none/reset-two-factor", "", c.want)
			}
		})
	}
	admin := a.User(access.Admin)
	for _, bad := range []string{`{}`, `{"roles":["owner"]}`, `{"roles":"admin"}`} {
		admin.Do("PUT", "/auth/two-factor-policy", bad, 400)
	}
	if got := admin.Do("PUT", "/auth/two-factor-policy", `{"roles":["admin","student"]}`, 409); !strings.Contains(got, "Set it up first") {
		t.Error(got)
	}
	now := testapp.Read[policy](t, admin.Do("PUT", "/auth/two-factor-policy", `{"roles":["student","corporate","student"]}`, 200)).Data
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'two_factor.policy_changed' AND actor_id = ?", admin.ID); n != 1 {
		t.Errorf("kept %d times", n)
	}
	if len(now.Roles) != 2 || len(now.People) != 4 {
		t.Errorf("%+v", now)
	}
	admin.Do("PUT", "/auth/two-factor-policy", `{"roles":[]}`, 200)
	a.Clock.Advance(10 * time.Minute)
	admin.Do("PUT", "/auth/two-factor-policy", `{"roles":["student"]}`, 403) // not fresh
	if a.Count("SELECT count(*) FROM two_factor_roles") != 0 {
		t.Error("the refused change was made")
	}
}

func TestPolicyCounts(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	register(t, a, "ann@lectern.test").withApp()
	register(t, a, "ben@lectern.test").withPasskey(newKey(t))
	register(t, a, "cat@lectern.test")
	people := testapp.Read[policy](t, a.User(access.Admin).Do("GET", "/auth/two-factor-policy", "", 200)).Data.People
	if people[0] != (twofactor.TwoFactorCount{Role: access.Student, Total: 3, WithFactor: 2}) || people[3].Total != 1 || people[1].Total != 0 {
		t.Errorf("%+v", people)
	}
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// The token for enrolment permits enrolment only.
func TestEnrolmentTokenScope(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").promote()
	admin := register(t, a, "admin@lectern.test").promote().withApp()
	admin.do("PUT", "/auth/two-factor-policy", `{"roles":["admin"]}`, 200)
	admin.do("GET", "/auth/profile", "", 200)
	ann.do("GET", "/auth/profile", "", 401) // a session opened by password alone

	challenge := ann.half()
	bearer := &person{t: t, app: a, tokens: authn.SignedIn{AccessToken: challenge}}
	for route, gate := range a.API.Gates {
		method, path, _ := strings.Cut(route, " /api/v1")
		if gate.Name == rest.Public.Name || path == "" || strings.Contains(path, "*") {
			continue
		}
		for who, p := range map[string]*person{"the challenge": bearer, "the old session": ann} {
			if w := p.send(method, parameter.ReplaceAllString(path, "none"), "{}"); w.Code != 401 && (gate.Name != rest.Signed.Name || w.Code != 403) {
				t.Errorf("%s opens %s: %d", who, route, w.Code)
			}
		}
	}
	if got := ann.verify(challenge, "totp", "000000"); got != 409 {
		t.Errorf("verifying before a factor exists: %d", got)
	}
	token := `{"challengeToken":"` + challenge + `"}`
	ann.secret = testapp.Read[setup](t, a.Nobody().Do("POST", "/auth/two-factor/enrol", token, 200)).Data.Secret
	confirm := func(code string, want int) string {
		return a.Nobody().Do("POST", "/auth/two-factor/enrol/confirm", `{"challengeToken":"`+challenge+`","code":"`+code+`"}`, want)
	}
	confirm("000000", 400)
	a.Clock.Advance(20 * time.Minute) // the user gets time to find an app
	in := testapp.Read[enrolled](t, confirm(ann.codeAt(0), 200)).Data
	ann.tokens = in.Session
	ann.do("GET", "/auth/two-factor-policy", "", 200)
	if len(in.RecoveryCodes.RecoveryCodes) != 10 {
		t.Errorf("%+v", in.RecoveryCodes)
	}
	confirm(ann.codeAt(1), 410)
	ann.do("DELETE", "/auth/two-factor/authenticator", "", 409) // the role requires it
	if now := testapp.Read[state](t, ann.do("GET", "/auth/two-factor", "", 200)).Data; now.Authenticator == nil || !now.Required || now.RecoveryCodesLeft != 10 {
		t.Errorf("%+v", now)
	}
	ann.withPasskey(newKey(t))
	ann.do("DELETE", "/auth/two-factor/authenticator", "", 200)
}

// Of two concurrent enrolments with one password, the second finds a factor and needs it.
func TestConcurrentEnrolment(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	a.Exec("INSERT INTO two_factor_roles (role, set_at) VALUES ('student', ?)", a.Clock.Now())
	mine, theirs := ann.half(), ann.half()
	ann.secret = testapp.Read[setup](t, a.Nobody().Do("POST", "/auth/two-factor/enrol", `{"challengeToken":"`+mine+`"}`, 200)).Data.Secret
	a.Nobody().Do("POST", "/auth/two-factor/enrol/confirm", `{"challengeToken":"`+mine+`","code":"`+ann.codeAt(0)+`"}`, 200)
	a.Nobody().Do("POST", "/auth/two-factor/enrol", `{"challengeToken":"`+theirs+`"}`, 409)
	a.Nobody().Do("POST", "/auth/two-factor/enrol/confirm", `{"challengeToken":"`+theirs+`","code":"`+ann.codeAt(1)+`"}`, 409)
}

func TestResetByAdministrator(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	ann.withPasskey(newKey(t))
	admin := register(t, a, "admin@lectern.test").promote().withApp()
	challenge := ann.half()
	admin.do("POST", "/auth/users/"+admin.tokens.User.ID+"/reset-two-factor", "", 409)
	admin.do("POST", "/auth/users/none/reset-two-factor", "", 404)
	admin.do("POST", "/auth/users/"+ann.tokens.User.ID+"/reset-two-factor", "", 200)
	ann.do("GET", "/auth/profile", "", 401)
	if got := ann.verify(challenge, "recovery_code", ann.codes[0]); got != 410 {
		t.Errorf("a sign-in between its two steps: %d", got)
	}
	for _, table := range []string{"authenticators", "passkeys", "recovery_codes"} {
		if n := a.Count("SELECT count(*) FROM " + table + " WHERE user_id = '" + ann.tokens.User.ID + "'"); n != 0 {
			t.Errorf("%d left in %s", n, table)
		}
	}
	heard(t, a, "ann@lectern.test", "Your two-factor authentication was reset")
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'two_factor.reset' AND actor_id = ? AND target_id = ?", admin.tokens.User.ID, ann.tokens.User.ID); n != 1 {
		t.Errorf("kept %d times", n)
	}
	ann.tokens = testapp.Read[signedIn](t, a.Nobody().Do("POST", "/auth/login", `{"email":"ann@lectern.test","password":"`+password+`"}`, 200)).Data
	ann.do("GET", "/auth/profile", "", 200)
	a.Clock.Advance(10 * time.Minute)
	admin.do("POST", "/auth/users/"+ann.tokens.User.ID+"/reset-two-factor", "", 403) // not fresh
	if err := a.Factors.ResetByOperator(t.Context(), admin.tokens.User.ID); err != nil {
		t.Error(err)
	}
	a.Nobody().Do("POST", "/auth/login", `{"email":"admin@lectern.test","password":"`+password+`"}`, 200)
	if a.Count("SELECT count(*) FROM sign_in_challenges") != 0 {
		t.Error("the operator has reset nothing")
	}
}
