package twofactor_test

import (
	"encoding/base32"
	"strings"
	"testing"
	"time"

	"lectern/internal/testapp"
)

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

func TestEmailIsInTheRecipientsLanguage(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	ann.do("PATCH", "/profile/me/comprehensive", `{"locale":"de-DE"}`, 200)
	ann.withApp()
	heard(t, a, "ann@lectern.test", "Authenticator-App für Ihr Konto eingerichtet")
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
