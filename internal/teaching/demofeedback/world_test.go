package demofeedback_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demofeedback"
	"lectern/internal/testapp"
)

// world has an instructor who takes demos, and a learner; it is Tuesday, 2026-09-01, 8:00.
type world struct {
	*testapp.App
	t                       *testing.T
	teacher, learner, admin testapp.User
}

func newWorld(t *testing.T) *world {
	t.Helper()
	a := testapp.New(t)
	w := &world{a, t, a.User(access.Instructor), a.User(access.Student), a.User(access.Admin)}
	w.teacher.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"hours":[{"weekday":1,"from":"08:00","until":"20:00"},{"weekday":2,"from":"08:00","until":"20:00"}]}`, 200)
	w.admin.Do("PUT", "/settings/forms", `{"email_code":"never","blocked":[]}`, 200)
	return w
}

type booked struct{ ID, ManageURL string }

func (b booked) link() string {
	return "/demo-booking/manage/" + b.ManageURL[strings.LastIndex(b.ManageURL, "#")+1:] + "/feedback"
}

// complete books a demo class of today at 12:00 for a caller, and completes it at 13:00.
func (w *world) complete(who testapp.User) booked {
	w.t.Helper()
	b := w.book(who)
	w.Clock.Advance(5 * time.Hour)
	w.teacher.Do("POST", "/demo-booking/"+b.ID+"/complete", "{}", 200)
	return b
}

func (w *world) book(who testapp.User) booked {
	w.t.Helper()
	return testapp.Read[rest.Answer[booked]](w.t, who.Do("POST", "/demo-booking", `{"email":"ann@lectern.test","fullName":"Ann","timeSlot":"2026-09-01T12:00:00Z"}`, 201)).Data
}

const good = `"overallRating":5,"contentQuality":"excellent","instructorPerformance":"good","wouldRecommend":true`

func on(b booked, more string) string { return `{"demoBookingId":"` + b.ID + `",` + good + more + `}` }

type refusal struct {
	Success bool
	Code    string
	Errors  []struct{ Field, Code, Message string }
	Data    json.RawMessage
}

func (w *world) refused(who testapp.User, method, path, body string, status int, code, reason string) refusal {
	w.t.Helper()
	r := testapp.Read[refusal](w.t, who.Do(method, path, body, status))
	if r.Success || r.Code != code || len(r.Errors) == 0 || r.Errors[0].Code != reason {
		w.t.Errorf("%s %s: %+v, not %s because of %s", method, path, r, code, reason)
	}
	return r
}

// state is what a refused request may have changed.
func (w *world) state() string {
	w.t.Helper()
	return fmt.Sprint(w.Count("SELECT count(*) FROM demo_feedback"), w.Count("SELECT coalesce(sum(version + overall_rating), 0) FROM demo_feedback"), w.Count("SELECT count(*) FROM demo_feedback WHERE response <> ''"))
}

func (w *world) feedback(who testapp.User, method, path, body string, status int) demofeedback.DemoFeedback {
	w.t.Helper()
	return testapp.Read[rest.Answer[demofeedback.DemoFeedback]](w.t, who.Do(method, path, body, status)).Data
}

func (w *world) available(who testapp.User) demofeedback.AvailableDemos {
	w.t.Helper()
	return testapp.Read[rest.Answer[demofeedback.AvailableDemos]](w.t, who.Do("GET", "/demo-feedback/available-demos", "", 200)).Data
}

// askedFor counts the emails that ask for feedback on a booking.
func (w *world) askedFor(b booked) (n int) {
	for _, email := range w.Emails("ann@lectern.test") {
		if strings.HasPrefix(email.Subject, "How was your demo class") && strings.Contains(email.Text, b.ManageURL) {
			n++
		}
	}
	return n
}

// past adds a demo class with feedback; 0 stars for none.
func (w *world) past(userID, teacherID string, stars int, recommends bool, at time.Time) {
	w.t.Helper()
	id := w.demo(userID, teacherID, "completed", "", at)
	if stars == 0 {
		return
	}
	w.Exec(`INSERT INTO demo_feedback (id, booking_id, user_id, instructor_id, overall_rating, content_quality, instructor_performance, would_recommend, additional_comments, liked_most, improvement_areas,
		specific_feedback, follow_up_interest, source, response, response_is_internal, version, created_at, updated_at)
		VALUES (?, ?, nullif(?, ''), ?, ?, 'good', 'excellent', ?, '', '', '', '{}', ?, '', '', ?, 1, ?, ?)`, db.NewID(), id, userID, teacherID, stars, recommends, false, false, at, at)
}

func (w *world) demo(userID, teacherID, status, side string, at time.Time) string {
	w.t.Helper()
	id := db.NewID()
	w.Exec(`INSERT INTO demo_bookings (id, hold_id, user_id, email, email_key, full_name, phone_number, starts_at, ends_at, timezone, instructor_id, demo_type, source, course_interest, experience_level,
		requirements, notes, utm, status, is_late, reschedules, cancellation_reason, completion_notes, rating, feedback, no_show_side, languages, manage_digest, sequence, created_at, updated_at)
		VALUES (?, ?, nullif(?, ''), '', '', '', '', ?, ?, 'UTC', ?, '', '', '', '', '', '', '{}', ?, ?, 0, '', '', 0, '', ?, '', ?, 0, ?, ?)`,
		id, id, userID, at, at.Add(time.Hour), teacherID, status, false, side, id, at, at)
	return id
}
