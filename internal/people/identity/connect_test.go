package identity_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/testapp"
)

// A signed-in user connects an identity with any address, and disconnects it.
func TestConnectAndDisconnect(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := register(t, a, "ann@lectern.test")
	eve := register(t, a, "eve@lectern.test")
	v := testapp.Read[begun](t, with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	body := returnBody(v, p.allow(v.URL))
	if got := testapp.Read[arrival](t, with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/finish", body, 200)).Data; got.Outcome != "connected" || got.Entry != nil {
		t.Errorf("%+v", got)
	}
	for name, token := range map[string]string{"nobody": "", "another person": eve.AccessToken} {
		v := testapp.Read[begun](t, with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
		if got := with(t, a, token, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 403); !strings.Contains(got, "other_person") {
			t.Errorf("%s: %s", name, got)
		}
	}
	v = testapp.Read[begun](t, with(t, a, eve.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	if got := with(t, a, eve.AccessToken, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 409); !strings.Contains(got, "identity_taken") {
		t.Errorf("%s", got)
	}
	mine := testapp.Read[connected](t, with(t, a, ann.AccessToken, "GET", "/auth/identities", "", 200)).Data
	if theirs := with(t, a, eve.AccessToken, "GET", "/auth/identities", "", 200); len(mine) != 1 || !strings.Contains(theirs, `"data":[]`) {
		t.Fatalf("%+v %s", mine, theirs)
	}
	with(t, a, eve.AccessToken, "DELETE", "/auth/identities/"+mine[0].ID, "", 404)
	with(t, a, ann.AccessToken, "DELETE", "/auth/identities/"+mine[0].ID, "", 200)
	with(t, a, ann.AccessToken, "DELETE", "/auth/identities/"+mine[0].ID, "", 404)
	if n := a.Count("SELECT count(*) FROM security_events WHERE user_id = ? AND kind IN ('identity_connected', 'identity_removed')", ann.User.ID); n != 2 {
		t.Errorf("%d events in the security log", n)
	}
	if sent := emails(t, a); !slices.Contains(sent, "You can now sign in with Google") || !slices.Contains(sent, "Google was disconnected from your account") {
		t.Errorf("emails: %q", sent)
	}
}

func TestEmailIsInTheRecipientsLanguage(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := register(t, a, "ann@lectern.test")
	with(t, a, ann.AccessToken, "PATCH", "/profile/me/comprehensive", `{"locale":"de-DE"}`, 200)
	v := testapp.Read[begun](t, with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 200)
	if sent := emails(t, a); !slices.Contains(sent, "Sie können sich jetzt mit Google anmelden") {
		t.Errorf("emails: %q", sent)
	}
}

// The last sign-in method stays, however many requests remove methods concurrently.
func TestLastSignInMethodStays(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data.Entry
	mine := testapp.Read[connected](t, with(t, a, ann.AccessToken, "GET", "/auth/identities", "", 200)).Data
	if !mine[0].OnlyWayIn {
		t.Errorf("%+v", mine)
	}
	if got := with(t, a, ann.AccessToken, "DELETE", "/auth/identities/"+mine[0].ID, "", 409); !strings.Contains(got, "only_way_in") {
		t.Error(got)
	}
	p.claims["sub"] = "another of hers"
	v := testapp.Read[begun](t, with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 200)
	a.Exec(`INSERT INTO federated_identities (id, user_id, provider, issuer, subject, email, created_at, last_used_at)
		SELECT 'no way in', user_id, 'facebook', issuer, subject, email, created_at, last_used_at FROM federated_identities WHERE subject = 'g-ann'`)
	mine = testapp.Read[connected](t, with(t, a, ann.AccessToken, "GET", "/auth/identities", "", 200)).Data
	var both sync.WaitGroup
	for _, one := range mine {
		if one.Provider == "google" {
			both.Go(func() { send(a, ann.AccessToken, "DELETE", "/auth/identities/"+one.ID, "") })
		}
	}
	both.Wait()
	if n := a.Count("SELECT count(*) FROM federated_identities WHERE provider = 'google'"); n != 1 {
		t.Errorf("%d are left", n)
	}
}

// Identities that were connected before the address was confirmed are disconnected when the owner of the address registers.
func TestAddressOwnerRegistersLater(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	eve := register(t, a, "ann@lectern.test")
	a.Exec("UPDATE users SET email_verified_at = NULL")
	v := testapp.Read[begun](t, with(t, a, eve.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	with(t, a, eve.AccessToken, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 200)
	a.Work()
	a.Clock.Advance(time.Minute) // so that this email is the newest
	a.Nobody().Do("POST", "/auth/forgot-password", `{"email":"ann@lectern.test"}`, 200)
	a.Nobody().Do("POST", "/auth/reset-password", `{"token":"`+lastLink(t, a)+`","new_password":"another horse battery"}`, 200)
	with(t, a, eve.AccessToken, "GET", "/auth/identities", "", 401)
	if got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data; got.Entry == nil || got.Entry.User.ID == eve.User.ID {
		t.Errorf("Eve can still sign in: %+v", got)
	}
}

// Changing sign-in methods requires a fresh session.
func TestConnectNeedsRecentProof(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	ann := register(t, a, "ann@gmail.test")
	got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	v := testapp.Read[begun](t, with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/connect", "{}", 200)).Data
	with(t, a, ann.AccessToken, "POST", "/auth/oauth/google/finish", returnBody(v, p.allow(v.URL)), 200)
	mine := testapp.Read[connected](t, with(t, a, ann.AccessToken, "GET", "/auth/identities", "", 200)).Data
	a.Clock.Advance(10 * time.Minute)
	for method, path := range map[string]string{"POST": "/auth/oauth/google/connect", "DELETE": "/auth/identities/" + mine[0].ID} {
		if got := with(t, a, ann.AccessToken, method, path, "{}", 403); !strings.Contains(got, "confirm_identity") {
			t.Error(got)
		}
	}
	with(t, a, ann.AccessToken, "POST", "/auth/identities", `{"token":"`+got.Link.Token+`"}`, 403)
	if n := a.Count("SELECT count(*) FROM federated_identities"); n != 1 {
		t.Errorf("%d identities", n)
	}
	with(t, a, ann.AccessToken, "POST", "/auth/confirm-identity", `{"password":"`+password+`"}`, 200)
	with(t, a, ann.AccessToken, "POST", "/auth/identities", `{"token":"`+got.Link.Token+`"}`, 200) // the link is still valid
	with(t, a, ann.AccessToken, "DELETE", "/auth/identities/"+mine[0].ID, "", 200)
}

// Signing in at a provider does not replace the second factor.
func TestSecondFactorIsAskedFor(t *testing.T) {
	t.Parallel()
	a, p := google(t)
	signInAt(t, a, p, "google", 200)
	a.Exec("INSERT INTO two_factor_roles (role, set_at) VALUES ('student', ?)", a.Clock.Now())
	sessions := a.Count("SELECT count(*) FROM sessions")
	got := testapp.Read[arrival](t, signInAt(t, a, p, "google", 200)).Data
	if got.Outcome != "entered" || !got.Entry.TwoFactorRequired || got.Entry.AccessToken != "" || a.Count("SELECT count(*) FROM sessions") != sessions {
		t.Errorf("%+v", got)
	}
}
