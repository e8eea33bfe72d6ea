package twofactor_test

import (
	"encoding/base32"
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

func TestSettingUpAnAuthenticator(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	s := testapp.Read[setup](t, ann.do("POST", "/auth/two-factor/authenticator", "", 200)).Data
	if raw, err := base32.StdEncoding.DecodeString(s.Secret); err != nil || len(raw) != 20 ||
		!strings.HasPrefix(s.URI, "otpauth://totp/Lectern:ann@lectern.test?") || !strings.HasPrefix(s.QR, "data:image/png;base64,iVBOR") {
		t.Errorf("%+v", s)
	}
	ann.secret = s.Secret
	a.Nobody().Do("POST", "/auth/login", `{"email":"ann@lectern.test","password":"`+password+`"}`, 200)
	if a.Count("SELECT count(*) FROM sign_in_challenges") != 0 {
		t.Error("an unconfirmed app is listed as set up")
	}
	for _, bad := range []string{"000000", ann.codeAt(3), ann.codeAt(-2), "x"} {
		ann.do("POST", "/auth/two-factor/authenticator/confirm", `{"code":"`+bad+`"}`, 400)
	}
	confirmed := ann.do("POST", "/auth/two-factor/authenticator/confirm", `{"code":" `+ann.codeAt(1)[:3]+" "+ann.codeAt(1)[3:]+` "}`, 200)
	if got := testapp.Read[codes](t, confirmed).Data.RecoveryCodes; len(got) != 10 {
		t.Errorf("recovery codes: %q", got)
	}
	ann.do("POST", "/auth/two-factor/authenticator/confirm", `{"code":"`+ann.codeAt(1)+`"}`, 409)
	now := testapp.Read[state](t, ann.do("GET", "/auth/two-factor", "", 200)).Data
	if now.Authenticator == nil || now.RecoveryCodesLeft != 10 || now.Required || !now.PasskeysPossible {
		t.Errorf("%+v", now)
	}
	heard(t, a, "ann@lectern.test", "Authenticator app set up for your account")

	// With a new phone, the old app works until the new one is confirmed, and the recovery codes stay.
	old := *ann
	ann.secret = testapp.Read[setup](t, ann.do("POST", "/auth/two-factor/authenticator", "", 200)).Data.Secret
	a.Clock.Advance(time.Minute)
	if code := ann.verify(ann.half(), "totp", ann.codeAt(0)); code != 400 {
		t.Errorf("an unconfirmed app signs in: %d", code)
	}
	if code := ann.verify(ann.half(), "totp", old.codeAt(0)); code != 200 {
		t.Errorf("the old app: %d", code)
	}
	again := testapp.Read[codes](t, ann.do("POST", "/auth/two-factor/authenticator/confirm", `{"code":"`+ann.codeAt(0)+`"}`, 200)).Data
	a.Clock.Advance(time.Minute)
	if code := ann.verify(ann.half(), "totp", old.codeAt(0)); code != 400 || len(again.RecoveryCodes) != 0 {
		t.Errorf("the old app still signs in: %d; %v", code, again)
	}
}

// F43: each code works once, one time step of skew, five attempts, then a lock.
func TestCodes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps int64
		want  int
	}{"now": {0, 200}, "a slow phone": {-1, 200}, "a fast phone": {1, 200}, "too slow": {-2, 400}, "too fast": {2, 400}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
			ann.app.Clock.Advance(time.Hour)
			code, challenge := ann.codeAt(c.steps), ann.half()
			if got := ann.verify(challenge, "totp", code); got != c.want {
				t.Fatalf("%d, want %d", got, c.want)
			}
			if c.want == 200 {
				if got := ann.verify(challenge, "totp", ann.codeAt(2)); got != 410 {
					t.Errorf("the challenge works twice: %d", got)
				}
				if got := ann.verify(ann.half(), "totp", code); got != 400 {
					t.Errorf("the code works twice: %d", got)
				}
			}
		})
	}
}

func TestOlderCodeIsRefusedAfterANewerOne(t *testing.T) {
	t.Parallel()
	ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
	if got := ann.verify(ann.half(), "totp", ann.codeAt(1)); got != 200 {
		t.Fatal(got)
	}
	if got := ann.verify(ann.half(), "totp", ann.codeAt(0)); got != 400 {
		t.Errorf("%d", got)
	}
}

func TestConcurrentUseOfOneCode(t *testing.T) {
	t.Parallel()
	ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
	code, challenges := ann.codeAt(0), []string{ann.half(), ann.half()}
	if got := together(2, func(i int) int { return ann.verify(challenges[i], "totp", code) }); got[200] != 1 || got[400] != 1 {
		t.Errorf("%v", got)
	}
}

func TestGuessingCodes(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	challenge := ann.half()
	for i, want := range []int{400, 400, 423, 423, 423} {
		if got := ann.verify(challenge, []string{"totp", "recovery_code"}[i%2], "000000"); got != want {
			t.Errorf("try %d: %d, want %d", i+1, got, want)
		}
	}
	if got := ann.verify(challenge, "totp", ann.codeAt(0)); got != 423 {
		t.Errorf("the right code during a lock: %d", got)
	}
	if got := ann.verify(challenge, "recovery_code", ann.codes[0]); got != 423 {
		t.Errorf("a recovery code during a lock: %d", got)
	}
	w := a.Nobody().Send("POST", "/api/v1/auth/two-factor/verify", step(challenge, "totp", "1"))
	if w.Header().Get("Retry-After") != "60" || !strings.Contains(w.Body.String(), `"remaining_seconds":60`) {
		t.Errorf("%s %s", w.Header(), w.Body)
	}
	heard(t, a, "ann@lectern.test", "Wrong codes were entered for your account")

	guesses := 0
	for until := a.Clock.Now().Add(24 * time.Hour); a.Clock.Now().Before(until); { // each guess as early as it counts
		if w := a.Clock.Now(); ann.verify(ann.half(), "totp", "000000") != 423 || a.Count("SELECT count(*) FROM lockouts WHERE reason = 'two_factor_attempts' AND last_at = ?", w) == 1 {
			guesses++
		}
		if a.Count("SELECT attempts FROM lockouts WHERE reason = 'two_factor_attempts'") < 3 {
			t.Fatal("the count was reset")
		}
		var free []time.Time
		if err := a.DB.Reader().NewRaw("SELECT locked_until FROM lockouts WHERE reason = 'two_factor_attempts'").Scan(t.Context(), &free); err != nil || len(free) != 1 {
			t.Fatal(free, err)
		}
		a.Clock.Advance(max(time.Second, free[0].Sub(a.Clock.Now())))
	}
	if guesses < 20 || guesses > 60 {
		t.Errorf("%d guesses in a day", guesses)
	}
	a.Clock.Advance(30 * time.Minute)
	if got := ann.verify(ann.half(), "totp", ann.codeAt(0)); got != 200 || a.Count("SELECT attempts FROM lockouts WHERE reason = 'two_factor_attempts'") != 0 {
		t.Errorf("the owner after the lock: %d", got)
	}
}

func TestEmailIsInTheRecipientsLanguage(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	ann.do("PATCH", "/profile/me/comprehensive", `{"locale":"de-DE"}`, 200)
	ann.withApp()
	heard(t, a, "ann@lectern.test", "Authenticator-App für Ihr Konto eingerichtet")
}

// Unlocking an account also unlocks its second step: an administrator or operator resets the count, the emailed link does
// not.
func TestUnlockClearsSecondStepLockout(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, admin := register(t, a, "ann@lectern.test").withApp(), a.User(access.Admin)
	id := ann.tokens.User.ID
	for name, c := range map[string]struct {
		unlock func()
		next   int // answer to a wrong code afterwards
	}{
		"an administrator": {func() { admin.Do("POST", "/auth/unlock-account/"+id, "{}", 200) }, 400},
		"everybody":        {func() { admin.Do("POST", "/auth/unlock-all-accounts", "", 200) }, 400},
		"an operator": {func() {
			if _, err := a.Accounts.UnlockByOperator(t.Context(), "ann@lectern.test"); err != nil {
				t.Error(err)
			}
		}, 400},
		"an email link": {func() {
			for range 3 {
				a.Nobody().Send("POST", "/api/v1/auth/login", `{"email":"ann@lectern.test","password":"wrong horse"}`)
			}
			a.Nobody().Do("POST", "/auth/unlock", `{"token":"`+unlockToken(t, a, admin)+`"}`, 200)
		}, 423},
	} {
		challenge := ann.half()
		for range 3 {
			ann.verify(challenge, "totp", "000000")
		}
		if got := ann.verify(challenge, "recovery_code", ann.codes[0]); got != 423 {
			t.Fatalf("%s: not locked: %d", name, got)
		}
		list := admin.Do("GET", "/auth/locked-accounts", "", 200)
		if !strings.Contains(list, `"failed_login_attempts"`) {
			t.Errorf("%s: the lock is not among the locked: %s", name, list)
		}
		c.unlock()
		if got := ann.verify(challenge, "totp", "000000"); got != c.next {
			t.Errorf("%s: a wrong code then gets %d, want %d", name, got, c.next)
		}
		a.Clock.Advance(24 * time.Hour)
		if got := ann.verify(ann.half(), "totp", ann.codeAt(0)); got != 200 {
			t.Errorf("%s: the right code: %d", name, got)
		}
	}
}

// Changes to second factors and their use are in the security log, failures included.
func TestSecondStepIsInTheSecurityLog(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	ann.verify(ann.half(), "totp", "000000")
	ann.verify(ann.half(), "recovery_code", ann.codes[0])
	ann.do("POST", "/auth/two-factor/confirm-identity", `{"method":"totp","code":"`+ann.codeAt(0)+`"}`, 200)
	ann.do("POST", "/auth/two-factor/recovery-codes", "", 200)
	ann.do("DELETE", "/auth/two-factor/authenticator", "", 200)
	for _, kind := range []string{"authenticator_added", "second_step_failed", "recovery_code_used", "recovery_codes_renewed", "authenticator_removed"} {
		if n := a.Count("SELECT count(*) FROM security_events WHERE user_id = ? AND kind = ?", ann.tokens.User.ID, kind); n != 1 {
			t.Errorf("%d events %s", n, kind)
		}
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

func TestConcurrentGuesses(t *testing.T) {
	t.Parallel()
	ann := register(t, testapp.New(t), "ann@lectern.test").withApp()
	challenge := ann.half()
	statuses := together(40, func(int) int { return ann.verify(challenge, "totp", "000000") })
	if statuses[400] != 2 || statuses[423] != 38 {
		t.Errorf("%v", statuses)
	}
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

func TestRecoveryCodes(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	ben := register(t, a, "ben@lectern.test").withApp()
	challenges := []string{ann.half(), ann.half()}
	if got := together(2, func(i int) int { return ann.verify(challenges[i], "recovery_code", ann.codes[0]) }); got[200] != 1 || got[400] != 1 {
		t.Errorf("one code twice at once: %v", got)
	}
	if got := ann.verify(ann.half(), "recovery_code", strings.ToUpper(strings.ReplaceAll(ann.codes[1], "-", " "))); got != 200 {
		t.Errorf("as users type it: %d", got)
	}
	if w := a.Nobody().Send("POST", "/api/v1/auth/two-factor/verify", step(ann.half(), "recovery_code", ben.codes[0])); w.Code != 400 ||
		!strings.Contains(w.Body.String(), `"message":"This recovery code is wrong or was already used."`) {
		t.Errorf("another's code: %s", testapp.Summary(w))
	}
	if n := testapp.Read[state](t, ann.do("GET", "/auth/two-factor", "", 200)).Data.RecoveryCodesLeft; n != 8 {
		t.Errorf("%d left", n)
	}
	heard(t, a, "ann@lectern.test", "A recovery code was used to sign in")
	renewed := testapp.Read[codes](t, ann.do("POST", "/auth/two-factor/recovery-codes", "", 200)).Data.RecoveryCodes
	if len(renewed) != 10 || ann.verify(ann.half(), "recovery_code", ann.codes[2]) != 400 || ann.verify(ann.half(), "recovery_code", renewed[0]) != 200 {
		t.Errorf("renewed: %q", renewed)
	}
}

// F47: no secret can be read from the database.
func TestSecretsAreNotStoredInClear(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	raw, _ := base32.StdEncoding.DecodeString(ann.secret)
	challenge := ann.half()
	var rows []string
	for _, query := range []string{
		"SELECT secret FROM authenticators", "SELECT code_hash FROM recovery_codes", "SELECT id FROM sign_in_challenges",
		"SELECT CAST(payload AS TEXT) FROM jobs",
	} {
		var found []string
		if err := a.DB.Reader().NewRaw(query).Scan(t.Context(), &found); err != nil || len(found) == 0 {
			t.Fatal(query, err)
		}
		rows = append(rows, found...)
	}
	dump := strings.Join(rows, "\n")
	for _, secret := range append(ann.codes, ann.secret, string(raw), challenge, strings.ReplaceAll(ann.codes[0], "-", "")) {
		if strings.Contains(dump, secret) {
			t.Errorf("%q is in the database", secret)
		}
	}
}

// Changing second factors requires a fresh session.
func TestChangesNeedRecentProof(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	a.Clock.Advance(9 * time.Minute) // ten since the app was confirmed
	for _, c := range []struct{ method, path, body string }{
		{"POST", "/auth/two-factor/authenticator", ""}, {"POST", "/auth/two-factor/authenticator/confirm", `{"code":"1"}`},
		{"DELETE", "/auth/two-factor/authenticator", ""}, {"POST", "/auth/two-factor/recovery-codes", ""},
		{"POST", "/auth/passkeys/options", ""}, {"DELETE", "/auth/passkeys/none", ""},
	} {
		if answer := ann.do(c.method, c.path, c.body, 403); !strings.Contains(answer, "confirm_identity") {
			t.Errorf("%s %s: %s", c.method, c.path, answer)
		}
	}
	now := testapp.Read[state](t, ann.do("GET", "/auth/two-factor", "", 200)).Data
	if now.Authenticator == nil || now.RecoveryCodesLeft != 10 {
		t.Errorf("a refused request has changed something: %+v", now)
	}
	ann.do("POST", "/auth/two-factor/confirm-identity", `{"method":"totp","code":"000000"}`, 400)
	ann.do("POST", "/auth/two-factor/recovery-codes", "", 403)
	ann.do("POST", "/auth/two-factor/confirm-identity", `{"method":"totp","code":"`+ann.codeAt(0)+`"}`, 200)
	ann.do("POST", "/auth/two-factor/recovery-codes", "", 200)
	ann.do("DELETE", "/auth/two-factor/authenticator", "", 200)
	ann.do("DELETE", "/auth/two-factor/authenticator", "", 404)
	ann.do("POST", "/auth/two-factor/recovery-codes", "", 409)
	heard(t, a, "ann@lectern.test", "Authenticator app removed from your account")
	if a.Count("SELECT count(*) FROM recovery_codes") != 0 {
		t.Error("recovery codes are left without a second factor")
	}
	a.Nobody().Do("POST", "/auth/login", `{"email":"ann@lectern.test","password":"`+password+`"}`, 200)
	if a.Count("SELECT count(*) FROM sign_in_challenges") != 0 {
		t.Error("a user without second factors is asked for one")
	}
}

func TestVerifyingIsRefused(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test").withApp()
	ben := register(t, a, "ben@lectern.test").withApp()
	sessions := a.Count("SELECT count(*) FROM sessions")
	challenge := ann.half()
	for name, c := range map[string]struct {
		body string
		want int
	}{
		"forged":            {step(strings.Repeat("A", 64), "totp", ann.codeAt(0)), 410},
		"nothing":           {`{}`, 400},
		"no method":         {step(challenge, "", ann.codeAt(0)), 400},
		"another method":    {step(challenge, "sms", ann.codeAt(0)), 400},
		"another's code":    {step(challenge, "totp", ben.codeAt(0)), 400},
		"no code":           {step(challenge, "totp", ""), 400},
		"no passkey":        {step(challenge, "passkey", ann.codeAt(0)), 400},
		"a code in a place": {step(challenge, "recovery_code", ann.codeAt(0)), 400},
	} {
		a.Exec("DELETE FROM lockouts")
		if w := a.Nobody().Send("POST", "/api/v1/auth/two-factor/verify", c.body); w.Code != c.want {
			t.Errorf("%s: %d, want %d: %s", name, w.Code, c.want, w.Body)
		}
	}
	// A password alone must not add another second factor.
	a.Nobody().Do("POST", "/auth/two-factor/enrol", `{"challengeToken":"`+challenge+`"}`, 409)
	a.Nobody().Do("POST", "/auth/two-factor/enrol/confirm", `{"challengeToken":"`+challenge+`","code":"`+ann.codeAt(0)+`"}`, 409)
	a.Clock.Advance(5 * time.Minute)
	if got := ann.verify(challenge, "totp", ann.codeAt(0)); got != 410 {
		t.Errorf("an old challenge: %d", got)
	}
	if a.Count("SELECT count(*) FROM sessions") != sessions {
		t.Error("a refused request has opened a session")
	}
}
