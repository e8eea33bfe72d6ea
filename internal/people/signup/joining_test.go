package signup_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/people/authn"
	"lectern/internal/people/directory"
	"lectern/internal/people/signup"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

const apply = `{"role":"instructor","about":"I have taught bees for ten years."}`

func applicationsOf(t *testing.T, admin testapp.User, query string) []signup.Application {
	t.Helper()
	return testapp.Read[rest.List[signup.Application]](t, admin.Do("GET", "/auth/role-applications"+query, "", 200)).Data
}

// rolesNow returns a user's roles by their own profile.
func rolesNow(t *testing.T, a *testapp.App, who authn.SignedIn) []access.Role {
	t.Helper()
	return testapp.Read[rest.Answer[directory.User]](t, a.DoAs(who, "GET", "/auth/profile", "", 200)).Data.Roles
}

func TestApplicationAndInvitationAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	for name, c := range map[string]struct {
		who         testapp.User
		apply, rule int
	}{
		"nobody": {a.Nobody(), 401, 401}, "a student": {a.User(access.Student), 201, 403}, "a corporate": {a.User(access.Corporate), 201, 403},
		"an instructor": {a.User(access.Instructor), 409, 403}, "an admin": {a.User(access.Admin), 201, 404},
	} {
		t.Run(name, func(t *testing.T) {
			c.who.Do("POST", "/auth/role-applications", apply, c.apply)
			for _, path := range []string{"/auth/role-applications/none/approve", "/auth/role-applications/none/reject"} {
				c.who.Do("POST", path, "{}", c.rule)
			}
			c.who.Do("DELETE", "/auth/invitations/none", "", c.rule)
			c.who.Do("POST", "/auth/invitations/none/resend", "", c.rule)
			open, made := 200, 201
			if c.rule != 404 {
				open, made = c.rule, c.rule
			}
			c.who.Do("GET", "/auth/role-applications", "", open)
			c.who.Do("GET", "/auth/invitations", "", open)
			c.who.Do("POST", "/auth/invitations", `{"email":"eve@lectern.test","roles":["admin"]}`, made)
		})
	}
	if n := a.Count("SELECT count(*) FROM invitations"); n != 1 {
		t.Errorf("%d invitations", n)
	}
}

func TestApplications(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	body := `{"full_name":"Ann","email":"ann@lectern.test","password":"` + password + `","application":` + apply + `}`
	a.Nobody().Do("POST", "/auth/register", body, 200)
	ann := testapp.Read[signedIn](t, a.Nobody().Do("POST", "/auth/complete-registration", testapp.CompletionBody(a.EmailToken("ann@lectern.test", testapp.CompletionPage), password), 201)).Data
	if !slices.Equal(ann.User.Roles, []access.Role{access.Student}) {
		t.Errorf("before approval: %v", ann.User.Roles)
	}
	ben := a.Register("ben@lectern.test")
	a.Clock.Advance(time.Second)
	a.DoAs(ben, "POST", "/auth/role-applications", `{"role":"corporate","about":"Bees Ltd."}`, 201)
	for body, want := range map[string]int{apply: 201, `{"role":"admin","about":"x"}`: 400, `{"role":"instructor","about":" "}`: 400,
		`{"role":"instructor","about":"` + strings.Repeat("x", 2001) + `"}`: 400} {
		a.DoAs(ben, "POST", "/auth/role-applications", body, want)
	}
	a.DoAs(ben, "POST", "/auth/role-applications", apply, 409)

	waiting := applicationsOf(t, admin, "?status=pending")
	if len(waiting) != 3 || waiting[2].UserID != ann.User.ID || waiting[2].FullName != "Ann" || waiting[2].Email != "ann@lectern.test" ||
		waiting[2].Role != access.Instructor || waiting[2].About != "I have taught bees for ten years." {
		t.Fatalf("%+v", waiting)
	}
	mine := testapp.Read[rest.List[signup.Application]](t, a.DoAs(ann, "GET", "/auth/role-applications/mine", "", 200)).Data
	if len(mine) != 1 || mine[0].ID != waiting[2].ID {
		t.Errorf("%+v", mine)
	}
	admin.Do("POST", "/auth/role-applications/"+waiting[2].ID+"/approve", `{"note":"Welcome!"}`, 200)
	for _, other := range []string{"approve", "reject"} {
		admin.Do("POST", "/auth/role-applications/"+waiting[2].ID+"/"+other, "", 409)
	}
	if got := rolesNow(t, a, ann); !slices.Equal(got, []access.Role{access.Instructor, access.Student}) {
		t.Errorf("%v", got)
	}
	if got := a.SendWith(ann.AccessToken, "POST", "/courses/create", "{}").Code; got != 400 {
		t.Errorf("the earlier token: %d", got)
	}
	if l := a.Emails("ann@lectern.test"); l[0].Subject != "Your application has been approved" || !strings.Contains(l[0].Text, "Message: Welcome!") {
		t.Errorf("%+v", l[0])
	}
	admin.Do("POST", "/auth/role-applications/"+waiting[0].ID+"/reject", "", 200)
	if got := rolesNow(t, a, ben); !slices.Equal(got, []access.Role{access.Student}) {
		t.Errorf("%v", got)
	}
	if l := a.Emails("ben@lectern.test"); l[0].Subject != "Your application was not approved" || strings.Contains(l[0].Text, "They write") {
		t.Errorf("%+v", l[0])
	}
	a.DoAs(ben, "POST", "/auth/role-applications", `{"role":"`+string(waiting[0].Role)+`","about":"Again."}`, 201)
	if all, open := applicationsOf(t, admin, ""), applicationsOf(t, admin, "?status=pending"); len(all) != 4 || len(open) != 2 {
		t.Errorf("%d, of which %d are pending", len(all), len(open))
	}
	admin.Do("GET", "/auth/role-applications?status=lost", "", 400)
}

// Of two concurrent decisions one succeeds.
func TestApplicationIsDecidedOnce(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann := a.Register("ann@lectern.test")
	id := testapp.Read[rest.Answer[signup.Application]](t, a.DoAs(ann, "POST", "/auth/role-applications", apply, 201)).Data.ID
	var done, late atomic.Int64
	var both sync.WaitGroup
	for _, how := range []string{"approve", "reject", "approve", "reject"} {
		admin := a.User(access.Admin)
		both.Go(func() {
			switch admin.Send("POST", "/api/v1/auth/role-applications/"+id+"/"+how, "{}").Code {
			case 200:
				done.Add(1)
			case 409:
				late.Add(1)
			}
		})
	}
	both.Wait()
	approved := a.Count("SELECT count(*) FROM role_applications WHERE status = 'approved'") == 1
	if got := slices.Contains(rolesNow(t, a, ann), access.Instructor); done.Load() != 1 || late.Load() != 3 || got != approved {
		t.Errorf("%d done, %d late, approved %v, role %v", done.Load(), late.Load(), approved, got)
	}
}

func accept(token string) string {
	return fmt.Sprintf(`{"token":%q,"full_name":"Eve","password":%q}`, token, password)
}

func TestInvitations(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	a.Register("ann@lectern.test")
	for body, want := range map[string]int{`{"email":"Ann@lectern.test","roles":["admin"]}`: 409, `{"email":"eve","roles":["admin"]}`: 400,
		`{"email":"eve@lectern.test","roles":[]}`: 400, `{"email":"eve@lectern.test","roles":["root"]}`: 400} {
		admin.Do("POST", "/auth/invitations", body, want)
	}
	invite := func(email string) signup.InvitationView {
		body := `{"email":"` + email + `","roles":["instructor","admin","instructor"]}`
		return testapp.Read[rest.Answer[signup.InvitationView]](t, admin.Do("POST", "/auth/invitations", body, 201)).Data
	}
	eve := invite("eve@lectern.test")
	list := testapp.Read[rest.List[signup.InvitationView]](t, admin.Do("GET", "/auth/invitations", "", 200)).Data
	if len(list) != 1 || list[0].ID != eve.ID || !slices.Equal(list[0].Roles, []access.Role{access.Admin, access.Instructor}) || list[0].InvitedBy != admin.ID {
		t.Errorf("%+v", list)
	}
	link := a.EmailToken("eve@lectern.test", "/join")
	a.Nobody().Do("POST", "/auth/accept-invitation", strings.Replace(accept(link), password, "Password123!", 1), 400)
	a.Nobody().Do("POST", "/auth/verify-email", testapp.LinkBody(link), 410)
	in := testapp.Read[signedIn](t, a.Nobody().Do("POST", "/auth/accept-invitation", accept(link), 201)).Data
	if in.User.Email != "eve@lectern.test" || in.User.EmailVerifiedAt == nil || !slices.Equal(in.User.Roles, []access.Role{access.Admin, access.Instructor}) {
		t.Errorf("%+v", in)
	}
	a.DoAs(in, "GET", "/auth/locked-accounts", "", 200)
	a.Nobody().Do("POST", "/auth/accept-invitation", accept(link), 410)

	back := invite("fay@lectern.test")
	gone := a.EmailToken("fay@lectern.test", "/join")
	admin.Do("DELETE", "/auth/invitations/"+back.ID, "", 200)
	admin.Do("DELETE", "/auth/invitations/"+back.ID, "", 404)
	invite("gus@lectern.test")
	old := a.EmailToken("gus@lectern.test", "/join")
	a.Clock.Advance(7 * 24 * time.Hour)
	for _, dead := range []string{gone, old, "x"} {
		a.Nobody().Do("POST", "/auth/accept-invitation", accept(dead), 410)
	}
	if n := a.Count("SELECT count(*) FROM users WHERE full_name = 'Eve'"); n != 1 {
		t.Errorf("%d accounts were created", n)
	}
}

func TestResendInvitation(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	invite := func(email string) string {
		body := `{"email":"` + email + `","roles":["student"]}`
		return "/auth/invitations/" + testapp.Read[rest.Answer[signup.InvitationView]](t, admin.Do("POST", "/auth/invitations", body, 201)).Data.ID
	}
	eve := invite("eve@lectern.test")
	a.Clock.Advance(6 * 24 * time.Hour)
	admin.Do("POST", eve+"/resend", "", 200)
	if n := len(a.Emails("eve@lectern.test")); n != 2 {
		t.Errorf("%d emails", n)
	}
	if n := a.Count("SELECT count(*) FROM audit_log WHERE action = 'invitation.sent_again'"); n != 1 {
		t.Errorf("%d entries in the audit log", n)
	}
	a.Clock.Advance(6 * 24 * time.Hour) // twelve days after the first email
	fay := invite("fay@lectern.test")
	a.Nobody().Do("POST", "/auth/accept-invitation", accept(a.EmailToken("eve@lectern.test", "/join")), 201)
	admin.Do("DELETE", fay, "", 200)
	gus := invite("gus@lectern.test")
	a.Emails("gus@lectern.test")
	a.Clock.Advance(7 * 24 * time.Hour)
	for name, path := range map[string]string{"accepted": eve, "taken back": fay, "too old": gus} {
		if got := admin.Send("POST", "/api/v1"+path+"/resend", "").Code; got != 404 {
			t.Errorf("%s: %d", name, got)
		}
	}
	if n := len(a.Emails("gus@lectern.test")); n != 1 {
		t.Errorf("%d emails of an expired invitation", n)
	}
}

// Who may register is the school's choice: for passwords and identity providers alike, and also for sign-ups that were begun before.
func TestRegistrationIsLimited(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	a.SignUp("early@lectern.test", password, "")
	early := a.EmailToken("early@lectern.test", testapp.CompletionPage)
	form := func(email string) string {
		return `{"full_name":"Ann Lee","email":"` + email + `","password":"` + password + `"}`
	}

	admin.Do("PUT", "/settings/registration", `{"mode":"domains","domains":["@Example.org","bücher.test"]}`, 200)
	for email, want := range map[string]int{
		"ann@example.org": 200, "ann@EXAMPLE.ORG": 200, "ann@bücher.test": 200, "ann@xn--bcher-kva.test": 200,
		"ann@lectern.test": 400, "ann@sub.example.org": 400, "ann@example.org.evil.test": 400, "ann@evilexample.org": 400,
	} {
		if got := a.Nobody().Do("POST", "/auth/register", form(email), want); want == 400 && !strings.Contains(got, "example.org or bücher.test") {
			t.Errorf("%s: %s", email, got)
		}
	}
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(early, password), 400)

	admin.Do("PUT", "/settings/registration", `{"mode":"invitation","domains":[]}`, 200)
	before := a.Count("SELECT count(*) FROM sign_ups")
	if got := a.Nobody().Do("POST", "/auth/register", form("bea@example.org"), 403); !strings.Contains(got, "registration_closed") {
		t.Error(got)
	}
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(early, password), 403)
	if n := a.Count("SELECT count(*) FROM sign_ups"); n != before || a.Count("SELECT count(*) FROM users WHERE email_key = 'early@lectern.test'") != 0 {
		t.Error("what was refused has left something behind")
	}
	admin.Do("POST", "/auth/invitations", `{"email":"guest@lectern.test","roles":["student"]}`, 201)
	link := a.EmailToken("guest@lectern.test", "/join")
	a.Nobody().Do("POST", "/auth/accept-invitation", `{"token":"`+link+`","full_name":"Guest","password":"`+password+`"}`, 201)

	admin.Do("PUT", "/settings/registration", `{"mode":"open","domains":[]}`, 200)
	a.Nobody().Do("POST", "/auth"+testapp.CompletionPage, testapp.CompletionBody(early, password), 201) // the refusals have not used up the link
}
