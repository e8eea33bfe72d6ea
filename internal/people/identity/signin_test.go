package identity_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const password = "correct horse battery"

func register(t *testing.T, a *testapp.App, email string) authn.SignedIn {
	t.Helper()
	if _, err := a.Accounts.Create(t.Context(), directory.Registration{FullName: "Ann", Email: email, Password: password}, student...); err != nil {
		t.Fatal(err)
	}
	return signIn(t, a, email, 200)
}

func signIn(t *testing.T, a *testapp.App, email string, want int) authn.SignedIn {
	t.Helper()
	return testapp.Read[rest.Answer[authn.SignedIn]](t, a.Nobody().Do("POST", "/auth/login", `{"email":"`+email+`","password":"`+password+`"}`, want)).Data
}

// emails returns the subjects of the emails sent, newest first.
func emails(t *testing.T, a *testapp.App) (subjects []string) {
	t.Helper()
	a.Work()
	kept, _, err := a.MailFolder.List(100, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range kept {
		subjects = append(subjects, l.Subject)
	}
	return subjects
}

func TestOffers(t *testing.T) {
	t.Parallel()
	if got := testapp.New(t).Nobody().Do("GET", "/auth/providers", "", 200); !strings.Contains(got, `"data":[]`) {
		t.Errorf("nothing is set up: %s", got)
	}
	c := config.Client{ID: "id", Secret: "a very secret secret"}
	a := running(t, nil, config.IdentityProviders{GitHub: c, Google: c, OIDC: config.GenericClient{Client: c, Issuer: "https://login.school.test", Label: "Example School"}})
	got := a.Nobody().Do("GET", "/auth/providers", "", 200)
	if !strings.Contains(got, `[{"name":"google","label":"Google"},{"name":"github","label":"GitHub"},{"name":"oidc","label":"Example School"}]`) || strings.Contains(got, "secret") {
		t.Error(got)
	}
	a.Nobody().Do("POST", "/auth/oauth/facebook/start", "{}", 404)
	a.Nobody().Do("POST", "/auth/oauth/facebook/finish", `{"state":"s","key":"k","code":"c"}`, 404)
}

// Registration that is closed, or open to other domains, applies to people who come from a provider too; those with an account can sign in.
func TestRegistrationIsLimitedForProvidersToo(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	admin := a.User(access.Admin)
	for setting, want := range map[string]int{`{"mode":"invitation","domains":[]}`: 403, `{"mode":"domains","domains":["example.org"]}`: 400} {
		admin.Do("PUT", "/settings/registration", setting, 200)
		p.claims["email_verified"] = true
		signInAt(t, a, p, "google", want)
		p.claims["email_verified"] = false
		signInAt(t, a, p, "google", want)
		if n := a.Count("SELECT (SELECT count(*) FROM users WHERE id <> ?) + (SELECT count(*) FROM federated_identities) + (SELECT count(*) FROM sign_ups)", admin.ID); n != 0 {
			t.Errorf("%s: a refusal has left %d rows", setting, n)
		}
	}
	admin.Do("PUT", "/settings/registration", `{"mode":"domains","domains":["gmail.test"]}`, 200)
	p.claims["email_verified"] = true
	signInAt(t, a, p, "google", 200)
	admin.Do("PUT", "/settings/registration", `{"mode":"invitation","domains":[]}`, 200)
	signInAt(t, a, p, "google", 200)
}

// A new user gets an account and can sign in to it again.
func TestNewUser(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	first := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	if first.Outcome != "entered" || first.Next != "/app" || first.Entry.User.Email != "ann@gmail.test" || first.Entry.User.FullName != "Ann Lee" ||
		!slices.Equal(first.Entry.User.Roles, student) || first.Entry.User.EmailVerifiedAt == nil || first.Entry.RefreshToken == "" || first.Entry.DeviceToken == "" {
		t.Errorf("%+v", first)
	}
	with(t, a, first.Entry.AccessToken, "GET", "/auth/profile", "", 200)
	p.claims["email"] = "ann@elsewhere.test" // her address has changed, her subject has not
	again := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	if again.Outcome != "entered" || again.Entry.User.ID != first.Entry.User.ID || again.Entry.User.Email != "ann@gmail.test" {
		t.Errorf("%+v", again)
	}
	p.claims["sub"] = "g-bob"
	other := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	if other.Entry.User.ID == first.Entry.User.ID || a.Count("SELECT count(*) FROM users") != 2 {
		t.Errorf("%+v", other)
	}
	if sent := emails(t, a); len(sent) != 0 {
		t.Errorf("emails: %q", sent)
	}
	a.Nobody().Do("POST", "/auth/login", `{"email":"ann@gmail.test","password":"anything at all"}`, 401)
	a.Exec("UPDATE users SET status = 'disabled'")
	signInAt(t, a, p, "google", 403)
}

// lastLink returns the token in the newest email's link.
func lastLink(t *testing.T, a *testapp.App) string {
	t.Helper()
	a.Work()
	kept, _, err := a.MailFolder.List(1, 0)
	if err != nil || len(kept) != 1 {
		t.Fatal(kept, err)
	}
	email, err := a.MailFolder.Read(kept[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	_, token, _ := strings.Cut(email.Text, "#")
	return strings.Fields(token)[0]
}

// An unverified address is confirmed by email first; then the identity opens the account.
func TestUnverifiedNewUser(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	p.claims["email_verified"] = false
	got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	if got.Outcome != "address_unconfirmed" || got.Entry != nil || got.Link != nil || got.Next != "/app" {
		t.Errorf("%+v", got)
	}
	requireNothingCreated(t, a, 0)
	link := completion(lastLink(t, a), got.Key)
	ann := testapp.Read[rest.Answer[authn.SignedIn]](t, a.Nobody().Do("POST", "/auth/complete-registration", link, 201)).Data
	if ann.User.EmailVerifiedAt == nil || ann.User.FullName != "Ann Lee" {
		t.Errorf("%+v", ann)
	}
	if got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data; got.Outcome != "entered" || got.Entry.User.ID != ann.User.ID {
		t.Errorf("%+v", got)
	}
	delete(p.claims, "email")
	p.claims["sub"], p.userinfo = "without an address", map[string]any{"sub": "without an address"}
	if got := testapp.Read[rest.Problem](t, signInAt(t, a, p, "google", 409)); got.Code != "no_address" {
		t.Errorf("%+v", got)
	}
	if a.Count("SELECT count(*) FROM users") != 1 || a.Count("SELECT count(*) FROM federated_identities") != 1 {
		t.Error("something was made")
	}
}

func completion(link, key string) string { return `{"token":"` + link + `","key":"` + key + `"}` }

// Eve registered at her provider with Bob's address: Bob's click on the link does not make an account that she can enter,
// because the link works in her browser only.
func TestEmailAloneFinishesNoFederatedSignUp(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	p.claims["email_verified"], p.claims["email"] = false, "bob@lectern.test"
	eves := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	email := lastLink(t, a)
	p.claims["sub"] = "g-bob"
	bobs := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	for name, key := range map[string]string{"no key": "", "another's": bobs.Key, "the link itself": email, "half of it": eves.Key[:40]} {
		got := testapp.Read[rest.Problem](t, a.Nobody().Do("POST", "/auth/complete-registration", completion(email, key), 403))
		if got.Code != "other_browser" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	requireNothingCreated(t, a, 0)
	bob := testapp.Read[rest.Answer[authn.SignedIn]](t, a.Nobody().Do("POST", "/auth/complete-registration", completion(lastLink(t, a), bobs.Key), 201)).Data
	if n := a.Count("SELECT count(*) FROM federated_identities WHERE user_id = ? AND subject = 'g-bob'", bob.User.ID); n != 1 {
		t.Errorf("Bob has %d identities", n)
	}
	a.Nobody().Do("POST", "/auth/complete-registration", completion(email, eves.Key), 410)
	if n := a.Count("SELECT count(*) FROM federated_identities"); n != 1 {
		t.Errorf("%d identities", n)
	}
}

// An identity that was connected while its sign-up was pending stays connected where it is.
func TestConnectedWhileSignUpWaits(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	p.claims["email_verified"] = false
	waits := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	link := completion(lastLink(t, a), waits.Key)
	bob := register(t, a, "bob@lectern.test")
	v := testapp.Read[begun](t, with(t, a, bob.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	with(t, a, bob.AccessToken, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 200)
	a.Nobody().Do("POST", "/auth/complete-registration", link, 201)
	if n := a.Count("SELECT count(*) FROM federated_identities WHERE user_id = ?", bob.User.ID); n != 1 || a.Count("SELECT count(*) FROM federated_identities") != 1 {
		t.Errorf("%d", n)
	}
}

// The owner of the account with the same address signs in, then the identity is connected.
func TestLinkAfterProofOfBoth(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := register(t, a, "Ann@Gmail.test")
	eve := register(t, a, "eve@gmail.test")
	answer := signInAt(t, a, p, "google", 200)
	got := testapp.Read[arrival](t, answer).Data
	if got.Outcome != "link_required" || got.Entry != nil || got.Link == nil || got.Link.Email != "Ann@Gmail.test" || strings.Contains(answer, "accessToken") ||
		a.Count("SELECT count(*) FROM federated_identities") != 0 {
		t.Fatalf("%s", answer)
	}
	claim := `{"token":"` + got.Link.Token + `"}`
	a.Nobody().Do("POST", "/auth/identities", claim, 401)
	with(t, a, eve.AccessToken, "POST", "/auth/identities", claim, 403)
	with(t, a, ann.AccessToken, "POST", "/auth/identities", `{"token":"`+got.Link.Token[:60]+`"}`, 410)
	mine := testapp.Read[connected](t, with(t, a, signIn(t, a, "ann@gmail.test", 200).AccessToken, "POST", "/auth/identities", claim, 200)).Data
	if len(mine) != 1 || mine[0].Label != "Google" || mine[0].Email != "ann@gmail.test" || mine[0].OnlyWayIn {
		t.Errorf("%+v", mine)
	}
	with(t, a, ann.AccessToken, "POST", "/auth/identities", claim, 410)
	if got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data; got.Outcome != "entered" || got.Entry.User.ID != ann.User.ID {
		t.Errorf("%+v", got)
	}
	if sent := emails(t, a); !slices.Contains(sent, "You can now sign in with Google") {
		t.Errorf("emails: %q", sent)
	}
}

func TestLinkExpires(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := register(t, a, "ann@gmail.test")
	got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	a.Clock.Advance(time.Duration(got.Link.ExpiresIn) * time.Second)
	fresh := signIn(t, a, "ann@gmail.test", 200)
	with(t, a, fresh.AccessToken, "POST", "/auth/identities", `{"token":"`+got.Link.Token+`"}`, 410)
	if a.Count("SELECT count(*) FROM federated_identities") != 0 {
		t.Error("it was connected")
	}
	a.Clock.Advance(48 * time.Hour)
	if err := a.Identities.Sweep(t.Context()); err != nil || a.Count("SELECT (SELECT count(*) FROM authorization_requests) + (SELECT count(*) FROM identity_proofs)") != 0 {
		t.Errorf("not swept: %v", err)
	}
	_ = ann
}
