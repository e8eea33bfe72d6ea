package account_test

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/people/directory"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// An administrator helps a user back in: by a link, by the welcome once more, by requiring another password.
func TestAdministratorHelpsBackIn(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.Register("ann@lectern.test")
	path := "/users/" + ann.User.ID
	for _, role := range []access.Role{access.Student, access.Instructor, access.Corporate} {
		for _, op := range []string{"/send-reset", "/send-welcome", "/require-new-password"} {
			a.User(role).Do("POST", path+op, "", 403)
		}
		a.User(role).Do("DELETE", "/auth/users/"+ann.User.ID+"/sessions", "", 403)
	}
	admin.Do("POST", path+"/send-reset", "", 200)
	link := a.EmailToken("ann@lectern.test", "/reset-password")
	a.DoAs(ann, "GET", "/auth/profile", "", 200) // nothing has ended
	admin.Do("POST", path+"/send-welcome", "", 409)

	admin.Do("POST", path+"/require-new-password", "", 200)
	a.DoAs(ann, "GET", "/auth/profile", "", 401)
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(link, another), 410)
	if got := a.SignIn("ann@lectern.test", password); got.Code != 401 {
		t.Errorf("the voided password: %s", testapp.Summary(got))
	}
	admin.Do("POST", path+"/require-new-password", "", 409) // there is none any more
	a.Nobody().Do("POST", "/auth/reset-password", testapp.ResetBody(a.EmailToken("ann@lectern.test", "/reset-password"), another), 200)
	if got := a.SignIn("ann@lectern.test", another); got.Code != 200 {
		t.Errorf("the new password: %s", testapp.Summary(got))
	}

	made := testapp.Read[rest.Answer[directory.User]](t, admin.Do("POST", "/users", `{"full_name":"Bob","email":"bob@lectern.test","roles":["student"]}`, 201)).Data
	before := len(a.Emails("bob@lectern.test"))
	admin.Do("POST", "/users/"+made.ID+"/send-welcome", "", 200)
	if got := a.Emails("bob@lectern.test"); len(got) != before+1 || !strings.Contains(got[0].Subject, "You have an account") {
		t.Errorf("%d emails, the last %q", len(got), got[0].Subject)
	}
	admin.Do("PATCH", "/users/"+made.ID+"/status", `{"status":"disabled"}`, 200)
	admin.Do("POST", "/users/"+made.ID+"/send-reset", "", 409)
	admin.Do("POST", "/users/"+admin.ID+"/require-new-password", "", 409)
	admin.Do("POST", "/users/none/send-reset", "", 404)
	for _, action := range []string{"user.reset_sent", "user.welcome_sent", "user.password_voided"} {
		if n := a.Count("SELECT count(*) FROM audit_log WHERE action = ? AND actor_id = ?", action, admin.ID); n != 1 {
			t.Errorf("%d × %s in the audit log", n, action)
		}
	}
	a.Clock.Advance(11 * time.Minute)
	if got := admin.Do("POST", path+"/require-new-password", "", 403); !strings.Contains(got, "confirm_identity") || a.SignIn("ann@lectern.test", another).Code != 200 {
		t.Errorf("without a fresh proof: %s", got)
	}
}

// An administrator ends all sessions of a user at once.
func TestAdministratorEndsAllSessions(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann, ben := a.User(access.Admin), a.Register("ann@lectern.test"), a.Register("ben@lectern.test")
	a.SignIn("ann@lectern.test", password)
	admin.Do("DELETE", "/auth/users/"+ann.User.ID+"/sessions", "", 200)
	a.DoAs(ann, "GET", "/auth/profile", "", 401)
	a.DoAs(ben, "GET", "/auth/profile", "", 200)
	if n := a.Count("SELECT count(*) FROM sessions WHERE user_id = ? AND revoked_at IS NULL", ann.User.ID); n != 0 {
		t.Errorf("%d sessions are left", n)
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'user.sessions_ended' AND target_id = ?", ann.User.ID); n != 1 {
		t.Errorf("%d entries in the audit log", n)
	}
	admin.Do("DELETE", "/auth/users/none/sessions", "", 404)
}
