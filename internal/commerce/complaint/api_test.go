package complaint_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/internal/commerce/complaint"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type world struct {
	*testapp.App
	t     *testing.T
	admin testapp.User
}

// newWorld begins on a Monday at 10:00, in the office hours of the school in UTC.
func newWorld(t *testing.T) *world {
	t.Helper()
	a := testapp.New(t)
	for at := a.Clock.Now(); at.Weekday() != time.Monday || at.Hour() != 10; at = a.Clock.Now() {
		a.Clock.Advance(at.Truncate(time.Hour).Add(time.Hour).Sub(at))
	}
	return &world{a, t, a.User(access.Admin)}
}

func (w *world) open(who testapp.User, more string) complaint.OpenedComplaint {
	w.t.Helper()
	return testapp.Read[rest.Answer[complaint.OpenedComplaint]](w.t, who.Do("POST", "/complaints", `{"category":"course","subject":"Bees","text":"They sting"`+more+`}`, 201)).Data
}

// visit opens a complaint as a visitor, and returns the key of the private link in their email.
func (w *world) visit() string {
	w.t.Helper()
	form := testapp.Read[rest.Answer[complaint.ComplaintForm]](w.t, w.Nobody().Do("GET", "/complaints/form", "", 200)).Data.FormID
	w.Clock.Advance(time.Minute)
	o := w.open(w.Nobody(), fmt.Sprintf(`,"full_name":"Ann","email":"ann@lectern.test","form_id":%q`, form))
	w.Work()
	sent := w.Emails("ann@lectern.test")
	if len(sent) == 0 || !strings.Contains(sent[0].Text, o.TrackPath) {
		w.t.Fatal("the private link is in no email:", sent)
	}
	return strings.TrimPrefix(o.TrackPath, "/complaints/track#")
}

func (w *world) thread(who testapp.User, method, path, body string, want int) complaint.ComplaintThread {
	w.t.Helper()
	return testapp.Read[rest.Answer[complaint.ComplaintThread]](w.t, who.Do(method, "/complaints/track/"+path, body, want)).Data
}

func (w *world) list(query string) []complaint.Complaint {
	w.t.Helper()
	return testapp.Read[rest.List[complaint.Complaint]](w.t, w.admin.Do("GET", "/complaints/admin?"+query, "", 200)).Data
}

func (w *world) staff(method, path, body string, want int) complaint.ComplaintDetail {
	w.t.Helper()
	return testapp.Read[rest.Answer[complaint.ComplaintDetail]](w.t, w.admin.Do(method, "/complaints/"+path, body, want)).Data
}

func TestWhoMayReadAndAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, ben, nobody := w.User(access.Student), w.User(access.Student), w.Nobody()
	o := w.open(ann, "")
	id := w.list("")[0].ID
	key := w.visit()
	before := w.Count("SELECT count(*) FROM complaint_entries")
	for _, r := range []struct {
		who                testapp.User
		method, path, body string
		want               int
	}{
		{nobody, "POST", "", `{"category":"course","subject":"Bees","text":"They sting"}`, 400},                                              // without an address
		{nobody, "POST", "", `{"category":"course","subject":"Bees","text":"They sting","full_name":"Ann","email":"ann@lectern.test"}`, 409}, // a script needs a code
		{ann, "POST", "", `{"category":"course","subject":"Bees","text":"They sting","order_id":"` + anOrderOf(w, ben) + `"}`, 400},          // the order of another user
		{ann, "POST", "", `{"category":"course","subject":"Bees","text":"They sting","course_id":"` + aDraft(w) + `"}`, 400},                 // a draft
		{nobody, "GET", "/track/" + id, "", 404},
		{ben, "GET", "/track/" + id, "", 404},
		{ben, "POST", "/track/" + id + "/messages", `{"body":"Mine"}`, 404},
		{ben, "POST", "/track/" + id + "/rating", `{"stars":1}`, 404},
		{ben, "POST", "/track/" + id + "/files?name=a.txt", "bees", 404},
		{nobody, "GET", "/track/" + key[:len(key)-2], "", 404},
		{nobody, "GET", "", "", 401},
		{ann, "GET", "/" + id, "", 403},
		{ann, "GET", "/admin", "", 403},
		{ann, "POST", "/" + id + "/messages", `{"body":"Mine"}`, 403},
		{ann, "PATCH", "/" + id, `{"status":"closed"}`, 403},
		{ann, "POST", "/track/" + id + "/rating", `{"stars":5}`, 409}, // not resolved
	} {
		r.who.Do(r.method, "/complaints"+r.path, r.body, r.want)
	}
	if n := w.Count("SELECT count(*) FROM complaint_entries"); n != before {
		t.Error("refused requests have left entries:", n-before)
	}
	own := testapp.Read[rest.List[complaint.OwnComplaint]](t, ann.Do("GET", "/complaints", "", 200)).Data
	if len(own) != 1 || own[0].Number != o.Number || o.TrackPath != "/complaints/"+id {
		t.Errorf("own complaints: %+v, opened: %+v", own, o)
	}
	if mine := testapp.Read[rest.List[complaint.OwnComplaint]](t, ben.Do("GET", "/complaints", "", 200)).Data; len(mine) != 0 {
		t.Error("another user sees", mine)
	}
	if found := w.list("search=" + strings.ToLower(o.Number)); len(found) != 1 || found[0].ID != id {
		t.Error("found by its number:", found)
	}
	w.Nobody().Do("GET", "/complaints/track/"+key, "", 200)
}

func aDraft(w *world) string {
	id := w.Course(w.User(access.Instructor))
	w.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", id)
	return id
}

// anOrderOf returns the id of an order of a user.
func anOrderOf(w *world, buyer testapp.User) string {
	now := w.Clock.Now()
	w.Exec(`INSERT INTO orders (id, number, buyer_id, cart_key, status, currency, prices_include_tax, net, tax, rounding, total, paid, refund_reserved, refunded, billing, created_at, updated_at, expires_at)
		VALUES ('the-order', 'LEC-1', ?, 'cart', 'paid', 'EUR', FALSE, 500, 0, 0, 500, 500, 0, 0, '{"name":"Ben"}', ?, ?, ?)`, buyer.ID, now, now, now)
	return "the-order"
}

func TestComplaintIsAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	key := w.visit()
	id := w.list("status=new")[0].ID
	file := func(who testapp.User, path string) complaint.ComplaintFile {
		return testapp.Read[rest.Answer[complaint.ComplaintFile]](t, who.Do("POST", "/complaints/"+path+"/files?name=bees.pdf", "%PDF-1.7 bees", 200)).Data
	}
	theirs, ours := file(w.Nobody(), "track/"+key), file(w.admin, id)
	w.staff("POST", id+"/messages", `{"body":"Sorry","files":["`+theirs.ID+`"]}`, 400) // of the other side
	w.staff("POST", id+"/messages", `{"body":"Check the hive","note":true}`, 200)
	d := w.staff("POST", id+"/messages", `{"body":"We have calmed them","files":["`+ours.ID+`"]}`, 200)
	if d.Status != "waiting" || d.AnswerDueAt != nil || d.ResolveDueAt != nil || deref(d.AssignedTo) != w.admin.ID || d.FirstAnswerMinutes == nil {
		t.Errorf("answered: %+v", d.Complaint)
	}
	w.Work()
	sent := w.Emails("ann@lectern.test")
	if last := sent[0].Text; !strings.Contains(last, "We have calmed them") || !strings.Contains(last, "/complaints/track#"+key) {
		t.Error("the email about the answer is", last)
	}
	seen := w.Nobody().Do("GET", "/complaints/track/"+key, "", 200)
	if strings.Contains(seen, "Check the hive") || strings.Contains(seen, w.admin.ID) || !strings.Contains(seen, "bees.pdf") {
		t.Error("who complained sees", seen)
	}
	th := w.thread(w.Nobody(), "POST", key+"/messages", `{"body":"They still sting","files":["`+theirs.ID+`"]}`, 200)
	if th.Status != "open" || th.AnswerDueAt == nil || len(th.Entries[len(th.Entries)-2].Files) != 1 {
		t.Errorf("after the reply: %+v", th)
	}
	if got := w.Nobody().Do("GET", strings.TrimPrefix(th.Entries[len(th.Entries)-2].Files[0].URL, "/api/v1"), "", 200); got != "%PDF-1.7 bees" {
		t.Errorf("the file holds %q", got)
	}
	w.staff("POST", id+"/messages", `{"body":"Now they are gone","resolve":true}`, 200)
	w.staff("POST", id+"/messages", `{"body":"More"}`, 409)
	w.thread(w.Nobody(), "POST", key+"/rating", `{"stars":2,"comment":"Slow"}`, 200)
	w.Clock.Advance(8 * 24 * time.Hour)
	w.Sweep()
	if d := w.staff("GET", id, "", 200); d.Status != "closed" || *d.Stars != 2 {
		t.Errorf("after a week: %+v", d.Complaint)
	}
	w.Clock.Advance(5 * 24 * time.Hour)
	if th := w.thread(w.Nobody(), "POST", key+"/messages", `{"body":"They are back"}`, 200); th.Status != "open" {
		t.Error("an answer within 14 days leaves it", th.Status)
	}
	w.staff("PATCH", id, `{"status":"resolved"}`, 200)
	w.Clock.Advance(15 * 24 * time.Hour)
	w.thread(w.Nobody(), "POST", key+"/messages", `{"body":"They are back"}`, 409)
	w.staff("PATCH", id, `{"status":"waiting"}`, 409)
	w.admin.Do("DELETE", "/complaints/"+id, "", 200)
	w.Work()
	if kept, err := w.Blob.List(t.Context(), "complaints/"); err != nil || len(kept) != 0 {
		t.Error("files that stay:", kept, err)
	}
	w.Nobody().Do("GET", "/complaints/track/"+key, "", 404)
}

func deref(id *string) string {
	if id == nil {
		return ""
	}
	return *id
}

func TestClocks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.User(access.Student)
	begun := w.Clock.Now()
	w.open(ann, "")
	id := w.list("")[0].ID
	at := func(days, hours int) time.Time { return begun.Add(time.Duration(24*days+hours) * time.Hour) }
	due := func(what string, got *time.Time, want time.Time) {
		t.Helper()
		if got == nil || !got.Equal(want) {
			t.Errorf("%s is due %v in place of %v", what, got, want)
		}
	}
	d := w.staff("GET", id, "", 200)
	due("the first answer", d.AnswerDueAt, at(1, 0)) // 8 office hours
	due("the resolution", d.ResolveDueAt, at(7, 0))  // 40, over a weekend
	d = w.staff("PATCH", id, `{"priority":"high","assigned_to":"`+w.admin.ID+`"}`, 200)
	due("the first answer of high priority", d.AnswerDueAt, at(0, 4))
	due("the resolution of high priority", d.ResolveDueAt, at(2, 4))
	notified := func(kind string, want int64) {
		t.Helper()
		w.Sweep()
		w.Sweep() // is announced once
		w.Work()
		if n := w.Count("SELECT count(*) FROM notifications WHERE kind = ? AND user_id = ?", kind, w.admin.ID); n != want {
			t.Errorf("%d notifications of %s in place of %d", n, kind, want)
		}
	}
	w.Clock.Advance(2 * time.Hour)
	notified("admin.complaint_due", 0)
	w.Clock.Advance(time.Hour)
	notified("admin.complaint_due", 1)
	w.Clock.Advance(time.Hour)
	notified("admin.complaint_overdue", 1)
	if late := w.list("breached=true"); len(late) != 1 || !late[0].AnswerLate || late[0].ResolveLate {
		t.Errorf("late: %+v", late)
	}
	w.staff("POST", id+"/messages", `{"body":"Sorry"}`, 200) // 16 of 20 hours are left
	if late := w.list("breached=true"); len(late) != 0 {
		t.Errorf("answered, but late: %+v", late)
	}
	w.Clock.Advance(7*24*time.Hour - 4*time.Hour) // waits for a week
	w.Sweep()
	w.thread(ann, "POST", id+"/messages", `{"body":"Thanks"}`, 200)
	d = w.staff("GET", id, "", 200)
	due("the next answer", d.AnswerDueAt, at(8, 0))
	due("the resolution after the wait", d.ResolveDueAt, at(9, 0))
	if !d.WasLate || d.Status != "open" || *d.FirstAnswerMinutes != 240 {
		t.Errorf("after the wait: %+v", d.Complaint)
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM notifications WHERE kind = 'account.complaint_answered' AND user_id = ?", ann.ID); n != 1 {
		t.Error("answers of which who complained was notified:", n)
	}
	stale := w.admin.SendRaw(staleEdit(w, id))
	if stale.Code != 412 || w.staff("GET", id, "", 200).Status != "open" {
		t.Error("an edit of an old version:", stale.Code, stale.Body)
	}
	st := testapp.Read[rest.Answer[complaint.ComplaintStats]](t, w.admin.Do("GET", "/complaints/stats", "", 200)).Data
	if st.Opened != 1 || st.Late != 1 || st.Resolved != 0 || *st.FirstAnswerMinutes != 240 {
		t.Errorf("figures: %+v", st)
	}
}

// staleEdit resolves a complaint as it was at first.
func staleEdit(w *world, id string) *http.Request {
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPatch, "/api/v1/complaints/"+id, strings.NewReader(`{"status":"resolved"}`))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("If-Match", `"1"`)
	r.Header.Set("Content-Type", "application/json")
	return r
}
