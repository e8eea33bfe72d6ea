package identity_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/golang-jwt/jwt/v5"

	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
	"lectern/internal/testapp"
)

// An authorization request is finished once, in time, by the browser that started it, with the response that belongs to it.
func TestHostileBrowser(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	mine, theirs := start(t, a.Nobody(), "google"), start(t, a.Nobody(), "google")
	here, there := p.allow(mine.URL), p.allow(theirs.URL)
	change := func(name, value string) url.Values {
		q := url.Values{"code": here["code"], "state": here["state"]}
		q.Set(name, value)
		return q
	}
	asked := p.asked
	for name, c := range map[string]struct {
		body string
		want int
		code string
	}{
		"no state":                 {returnBody(mine, change("state", "")), 400, "validation_failed"},
		"no code":                  {returnBody(mine, change("code", "")), 400, "validation_failed"},
		"invented state":           {returnBody(mine, change("state", "invented")), 410, "visit_over"},
		"state with a flipped bit": {returnBody(mine, change("state", flip(here.Get("state")))), 410, "visit_over"},
		"another browser":          {returnBody(theirs, here), 403, "other_browser"},
		"no key":                   {`{"state":"` + here.Get("state") + `","code":"c","key":""}`, 400, "validation_failed"},
	} {
		got := testapp.Read[rest.Problem](t, a.Nobody().Do("POST", "/auth/oauth/google/finish", c.body, c.want))
		if got.Code != c.code {
			t.Errorf("%s: %+v", name, got)
		}
	}
	if p.asked != asked {
		t.Error("the provider was asked")
	}
	requireNothingCreated(t, a, 0)
	a.Nobody().Do("POST", "/auth/oauth/google/finish", returnBody(mine, here), 200) // still valid for its own browser
	for _, again := range []string{returnBody(mine, here), returnBody(mine, change("code", there.Get("code")))} {
		if got := a.Nobody().Do("POST", "/auth/oauth/google/finish", again, 410); !strings.Contains(got, "visit_over") {
			t.Errorf("replayed: %s", got)
		}
	}
	requireNothingCreated(t, a, 1)
	late := start(t, a.Nobody(), "google")
	q := p.allow(late.URL)
	a.Clock.Advance(10 * time.Minute)
	a.Nobody().Do("POST", "/auth/oauth/google/finish", returnBody(late, q), 410)
	requireNothingCreated(t, a, 1)
}

// flip changes the first character.
func flip(s string) string {
	if s[0] == 'A' {
		return "B" + s[1:]
	}
	return "A" + s[1:]
}

// A stolen code is useless in another authorization request: the provider checks PKCE, and without PKCE the nonce does not
// match.
func TestStolenCode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		lax, downgrade bool
		want           int
		code           string
	}{{false, false, 410, "code_refused"}, {true, false, 502, "identity_not_proven"}, {false, true, 410, "code_refused"}, {true, true, 502, "identity_not_proven"}} {
		a, p := google(t)
		p.lax = c.lax
		victim, eve := start(t, a.Nobody(), "google"), start(t, a.Nobody(), "google")
		address := victim.URL
		if c.downgrade { // an attacker removes the challenge in transit
			u, _ := url.Parse(address)
			q := u.Query()
			q.Del("code_challenge")
			q.Del("code_challenge_method")
			u.RawQuery = q.Encode()
			address, p.lax = u.String(), true
		}
		stolen := p.allow(address).Get("code")
		p.lax = c.lax
		q := p.allow(eve.URL)
		q.Set("code", stolen)
		if got := testapp.Read[rest.Problem](t, a.Nobody().Do("POST", "/auth/oauth/google/finish", returnBody(eve, q), c.want)); got.Code != c.code {
			t.Errorf("%+v: %+v", c, got)
		}
		requireNothingCreated(t, a, 0)
	}
	a, p := google(t)
	v := start(t, a.Nobody(), "google")
	q := p.allow(v.URL)
	delete(p.codes, q.Get("code")) // would otherwise be refused as used
	a.Nobody().Do("POST", "/auth/oauth/google/finish", returnBody(v, q), 410)
	requireNothingCreated(t, a, 0)
}

// Of concurrent returns exactly one succeeds.
func TestConcurrentReturns(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	v := start(t, a.Nobody(), "google")
	body := returnBody(v, p.allow(v.URL))
	codes := make([]int, 8)
	var all sync.WaitGroup
	for i := range codes {
		all.Go(func() { codes[i] = a.Nobody().Send("POST", "/api/v1/auth/oauth/google/finish", body).Code })
	}
	all.Wait()
	slices.Sort(codes)
	if codes[0] != 200 || codes[1] != 410 || codes[7] != 410 {
		t.Error(codes)
	}
	requireNothingCreated(t, a, 1)
}

// A response from one provider is never sent to another (RFC 9207 and RFC 9700, section 4.4).
func TestMixUp(t *testing.T) {
	t.Parallel()
	honest := newIDP(t, "accounts.google.com", "at google", jwt.MapClaims{"sub": "ann", "email": "ann@gmail.test", "email_verified": true})
	evil := newIDP(t, "login.evil.test", "at evil", jwt.MapClaims{"sub": "ann", "email": "ann@gmail.test", "email_verified": true})
	evil.meta = map[string]any{"authorization_response_iss_parameter_supported": true}
	a := running(t, internet{honest.host: honest, evil.host: evil}, config.IdentityProviders{Google: config.Client{ID: honest.clientID, Secret: "the secret"},
		OIDC: config.GenericClient{Client: config.Client{ID: evil.clientID, Secret: "the secret"}, Issuer: "https://login.evil.test"}}, honest, evil)
	v := start(t, a.Nobody(), "oidc")
	q := evil.allow(v.URL)
	if q.Get("redirect") != "https://lectern.test/oauth/callback/oidc" {
		t.Errorf("both providers redirect to the same address: %s", q.Get("redirect"))
	}
	a.Nobody().Do("POST", "/auth/oauth/google/finish", returnBody(v, q), 410) // the page of another provider
	for iss, want := range map[string]int{"": 502, "https://accounts.google.com": 502, "https://login.evil.test/": 502, "https://login.evil.test": 200} {
		v := start(t, a.Nobody(), "oidc")
		q := evil.allow(v.URL)
		q.Set("iss", iss)
		evil.asked = 0
		a.Nobody().Do("POST", "/auth/oauth/oidc/finish", returnBody(v, q), want)
		if want != 200 && evil.asked != 0 {
			t.Errorf("%q: a code was shown to the wrong provider", iss)
		}
	}
	v = start(t, a.Nobody(), "google")
	q = honest.allow(v.URL)
	q.Set("iss", "https://login.evil.test")
	a.Nobody().Do("POST", "/auth/oauth/google/finish", returnBody(v, q), 502)
	requireNothingCreated(t, a, 1)
	if got := testapp.Read[arrival](t, signInAt(t, a, honest, "google", 200)).Data; got.Outcome != "link_required" { // the same subject at another issuer is another
		t.Errorf("%+v", got)
	}
}

// An ID token is accepted only when signed by the issuer, for this client, unexpired, and for this authorization request.
func TestForgedIDToken(t *testing.T) {
	t.Parallel()
	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a, p := google(t)
	now := a.Clock.Now()
	good := p.claims
	for name, c := range map[string]struct {
		claims jwt.MapClaims
		forge  func(token *jwt.Token) any
	}{
		"another nonce":            {claims: jwt.MapClaims{"nonce": "another"}},
		"no nonce":                 {claims: jwt.MapClaims{"nonce": nil}},
		"another audience":         {claims: jwt.MapClaims{"aud": "another application"}},
		"for two, without a party": {claims: jwt.MapClaims{"aud": []string{"another", p.clientID}}},
		"for another party":        {claims: jwt.MapClaims{"aud": []string{"another", p.clientID}, "azp": "another"}},
		"another issuer":           {claims: jwt.MapClaims{"iss": "https://login.evil.test"}},
		"expired":                  {claims: jwt.MapClaims{"exp": now.Unix() - 1}},
		"from the future":          {claims: jwt.MapClaims{"iat": now.Add(time.Hour).Unix()}},
		"nobody":                   {claims: jwt.MapClaims{"sub": ""}},
		"an endless subject":       {claims: jwt.MapClaims{"sub": strings.Repeat("x", 256)}},
		"another access token":     {claims: jwt.MapClaims{"at_hash": "bm90IGl0cyBoYXNoIGF0"}},
		"another key":              {forge: func(*jwt.Token) any { return stranger }},
		"no signature": {forge: func(token *jwt.Token) any {
			token.Method, token.Header["alg"] = jwt.SigningMethodNone, "none"
			return jwt.UnsafeAllowNoneSignatureType
		}},
		"signed with our secret": {forge: func(token *jwt.Token) any {
			token.Method, token.Header["alg"] = jwt.SigningMethodHS256, "HS256"
			return []byte("the secret")
		}},
	} {
		p.claims, p.forge = jwt.MapClaims{}, c.forge
		for _, from := range []jwt.MapClaims{good, c.claims} {
			for claim, value := range from {
				p.claims[claim] = value
			}
		}
		if got := testapp.Read[rest.Problem](t, signInAt(t, a, p, "google", 502)); got.Code != "identity_not_proven" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	requireNothingCreated(t, a, 0)
	p.claims, p.forge = good, nil
	signInAt(t, a, p, "google", 200)
}

// An address that the provider does not vouch for signs nobody in and connects nothing, and the answer does not reveal
// whether it has an account.
func TestUnverifiedTakeover(t *testing.T) {
	t.Parallel()
	for _, verified := range []any{false, nil, "false", "yes", 0, []bool{true}} {
		a, p := google(t)
		register(t, a, "victim@lectern.test")
		var answers []string
		for _, address := range []string{"Victim@Lectern.test", "nobody@lectern.test"} {
			p.claims = jwt.MapClaims{"sub": "eve", "email": address, "email_verified": verified}
			answer := signInAt(t, a, p, "google", 200)
			key := testapp.Read[arrival](t, answer).Data.Key // random, and present in both answers
			answers = append(answers, strings.Replace(answer, key, fmt.Sprint(len(key)), 1))
		}
		if answers[0] != answers[1] || !strings.Contains(answers[0], "address_unconfirmed") || strings.Contains(answers[0], "oken") {
			t.Errorf("%v: %s\n%s", verified, answers[0], answers[1])
		}
		if a.Count("SELECT count(*) FROM federated_identities") != 0 || a.Count("SELECT count(*) FROM sessions") != 1 || a.Count("SELECT count(*) FROM users") != 1 {
			t.Errorf("%v: an account or identity was created", verified)
		}
		if sent := emails(t, a); len(sent) != 2 {
			t.Errorf("emails: %q", sent)
		}
	}
}

// Claims of a provider are untrusted text: no claim gives a failure of ours, and nothing of it that cannot be stored or shown
// reaches the database, when the account is made and whenever the user comes back.
func TestUnfitClaims(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	for i, unfit := range []string{"a\x00b", "a\xff\xfeb", "a\x1b[2Jb", "a\u202egpj.exe", "a\u2066b", "\u202e", strings.Repeat("a", 600<<10), strings.Repeat("🙂", 2000)} {
		a.Clock.Advance(time.Hour) // each network may begin only so many sign-ins
		user := func(n int) string { return fmt.Sprintf("u%d-%d", i, n) }
		for _, claims := range []jwt.MapClaims{
			{"sub": user(1), "email": user(1) + "@gmail.test", "email_verified": true, "name": unfit},
			{"sub": user(2), "email": user(2) + "@gmail.test", "email_verified": true, "given_name": unfit, "family_name": unfit},
			{"sub": user(3), "email": unfit + user(3) + "@gmail.test", "email_verified": true, "name": "Cat"},
			{"sub": user(4), "email": unfit + user(4) + "@gmail.test", "email_verified": false, "name": "Dan"},
			{"sub": user(5) + unfit, "email": user(5) + "@gmail.test", "email_verified": true, "name": "Eve"},
			{"sub": user(6), "email": user(6) + "@gmail.test", "email_verified": true, "name": "Fay", "picture": unfit, "locale": unfit, "nickname": unfit},
			{"sub": user(1), "email": unfit + "@gmail.test", "email_verified": true, "name": unfit}, // the same user again
		} {
			p.claims = claims
			v := start(t, a.Nobody(), "google")
			got := a.Nobody().Send("POST", "/api/v1/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)))
			if got.Code >= 500 && got.Code != 502 { // what a provider answers may prove nothing
				t.Errorf("claims %d %.40q: %d %s", i, claims, got.Code, got.Body)
			}
		}
		a.Work() // writes to the addresses
	}
	var stored []string
	if err := a.DB.Reader().NewRaw(`SELECT full_name FROM users UNION ALL SELECT email FROM users UNION ALL SELECT subject FROM federated_identities
		UNION ALL SELECT email FROM federated_identities UNION ALL SELECT email FROM identity_proofs`).Scan(t.Context(), &stored); err != nil || len(stored) < 40 {
		t.Fatal(stored, err)
	}
	for _, kept := range stored {
		if strings.ContainsFunc(kept, text.IsUnprintable) || strings.ContainsRune(kept, utf8.RuneError) || len(kept) > 500 {
			t.Errorf("%.100q is stored", kept)
		}
	}
}

func TestOpenRedirect(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	for next, want := range map[string]int{
		"": 200, "/": 200, "/app?tab=1#top": 200, "/courses/1": 200,
		"https://evil.test": 400, "//evil.test": 400, `/\\evil.test`: 400, `\\\\evil.test`: 400, "evil.test": 400, "javascript:alert(1)": 400,
		`/\t/evil.test`: 400, `/\n//evil.test`: 400, `/a\\b`: 400, " /app": 400, "/" + strings.Repeat("x", 500): 400,
	} {
		a.Nobody().Do("POST", "/auth/oauth/google/start", `{"next":"`+next+`"}`, want)
	}
	v := start(t, a.Nobody(), "google")
	if got := p.allow(v.URL).Get("redirect"); got != "https://lectern.test/oauth/callback/google" {
		t.Error(got)
	}
}
