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
