package terms_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/terms"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	document    = rest.Answer[terms.LegalDocument]
	acceptances = rest.Answer[terms.OwnTermsAcceptances]
)

const (
	first  = `{"texts":[{"language":"en","title":"Terms of use","body":"<p>Be kind.</p>"},{"language":"de","title":"Nutzungsbedingungen","body":"<p>Seid nett.</p>"}]}`
	second = `{"texts":[{"language":"en","title":"Terms of use","body":"<p>Be kind, please.</p>"}]}`
	asking = `{"requires_acceptance":true}`
	silent = `{"requires_acceptance":false}`
)

// publish writes and publishes a version.
func publish(admin testapp.User, kind, texts, how string) {
	admin.Do("PUT", "/legal-documents/"+kind+"/draft", texts, 200)
	admin.Do("POST", "/legal-documents/"+kind+"/publish", how, 201)
}

func accept(kind string, version int) string {
	return fmt.Sprintf(`{"documents":[{"kind":%q,"version":%d}]}`, kind, version)
}

// wantAsked fails unless a user is asked to accept (want), or is not.
func wantAsked(t *testing.T, what string, who testapp.User, want bool) {
	t.Helper()
	got := who.Send("GET", "/api/v1/notifications", "")
	if asked := got.Code == 403 && strings.Contains(got.Body.String(), "terms_not_accepted"); asked != want || !want && got.Code != 200 {
		t.Errorf("%s: %d %s", what, got.Code, got.Body)
	}
	if told := strings.Contains(who.Do("GET", "/profile/me/permissions", "", 200), `"must_accept_terms":true`); told != want {
		t.Errorf("%s: the permissions say %v", what, told)
	}
}

func TestTermsAccess(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	rows := "SELECT (SELECT count(*) FROM legal_drafts) + (SELECT count(*) FROM legal_documents) + (SELECT count(*) FROM legal_acceptances) + (SELECT count(*) FROM audit_log)"
	for name, c := range map[string]struct {
		who  testapp.User
		want int
	}{"nobody": {a.Nobody(), 401}, "a student": {a.User(access.Student), 403}, "an instructor": {a.User(access.Instructor), 403}, "a corporate client": {a.User(access.Corporate), 403}} {
		c.who.Do("GET", "/legal-documents/terms/draft", "", c.want)
		c.who.Do("PUT", "/legal-documents/terms/draft", first, c.want)
		if c.who.Do("POST", "/legal-documents/terms/publish", asking, c.want); a.Count(rows) != 0 {
			t.Errorf("%s has changed something", name)
		}
	}
	a.Nobody().Do("POST", "/legal-acceptances", accept("terms", 1), 401)
	admin := a.User(access.Admin)
	admin.Do("PUT", "/legal-documents/terms/draft", first, 200)
	if got := a.Nobody().Do("GET", "/school", "", 200); !strings.Contains(got, `"legal_documents":[]`) {
		t.Errorf("a draft is public: %s", got)
	}
	a.Nobody().Do("GET", "/legal-documents/terms", "", 404)
	a.Nobody().Do("GET", "/legal-documents/imprint", "", 400)
	a.Clock.Advance(10 * time.Minute)
	admin.Do("POST", "/legal-documents/terms/publish", asking, 403) // not fresh
	if n := a.Count("SELECT count(*) FROM legal_documents"); n != 0 {
		t.Error("a session that was not fresh has published")
	}
}

// A new version that asks for it is accepted before anything else, by everybody but the administrator who has published it; one that does not, asks nobody.
func TestNewTermsAreAccepted(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, other, ann := a.User(access.Admin), a.User(access.Admin), a.User(access.Student)
	wantAsked(t, "without terms", ann, false)
	publish(admin, "terms", first, asking)
	wantAsked(t, "who has published", admin, false)
	wantAsked(t, "another administrator", other, true)
	wantAsked(t, "a student", ann, true)

	own := testapp.Read[acceptances](t, ann.Do("GET", "/legal-acceptances?language=de", "", 200)).Data
	if len(own.Unaccepted) != 1 || own.Unaccepted[0].Title != "Nutzungsbedingungen" || own.Unaccepted[0].Version != 1 || len(own.Accepted) != 0 {
		t.Errorf("%+v", own)
	}
	ann.Do("POST", "/legal-acceptances", accept("privacy", 1), 409)
	ann.Do("POST", "/legal-acceptances", accept("terms", 2), 409)
	ann.Do("POST", "/legal-acceptances", `{"documents":[]}`, 400)
	wantAsked(t, "after what was not accepted", ann, true)
	ann.Do("POST", "/legal-acceptances", accept("terms", 1), 200)
	ann.Do("POST", "/legal-acceptances", accept("terms", 1), 200) // twice
	wantAsked(t, "after accepting", ann, false)

	publish(admin, "terms", second, silent)
	wantAsked(t, "after a corrected comma", ann, false)
	wantAsked(t, "who had not accepted the one before", other, true)
	other.Do("POST", "/legal-acceptances", accept("terms", 1), 409) // the text that applies is accepted
	other.Do("POST", "/legal-acceptances", accept("terms", 2), 200)
	wantAsked(t, "after accepting a later version", other, false)

	publish(admin, "privacy", first, asking)
	wantAsked(t, "after another document", ann, true)
	if got := testapp.Read[acceptances](t, ann.Do("GET", "/legal-acceptances", "", 200)).Data; len(got.Unaccepted) != 1 || got.Unaccepted[0].Kind != "privacy" || len(got.Accepted) != 1 {
		t.Errorf("%+v", got)
	}
}

// allowed are the operations for which a token is needed and which nevertheless go on for those who have not accepted the terms.
var allowed = []string{
	"GET /legal-acceptances", "POST /legal-acceptances", "GET /auth/profile", "GET /profile/me/permissions", "POST /auth/logout-all",
	"POST /auth/confirm-identity", "POST /auth/two-factor/confirm-identity", "POST /auth/two-factor/confirm-options", "GET /auth/two-factor",
	"DELETE /profile/me", "POST /profile/me/export", "GET /profile/me/exports",
	"GET /video-streaming/health", "POST /video-streaming/upload-chunk", "POST /video-streaming/recover-session", "POST /video-streaming/validate-session",
	"POST /video-streaming/complete-upload", "POST /video-streaming/abort-upload",
}

// Every other operation with a token is refused until the terms are accepted, and changes nothing.
func TestNothingElseBeforeAcceptance(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	a.API.EndStreams()
	publish(a.User(access.Admin), "terms", first, asking)
	who := a.User(access.AllRoles...)
	parameter, refused := regexp.MustCompile(`\{\w+\}`), 0
	for route, gate := range a.API.Gates {
		operation := strings.Replace(route, "/api/v1", "", 1)
		if gate.Name == rest.Public.Name || gate.Name == rest.Signed.Name || slices.Contains(allowed, operation) {
			continue
		}
		method, path, _ := strings.Cut(route, " ")
		if got := who.Send(method, parameter.ReplaceAllString(path, "none"), "{}"); got.Code != 403 || method != "HEAD" && !strings.Contains(got.Body.String(), "terms_not_accepted") {
			t.Errorf("%s: %d %s", operation, got.Code, got.Body)
		}
		refused++
	}
	if refused < 200 {
		t.Errorf("only %d operations", refused)
	}
	for _, operation := range allowed {
		who := a.User(access.AllRoles...) // some sign out
		method, path, _ := strings.Cut(operation, " ")
		if got := who.Send(method, "/api/v1"+path, "{}").Body.String(); strings.Contains(got, "terms_not_accepted") {
			t.Errorf("%s: %s", operation, got)
		}
	}
}

// Where no token is needed, those who have not accepted the terms are strangers.
func TestStrangersUntilAcceptance(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	draft := teacher.CreateCourse("").ID
	path := "/courses/" + draft
	teacher.Do("GET", path, "", 200)
	publish(a.User(access.Admin), "terms", first, asking)
	teacher.Do("GET", path, "", 404)
	teacher.Do("GET", "/school", "", 200)
	teacher.Do("POST", "/legal-acceptances", accept("terms", 1), 200)
	teacher.Do("GET", path, "", 200)
}

// What was published never changes and stays readable under its number, in the language of the reader or else in another.
func TestVersionsStayReadable(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, nobody := a.User(access.Admin), a.Nobody()
	publish(admin, "terms", first, asking)
	publish(admin, "terms", second, silent)
	admin.Do("PUT", "/legal-documents/terms/draft", first, 200) // a third, not published
	for query, want := range map[string]string{
		"": "<p>Be kind, please.</p>", "?language=de": "<p>Be kind, please.</p>", "?version=1": "<p>Be kind.</p>", "?version=1&language=de": "<p>Seid nett.</p>",
	} {
		if got := testapp.Read[document](t, nobody.Do("GET", "/legal-documents/terms"+query, "", 200)).Data; got.Body != want {
			t.Errorf("%s: %+v", query, got)
		}
	}
	r := httptest.NewRequest("GET", "/api/v1/legal-documents/terms?version=1", nil)
	r.Header.Set("Accept-Language", "de-AT, en;q=0.5")
	if got := testapp.Read[document](t, nobody.SendRaw(r).Body.String()).Data; got.Language != "de" || !slices.Equal(got.Languages, []string{"en", "de"}) {
		t.Errorf("%+v", got)
	}
	nobody.Do("GET", "/legal-documents/terms?version=3", "", 404)
	nobody.Do("GET", "/legal-documents/terms?version=0", "", 400)
	versions := testapp.Read[rest.Answer[[]terms.LegalDocumentSummary]](t, nobody.Do("GET", "/legal-documents/terms/versions", "", 200)).Data
	if len(versions) != 2 || versions[0].Version != 2 || versions[0].RequiresAcceptance || !versions[1].RequiresAcceptance {
		t.Errorf("%+v", versions)
	}
	if log := admin.Do("GET", "/audit-log", "", 200); strings.Count(log, "legal_document.published") != 2 {
		t.Error(log)
	}
}

// Two administrators do not overwrite each other's draft, and publish none that they have not seen.
func TestDraftsAreVersioned(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	ann, ben := a.User(access.Admin), a.User(access.Admin)
	send := func(u testapp.User, method, path, body, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "/api/v1/legal-documents/terms/"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return u.SendRaw(r)
	}
	tag := ann.Send("GET", "/api/v1/legal-documents/terms/draft", "").Header().Get("ETag")
	saved := send(ann, "PUT", "draft", first, tag)
	if saved.Code != 200 || !strings.Contains(saved.Body.String(), `"changed":true`) {
		t.Fatal(saved.Body)
	}
	if w := send(ben, "PUT", "draft", second, tag); w.Code != 412 || !strings.Contains(w.Body.String(), "Seid nett") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := send(ben, "POST", "publish", asking, tag); w.Code != 412 || a.Count("SELECT count(*) FROM legal_documents") != 0 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := send(ann, "POST", "publish", silent, saved.Header().Get("ETag")); w.Code != 400 { // the first version
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := send(ann, "POST", "publish", asking, saved.Header().Get("ETag")); w.Code != 201 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if got := ann.Do("GET", "/legal-documents/terms/draft", "", 200); !strings.Contains(got, `"published":1,"changed":false,"changed_at":null`) || !strings.Contains(got, "Seid nett") {
		t.Error(got)
	}
	ann.Do("POST", "/legal-documents/terms/publish", asking, 409) // published already
	if n := a.Count("SELECT count(*) FROM legal_documents"); n != 1 {
		t.Errorf("%d versions", n)
	}
}

// What is not whole is not published, and no text runs a script or shows a file of a course.
func TestDraftRules(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin := a.User(access.Admin)
	admin.Do("POST", "/legal-documents/terms/publish", asking, 400)
	for _, texts := range []string{
		`{"texts":[{"language":"en","title":"Terms","body":"<p> </p>"}]}`, `{"texts":[{"language":"en","title":" ","body":"<p>Be kind.</p>"}]}`,
		`{"texts":[{"language":"en","title":"","body":""}]}`,
	} {
		admin.Do("PUT", "/legal-documents/terms/draft", texts, 200)
		admin.Do("POST", "/legal-documents/terms/publish", asking, 400)
	}
	admin.Do("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"en","title":"A","body":"b"},{"language":"en","title":"C","body":"d"}]}`, 400)
	admin.Do("PUT", "/legal-documents/terms/draft", `{"texts":[{"language":"fr","title":"A","body":"b"}]}`, 400)
	publish(admin, "privacy", `{"texts":[{"language":"en","title":"Privacy","body":"<h2>Data</h2><script>alert(1)</script><p onclick=\"x()\">Few.</p><img src=\"file:0198a5b0-0000-7000-8000-000000000000\">"}]}`, asking)
	if got := testapp.Read[document](t, a.Nobody().Do("GET", "/legal-documents/privacy", "", 200)).Data.Body; got != "<h2>Data</h2><p>Few.</p>" {
		t.Error(got)
	}
	if n := a.Count("SELECT count(*) FROM legal_documents"); n != 1 {
		t.Errorf("%d versions", n)
	}
}

// A change applies to the next request on every server.
func TestTermsReachOtherServersAtOnce(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	other := testapp.New(t, func(p *app.Deps) { p.DB, p.Clock = a.DB, a.Clock })
	ann := a.User(access.Student)
	wantAsked(t, "before", ann.On(other), false)
	publish(a.User(access.Admin), "terms", first, asking)
	wantAsked(t, "on another server", ann.On(other), true)
	ann.Do("POST", "/legal-acceptances", accept("terms", 1), 200)
	wantAsked(t, "on another server after accepting here", ann.On(other), false)
}

// An administrator who acts as a user neither accepts for them nor is stopped by what they have not accepted.
func TestImpersonationAcceptsNothing(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	admin, ann := a.User(access.Admin), a.User(access.Student)
	publish(admin, "terms", first, asking)
	answer := admin.Do("POST", "/users/"+ann.ID+"/impersonate", `{"reason":"Help","write":true}`, 200)
	token := testapp.Read[rest.Answer[struct {
		AccessToken string `json:"accessToken"`
	}]](t, answer).Data.AccessToken
	if got := a.SendWith(token, "GET", "/notifications"); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := a.SendWith(token, "POST", "/legal-acceptances", accept("terms", 1)); got.Code != 403 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	wantAsked(t, "the user", ann, true)
}

// What was accepted is in the archive of the user's data, and is erased with the account.
func TestErasedUsersHaveAcceptedNothing(t *testing.T) {
	t.Parallel()
	a := testapp.New(t)
	publish(a.User(access.Admin), "terms", first, asking)
	ann := a.User(access.Student)
	ann.Do("POST", "/legal-acceptances", accept("terms", 1), 200)
	if n := a.Count("SELECT count(*) FROM legal_acceptances WHERE user_id = ?", ann.ID); n != 1 {
		t.Fatalf("%d rows", n)
	}
	ann.Do("DELETE", "/profile/me?permanent=true", "", 200)
	a.Work()
	if n := a.Count("SELECT count(*) FROM legal_acceptances WHERE user_id = ?", ann.ID); n != 0 {
		t.Errorf("%d rows are left", n)
	}
}
