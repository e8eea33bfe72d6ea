package demo_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/demostats"
	"lectern/internal/testapp"
)

// took books a demo class of tomorrow for someone, and completes it an hour after its end; it is then 2026-09-02, 12:00 or later.
func (w *world) took(who testapp.User, email, clock string) demo.Booked {
	w.t.Helper()
	b := w.book(who, form(email, at(2, clock), ""))
	w.Clock.Advance(b.EndsAt.Add(time.Hour).Sub(w.Clock.Now()))
	w.teacher.Do("POST", "/demo-booking/"+b.ID+"/complete", "{}", 200)
	return b
}

func (w *world) isConverted(b demo.Booked) bool {
	w.t.Helper()
	w.Work()
	return w.read(w.admin, b.ID).ConvertedAt != nil
}

// Who enrols within 60 days of a demo class has been converted by the last one that they had, once.
func TestEnrollingConverts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	learner, course, more := w.User(access.Student), w.Course(w.teacher), w.Course(w.teacher)
	first := w.took(learner, "ann@lectern.test", "10:00")
	second := w.book(learner, form("ann@lectern.test", at(3, "10:00"), ""))
	w.Clock.Advance(second.EndsAt.Add(time.Hour).Sub(w.Clock.Now()))
	if w.isConverted(first) {
		t.Error("converted without an enrolment")
	}
	learner.Do("POST", "/courses/"+course+"/enroll", "", 200) // the outcome of the second one is not known yet
	if !w.isConverted(first) || w.isConverted(second) {
		t.Error("the last completed one has not been converted")
	}
	w.teacher.Do("POST", "/demo-booking/"+second.ID+"/complete", "{}", 200)
	learner.Do("POST", "/courses/"+more+"/enroll", "", 200)
	if !w.isConverted(second) {
		t.Error("the second one has not been converted")
	}
	late := w.User(access.Student)
	third := w.book(late, form("late@lectern.test", at(5, "10:00"), ""))
	w.Clock.Advance(third.EndsAt.Sub(w.Clock.Now()))
	w.teacher.Do("POST", "/demo-booking/"+third.ID+"/complete", "{}", 200)
	w.Clock.Advance(60*24*time.Hour + time.Second)
	late.Do("POST", "/courses/"+course+"/enroll", "", 200)
	if w.isConverted(third) {
		t.Error("converted after more than 60 days")
	}
	stats := testapp.Read[rest.Answer[demostats.DemoStats]](t, w.admin.Do("GET", "/demo-booking/stats", "", 200)).Data
	if stats.Converted != 2 || *stats.ConversionRate != 66.7 {
		t.Errorf("%+v", stats)
	}
}

// An outcome that is told after the enrolment, and an address that is confirmed after it, lead to the same.
func TestLateOutcomesConvert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	course, learner := w.Course(w.teacher), w.User(access.Student)
	told := w.book(learner, form("eve@lectern.test", at(2, "10:00"), ""))
	visitor := w.book(w.Nobody(), form("Ann@lectern.test", at(2, "12:00"), ""))
	w.Clock.Advance(visitor.EndsAt.Add(time.Hour).Sub(w.Clock.Now()))
	w.Enroll(learner, course)
	w.teacher.Do("POST", "/demo-booking/"+visitor.ID+"/complete", "{}", 200)
	w.teacher.Do("POST", "/demo-booking/"+told.ID+"/complete", "{}", 200)
	if !w.isConverted(told) {
		t.Error("the outcome was told after the enrolment")
	}
	ann := w.User(access.Student)
	w.Exec("UPDATE users SET email = 'ann@lectern.test', email_key = 'ann@lectern.test', email_verified_at = NULL WHERE id = ?", ann.ID)
	w.Enroll(ann, course)
	w.Sweep()
	if w.isConverted(visitor) || strings.Contains(ann.Do("GET", "/demo-booking", "", 200), visitor.ID) {
		t.Error("an address that is not confirmed has taken the booking of another person")
	}
	w.Exec("UPDATE users SET email_verified_at = ? WHERE id = ?", w.Clock.Now(), ann.ID)
	w.Clock.Advance(11 * time.Minute)
	w.Sweep()
	if !w.isConverted(visitor) || !strings.Contains(ann.Do("GET", "/demo-booking", "", 200), visitor.ID) {
		t.Error("the booking of a confirmed address is not its user's")
	}
}

func TestStaffConvert(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, stranger := w.User(access.Student), w.User(access.Instructor)
	mine, foreign := w.Course(w.teacher), w.Course(stranger)
	b := w.book(w.Nobody(), form("ann@lectern.test", at(2, "10:00"), ""))
	other := w.book(w.Nobody(), form("eve@lectern.test", at(2, "12:00"), ""))
	path := "/demo-booking/" + b.ID + "/convert"
	body := func(course string) string { return fmt.Sprintf(`{"userId":%q,"courseId":%q}`, ann.ID, course) }
	w.refused(w.teacher, "POST", path, body(mine), 404, "UPDATE_ERROR", "enrollment_not_found")
	w.Enroll(ann, mine)
	w.Enroll(ann, foreign)
	w.refused(w.teacher, "POST", path, body(mine), 409, "UPDATE_ERROR", "not_completed")
	w.Clock.Advance(other.EndsAt.Add(time.Hour).Sub(w.Clock.Now()))
	w.teacher.Do("POST", "/demo-booking/"+b.ID+"/complete", "{}", 200)
	w.teacher.Do("POST", "/demo-booking/"+other.ID+"/complete", "{}", 200)
	before := w.state()
	w.refused(w.teacher, "POST", path, body(foreign), 404, "UPDATE_ERROR", "enrollment_not_found")
	w.refused(stranger, "POST", path, body(foreign), 404, "UPDATE_ERROR", "booking_not_found")
	w.refused(stranger, "DELETE", path, "", 404, "UPDATE_ERROR", "booking_not_found")
	ann.Do("POST", path, body(mine), 403)
	if after := w.state(); after != before || w.isConverted(b) {
		t.Error(before, after)
	}
	for range 2 {
		w.teacher.Do("POST", path, body(mine), 200)
	}
	w.refused(w.admin, "POST", path, body(foreign), 409, "UPDATE_ERROR", "already_converted")
	w.refused(w.teacher, "POST", "/demo-booking/"+other.ID+"/convert", body(mine), 409, "UPDATE_ERROR", "already_counted")
	if got := w.read(w.teacher, b.ID); got.ConvertedAt == nil || got.History[len(got.History)-1].Action != "converted" || len(got.History) != 3 {
		t.Errorf("%+v", got)
	}
	w.teacher.Do("DELETE", path, "", 200)
	if w.isConverted(b) {
		t.Error("the conversion was not taken back")
	}
	w.admin.Do("POST", "/demo-booking/"+other.ID+"/convert", body(mine), 200)
}

// An address that books with several instructors at once has 2 demo classes ahead in the end.
func TestParallelBookingsOfAnAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	teachers := []testapp.User{w.teacher, w.User(access.Instructor), w.User(access.Instructor), w.User(access.Instructor)}
	for _, one := range teachers[1:] {
		w.opens(one, "08:00", "20:00")
	}
	var all sync.WaitGroup
	answers, start := make([]string, 8), make(chan struct{})
	for i := range answers {
		who := w.User(access.Student)
		all.Go(func() {
			<-start
			answers[i] = who.Send("POST", "/api/v1/demo-booking", form("ann@lectern.test", at(2+i, "10:00"), `,"instructorId":"`+teachers[i%4].ID+`"`)).Body.String()
		})
	}
	close(start)
	all.Wait()
	refused := 0
	for _, answer := range answers {
		if strings.Contains(answer, "already_booked") {
			refused++
		}
	}
	if n := w.Count("SELECT count(*) FROM demo_bookings"); n != 2 || refused != 6 {
		t.Errorf("%d booked, %d refused: %s", n, refused, answers)
	}
}

// The instructor is asked the day after what became of a demo class, unless it is known.
func TestInstructorsAreAskedForTheOutcome(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	asked := func() (n int) {
		w.Work()
		for _, e := range w.Emails(w.teacher.ID + "@lectern.test") {
			if strings.HasPrefix(e.Subject, "Did the demo class") && strings.Contains(e.Text, "https://lectern.test/teach/demos?status=pending") {
				n++
			}
		}
		return n
	}
	open := w.book(w.Nobody(), form("ann@lectern.test", at(2, "10:00"), ""))
	done := w.book(w.Nobody(), form("eve@lectern.test", at(2, "12:00"), ""))
	w.Clock.Advance(done.EndsAt.Sub(w.Clock.Now()))
	w.teacher.Do("POST", "/demo-booking/"+done.ID+"/complete", "{}", 200)
	w.Clock.Advance(open.EndsAt.Add(24*time.Hour).Sub(w.Clock.Now()) - time.Second)
	if asked() != 0 {
		t.Error("asked too early")
	}
	w.Clock.Advance(3 * time.Hour)
	if n := asked(); n != 1 {
		t.Error("asked", n, "times")
	}
	if got := w.read(w.teacher, open.ID); got.Status != "confirmed" || got.OutcomeMissing {
		t.Errorf("%+v", got)
	}
	w.Clock.Advance(48 * time.Hour)
	if got := w.read(w.teacher, open.ID); got.Status != "confirmed" || !got.OutcomeMissing {
		t.Errorf("%+v", got)
	}
}
