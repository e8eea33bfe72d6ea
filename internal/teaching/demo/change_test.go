package demo_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/demostats"
	"lectern/internal/testapp"
)

func (w *world) read(who testapp.User, id string) demo.DemoBooking {
	w.t.Helper()
	return testapp.Read[rest.Answer[demo.DemoBooking]](w.t, who.Do("GET", "/demo-booking/"+id, "", 200)).Data
}

// F87: opening the link changes nothing, however often; wrong ones are counted.
func TestTheLinkOfABooking(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), ""))
	before, link := w.state(), w.link(b)
	for range 100 {
		w.Nobody().Do("GET", link, "", 200)
	}
	if after := w.state(); after != before {
		t.Error(before, after)
	}
	if n := w.Count("SELECT count(*) FROM demo_bookings WHERE manage_digest = ?", link[strings.LastIndex(link, "/")+1:]); n != 0 {
		t.Error("the token itself is stored")
	}
	w.refused(w.Nobody(), "POST", link, `{"action":"complete"}`, 400, "UPDATE_ERROR", "unknown_value")
	w.refused(w.Nobody(), "POST", link, `{"action":"reschedule","newTimeSlot":"soon"}`, 400, "UPDATE_ERROR", "invalid_format")
	moved := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.Nobody().Do("POST", link, fmt.Sprintf(`{"action":"reschedule","newTimeSlot":%q}`, at(3, "10:30")), 200)).Data
	if moved.StartsAt.Format(time.RFC3339) != at(3, "10:30") || moved.Reschedules != 1 || len(moved.History) != 2 || moved.UTMParameters != nil {
		t.Errorf("%+v", moved)
	}
	if c := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.Nobody().Do("POST", link, `{"action":"cancel","cancellationReason":"Ill"}`, 200)).Data; c.Status != "cancelled" || c.IsLate || c.CancellationReason != "Ill" {
		t.Errorf("%+v", c)
	}
	if n := w.Count("SELECT count(*) FROM instructor_busy"); n != 0 {
		t.Error("the time is not free again")
	}
	w.refused(w.Nobody(), "POST", link, `{"action":"cancel"}`, 409, "UPDATE_ERROR", "not_confirmed")
	for range 10 {
		w.refused(w.Nobody(), "GET", link+"x", "", 404, "FETCH_ERROR", "link_not_found")
	}
	w.refused(w.Nobody(), "GET", link+"x", "", 429, "FETCH_ERROR", "too_many_attempts")
	w.Clock.Advance(89 * 24 * time.Hour)
	w.Nobody().Do("GET", link, "", 200)
	w.Clock.Advance(4 * 24 * time.Hour)
	w.refused(w.Nobody(), "GET", link, "", 404, "FETCH_ERROR", "link_not_found")
}

// F83: who has nothing to do with a booking learns nothing of it.
func TestWhoSeesABooking(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	learner, stranger, colleague := w.User(access.Student), w.User(access.Student), w.User(access.Instructor)
	b := w.book(learner, form("ann@lectern.test", at(3, "10:00"), ""))
	before, at := w.state(), "/demo-booking/"+b.ID
	for _, who := range []testapp.User{stranger, colleague} {
		w.refused(who, "GET", at, "", 404, "FETCH_ERROR", "booking_not_found")
		w.refused(who, "POST", at+"/cancel", "{}", 404, "CANCEL_ERROR", "booking_not_found")
		w.refused(who, "PUT", "/demo-booking?action=cancel", `{"bookingId":"`+b.ID+`"}`, 404, "CANCEL_ERROR", "booking_not_found")
		if l := testapp.Read[rest.List[demo.DemoBooking]](t, who.Do("GET", "/demo-booking?userId="+learner.ID, "", 200)); len(l.Data) != 0 {
			t.Errorf("%+v", l)
		}
	}
	w.Nobody().Do("GET", at, "", 401)
	w.refused(learner, "POST", at+"/complete", "{}", 403, "UPDATE_ERROR", "not_staff")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
	for _, who := range []testapp.User{learner, w.teacher, w.admin} {
		l := testapp.Read[rest.List[demo.DemoBooking]](t, who.Do("GET", "/demo-booking?include_instructor=true&include_history=true&status=confirmed", "", 200))
		if len(l.Data) != 1 || l.Data[0].Instructor == nil || len(l.Data[0].History) != 1 || !l.Data[0].CanCancel || !l.Data[0].CanReschedule {
			t.Errorf("%+v", l)
		}
		w.read(who, b.ID)
	}
	w.teacher.Do("GET", "/demo-booking/instructor/"+w.teacher.ID, "", 200)
}

func TestVisitorsMoveThreeTimes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	learner := w.User(access.Student)
	b := w.book(learner, form("ann@lectern.test", at(3, "10:00"), ""))
	move := func(who testapp.User, slot string, status int) string {
		return who.Do("POST", "/demo-booking/"+b.ID+"/reschedule", fmt.Sprintf(`{"newTimeSlot":%q}`, slot), status)
	}
	for _, clock := range []string{"11:00", "12:00", "13:00"} {
		move(learner, at(3, clock), 200)
	}
	if answer := move(learner, at(3, "14:00"), 409); !strings.Contains(answer, "moved_too_often") || !strings.Contains(answer, "RESCHEDULE_ERROR") {
		t.Error(answer)
	}
	move(w.teacher, at(3, "14:00"), 200)
	if got := w.read(learner, b.ID); got.StartsAt.Format(time.RFC3339) != at(3, "14:00") || got.CanReschedule || got.Sequence != 4 {
		t.Errorf("%+v", got)
	}
	if answer := move(w.teacher, at(3, "21:00"), 409); !strings.Contains(answer, `"nearest":[{`) {
		t.Error(answer)
	}
	w.Clock.Advance(53 * time.Hour) // 13:00
	other := w.book(w.User(access.Student), form("eve@lectern.test", at(3, "16:00"), ""))
	w.Clock.Advance(70 * time.Minute)
	w.refused(w.Nobody(), "POST", w.link(other), fmt.Sprintf(`{"action":"reschedule","newTimeSlot":%q}`, at(4, "10:00")), 409, "UPDATE_ERROR", "too_late")
	if c := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.Nobody().Do("POST", w.link(other), `{"action":"cancel"}`, 200)).Data; !c.IsLate {
		t.Errorf("%+v", c)
	}
}

func TestWhatBecomesOfADemo(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	learner := w.User(access.Student)
	b := w.book(learner, form("ann@lectern.test", at(1, "12:00"), ""))
	body := func(more string) string { return `{"bookingId":"` + b.ID + `"` + more + `}` }
	w.refused(w.teacher, "PUT", "/demo-booking?action=complete", body(""), 409, "UPDATE_ERROR", "not_begun")
	w.refused(w.teacher, "PUT", "/demo-booking?action=fly", body(""), 400, "UPDATE_ERROR", "unknown_value")
	w.refused(w.teacher, "PUT", "/demo-booking?action=cancel", "{}", 400, "UPDATE_ERROR", "required")
	w.Clock.Advance(4 * time.Hour)
	w.refused(w.teacher, "PUT", "/demo-booking?action=no-show", body(""), 409, "UPDATE_ERROR", "not_begun")
	w.refused(learner, "PUT", "/demo-booking?action=cancel", body(""), 409, "CANCEL_ERROR", "started")
	if got := w.read(learner, b.ID); got.Status != "confirmed" || got.Sequence != 0 {
		t.Errorf("%+v", got)
	}
	w.Clock.Advance(10 * time.Minute)
	w.teacher.Do("PUT", "/demo-booking?action=no-show", body(""), 200)
	if got := w.read(w.teacher, b.ID); got.Status != "no_show" || got.NoShowSide != "learner" {
		t.Errorf("%+v", got)
	}
	w.Clock.Advance(47 * time.Hour)
	w.teacher.Do("PUT", "/demo-booking?action=complete", body(`,"rating":4,"completionNotes":"Knows a lot"`), 200)
	if got := w.read(learner, b.ID); got.Status != "completed" || got.CompletionNotes != "" || got.NoShowSide != "" {
		t.Errorf("learners don't see notes: %+v", got)
	}
	if got := w.read(w.teacher, b.ID); got.CompletionNotes != "Knows a lot" || got.Rating != 4 {
		t.Errorf("%+v", got)
	}
	w.refused(w.teacher, "POST", "/demo-booking/"+b.ID+"/complete", "{}", 409, "UPDATE_ERROR", "not_confirmed")
	stats := testapp.Read[rest.Answer[demostats.DemoStats]](t, w.admin.Do("GET", "/demo-booking/stats", "", 200)).Data
	if stats.Total != 1 || stats.ByStatus["completed"] != 1 || *stats.NoShowRate != 0 || *stats.CompletionRate != 100 {
		t.Errorf("%+v", stats)
	}
	w.refused(w.admin, "GET", "/demo-booking/stats?startDate=2026-09-02&endDate=2026-09-01", "", 400, "STATS_ERROR", "out_of_range")
}

func TestAnotherInstructorTakesOver(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), ""))
	second := w.User(access.Instructor)
	w.opens(second, "10:00", "11:00")
	w.book(w.User(access.Student), form("eve@lectern.test", at(4, "10:00"), `,"instructorId":"`+second.ID+`"`))
	assign := func(to string, status int) string {
		return w.admin.Do("POST", "/demo-booking/"+b.ID+"/assign-instructor", `{"instructorId":"`+to+`"}`, status)
	}
	w.teacher.Do("POST", "/demo-booking/"+b.ID+"/assign-instructor", `{"instructorId":"`+second.ID+`"}`, 403)
	before := w.state()
	second.Do("POST", "/instructors/me/time-off", `{"from":"2026-09-03","until":"2026-09-03"}`, 201)
	assign(second.ID, 409)
	w.Exec("DELETE FROM instructor_busy WHERE kind = 'time_off'")
	if after := w.state(); after != before {
		t.Error(before, after)
	}
	assign(second.ID, 200)
	w.refused(w.teacher, "GET", "/demo-booking/"+b.ID, "", 404, "FETCH_ERROR", "booking_not_found")
	if n := w.Count("SELECT count(*) FROM instructor_busy WHERE kind = 'demo' AND instructor_id = ?", second.ID); n != 2 || w.read(second, b.ID).InstructorID != second.ID {
		t.Error(n)
	}
}

// Visitor and instructor get an email for each change, with the event for their calendar, and reminders that are dropped after a change.
func TestEmails(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), `,"requirements":"<b>Bees</b>"`))
	w.Work()
	all := w.Emails("ann@lectern.test")
	if len(all) != 1 || !strings.Contains(all[0].Subject, "3 September 2026, 12:00 (Europe/Berlin)") || !strings.Contains(all[0].Text, b.ManageURL) {
		t.Errorf("%+v", all)
	}
	if n := len(w.Emails(w.teacher.ID + "@lectern.test")); n != 1 {
		t.Error("emails to the instructor:", n)
	}
	w.Nobody().Do("POST", w.link(b), fmt.Sprintf(`{"action":"reschedule","newTimeSlot":%q}`, at(3, "12:00")), 200)
	w.Clock.Advance(26 * time.Hour) // 2026-09-02 10:00: the reminder of the first time
	w.Work()
	if all := w.Emails("ann@lectern.test"); len(all) != 2 || !strings.Contains(all[0].Subject+all[1].Subject, "has moved to 3 September 2026, 14:00") {
		t.Errorf("%+v", all)
	}
	w.Clock.Advance(2 * time.Hour)
	w.Work()
	if n := len(w.Emails("ann@lectern.test")); n != 3 {
		t.Error("no reminder was sent:", n)
	}
	w.Nobody().Do("POST", w.link(b), `{"action":"cancel"}`, 200)
	w.Clock.Advance(23 * time.Hour)
	w.Work()
	if n := len(w.Emails("ann@lectern.test")); n != 4 {
		t.Error("emails after the cancellation:", n)
	}
}

// F79: what visitors type stays what it is in the export.
func TestExport(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), `,"notes":"=1+1","courseInterest":"a\r\nb"`))
	w.User(access.Student).Do("GET", "/demo-booking/export", "", 403)
	if answer := w.User(access.Instructor).Do("GET", "/demo-booking/export", "", 200); strings.Contains(answer, "ann@") {
		t.Error(answer)
	}
	if answer := w.admin.Do("GET", "/demo-booking/export?startDate=2026-09-03&endDate=2026-09-03", "", 200); !strings.Contains(answer, "'=1+1") || !strings.Contains(answer, "a b") {
		t.Error(answer)
	}
}
