package live_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/notification"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/testapp"
)

// titles are those of what a user was notified of about attendance.
func (w *world) titles(who testapp.User) (titles []string) {
	w.t.Helper()
	w.Work()
	for _, n := range testapp.Read[rest.List[notification.Notification]](w.t, who.Do("GET", "/notifications?limit=100", "", 200)).Data {
		if strings.Contains(string(n.Kind), "disput") {
			titles = append(titles, n.Title)
		}
	}
	slices.Sort(titles) // several of one moment are in no order
	return titles
}

// A learner disputes an attendance once, after the session; its instructor accepts or declines that once, with a reason, and both are notified.
func TestDisputesOfAttendance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := "/sessions/" + w.session + "/attendance/dispute"
	const reason = `{"reason":"I was there, on my phone."}`
	w.was(w.kim, 0, 60)
	w.ann.Do("POST", path, reason, 409) // it isn't over
	w.at(time.Hour + time.Minute)
	if own := w.see(w.ann).Own; own.Status != "absent" || !own.CanDispute || own.Dispute != nil {
		t.Errorf("%+v", own)
	}
	for body, says := range map[string]string{`{"reason":" "}`: "Please describe", `{"reason":"` + strings.Repeat("x", 501) + `"}`: "at most 500"} {
		if got := w.ann.Do("POST", path, body, 400); !strings.Contains(got, says) {
			t.Error(got)
		}
	}
	if got := w.kim.Do("POST", path, reason, 409); !strings.Contains(got, "present already") || w.see(w.kim).Own.CanDispute {
		t.Error(got)
	}
	w.User(access.Student).Do("POST", path, reason, 404)
	w.Teacher.Do("POST", path, reason, 403)
	answers := func(who testapp.User) string {
		return "/sessions/" + w.session + "/attendance/disputes/" + who.ID
	}
	const accept, decline = `{"accept":true,"status":"late","answer":"Seen in the chat"}`, `{"accept":false,"answer":"You left after 5 minutes."}`
	w.Teacher.Do("POST", answers(w.ann), accept, 404) // there is none
	if n := w.Count("SELECT count(*) FROM attendance_disputes") + w.Count("SELECT count(*) FROM attendance_marks"); n != 0 {
		t.Errorf("%d rows of refused requests", n)
	}
	for range 2 { // with a key, as a browser that repeats it
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1"+path, strings.NewReader(reason))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "key")
		if got := w.ann.SendRaw(r); got.Code != 200 {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	w.ann.Do("POST", path, reason, 409)
	w.ben.Do("POST", path, `{"reason":"The link did not work."}`, 200)
	if own := w.see(w.ann).Own; own.CanDispute || own.Dispute == nil || own.Dispute.State != "open" || own.Dispute.Contested != "absent" {
		t.Errorf("%+v", own)
	}
	if got := fmt.Sprint(w.titles(w.Teacher)); got != "[Ann disputes their attendance Ben disputes their attendance]" {
		t.Error(got)
	}
	for body, says := range map[string]string{`{"accept":true}`: "Choose the attendance", `{"accept":false}`: "Say why", `{"accept":false,"status":"late","answer":"x"}`: "stays as it is", `{"accept":true,"status":"absent"}`: "status must be"} {
		if got := w.Teacher.Do("POST", answers(w.ann), body, 400); !strings.Contains(got, says) {
			t.Error(got)
		}
	}
	w.ann.Do("POST", answers(w.ann), accept, 403)
	w.User(access.Instructor).Do("POST", answers(w.ann), accept, 404)
	if r := w.row(w.ann); r.Status != "absent" || r.Dispute.State != "open" {
		t.Errorf("%+v", r)
	}
	w.Teacher.Do("POST", answers(w.ann), accept, 200)
	w.Teacher.Do("POST", answers(w.ben), decline, 200)
	w.Teacher.Do("POST", answers(w.ann), decline, 409)
	if r := w.row(w.ann); r.Status != "late" || !r.IsMarked || r.Note != "Seen in the chat" || r.Dispute.State != "accepted" {
		t.Errorf("%+v", r)
	}
	if r := w.row(w.ben); r.Status != "absent" || r.IsMarked || r.Dispute.State != "declined" {
		t.Errorf("%+v", r)
	}
	if own := w.see(w.ben).Own; own.CanDispute || own.Dispute.Answer != "You left after 5 minutes." {
		t.Errorf("%+v", own)
	}
	if got := fmt.Sprint(w.titles(w.ann), w.titles(w.ben)); got != "[Attendance corrected: Bees] [Attendance unchanged: Bees]" {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'attendance.dispute_answered'"); n != 2 {
		t.Errorf("%d entries of the audit log", n)
	}
}

// open returns the learners and sessions of the disputes of a batch that are to be answered, for its instructor.
func (w *world) open(query string) (list []string, total int64) {
	w.t.Helper()
	page := testapp.Read[rest.List[live.OpenDispute]](w.t, w.Teacher.Do("GET", "/batches/"+w.batch+"/attendance/disputes"+query, "", 200))
	for _, d := range page.Data {
		list = append(list, fmt.Sprintf("%s %s %s %d: %s", d.Learner.FullName, d.StartsAt.Format(time.DateOnly), d.Learner.Status, d.Learner.Seconds, d.Learner.Dispute.Reason))
	}
	return list, page.Pagination.TotalItems
}

// The open disputes of all sessions of a batch stand in one list for those who teach it, the oldest first, and their number at the batch; what is answered goes.
func TestOpenDisputesOfABatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Teacher.Do("PUT", "/batches/"+w.batch, `{"end_date":"2026-09-30"}`, 200)
	second := testapp.Read[rest.Answer[struct{ Entries []struct{ ID string } }]](t, w.Teacher.Do("POST", "/batches/"+w.batch+"/schedule", `{"date":"2026-09-08","start_time":"18:00","end_time":"19:00"}`, 201)).Data.Entries[0].ID
	list := "/batches/" + w.batch + "/attendance/disputes"
	w.was(w.ben, 20, 60)
	w.at(25*time.Hour + time.Minute)
	dispute := func(who testapp.User, session, reason string) {
		who.Do("POST", "/sessions/"+session+"/attendance/dispute", fmt.Sprintf(`{"reason":%q}`, reason), 200)
		w.Clock.Advance(time.Minute)
	}
	counted := func(who testapp.User, path string) string {
		_, count, _ := strings.Cut(who.Do("GET", path, "", 200), `"open_disputes":`)
		count, _, _ = strings.Cut(count, ",")
		return count
	}
	counts := func() string {
		return counted(w.Teacher, "/batches/"+w.batch) + " " + counted(w.Teacher, "/batches?course_id="+w.CourseID) + " " + counted(w.User(access.Admin), "/batches")
	}
	if got := counts(); got != "0 0 0" {
		t.Error(got)
	}
	dispute(w.ben, w.session, "Late by a train.")
	dispute(w.ann, second, "I was there.")
	dispute(w.ann, w.session, "I was there, too.")
	w.ann.Do("GET", list, "", 403)
	w.User(access.Instructor).Do("GET", list, "", 403) // they may know of the batch
	if got := counts() + counted(w.ann, "/batches/"+w.batch) + counted(w.ann, "/batches"); got != "3 3 3" {
		t.Errorf("counted %q", got)
	}
	got, total := w.open("")
	if fmt.Sprint(got, total) != "[Ben 2026-09-07 partial 2400: Late by a train. Ann 2026-09-08 absent 0: I was there. Ann 2026-09-07 absent 0: I was there, too.] 3" {
		t.Error(got, total)
	}
	if got, total := w.open("?page=2&limit=2"); len(got) != 1 || total != 3 || !strings.HasPrefix(got[0], "Ann 2026-09-07") {
		t.Error(got, total)
	}
	w.Teacher.Do("POST", "/sessions/"+second+"/attendance/disputes/"+w.ann.ID, `{"accept":true,"status":"present"}`, 200)
	w.Teacher.Do("POST", "/sessions/"+w.session+"/attendance/disputes/"+w.ben.ID, `{"accept":false,"answer":"20 minutes late."}`, 200)
	if got, total := w.open(""); total != 1 || len(got) != 1 || counts() != "1 1 1" {
		t.Error(got, total, counts())
	}
}

// An attendance can be disputed for 30 days, and that of a cancelled session not at all.
func TestWhenAttendanceCanBeDisputed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	path := "/sessions/" + w.session + "/attendance/dispute"
	w.at(time.Hour + 30*24*time.Hour)
	if got := w.ann.Do("POST", path, `{"reason":"I was there."}`, 410); !strings.Contains(got, "30 days") || w.see(w.ann).Own.CanDispute {
		t.Error(got)
	}
	c := newWorld(t)
	c.Teacher.Do("DELETE", "/batches/"+c.batch+"/schedule/"+c.session+"?reason=ill", "", 200)
	c.at(2 * time.Hour)
	c.ann.Do("POST", "/sessions/"+c.session+"/attendance/dispute", `{"reason":"I was there."}`, 409)
}
