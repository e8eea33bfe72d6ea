package onlinemeeting_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendancedispute"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/testapp"
)

const wasThere = `{"reason":"I was there, on my phone."}`

// afterTalk returns a meeting in the built-in room that is over: Lee was there for 20 minutes and Ben for all of it, Kim never.
func (w *world) afterTalk() (m onlinemeeting.MeetingDetails, lee, ben, kim testapp.User) {
	w.t.Helper()
	lee, ben, kim = w.Student, w.User(access.Student), w.User(access.Student)
	w.named(lee.ID, "Lee")
	for user, name := range map[string]testapp.User{"Ben": ben, "Kim": kim} {
		w.named(name.ID, user)
		w.Enroll(name, w.CourseID)
	}
	m = w.create(`,"provider":"built_in","audience":"course:` + w.CourseID + `"`)
	w.at(0)
	for minute := range 61 {
		if minute <= 20 {
			w.in(lee, m.ID)
		}
		w.in(ben, m.ID)
		w.Clock.Advance(time.Minute)
	}
	return m, lee, ben, kim
}

// open returns the open disputes that a user sees, and their number.
func (w *world) open(who testapp.User, query string) (list []string, total int64) {
	w.t.Helper()
	page := testapp.Read[rest.List[onlinemeeting.OpenMeetingDispute]](w.t, who.Do("GET", "/online-meetings/disputes"+query, "", 200))
	for _, d := range page.Data {
		list = append(list, fmt.Sprintf("%s %s %s %d: %s", d.MeetingTitle, d.Learner.FullName, d.Learner.Status, d.Learner.Seconds/60, d.Learner.Dispute.Reason))
	}
	return list, page.Pagination.TotalItems
}

// One of the people of a meeting disputes their attendance once, after it; who holds it accepts or declines that once, with a reason, and both are notified.
func TestDisputesOfTheAttendanceOfAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m, lee, ben, kim := w.afterTalk()
	path := "/online-meetings/" + m.ID + "/attendance/dispute"
	for body, says := range map[string]string{`{"reason":" "}`: "Please describe", `{"reason":"` + strings.Repeat("x", 501) + `"}`: "at most 500"} {
		if got := lee.Do("POST", path, body, 400); !strings.Contains(got, says) {
			t.Error(got)
		}
	}
	if got := ben.Do("POST", path, wasThere, 409); !strings.Contains(got, "present already") || w.see(ben, m.ID).Own.CanDispute {
		t.Error(got)
	}
	w.stranger.Do("POST", path, wasThere, 404)
	w.Teacher.Do("POST", path, wasThere, 403)
	answers := func(who testapp.User) string { return path + "s/" + who.ID }
	const accept, decline = `{"accept":true,"status":"late","answer":"Seen in the chat"}`, `{"accept":false,"answer":"You left after 20 minutes."}`
	w.Teacher.Do("POST", answers(lee), accept, 404) // there is none
	if n := w.Count("SELECT count(*) FROM online_meeting_disputes") + w.Count("SELECT count(*) FROM online_meeting_marks"); n != 0 {
		t.Errorf("%d rows of refused requests", n)
	}
	if own := w.see(lee, m.ID).Own; own.Status != "partial" || !own.CanDispute || own.Dispute != nil {
		t.Errorf("%+v", own)
	}
	for range 2 { // with a key, as a browser that repeats it
		r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1"+path, strings.NewReader(wasThere))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", "key")
		if got := lee.SendRaw(r); got.Code != 200 {
			t.Errorf("%d %s", got.Code, got.Body)
		}
	}
	lee.Do("POST", path, wasThere, 409)
	w.Clock.Advance(time.Minute)
	kim.Do("POST", path, `{"reason":"The link did not work."}`, 200)
	if own := w.see(lee, m.ID).Own; own.CanDispute || own.Dispute == nil || own.Dispute.State != attendancedispute.Open || own.Dispute.Contested != "partial" {
		t.Errorf("%+v", own)
	}
	if got := fmt.Sprint(w.heard(w.Teacher)); !strings.Contains(got, "Lee disputes their attendance") || !strings.Contains(got, "Kim disputes their attendance") {
		t.Error(got)
	}
	for body, says := range map[string]string{`{"accept":true}`: "Choose the attendance", `{"accept":false}`: "Say why", `{"accept":false,"status":"late","answer":"x"}`: "stays as it is", `{"accept":true,"status":"absent"}`: "status must be"} {
		if got := w.Teacher.Do("POST", answers(lee), body, 400); !strings.Contains(got, says) {
			t.Error(got)
		}
	}
	lee.Do("POST", answers(lee), accept, 403)
	w.stranger.Do("POST", answers(lee), accept, 403)
	w.User(access.Instructor).Do("POST", answers(lee), accept, 404)
	if got := shown(w.attendance(m.ID)); got != "Ben present 60, Kim absent 0, Lee partial 20" {
		t.Error(got)
	}
	if a := testapp.Read[rest.Answer[onlinemeeting.MeetingAttendee]](t, w.Teacher.Do("POST", answers(lee), accept, 200)).Data; a.Status != "late" || !a.IsMarked || a.Note != "Seen in the chat" || a.Dispute.State != "accepted" {
		t.Errorf("%+v", a)
	}
	w.Teacher.Do("POST", answers(kim), decline, 200)
	w.Teacher.Do("POST", answers(lee), decline, 409)
	if got := w.attendance(m.ID); shown(got) != "Ben present 60, Kim absent 0, Lee late 20" || got.People[1].Dispute.State != "declined" || got.People[1].IsMarked {
		t.Errorf("%+v", got)
	}
	if own := w.see(kim, m.ID).Own; own.CanDispute || own.Dispute.Answer != "You left after 20 minutes." {
		t.Errorf("%+v", own)
	}
	if got := fmt.Sprint(w.heard(lee)[:1], w.heard(kim)[:1]); got != "[Attendance corrected: Office hours] [Attendance unchanged: Office hours]" {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'attendance.dispute_answered'"); n != 2 {
		t.Errorf("%d entries of the audit log", n)
	}
}

// The open disputes of all meetings stand in one list for those who may change them, the oldest first, and their number at each meeting; what is answered goes.
func TestOpenDisputesOfMeetings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m, lee, _, kim := w.afterTalk()
	path := "/online-meetings/" + m.ID + "/attendance/dispute"
	counted := func(who testapp.User) (n [2]int64) {
		for i, path := range []string{"/online-meetings/get/" + m.ID, "/online-meetings/get?past=true"} {
			n[i] = -1
			if _, after, found := strings.Cut(who.Do("GET", path, "", 200), `"open_disputes":`); found {
				_, _ = fmt.Sscan(after, &n[i])
			}
		}
		return n
	}
	if got := counted(w.Teacher); got != [2]int64{0, 0} {
		t.Error(got)
	}
	kim.Do("POST", path, `{"reason":"No link."}`, 200)
	w.Clock.Advance(time.Minute)
	lee.Do("POST", path, wasThere, 200)
	lee.Do("GET", "/online-meetings/disputes", "", 403)
	if got, total := w.open(w.User(access.Instructor), ""); len(got) != 0 || total != 0 {
		t.Error(got, total)
	}
	if got := counted(lee); got != [2]int64{-1, -1} {
		t.Error(got)
	}
	for _, who := range []testapp.User{w.Teacher, w.User(access.Admin)} {
		if got, total := w.open(who, ""); fmt.Sprint(got, total) != "[Office hours Kim absent 0: No link. Office hours Lee partial 20: I was there, on my phone.] 2" || counted(who) != [2]int64{2, 2} {
			t.Error(got, total, counted(who))
		}
	}
	if got, total := w.open(w.Teacher, "?page=2&limit=1"); fmt.Sprint(got, total) != "[Office hours Lee partial 20: I was there, on my phone.] 2" {
		t.Error(got, total)
	}
	w.Teacher.Do("POST", path+"s/"+kim.ID, `{"accept":true,"status":"present"}`, 200)
	if got, total := w.open(w.Teacher, ""); len(got) != 1 || total != 1 || counted(w.Teacher) != [2]int64{1, 1} {
		t.Error(got, total)
	}
}

// An attendance can be disputed from the end of the meeting on, for 30 days; that of a cancelled meeting, and of one of which nothing was recorded, not at all.
func TestWhenTheAttendanceOfAMeetingCanBeDisputed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := w.create(`,"provider":"built_in"`)
	path := "/online-meetings/" + m.ID + "/attendance/dispute"
	dispute := func(path, says string, want int) {
		t.Helper()
		if got := w.Student.Do("POST", path, wasThere, want); !strings.Contains(got, says) {
			t.Error(got)
		}
	}
	w.at(30 * time.Minute)
	dispute(path, "once the end has passed", 409)
	w.at(time.Hour)
	dispute(path, "Nothing was recorded", 409)
	if w.see(w.Student, m.ID).Own != nil {
		t.Error("an attendance of which nothing is known")
	}
	w.change(w.Teacher, m.ID+"/attendance", fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"absent"}]}`, w.Student.ID), 0)
	w.at(time.Hour + 30*24*time.Hour)
	dispute(path, "30 days", 410)
	if w.see(w.Student, m.ID).Own.CanDispute {
		t.Error("it can be disputed after 30 days")
	}
	c := newWorld(t)
	cancelled := c.create(`,"provider":"built_in"`)
	c.Teacher.Do("DELETE", "/online-meetings/delete/"+cancelled.ID, "", 200)
	c.at(2 * time.Hour)
	c.Student.Do("POST", "/online-meetings/"+cancelled.ID+"/attendance/dispute", wasThere, 409)
	if n := w.Count("SELECT count(*) FROM online_meeting_disputes") + c.Count("SELECT count(*) FROM online_meeting_disputes"); n != 0 {
		t.Errorf("%d rows of refused requests", n)
	}
}
