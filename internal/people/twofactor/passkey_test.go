package twofactor_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/fxamacker/cbor/v2"

	"lectern/internal/app"
	"lectern/internal/people/twofactor"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	creation = rest.Answer[twofactor.PasskeyCreation]
	request  = rest.Answer[twofactor.PasskeyRequest]
	added    = rest.Answer[twofactor.AddedPasskey]
)

// key is an authenticator with one passkey (WebAuthn level 3 §6): ES256, no attestation.
type key struct {
	t        *testing.T
	private  *ecdsa.PrivateKey
	id       []byte
	handle   string // user handle, base64url
	counter  uint32 // 0: does not count, like synced passkeys
	origin   string
	site     string
	verified bool // has verified a finger or a PIN
}

func newKey(t *testing.T) *key {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	return &key{t: t, private: private, id: id, origin: "https://lectern.test", site: "lectern.test", verified: true}
}

func b64(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// data is the authenticator data (§6.1).
func (k *key) data(attested []byte) []byte {
	site := sha256.Sum256([]byte(k.site))
	flags := byte(1) // user present
	if k.verified {
		flags |= 1 << 2
	}
	if attested != nil {
		flags |= 1 << 6
	}
	return append(binary.BigEndian.AppendUint32(append(site[:], flags), k.counter), attested...)
}

func (k *key) client(kind, challenge string) []byte {
	text, _ := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": k.origin, "crossOrigin": false})
	return text
}

// made answers a creation request.
func (k *key) made(c twofactor.PasskeyCreation, name string) string {
	k.t.Helper()
	k.handle = c.PublicKey.User.ID
	public, err := k.private.PublicKey.Bytes() // 0x04, x, y
	if err != nil {
		k.t.Fatal(err)
	}
	cose, err := cbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: public[1:33], -3: public[33:]})
	if err != nil {
		k.t.Fatal(err)
	}
	attested := append(make([]byte, 16), binary.BigEndian.AppendUint16(nil, uint16(len(k.id)))...)
	attested = append(append(attested, k.id...), cose...)
	object, err := cbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": k.data(attested)})
	if err != nil {
		k.t.Fatal(err)
	}
	text, _ := json.Marshal(twofactor.NewPasskey{NamedPasskey: twofactor.NamedPasskey{Name: name}, ChallengeID: c.ChallengeID, Credential: twofactor.PasskeyRegistration{
		ID: b64(k.id), RawID: b64(k.id), Type: "public-key",
		Response: twofactor.PasskeyAttestation{ClientDataJSON: b64(k.client("webauthn.create", c.PublicKey.Challenge)), AttestationObject: b64(object), Transports: []string{"internal"}}}})
	return string(text)
}

// used answers an assertion request.
func (k *key) used(r twofactor.PasskeyRequest) twofactor.PasskeyProof {
	k.t.Helper()
	if k.counter > 0 {
		k.counter++
	}
	client, data := k.client("webauthn.get", r.PublicKey.Challenge), k.data(nil)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(data, hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, k.private, digest[:])
	if err != nil {
		k.t.Fatal(err)
	}
	return twofactor.PasskeyProof{ChallengeID: r.ChallengeID, Credential: twofactor.PasskeyAuthentication{ID: b64(k.id), RawID: b64(k.id), Type: "public-key",
		Response: twofactor.PasskeyAssertion{ClientDataJSON: b64(client), AuthenticatorData: b64(data[:37]), Signature: b64(signature), UserHandle: k.handle}}}
}

func text(v any) string {
	raw, _ := json.Marshal(v)
	return string(raw)
}

// ask requests the options for creating a passkey.
func (p *person) ask() twofactor.PasskeyCreation {
	p.t.Helper()
	return testapp.Read[creation](p.t, p.do("POST", "/auth/passkeys/options", "", 200)).Data
}

// withPasskey registers the authenticator's passkey.
func (p *person) withPasskey(k *key) twofactor.AddedPasskey {
	p.t.Helper()
	return testapp.Read[added](p.t, p.do("POST", "/auth/passkeys", k.made(p.ask(), "Laptop"), 201)).Data
}

// enter signs in with a passkey alone.
func enter(t *testing.T, a *testapp.App, k *key) (int, string) {
	t.Helper()
	r := testapp.Read[request](t, a.Nobody().Do("POST", "/auth/passkeys/sign-in-options", "", 200)).Data
	w := a.Nobody().Send("POST", "/api/v1/auth/passkeys/sign-in", text(k.used(r)))
	return w.Code, w.Body.String()
}

func TestPasskeys(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	laptop, phone := newKey(t), newKey(t)
	c := ann.ask()
	if c.PublicKey.RP.ID != "lectern.test" || c.PublicKey.User.Name != "ann@lectern.test" || strings.Contains(c.PublicKey.User.ID, "ann") {
		t.Errorf("%+v", c)
	}
	first := testapp.Read[added](t, ann.do("POST", "/auth/passkeys", laptop.made(c, "  Laptop "), 201)).Data
	if first.Passkey.Name != "Laptop" || len(first.RecoveryCodes.RecoveryCodes) != 10 {
		t.Errorf("%+v", first)
	}
	if n := len(ann.ask().PublicKey.ExcludeCredentials); n != 1 {
		t.Errorf("an authenticator could be added twice: %d known", n)
	}
	ann.do("POST", "/auth/passkeys", laptop.made(ann.ask(), "Again"), 409)
	second := ann.withPasskey(phone)
	ann.do("PATCH", "/auth/passkeys/"+second.Passkey.ID, `{"name":"Phone"}`, 200)
	ben := register(t, a, "ben@lectern.test")
	ben.do("PATCH", "/auth/passkeys/"+second.Passkey.ID, `{"name":"Mine"}`, 404)
	ben.do("DELETE", "/auth/passkeys/"+second.Passkey.ID, "", 404)
	ann.do("PATCH", "/auth/passkeys/"+second.Passkey.ID, `{"name":" "}`, 400)
	now := testapp.Read[state](t, ann.do("GET", "/auth/two-factor", "", 200)).Data
	if len(now.Passkeys) != 2 || now.Passkeys[0].Name != "Phone" || now.Passkeys[1].LastUsedAt != nil {
		t.Errorf("%+v", now.Passkeys)
	}
	code, body := enter(t, a, laptop)
	if code != 200 {
		t.Fatal(code, body)
	}
	in := testapp.Read[signedIn](t, body).Data
	if in.User.ID != ann.tokens.User.ID || in.AccessToken == "" || in.DeviceToken == "" {
		t.Errorf("%+v", in)
	}
	ann.do("DELETE", "/auth/passkeys/"+first.Passkey.ID, "", 200)
	if code, _ := enter(t, a, laptop); code != 400 {
		t.Errorf("a removed passkey: %d", code)
	}
	heard(t, a, "ann@lectern.test", "Passkey “Laptop” added to your account")
	heard(t, a, "ann@lectern.test", "Passkey “Laptop” removed from your account")
}

func TestPasskeyAsSecondStep(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	k, stranger := newKey(t), newKey(t)
	k.verified = false // a key without user verification is enough beside a password, but not alone
	ann.withPasskey(k)
	register(t, a, "ben@lectern.test").withPasskey(stranger)
	challenge := ann.half()
	asked := func() twofactor.PasskeyRequest {
		return testapp.Read[request](t, a.Nobody().Do("POST", "/auth/two-factor/passkey-options", `{"challengeToken":"`+challenge+`"}`, 200)).Data
	}
	answer := func(p twofactor.PasskeyProof, want int) string {
		return a.Nobody().Do("POST", "/auth/two-factor/verify", `{"challengeToken":"`+challenge+`","method":"passkey","passkey":`+text(p)+`}`, want)
	}
	answer(stranger.used(asked()), 400)
	entry := testapp.Read[request](t, a.Nobody().Do("POST", "/auth/passkeys/sign-in-options", "", 200)).Data
	answer(k.used(entry), 400) // a challenge made for another purpose
	r := asked()
	if len(r.PublicKey.AllowCredentials) != 1 {
		t.Errorf("%+v", r)
	}
	in := testapp.Read[signedIn](t, answer(k.used(r), 200)).Data
	if in.User.ID != ann.tokens.User.ID {
		t.Errorf("%+v", in)
	}
	if code, body := enter(t, a, k); code != 400 {
		t.Errorf("a key without user verification signs in alone: %d %s", code, body)
	}
}

func TestPasskeysAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(k *key, r *twofactor.PasskeyRequest)
		after  func(p *twofactor.PasskeyProof)
	}{
		"another origin":        {change: func(k *key, _ *twofactor.PasskeyRequest) { k.origin = "https://lectern.test.evil.example" }},
		"another site":          {change: func(k *key, _ *twofactor.PasskeyRequest) { k.site = "evil.example" }},
		"another key":           {change: func(k *key, _ *twofactor.PasskeyRequest) { k.private = newKey(k.t).private }},
		"user not present":      {change: func(k *key, _ *twofactor.PasskeyRequest) { k.verified = false }},
		"no such passkey":       {change: func(k *key, _ *twofactor.PasskeyRequest) { k.id = newKey(k.t).id }},
		"another challenge":     {change: func(_ *key, r *twofactor.PasskeyRequest) { r.PublicKey.Challenge = b64(make([]byte, 32)) }},
		"unknown challenge":     {after: func(p *twofactor.PasskeyProof) { p.ChallengeID = "none" }},
		"no handle":             {after: func(p *twofactor.PasskeyProof) { p.Credential.Response.UserHandle = "" }},
		"a forged handle":       {after: func(p *twofactor.PasskeyProof) { p.Credential.Response.UserHandle = b64(make([]byte, 16)) }},
		"a long handle":         {after: func(p *twofactor.PasskeyProof) { p.Credential.Response.UserHandle = b64(make([]byte, 40)) }},
		"a truncated signature": {after: func(p *twofactor.PasskeyProof) { p.Credential.Response.Signature = "AAAA" }},
		"no base64":             {after: func(p *twofactor.PasskeyProof) { p.Credential.Response.AuthenticatorData = "%%%" }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := testapp.New(t)
			ann := register(t, a, "ann@lectern.test")
			k := newKey(t)
			ann.withPasskey(k)
			r := testapp.Read[request](t, a.Nobody().Do("POST", "/auth/passkeys/sign-in-options", "", 200)).Data
			if c.change != nil {
				c.change(k, &r)
			}
			proof := k.used(r)
			if c.after != nil {
				c.after(&proof)
			}
			a.Nobody().Do("POST", "/auth/passkeys/sign-in", text(proof), 400)
			if a.Count("SELECT count(*) FROM sessions") != 1 || a.Count("SELECT count(*) FROM passkeys WHERE last_used_at IS NOT NULL") != 0 {
				t.Error("a refused request has left something")
			}
		})
	}
}

func TestChallengeIsSingleUse(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	k := newKey(t)
	ann.withPasskey(k)
	asked := func() twofactor.PasskeyRequest {
		return testapp.Read[request](t, a.Nobody().Do("POST", "/auth/passkeys/sign-in-options", "", 200)).Data
	}
	proof := text(k.used(asked()))
	if got := together(8, func(int) int { return a.Nobody().Send("POST", "/api/v1/auth/passkeys/sign-in", proof).Code }); got[200] != 1 || got[400] != 7 {
		t.Errorf("eight concurrent uses of one answer: %v", got)
	}
	late := text(k.used(asked()))
	a.Clock.Advance(5 * time.Minute)
	a.Nobody().Do("POST", "/auth/passkeys/sign-in", late, 400)
	if err := a.Factors.Sweep(t.Context()); err != nil || a.Count("SELECT count(*) FROM passkey_challenges") != 0 {
		t.Errorf("challenges are left: %v", err)
	}
}

// A signature counter that goes backwards indicates a clone.
func TestClonedPasskey(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := register(t, a, "ann@lectern.test")
	k := newKey(t)
	k.counter = 5
	ann.withPasskey(k)
	thief := *k
	for range 3 {
		if code, body := enter(t, a, k); code != 200 {
			t.Fatal(code, body)
		}
	}
	if code, _ := enter(t, a, &thief); code != 400 {
		t.Errorf("the clone signs in: %d", code)
	}
	heard(t, a, "ann@lectern.test", "Passkey “Laptop” rejected")
	if code, _ := enter(t, a, k); code != 200 {
		t.Errorf("the original does not sign in: %d", code)
	}
}

// A user whose password sign-in is refused cannot sign in with a passkey either.
func TestPasskeyDoesNotOpenLockedAccount(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query string
		want  int
	}{
		"disabled":       {"UPDATE users SET status = 'disabled' WHERE id = ?", 403},
		"locked by hand": {"INSERT INTO admin_locks (user_id, locked_by, note, locked_at) SELECT id, id, '', created_at FROM users WHERE id = ?", 423},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := testapp.New(t)
			ann := register(t, a, "ann@lectern.test")
			k := newKey(t)
			ann.withPasskey(k)
			a.Exec(c.query, ann.tokens.User.ID)
			if code, body := enter(t, a, k); code != c.want || a.Count("SELECT count(*) FROM sessions") != 1 {
				t.Errorf("%d, want %d: %s", code, c.want, body)
			}
		})
	}
}

func TestPasskeysNeedADomainName(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]int{"http://192.0.2.7:8080": 503, "http://127.0.0.1:8080": 200, "http://[::1]:8080": 200, "https://learn.example.org": 200} {
		a := testapp.New(t, func(p *app.Deps) { p.Config.PublicURL = address })
		ann := register(t, a, "ann@lectern.test")
		ann.do("POST", "/auth/passkeys/options", "", want)
		a.Nobody().Do("POST", "/auth/passkeys/sign-in-options", "", want)
		if possible := testapp.Read[state](t, ann.do("GET", "/auth/two-factor", "", 200)).Data.PasskeysPossible; possible != (want == 200) {
			t.Errorf("%s: possible %v", address, possible)
		}
	}
}

// A passkey that is added twice under one key is added once, with one email; what only begins something sends nothing, nor does signing
// in.
func TestRepeatedRequestsForPasskeys(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, laptop := register(t, a, "ann@lectern.test"), newKey(t)
	body := laptop.made(ann.ask(), "Laptop")
	var answers []string
	for range 2 {
		r := httptest.NewRequest("POST", "/api/v1/auth/passkeys", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "key")
		r.Header.Set("Authorization", "Bearer "+ann.tokens.AccessToken)
		answers = append(answers, a.Nobody().SendRaw(r).Body.String())
	}
	if n := a.Count("SELECT count(*) FROM passkeys"); n != 1 || answers[0] != answers[1] || !strings.Contains(answers[0], `"success":true`) {
		t.Errorf("%d passkeys: %q", n, answers)
	}
	sent := len(a.Emails("ann@lectern.test"))
	ann.do("POST", "/auth/two-factor/confirm-options", "", 200)
	a.Nobody().Do("POST", "/auth/two-factor/passkey-options", `{"challengeToken":"`+ann.half()+`"}`, 200)
	if code, body := enter(t, a, laptop); code != 200 {
		t.Fatal(code, body)
	}
	if n := len(a.Emails("ann@lectern.test")); sent != 1 || n != 1 {
		t.Errorf("%d emails about the passkey, and %d later", sent, n-sent)
	}
}
