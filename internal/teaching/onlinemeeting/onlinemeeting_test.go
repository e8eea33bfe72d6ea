package onlinemeeting_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/notification"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/testapp"
)

type details = rest.Answer[onlinemeeting.MeetingDetails]

// post keeps the emails that are sent.
type post struct{ emails []mail.Email }

func (p *post) Send(_ context.Context, e mail.Email) error {
	p.emails = append(p.emails, e)
	return nil
}

// world is a class whose teacher holds office hours on 7 September 2026 from 18:00 to 19:00 in Berlin, which is 16:00 UTC.
type world struct {
	*testapp.Class
	t        *testing.T
	post     *post
	stranger testapp.User
	starts   time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	return newWorldWith(t, config.MeetingServers{Jitsi: config.Jitsi{URL: "https://jitsi.example.org"}})
}

func newWorldWith(t *testing.T, servers config.MeetingServers) *world {
	t.Helper()
	return newWorldAt(t, servers, "")
}

// newWorldAt is newWorldWith on a site that knows its address.
func newWorldAt(t *testing.T, servers config.MeetingServers, address string) *world {
	t.Helper()
	p := &post{}
	w := &world{t: t, post: p, starts: time.Date(2026, 9, 7, 16, 0, 0, 0, time.UTC)}
	w.Class = testapp.NewClass(t, func(d *app.Deps) {
		d.Mail = p
		d.Config.MeetingServers = servers
		if address != "" {
			d.Config.PublicURL = address
		}
	})
	w.stranger = w.User(access.Student)
	w.Exec("UPDATE users SET email_verified_at = created_at")
	w.Work()
	p.emails = nil
	return w
}

// body is a meeting with other members than usual.
func (w *world) body(more string) string {
	return fmt.Sprintf(`{"title":"Office hours","date":"2026-09-07","start_time":"18:00","end_time":"19:00","timezone":"Europe/Berlin","student_ids":[%q]%s}`, w.Student.ID, more)
}

func (w *world) create(more string) onlinemeeting.MeetingDetails {
	w.t.Helper()
	return testapp.Read[details](w.t, w.Teacher.Do("POST", "/online-meetings/create", w.body(more), 201)).Data
}

func (w *world) see(who testapp.User, id string) onlinemeeting.MeetingDetails {
	w.t.Helper()
	return testapp.Read[details](w.t, who.Do("GET", "/online-meetings/get/"+id, "", 200)).Data
}

func (w *world) at(d time.Duration) {
	w.t.Helper()
	w.Clock.Advance(w.starts.Add(d).Sub(w.Clock.Now()))
}

// rows counts what a refused request may have left.
func (w *world) rows() (n [4]int64) {
	for i, table := range []string{"online_meetings", "online_meeting_people", "online_meeting_links", "instructor_busy"} {
		n[i] = w.Count("SELECT count(*) FROM " + table)
	}
	return n
}

// heard returns the titles of what a user was notified of about meetings, the newest first.
func (w *world) heard(who testapp.User) (titles []string) {
	w.t.Helper()
	w.Work()
	for _, n := range testapp.Read[rest.List[notification.Notification]](w.t, who.Do("GET", "/notifications?limit=100", "", 200)).Data {
		if strings.HasPrefix(string(n.Kind), "meeting.") {
			titles = append(titles, n.Title)
		}
	}
	return titles
}

// put changes a meeting over a version.
func (w *world) put(who testapp.User, id, body string, version int64) *httptest.ResponseRecorder {
	return w.change(who, "update/"+id, body, version)
}

func (w *world) change(who testapp.User, path, body string, version int64) *httptest.ResponseRecorder {
	r := httptest.NewRequest("PUT", "/api/v1/online-meetings/"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", fmt.Sprintf(`"v%d-x"`, version))
	return who.SendRaw(r)
}

func TestPlanningAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.rows()
	w.Student.Do("POST", "/online-meetings/create", w.body(""), 403)
	w.Nobody().Do("POST", "/online-meetings/create", w.body(""), 401)
	other := w.User(access.Instructor)
	for body, says := range map[string]string{
		w.body(`,"date":"2020-01-01"`):                                           "is in the past",
		w.body(`,"end_time":"18:10"`):                                            "at least 30 minutes",
		w.body(`,"start_time":"6pm"`):                                            "Use HH:MM format",
		w.body(`,"timezone":"Mars"`):                                             "time zone",
		w.body(`,"instructor_id":"` + other.ID + `"`):                            "Only administrators",
		w.body(`,"course_id":"nope"`):                                            "you don't teach it",
		w.body(`,"audience":"batch:1"`):                                          "audience must be course:",
		w.body(`,"student_ids":["` + w.stranger.ID + `"]`):                       "isn't in one of your courses",
		w.body(`,"student_ids":[]`):                                              "Invite at least one learner",
		w.body(`,"provider":"bigbluebutton"`):                                    "no such meeting server",
		w.body(`,"url":"http://meet.example.org"`):                               "must begin with https://",
		w.body(`,"provider":"link"`):                                             "Paste the address",
		strings.Replace(w.body(""), "Office hours", " ", 1):                      "Please enter a title",
		strings.Replace(w.body(""), "Office hours", strings.Repeat("x", 101), 1): "at most 100 characters",
	} {
		if got := w.Teacher.Do("POST", "/online-meetings/create", body, 400); !strings.Contains(got, says) {
			t.Errorf("%s: %s", body, got)
		}
	}
	if w.rows() != before {
		t.Error("a refused meeting has left something")
	}
	m := w.create("")
	if m.StartsAt != w.starts || m.Provider != "jitsi" || m.Host != "jitsi.example.org" || m.Invited != 1 || !m.CanManage || m.State != "upcoming" || len(m.People) != 1 || !m.People[0].IsNamed {
		t.Errorf("%+v", m)
	}
	if got := w.Teacher.Do("POST", "/online-meetings/create", w.body(`,"start_time":"18:30","end_time":"19:30"`), 409); !strings.Contains(got, `"label":"Office hours"`) {
		t.Error(got)
	}
	w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"UTC","assigned_instructor":%q,
		"schedule":[{"date":"2026-09-07","start_time":"16:30","end_time":"17:30"}]}`, w.Teacher.ID), 409) // the same calendar
	w.stranger.Do("GET", "/online-meetings/get/"+m.ID, "", 404)
	other.Do("GET", "/online-meetings/get/"+m.ID, "", 404)
	if seen := w.see(w.Student, m.ID); seen.CanManage || len(seen.People) != 0 || seen.URL != "" {
		t.Errorf("%+v", seen)
	}
	if got := w.put(w.Student, m.ID, w.body(""), 1); got.Code != 403 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.put(other, m.ID, w.body(""), 1); got.Code != 404 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for path, status := range map[string]int{"/online-meetings/student/" + w.Student.ID: 200, "/online-meeting/student/" + w.Student.ID: 200, "/online-meetings/student/" + w.stranger.ID: 404} {
		w.Teacher.Do("GET", path, "", status)
	}
	list := func(who testapp.User, path string) int {
		return strings.Count(who.Do("GET", path, "", 200), `"id":"`+m.ID)
	}
	if n := list(w.Student, "/online-meetings/get") + list(w.Teacher, "/online-meetings/get") + list(w.User(access.Admin), "/online-meetings/get"); n != 3 {
		t.Errorf("%d see it", n)
	}
	if n := list(w.stranger, "/online-meetings/get") + list(w.Student, "/online-meetings/get?past=true"); n != 0 {
		t.Errorf("%d see it", n)
	}
	w.at(-7*24*time.Hour - time.Minute)
	if list(w.Student, "/online-meetings/student/"+w.Student.ID) != 0 || list(w.Student, "/online-meetings/student/"+w.Student.ID+"?show_all_upcoming=true") != 1 {
		t.Error("in more than a week it is only among all that are ahead")
	}
	for _, who := range []testapp.User{w.Student, w.Teacher} {
		if got := who.Do("GET", "/calendar?from=2026-09-07&to=2026-09-07", "", 200); !strings.Contains(got, `"kind":"meeting"`) || !strings.Contains(got, "Office hours") {
			t.Error(got)
		}
	}
	if got := w.stranger.Do("GET", "/calendar?from=2026-09-07&to=2026-09-07", "", 200); strings.Contains(got, "meeting") {
		t.Error(got)
	}
}

func TestMovingAndCancellingAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := w.create("")
	if heard := w.heard(w.Student); len(heard) != 1 || heard[0] != "Meeting: Office hours" || len(w.heard(w.Teacher)) != 0 {
		t.Errorf("%v", heard)
	}
	if got := w.put(w.Teacher, m.ID, w.body(`,"date":"2026-09-08"`), 7); got.Code != 412 || !strings.Contains(got.Body.String(), `"date":"2026-09-07"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.put(w.Teacher, m.ID, w.body(`,"date":"2026-09-08"`), 1); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.create("") // its old time is free
	heard := w.heard(w.Student)
	if len(heard) != 3 || heard[1] != "Meeting moved: Office hours" {
		t.Errorf("%v", heard)
	}
	w.post.emails = nil
	w.at(0)
	w.Teacher.Do("DELETE", "/online-meetings/delete/"+m.ID, "", 200)
	w.Teacher.Do("DELETE", "/online-meetings/delete/"+m.ID, "", 200)
	if heard := w.heard(w.Student); len(heard) != 4 || heard[0] != "Meeting cancelled: Office hours" {
		t.Errorf("%v", heard)
	}
	if len(w.post.emails) != 1 || w.post.emails[0].Invitation == nil || w.post.emails[0].Invitation.Method != "CANCEL" || !strings.Contains(w.post.emails[0].Invitation.Content, "meeting-"+m.ID) {
		t.Errorf("%+v", w.post.emails)
	}
	if n := w.Count("SELECT count(*) FROM instructor_busy WHERE ref_id = ?", m.ID); n != 0 {
		t.Error("a cancelled meeting takes time")
	}
	if got := w.put(w.Teacher, m.ID, w.body(""), 3); got.Code != 409 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for _, id := range []string{m.ID} {
		if got := w.Student.Do("POST", "/online-meetings/"+id+"/join", "", 409); !strings.Contains(got, "meeting_cancelled") {
			t.Error(got)
		}
	}
}

func TestEnteringAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := w.create(`,"student_ids":[],"audience":"course:` + w.CourseID + `"`)
	if !m.ForCourse || m.Invited < 1 || m.CourseID == nil || *m.CourseID != w.CourseID {
		t.Errorf("%+v", m)
	}
	join := func(who testapp.User, status int) string {
		return who.Do("POST", "/online-meetings/"+m.ID+"/join", "", status)
	}
	follow := func(address string) *httptest.ResponseRecorder {
		return w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))
	}
	w.at(-10*time.Minute - time.Second)
	if got := join(w.Student, 409); !strings.Contains(got, "2026-09-07T15:50:00Z") {
		t.Error(got)
	}
	join(w.stranger, 404)
	if n := w.Count("SELECT count(*) FROM online_meeting_links"); n != 0 {
		t.Error("a refused request has left a link")
	}
	join(w.Teacher, 200)
	late := w.User(access.Student)
	w.Enroll(late, w.CourseID) // also those who enrol later
	w.at(-10 * time.Minute)
	link := testapp.Read[rest.Answer[onlinemeeting.MeetingLink]](t, join(late, 200)).Data.URL
	if got := follow(link); got.Code != 303 || !strings.HasPrefix(got.Header().Get("Location"), "https://jitsi.example.org/lectern-") {
		t.Errorf("%d %v", got.Code, got.Header())
	}
	if got := follow(link); got.Header().Get("Location") != "/meetings/"+m.ID {
		t.Errorf("the link works twice: %v", got.Header())
	}
	if got := follow(link + "x"); got.Code != 401 {
		t.Errorf("%d", got.Code)
	}
	stale := testapp.Read[rest.Answer[onlinemeeting.MeetingLink]](t, join(w.Student, 200)).Data.URL
	w.Clock.Advance(time.Minute + time.Second)
	if got := follow(stale); got.Header().Get("Location") != "/meetings/"+m.ID {
		t.Errorf("the link works after a minute: %v", got.Header())
	}
	if people := w.see(w.Teacher, m.ID).People; len(people) != 1 || people[0].UserID != late.ID || people[0].JoinedAt == nil || people[0].IsNamed {
		t.Errorf("%+v", people)
	}
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM online_meeting_links"); n != 1 {
		t.Errorf("%d links", n)
	}
	w.at(time.Hour)
	if got := w.put(w.Teacher, m.ID, w.body(""), 1); got.Code != 409 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.at(90 * time.Minute)
	join(w.Student, 410)
}

// Reminders come once each, of the time that the meeting has, and none that was past when it got that time.
func TestRemindersOfMeetings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := w.create("")
	reminders := func(before time.Duration) (n int) {
		t.Helper()
		w.at(-before)
		for range 2 {
			if err := w.Runner.Handlers["online_meetings.due"].Do(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		for _, title := range w.heard(w.Student) {
			if strings.HasPrefix(title, "Meeting reminder") {
				n++
			}
		}
		return n
	}
	if n := reminders(24*time.Hour + time.Minute); n != 0 {
		t.Error(n)
	}
	w.post.emails = nil
	if n := reminders(24 * time.Hour); n != 1 || len(w.post.emails) != 2 { // to the instructor too
		t.Error(n, w.post.emails)
	}
	if n := reminders(time.Hour); n != 2 || len(w.post.emails) != 2 {
		t.Error(n)
	}
	w.put(w.Teacher, m.ID, w.body(`,"start_time":"20:00","end_time":"21:00"`), 1)
	w.starts = w.starts.Add(2 * time.Hour)
	if n := reminders(2*time.Hour + 30*time.Minute); n != 2 {
		t.Errorf("%d: the day before was past when it was moved", n)
	}
	if n := reminders(time.Hour); n != 3 {
		t.Error(n)
	}
	if n := reminders(10 * time.Minute); n != 4 {
		t.Error(n)
	}
}

// Who waited for an instructor whose account is erased hears that the meeting is cancelled.
func TestErasingAnInstructorCancelsTheirMeetings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	past := w.create(`,"provider":"link","url":"https://rooms.example.org/canary"`)
	w.at(2 * time.Hour)
	ahead := testapp.Read[details](t, w.Teacher.Do("POST", "/online-meetings/create", strings.ReplaceAll(w.body(""), "2026-09-07", "2026-09-21"), 201)).Data
	w.heard(w.Student)
	w.Exec("UPDATE sessions SET proven_at = ?", w.Clock.Now())
	w.Teacher.Do("DELETE", "/profile/me?permanent=true", "", 200)
	if heard := w.heard(w.Student); len(heard) == 0 || heard[0] != "Meeting cancelled: Office hours" {
		t.Error(heard)
	}
	if m := w.see(w.Student, ahead.ID); m.Status != "cancelled" {
		t.Error(m.Status)
	}
	if m := w.see(w.Student, past.ID); m.Status != "scheduled" {
		t.Error("a meeting that took place is", m.Status)
	}
	if n := w.Count("SELECT count(*) FROM online_meetings WHERE url LIKE '%canary%'") + w.Count("SELECT count(*) FROM instructor_busy WHERE kind = 'meeting' AND starts_at > ?", w.Clock.Now()); n != 0 {
		t.Error(n, "rooms and taken times are left")
	}
}
