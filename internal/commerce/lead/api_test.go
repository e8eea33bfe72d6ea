package lead_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/commerce/lead"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// world has a published course with a brochure.
type world struct {
	*testapp.App
	t      *testing.T
	admin  testapp.User
	course string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	a := testapp.New(t)
	teacher := a.User(access.Instructor)
	w := &world{a, t, a.User(access.Admin), a.Course(teacher)}
	a.Exec("UPDATE courses SET status = 'Published'")
	teacher.Do("PUT", "/courses/"+w.course+"/brochure?name=bees.pdf", "%PDF-1.7 bees", 200)
	return w
}

// form opens a form, and waits for as long as a person needs to fill it in.
func (w *world) form() string {
	w.t.Helper()
	id := testapp.Read[rest.Answer[lead.OpenForm]](w.t, w.Nobody().Do("GET", "/contacts/form", "", 200)).Data.FormID
	w.Clock.Advance(time.Hour) // the next form of this network is not suspicious
	return id
}

func body(form, email, more string) string {
	return fmt.Sprintf(`{"form_id":%q,"full_name":"Ann O'Neill","email":%q%s}`, form, email, more)
}

func (w *world) leads(query string) []lead.Lead {
	w.t.Helper()
	return testapp.Read[rest.List[lead.Lead]](w.t, w.admin.Do("GET", "/contacts?"+query, "", 200)).Data
}

// contact sends a message and returns its lead.
func (w *world) contact(email, more string) lead.Lead {
	w.t.Helper()
	w.Nobody().Do("POST", "/contacts", body(w.form(), email, `,"message":"Hello"`+more), 200)
	return w.leads("limit=1")[0]
}

func (w *world) detail(method, path, body string, want int) lead.LeadDetail {
	w.t.Helper()
	return testapp.Read[rest.Answer[lead.LeadDetail]](w.t, w.admin.Do(method, path, body, want)).Data
}

func TestFormsOfVisitors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor, student := w.Nobody(), w.User(access.Student)
	id := w.form()
	for _, broken := range []string{
		body(id, "ann", `,"message":"Hello"`), body(id, "ann@lectern.test", `,"message":" "`), body(id, "ann@lectern.test", `,"message":"Hello","country_code":"XX"`),
		body(id, "ann@lectern.test", `,"message":"Hello","phone_number":"call me"`), body(id, "ann@lectern.test\nbcc: eve@lectern.test", `,"message":"Hello"`),
	} {
		visitor.Do("POST", "/contacts", broken, 400)
	}
	visitor.Do("POST", "/contacts", body("", "ann@lectern.test", `,"message":"Hello"`), 409) // a script, without a form, needs a code from an email
	visitor.Do("POST", "/contacts", body("other", "ann@lectern.test", `,"message":"Hello"`), 410)
	visitor.Do("POST", "/enroll-form", body(id, "ann@lectern.test", `,"course_id":"none"`), 404)
	if n := len(w.leads("")); n != 0 {
		t.Fatal("refused forms have left leads:", n)
	}
	message := body(id, "Ann@Lectern.test", `,"message":"Hello","phone_number":"098765 43210","origin":{"source":"news"}`)
	for range 2 { // sent twice, it counts once
		visitor.Do("POST", "/contacts", message, 200)
	}
	visitor.Do("POST", "/enroll-form", body(w.form(), "ben@lectern.test", `,"course_id":"`+w.course+`","preferred_start":"2026-10-01"`), 200)
	visitor.Do("POST", "/corporate-training", body(w.form(), "eve@firm.test", `,"company_name":"Firm","people_count":20,"format":"online"`), 200)
	student.Do("POST", "/contacts", body("", "me@lectern.test", `,"message":"Hello","phone_number":"030 1234","country_code":"DE"`), 200)
	all := w.leads("")
	if len(all) != 4 || all[3].PhoneNumber != "+919876543210" || all[3].CountryCode != "IN" || all[3].Source != "news" || all[2].Details.PreferredStart != "2026-10-01" || all[2].CourseTitle == "" ||
		all[1].PeopleCount != 20 || all[0].PhoneNumber != "+49301234" || all[0].UserID == nil || *all[0].UserID != student.ID {
		t.Errorf("%+v", all)
	}
	for query, want := range map[string]int{"kind=corporate_training": 1, "course_id=" + w.course: 1, "search=ann@lec": 1, "search=neill": 4, "search=firm": 1, "status=won": 0, "country_code=DE": 1, "from=2027-01-01": 0} {
		if got := len(w.leads(query)); got != want {
			t.Errorf("%s: %d, not %d", query, got, want)
		}
	}
	first := testapp.Read[rest.List[lead.Lead]](t, w.admin.Do("GET", "/contacts?limit=3", "", 200))
	rest := w.leads("limit=3&cursor=" + first.NextCursor)
	if len(first.Data) != 3 || len(rest) != 1 || rest[0].ID != all[3].ID {
		t.Errorf("%+v", rest)
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'admin.lead_received' AND user_id = ?", w.admin.ID); n != 4 {
		t.Error("notifications:", n)
	}
	for _, other := range []testapp.User{student, w.User(access.Instructor)} {
		other.Do("GET", "/contacts", "", 403)
		other.Do("GET", "/contacts/"+all[0].ID, "", 403)
		other.Do("GET", "/contacts/export", "", 403)
	}
	visitor.Do("GET", "/contacts", "", 401)
}

func TestBrochuresComeByEmail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	visitor := w.Nobody()
	listed := testapp.Read[rest.List[struct {
		BrochureID string `json:"brochure_id"`
		CourseID   string `json:"course_id"`
	}]](t, visitor.Do("GET", "/brochures", "", 200)).Data
	if len(listed) != 1 || listed[0].CourseID != w.course {
		t.Fatal(listed)
	}
	ask := func(want int) {
		t.Helper()
		w.Nobody().Do("POST", "/brochures", body(w.form(), "ann@lectern.test", fmt.Sprintf(`,"brochure_id":%q,"course_id":%q,"phone_number":"9876543210"`, listed[0].BrochureID, w.course)), want)
	}
	for range 7 { // an address gets 5 a day, however often it is asked for
		ask(200)
	}
	emails := w.Emails("ann@lectern.test")
	if len(emails) != 5 {
		t.Fatal("emails:", len(emails))
	}
	_, link, _ := strings.Cut(emails[len(emails)-1].Text, "/api/v1/brochures/")
	link = "/api/v1/brochures/" + strings.Fields(link)[0]
	for path, want := range map[string]int{link: 200, link + "x": 401} {
		if got := visitor.Send("GET", path, "").Code; got != want {
			t.Errorf("%s: %d", path, got)
		}
	}
	w.Clock.Advance(8 * 24 * time.Hour)
	if r := visitor.Send("GET", link, ""); r.Code != http.StatusSeeOther || r.Header().Get("Location") != "/courses/"+w.course {
		t.Error(r.Code, r.Header())
	}
	w.Exec("UPDATE courses SET status = 'draft'")
	ask(404)
	visitor.Do("POST", "/brochures", `{"full_name":"Ann"}`, 400)
}

func TestSpamIsKeptApart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Nobody().Do("POST", "/contacts", body(w.form(), "eve@lectern.test", `,"message":"http://a http://b https://c www.d"`), 200)
	w.Work()
	if n := w.Count("SELECT count(*) FROM notifications"); n != 0 || len(w.leads("status=spam")) != 1 {
		t.Error("notifications of spam:", n)
	}
	w.Clock.Advance(31 * 24 * time.Hour)
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM leads"); n != 0 {
		t.Error("old spam stays")
	}
}

func TestStaffWorkOnLeads(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, ben := w.contact("ann@lectern.test", ""), w.contact("Ann@lectern.test", "")
	path, student := "/contacts/"+ann.ID, w.User(access.Student)
	w.change(path, "", `{"status":"won"}`, 428)
	r := w.admin.Send("GET", "/api/v1"+path, "")
	tag := r.Header().Get("ETag")
	changed := w.change(path, tag, fmt.Sprintf(`{"status":"contacted","assigned_to":%q,"next_action":"Call","next_action_at":"2026-10-01T08:00:00Z"}`, w.admin.ID), 200)
	if changed.Status != lead.Contacted || changed.ContactedAt == nil || changed.AssigneeName == "" || changed.NextAction != "Call" || len(changed.Events) != 4 || len(changed.Duplicates) != 1 {
		t.Errorf("%+v", changed)
	}
	w.change(path, tag, `{"status":"lost"}`, 412)
	w.change(path, "*", `{"status":"gone"}`, 400)
	w.change(path, "*", fmt.Sprintf(`{"assigned_to":%q}`, student.ID), 400)
	if got := w.detail("GET", path, "", 200); got.Status != lead.Contacted || *got.AssignedTo != w.admin.ID {
		t.Errorf("a refused change was made: %+v", got)
	}
	w.detail("POST", path+"/notes", `{"note":"Wants bees"}`, 200)
	w.admin.Do("POST", path+"/merge", fmt.Sprintf(`{"into":%q}`, ann.ID), 409)
	whole := w.detail("POST", "/contacts/"+ben.ID+"/merge", fmt.Sprintf(`{"into":%q}`, ann.ID), 200)
	if whole.ID != ann.ID || len(whole.Parts) != 1 || len(whole.Duplicates) != 0 || len(w.leads("")) != 1 {
		t.Errorf("%+v", whole)
	}
	w.admin.Do("POST", "/contacts/"+ben.ID+"/merge", fmt.Sprintf(`{"into":%q}`, ann.ID), 409)
	if won := w.detail("POST", path+"/convert", `{"as":"student"}`, 200); won.Status != lead.Won || won.Events[len(won.Events)-2].After != "ann@lectern.test" {
		t.Errorf("%+v", won.Events)
	}
	if n := len(w.Emails("ann@lectern.test")); n != 1 {
		t.Error("invitations:", n)
	}
	cat := w.contact("cat@lectern.test", `,"phone_number":"+49 30 1234"`)
	w.Exec("UPDATE leads SET full_name = '=1+1' WHERE id = ?", cat.ID)
	w.admin.Do("POST", "/contacts/bulk", fmt.Sprintf(`{"ids":[%q,"none"],"status":"lost"}`, cat.ID), 404)
	if n := len(w.leads("status=lost")); n != 0 {
		t.Error("half of a bulk change was made")
	}
	w.admin.Do("POST", "/contacts/bulk", fmt.Sprintf(`{"ids":[%q,%q],"status":"lost"}`, cat.ID, ann.ID), 200)
	rows := testapp.Sheet(t, strings.NewReader(w.admin.Do("GET", "/contacts/export?status=lost", "", 200)))
	if raw := w.admin.Do("GET", "/contacts/export", "", 200); len(rows) != 3 || strings.Contains(raw, ",=1+1") {
		t.Error(rows)
	}
	stats := testapp.Read[rest.Answer[lead.LeadStats]](t, w.admin.Do("GET", "/contacts/stats", "", 200)).Data
	if len(stats.ByStatus) != 1 || stats.ByStatus[0].Count != 2 || stats.ContactHours == nil {
		t.Errorf("%+v", stats)
	}
	w.admin.Do("DELETE", path, "", 200)
	if n := w.Count("SELECT count(*) FROM leads") + w.Count("SELECT count(*) FROM lead_events WHERE lead_id <> ?", cat.ID); n != 1 {
		t.Error("a deleted lead has left", n)
	}
}

func (w *world) change(path, tag, body string, want int) lead.LeadDetail {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPatch, "/api/v1"+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+w.admin.Token())
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", tag)
	answer := w.admin.SendRaw(r)
	if answer.Code != want {
		w.t.Fatalf("%s: %d %s", body, answer.Code, answer.Body)
	}
	return testapp.Read[rest.Answer[lead.LeadDetail]](w.t, answer.Body.String()).Data
}

// What was sent with an address belongs to the account that has confirmed it: it is in their archive and is erased with them.
func TestLeadsBelongToTheirSender(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, eve := w.User(access.Student), w.User(access.Student)
	w.contact("ann@lectern.test", "")
	w.contact("eve@lectern.test", "")
	w.Exec("UPDATE users SET email = 'ann@lectern.test', email_key = 'ann@lectern.test', email_verified_at = created_at WHERE id = ?", ann.ID)
	w.Exec("UPDATE users SET email = 'eve@lectern.test', email_key = 'eve@lectern.test', email_verified_at = NULL WHERE id = ?", eve.ID)
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM leads WHERE user_id = ?", ann.ID); n != 1 {
		t.Error("not given to its sender")
	}
	for _, who := range []testapp.User{ann, eve} {
		if err := w.DB.InTx(t.Context(), func(tx bun.IDB) error { return w.Leads.Erase(t.Context(), tx, who.ID) }); err != nil {
			t.Fatal(err)
		}
	}
	if left := w.leads(""); len(left) != 1 || left[0].Email != "eve@lectern.test" {
		t.Errorf("%+v", left)
	}
}
