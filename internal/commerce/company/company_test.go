package company_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/company"
	"lectern/internal/people/authn"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// office is an application with a company, its manager and one of its members.
type office struct {
	*testapp.App
	t               *testing.T
	admin           testapp.User
	id              string
	manager, member authn.SignedIn
}

func newOffice(t *testing.T) office {
	t.Helper()
	o := office{App: testapp.New(t), t: t}
	o.admin = o.User(access.Admin)
	o.manager, o.member = o.Register("manager@bees.test"), o.Register("member@bees.test")
	o.id = o.company("Bees Ltd.", o.manager)
	o.as(o.manager, "POST", "/invitations", `{"emails":["member@bees.test"],"department":"Hives"}`, 200)
	o.accept(o.member, 200)
	return o
}

// company adds a company whose first manager accepts the invitation.
func (o office) company(name string, manager authn.SignedIn) string {
	o.t.Helper()
	c := testapp.Read[rest.Answer[company.Company]](o.t, o.admin.Do("POST", "/corporate", `{"name":"`+name+`","manager_email":"`+manager.User.Email+`"}`, 201)).Data
	o.accept(manager, 200)
	return c.ID
}

// accept accepts the last invitation of a user's address.
func (o office) accept(who authn.SignedIn, want int) string {
	o.t.Helper()
	return o.DoAs(who, "POST", "/corporate/invitations/"+o.EmailToken(who.User.Email, "/join-company")+"/accept", "{}", want)
}

func (o office) as(who authn.SignedIn, method, path, body string, want int) string {
	o.t.Helper()
	return o.at(who, method, "/corporate/"+o.id+path, body, want)
}

// at sends a request: JSON, or a sheet to the import.
func (o office) at(who authn.SignedIn, method, path, body string, want int) string {
	o.t.Helper()
	r := httptest.NewRequest(method, "/api/v1"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+who.AccessToken)
	r.Header.Set("If-Match", "*")
	r.Header.Set("Content-Type", "application/json")
	if strings.Contains(path, "/import") {
		r.Header.Set("Content-Type", "text/csv")
	}
	answer := o.Nobody().SendRaw(r)
	if answer.Code != want {
		o.t.Errorf("%s %s: %d, want %d: %s", method, path, answer.Code, want, answer.Body)
	}
	return answer.Body.String()
}

func (o office) people(query string) []company.CompanyPerson {
	o.t.Helper()
	return testapp.Read[rest.List[company.CompanyPerson]](o.t, o.as(o.manager, "GET", "/people"+query, "", 200)).Data
}

func TestCompaniesOfAdministrators(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	o.DoAs(o.manager, "GET", "/corporate", "", 403)
	o.DoAs(o.manager, "POST", "/corporate", `{"name":"Mine"}`, 403)
	o.admin.Do("POST", "/corporate", `{"name":" "}`, 400)
	o.admin.Do("POST", "/corporate", `{"name":"Wasps","manager_email":"nobody"}`, 400)
	if n := o.Count("SELECT count(*) FROM companies"); n != 1 {
		t.Fatalf("%d companies", n)
	}
	found := testapp.Read[rest.List[company.Company]](t, o.admin.Do("GET", "/corporate?search=bee", "", 200)).Data
	if len(found) != 1 || found[0].People != 2 || found[0].Invitations != 0 || found[0].OwnRole != "" {
		t.Errorf("%+v", found)
	}
	mine := testapp.Read[rest.Answer[[]company.CompanyMembership]](t, o.DoAs(o.member, "GET", "/corporate/mine", "", 200)).Data
	if len(mine) != 1 || mine[0].Name != "Bees Ltd." || mine[0].Role != "member" || mine[0].Department != "Hives" {
		t.Errorf("%+v", mine)
	}
	o.admin.Do("PATCH", "/corporate/"+o.id, `{"status":"suspended","note":"Has not paid"}`, 200)
	o.as(o.manager, "PATCH", "", `{"name":"Bees Inc.","status":"active","note":"Has paid"}`, 200)
	if got := testapp.Read[rest.Answer[company.Company]](t, o.as(o.manager, "GET", "", "", 200)).Data; got.Name != "Bees Inc." || got.Status != "suspended" || got.Note != "" {
		t.Errorf("%+v", got)
	}
	if o.Count("SELECT count(*) FROM companies WHERE note = 'Has not paid'") != 1 {
		t.Error("a manager has changed the note of administrators")
	}
	o.as(o.manager, "POST", "/invitations", `{"emails":["late@bees.test"]}`, 409)
	o.as(o.manager, "POST", "/people/import", "email\nlate@bees.test\n", 409)
	if n := o.Count("SELECT count(*) FROM company_invitations WHERE state = 'open'"); n != 0 {
		t.Errorf("a suspended company has invited %d people", n)
	}
}

// A manager of another company finds nothing of this one, a member only that it is there; neither changes anything.
func TestCompaniesAreApart(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	stranger := o.Register("manager@wasps.test")
	o.company("Wasps Ltd.", stranger)
	o.as(o.manager, "POST", "/invitations", `{"emails":["new@bees.test"]}`, 200)
	invitation := testapp.Read[rest.List[company.CompanyInvitation]](t, o.as(o.manager, "GET", "/invitations", "", 200)).Data[0].ID
	before := o.state()
	for _, op := range []struct{ method, path, body string }{
		{"GET", "", ""}, {"PATCH", "", `{"name":"Taken"}`}, {"GET", "/people", ""}, {"PATCH", "/people/" + o.member.User.ID, `{"role":"manager"}`},
		{"DELETE", "/people/" + o.member.User.ID, ""}, {"GET", "/invitations", ""}, {"POST", "/invitations", `{"emails":["taken@wasps.test"]}`},
		{"DELETE", "/invitations/" + invitation, ""}, {"POST", "/people/import", "email\ntaken@wasps.test\n"},
	} {
		answer := o.as(stranger, op.method, op.path, op.body, 404)
		if nothing := o.at(stranger, op.method, "/corporate/none"+op.path, op.body, 404); testMessage(answer) != testMessage(nothing) {
			t.Errorf("%s %s: %s differs from %s", op.method, op.path, answer, nothing)
		}
		if op.method != "DELETE" || !strings.HasSuffix(op.path, o.member.User.ID) { // members of a company may leave it
			o.as(o.member, op.method, op.path, op.body, 403)
		}
	}
	o.as(o.member, "DELETE", "/people/"+o.manager.User.ID, "", 403)
	if after := o.state(); after != before {
		t.Errorf("%s became %s", before, after)
	}
	o.as(o.manager, "PATCH", "/people/"+stranger.User.ID, `{"role":"member"}`, 404)
}

func testMessage(answer string) string {
	_, after, _ := strings.Cut(answer, `"message"`)
	message, _, _ := strings.Cut(after, ",")
	return message
}

// state is all that refused requests must not change.
func (o office) state() string {
	return fmt.Sprint(o.Count("SELECT count(*) FROM company_people WHERE state = 'active'"), o.Count("SELECT count(*) FROM company_people WHERE role = 'manager'"),
		o.Count("SELECT count(*) FROM company_invitations WHERE state = 'open'"), o.Count("SELECT count(*) FROM companies WHERE name = 'Bees Ltd.'"))
}

// Only the account that has the invited address can accept, once and in time.
func TestInvitations(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	thief, ann := o.Register("thief@wasps.test"), o.Register("ann@bees.test")
	o.as(o.manager, "POST", "/invitations", `{"emails":["ann@bees.test","no address"]}`, 400)
	if n := len(o.Emails("ann@bees.test")); n != 0 {
		t.Errorf("a refused request sent %d emails", n)
	}
	done := testapp.Read[rest.Answer[company.Invited]](t, o.as(o.manager, "POST", "/invitations", `{"emails":["ann@bees.test","ANN@bees.test","member@bees.test"],"role":"billing"}`, 200)).Data
	if done.Invited != 1 || done.Existing != 1 {
		t.Errorf("%+v", done)
	}
	token := o.EmailToken("ann@bees.test", "/join-company")
	o.DoAs(thief, "POST", "/corporate/invitations/"+token+"/accept", "{}", 403)
	o.DoAs(ann, "POST", "/corporate/invitations/"+token+"x/accept", "{}", 410)
	p := testapp.Read[rest.Answer[company.InvitationPreview]](t, o.Nobody().Do("GET", "/corporate/invitations/"+token, "", 200)).Data
	if p.CompanyName != "Bees Ltd." || p.Email != "ann@bees.test" || p.Role != "billing" {
		t.Errorf("%+v", p)
	}
	o.Clock.Advance(14*24*time.Hour + time.Second)
	ann, o.manager = o.signIn("ann@bees.test"), o.signIn("manager@bees.test")
	o.DoAs(ann, "POST", "/corporate/invitations/"+token+"/accept", "{}", 410)
	if o.Count("SELECT count(*) FROM company_people WHERE user_id IN (?, ?)", ann.User.ID, thief.User.ID) != 0 {
		t.Fatal("a refused invitation was accepted")
	}
	o.as(o.manager, "POST", "/invitations", `{"emails":["ann@bees.test"],"role":"billing"}`, 200) // again: the link is valid again
	o.accept(ann, 200)
	o.accept(ann, 410)
	if o.Count("SELECT count(*) FROM user_roles WHERE user_id = ? AND role = 'corporate'", ann.User.ID) != 1 {
		t.Error("who looks after the bills is no corporate client")
	}
	o.as(ann, "GET", "", "", 200)
	o.as(ann, "GET", "/people", "", 403)

	o.as(o.manager, "POST", "/invitations", `{"emails":["ben@bees.test"]}`, 200)
	open := testapp.Read[rest.List[company.CompanyInvitation]](t, o.as(o.manager, "GET", "/invitations", "", 200)).Data
	if len(open) != 1 {
		t.Fatalf("%+v", open)
	}
	o.as(o.manager, "DELETE", "/invitations/"+open[0].ID, "", 200)
	o.as(o.manager, "DELETE", "/invitations/"+open[0].ID, "", 404)
	o.Clock.Advance(60 * 24 * time.Hour)
	o.Sweep()
	if n := o.Count("SELECT count(*) FROM company_invitations WHERE user_id IS NULL"); n != 0 {
		t.Errorf("%d addresses of people who never came are kept", n)
	}
}

func (o office) signIn(email string) authn.SignedIn {
	o.t.Helper()
	return testapp.Read[rest.Answer[authn.SignedIn]](o.t, o.SignIn(email, testapp.Password).Body.String()).Data
}

// A company always has a manager; who leaves it does not find it any more.
func TestPeopleOfACompany(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	if ps := o.people("?search=memb"); len(ps) != 1 || ps[0].Department != "Hives" || ps[0].Email != "member@bees.test" {
		t.Errorf("%+v", ps)
	}
	manager, member := "/people/"+o.manager.User.ID, "/people/"+o.member.User.ID
	o.as(o.manager, "PATCH", manager, `{"role":"member"}`, 409)
	o.as(o.manager, "DELETE", manager, "", 409)
	o.as(o.manager, "PATCH", member, `{"department":"Honey"}`, 200)
	if ps := o.people("?department=Honey"); len(ps) != 1 || ps[0].Role != "member" {
		t.Errorf("%+v", ps)
	}
	o.as(o.manager, "PATCH", member, `{"role":"manager"}`, 200)
	o.as(o.member, "PATCH", manager, `{"role":"member"}`, 200)
	o.as(o.manager, "GET", "/people", "", 403)
	o.as(o.manager, "DELETE", manager, "", 200)
	o.as(o.manager, "GET", "", "", 404)
	o.as(o.member, "DELETE", manager, "", 404)
	if n := o.Count("SELECT count(*) FROM company_people WHERE state = 'left'"); n != 1 {
		t.Errorf("%d have left", n)
	}
}

// What a dry run says is what the import does, and a second one changes nothing.
func TestImportOfPeople(t *testing.T) {
	t.Parallel()
	o := newOffice(t)
	sheet := "\ufeffE-Mail;Name;Team\nann@bees.test;Ann;=cmd\nmember@bees.test;;Honey\nno address;;\nann@bees.test;;\n"
	read := func(query string) company.CompanyImport {
		t.Helper()
		return testapp.Read[rest.Answer[company.CompanyImport]](t, o.as(o.manager, "POST", "/people/import"+query, sheet, 200)).Data
	}
	dry, emails := read("?dry_run=true"), len(o.Emails("ann@bees.test"))
	if dry.Invited != 1 || dry.Existing != 1 || dry.Changed != 1 || dry.BadRows != 2 || emails != 0 || o.Count("SELECT count(*) FROM company_invitations WHERE state = 'open'") != 0 {
		t.Errorf("%+v, %d emails", dry, emails)
	}
	done := read("")
	if done.Invited != dry.Invited || done.Changed != dry.Changed || done.BadRows != dry.BadRows || len(o.Emails("ann@bees.test")) != 1 || len(o.people("?department=Honey")) != 1 {
		t.Errorf("%+v", done)
	}
	if again := read(""); again.Changed != 0 || again.Existing != 1 {
		t.Errorf("%+v", again)
	}
}
