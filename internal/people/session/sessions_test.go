package session_test

import (
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/authn"
	"lectern/internal/people/session"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const phoneAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1"

// onPhone signs in on a phone on another network.
func onPhone(t *testing.T, a *testapp.App, email string) authn.SignedIn {
	t.Helper()
	r := httptest.NewRequest("POST", "/api/v1/auth/login", strings.NewReader(testapp.Credentials(email, password)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", phoneAgent)
	r.RemoteAddr = "203.0.113.77:4711"
	return testapp.Read[signedIn](t, a.Nobody().SendRaw(r).Body.String()).Data
}

func sessions(t *testing.T, a *testapp.App, who authn.SignedIn) []session.SessionView {
	t.Helper()
	return testapp.Read[rest.Answer[[]session.SessionView]](t, a.DoAs(who, "GET", "/auth/sessions", "", 200)).Data
}

func TestListSessions(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	a.Register("ben@lectern.test")
	a.Clock.Advance(time.Minute)
	onPhone(t, a, "ann@lectern.test")
	got := sessions(t, a, ann)
	if len(got) != 2 || got[0].Current || !got[1].Current || got[0].Device != "Chrome on iPhone" || got[0].UserAgent != phoneAgent ||
		got[0].Place != "203.0.113.0/24" || got[1].Place != "192.0.2.0/24" || got[1].Device != "An unknown device" || !got[0].LastSeen.Equal(a.Clock.Now()) {
		t.Errorf("%+v", got)
	}
	a.Nobody().Do("GET", "/auth/sessions", "", 401)
}

// Every server refuses an ended session with the next request; nobody can end another user's session.
func TestEndSessions(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	second := app.New(a.Deps) // a second server on the same database
	ann, ben := a.Register("ann@lectern.test"), a.Register("ben@lectern.test")
	phone, tablet, desk := onPhone(t, a, "ann@lectern.test"), onPhone(t, a, "ann@lectern.test"), onPhone(t, a, "ann@lectern.test")
	works := func(who authn.SignedIn) bool {
		r := httptest.NewRequest("GET", "/api/v1/auth/profile", nil)
		r.Header.Set("Authorization", "Bearer "+who.AccessToken)
		w := httptest.NewRecorder()
		second.API.ServeHTTP(w, r)
		here := a.SendWith(who.AccessToken, "GET", "/auth/profile").Code
		if here != w.Code || here != 200 && here != 401 {
			t.Errorf("one server says %d, the other %d", here, w.Code)
		}
		return here == 200
	}
	current := func(who authn.SignedIn) string {
		for _, s := range sessions(t, a, who) {
			if s.Current {
				return s.ID
			}
		}
		return ""
	}
	if id := current(phone); !works(phone) || works(authn.SignedIn{}) {
		t.Error("a session has ended")
	} else {
		a.DoAs(ben, "DELETE", "/auth/sessions/"+id, "", 404)
		a.DoAs(ann, "DELETE", "/auth/sessions/none", "", 404)
		a.DoAs(ann, "DELETE", "/auth/sessions/"+id, "", 200)
		a.DoAs(ann, "DELETE", "/auth/sessions/"+id, "", 404)
	}
	if works(phone) || !works(ann) || !works(tablet) || !works(ben) {
		t.Error("ending one")
	}
	a.Refresh(phone.RefreshToken, 401)
	a.DoAs(ann, "DELETE", "/auth/sessions", "", 200)
	if works(tablet) || works(desk) || !works(ann) || !works(ben) {
		t.Error("ending all others")
	}
	a.DoAs(ann, "POST", "/auth/logout-all", "", 200)
	if works(ann) || !works(ben) {
		t.Error("ending all")
	}
	a.Nobody().Do("POST", "/auth/logout", `{"refreshToken":"`+ben.RefreshToken+`"}`, 200)
	if works(ben) {
		t.Error("the access token still works after signing out")
	}
}

// A stolen token, a disabled, locked or erased account, a removed role: all take effect with the next request.
func TestAccessTokenFollowsAccountState(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	for name, c := range map[string]struct {
		happen func(who authn.SignedIn)
		want   int
	}{
		"reuse": {func(who authn.SignedIn) {
			a.Refresh(a.Refresh(who.RefreshToken, 200).RefreshToken, 200)
			a.Refresh(who.RefreshToken, 401)
		}, 401},
		"disabled": {func(who authn.SignedIn) { a.Exec("UPDATE users SET status = 'disabled' WHERE id = ?", who.User.ID) }, 401},
		"locked": {func(who authn.SignedIn) {
			admin.Do("POST", "/auth/lock-account/"+who.User.ID, `{"reason":"x"}`, 200)
		}, 401},
		"gone":    {func(who authn.SignedIn) { a.Exec("DELETE FROM users WHERE id = ?", who.User.ID) }, 401},
		"no role": {func(who authn.SignedIn) { a.Exec("DELETE FROM user_roles WHERE user_id = ?", who.User.ID) }, 403},
		"nothing": {func(authn.SignedIn) {}, 200},
	} {
		email := strings.ReplaceAll(name, " ", "-") + "@lectern.test"
		who := a.Register(email)
		a.Exec("INSERT INTO user_roles (user_id, role) VALUES (?, 'admin')", who.User.ID)
		a.DoAs(who, "GET", "/auth/locked-accounts", "", 200) // the role is not in the token
		c.happen(who)
		a.DoAs(who, "GET", "/auth/locked-accounts", "", c.want)
	}
	mine := testapp.Read[permissions](t, admin.Do("GET", "/profile/me/permissions", "", 200)).Data
	if !slices.Equal(mine.Roles, []access.Role{access.Admin}) {
		t.Errorf("%+v", mine.Roles)
	}
}

// An administrator ends one session of a user at once and no other; both logs record it.
func TestAdministratorEndsSession(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	admin, ann, ben := app.User(access.Admin), app.Register("ann@lectern.test"), app.Register("ben@lectern.test")
	session := func(email string) string {
		var id string
		if err := app.DB.Reader().NewRaw("SELECT s.id FROM sessions AS s JOIN users AS u ON u.id = s.user_id WHERE u.email = ?", email).Scan(t.Context(), &id); err != nil {
			t.Fatal(err)
		}
		return id
	}
	anns, bens := session("ann@lectern.test"), session("ben@lectern.test")
	path := "/auth/users/" + ann.User.ID + "/sessions/"
	app.User(access.Instructor).Do("DELETE", path+anns, "", 403)
	app.Nobody().Do("DELETE", path+anns, "", 401)
	for _, wrong := range []string{bens, "none"} {
		admin.Do("DELETE", path+wrong, "", 404)
	}
	app.Refresh(ben.RefreshToken, 200)
	admin.Do("DELETE", path+anns, "", 200)
	app.Refresh(ann.RefreshToken, 401)
	admin.Do("DELETE", path+anns, "", 404)
	for _, query := range []string{"SELECT count(*) FROM audit_log WHERE action = 'user.session_ended' AND target_id = ?",
		"SELECT count(*) FROM security_events WHERE kind = 'session_ended_by_admin' AND user_id = ?"} {
		if n := app.Count(query, ann.User.ID); n != 1 {
			t.Errorf("%d: %s", n, query)
		}
	}
}
