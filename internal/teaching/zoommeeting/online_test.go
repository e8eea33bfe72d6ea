package zoommeeting_test

import (
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
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/testapp"
)

type onlineMeeting = rest.Answer[onlinemeeting.MeetingDetails]

// officeHours are from 17:00 to 18:00 in Berlin, before the session begins.
func (w *world) officeHours(more string) string {
	return fmt.Sprintf(`{"title":"Office hours","description":"Bring questions","date":"2026-09-07","start_time":"17:00","end_time":"18:00","timezone":"Europe/Berlin","student_ids":[%q],"provider":"zoom"%s}`, w.ann.ID, more)
}

// newOnline is a world without a batch, whose teacher holds office hours at Zoom for Ann.
func newOnline(t *testing.T, hosts int, changes ...func(*app.Deps)) (w *world, id string) {
	t.Helper()
	w = newWorld(t, hosts, changes...)
	w.room("batches/"+w.batch, "built_in", "")
	w.starts = time.Date(2026, 9, 7, 15, 0, 0, 0, time.UTC)
	id = testapp.Read[onlineMeeting](t, w.Teacher.Do("POST", "/online-meetings/create", w.officeHours(""), 201)).Data.ID
	return w, id
}

func (w *world) online(who testapp.User, id string) onlinemeeting.MeetingDetails {
	w.t.Helper()
	return testapp.Read[onlineMeeting](w.t, who.Do("GET", "/online-meetings/get/"+id, "", 200)).Data
}

func (w *world) changeOnline(id, body string) {
	w.t.Helper()
	r := httptest.NewRequestWithContext(w.t.Context(), "PUT", "/api/v1/online-meetings/update/"+id, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", fmt.Sprintf(`"v%d-x"`, w.online(w.Teacher, id).EditVersion()))
	if answer := w.Teacher.SendRaw(r); answer.Code != 200 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
}

func (w *world) enterOnline(who testapp.User, id string) string {
	w.t.Helper()
	l := testapp.Read[rest.Answer[onlinemeeting.MeetingLink]](w.t, who.Do("POST", "/online-meetings/"+id+"/join", "", 200)).Data
	return w.Nobody().SendRaw(httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, l.URL, nil)).Header().Get("Location")
}

// The meeting at Zoom of one outside of batches is made two days before, follows it, and is deleted with it.
func TestMeetingOutsideOfBatchesAtZoom(t *testing.T) {
	t.Parallel()
	w, id := newOnline(t, 1)
	if m := w.online(w.ann, id); m.Meeting == nil || m.Meeting.State != "later" || m.Host != "127.0.0.1" {
		t.Errorf("%+v", m)
	}
	w.at(-47 * time.Hour)
	w.plan()
	m := w.only()
	if !strings.HasPrefix(m.Topic, "Office hours #") || m.Agenda != "Bring questions" || m.StartTime != "2026-09-07T17:00:00" || m.Duration != 60 || w.online(w.ann, id).Meeting.State != "ready" {
		t.Errorf("%+v", m)
	}
	if list := w.meetings(); len(list) != 1 || list[0].MeetingID != id || list[0].SessionID != "" || list[0].BatchName != "Office hours" || list[0].State != "ready" {
		t.Errorf("%+v", list)
	}
	w.changeOnline(id, w.officeHours(`,"start_time":"16:30"`))
	w.plan()
	if m := w.only(); m.StartTime != "2026-09-07T16:30:00" || m.Duration != 90 {
		t.Errorf("%+v", m)
	}
	// by hand at Zoom, which says so
	w.zoom.change(func() { clear(w.zoom.meetings) })
	if answer := w.hook(webhookSecret, w.event("meeting.deleted", m, 0, ""), w.Clock.Now()); answer.Code != 204 && answer.Code != 200 {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
	w.Work()
	w.plan()
	w.only()
	w.Teacher.Do("DELETE", "/online-meetings/delete/"+id, "", 200)
	w.plan()
	if len(w.zoom.meetings) != 0 || w.Count("SELECT count(*) FROM resource_busy") != 0 {
		t.Error("the meeting at Zoom of a cancelled one is left")
	}
}

// Learners enter at an address of their own, who holds the meeting at that of the host. Neither is stored; what Zoom says of who was in is the attendance of the meeting.
func TestEnteringAMeetingOutsideOfBatches(t *testing.T) {
	t.Parallel()
	w, id := newOnline(t, 1)
	w.at(-5 * time.Minute)
	if got := w.ann.Do("POST", "/online-meetings/"+id+"/join", "", 503); !strings.Contains(got, "The room is being prepared") {
		t.Error(got)
	}
	w.plan()
	m := w.only()
	if got, want := w.enterOnline(w.ann, id), fmt.Sprintf("https://zoom.example/w/%d?tk=registrant-%d-1", m.ID, m.ID); got != want || w.enterOnline(w.ann, id) != want || len(w.only().Registrants) != 1 {
		t.Error(got)
	}
	if got := w.enterOnline(w.Teacher, id); !strings.Contains(got, hostKey) {
		t.Error(got)
	}
	for name, rows := range w.Tables() {
		if strings.Contains(rows, hostKey) || strings.Contains(rows, "zoom.example") {
			t.Errorf("%s holds an address of Zoom", name)
		}
	}
	for _, e := range []struct {
		kind   string
		minute int
	}{{"meeting.participant_joined", 1}, {"meeting.ended", 58}, {"recording.completed", 58}} {
		w.hook(webhookSecret, w.event(e.kind, m, e.minute, fmt.Sprintf("registrant-%d-1", m.ID)), w.Clock.Now())
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM attendance_intervals") + w.Count("SELECT count(*) FROM live_events WHERE body <> ''"); n != 0 {
		t.Errorf("%d rows", n)
	}
	w.at(time.Hour)
	if a := w.attended(id); len(a) != 1 || a[0].UserID != w.ann.ID || a[0].Status != "present" || a[0].Seconds != 57*60 {
		t.Errorf("%+v", a)
	}
}

// An outage of Zoom keeps nobody from planning. When the meeting can't be made, its people meet on Jitsi, its instructor is notified once and may try again.
func TestOutageOfZoomBeforeAMeeting(t *testing.T) {
	t.Parallel()
	w, id := newOnline(t, 1, func(d *app.Deps) { d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://jitsi.example.org"} })
	w.zoom.change(func() { w.zoom.down = true })
	w.at(-2 * time.Hour)
	w.changeOnline(id, w.officeHours(`,"description":"Bring more questions"`))
	w.passes(3 * time.Minute)
	if m := w.online(w.Teacher, id).Meeting; m.State != "preparing" || m.Error == "" {
		t.Errorf("%+v", m)
	}
	if m := w.online(w.ann, id).Meeting; m.State != "preparing" || m.Error != "" {
		t.Errorf("a learner is shown why: %+v", m)
	}
	w.at(-15 * time.Minute)
	w.passes(2 * time.Minute)
	if m := w.online(w.ann, id); m.Meeting.State != "failed" || m.Instead != "jitsi" || m.Provider != "zoom" {
		t.Errorf("%+v", m)
	}
	heard := testapp.Read[rest.Answer[[]notification.Notification]](t, w.Teacher.Do("GET", "/notifications", "", 200)).Data
	failed := 0
	for _, n := range heard {
		if n.Kind == "meeting.failed" && n.Title == "No room for Office hours" && n.Link == "/meetings/"+id {
			failed++
		}
	}
	if failed != 1 {
		t.Errorf("notified %d times: %+v", failed, heard)
	}
	w.at(-5 * time.Minute)
	if got := w.enterOnline(w.ann, id); !strings.HasPrefix(got, "https://jitsi.example.org/") {
		t.Error(got)
	}
	jobs := w.Count("SELECT count(*) FROM jobs WHERE kind = 'zoom.meeting'")
	w.User(access.Student).Do("POST", "/online-meetings/"+id+"/zoom-meeting/retry", "", 403)
	w.User(access.Instructor).Do("POST", "/online-meetings/"+id+"/zoom-meeting/retry", "", 404)
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'zoom.meeting'"); n != jobs {
		t.Errorf("%d jobs by those who may not", n-jobs)
	}
	w.zoom.change(func() { w.zoom.down = false })
	w.Teacher.Do("POST", "/online-meetings/"+id+"/zoom-meeting/retry", "", 200)
	w.Work()
	w.only()
	if m := w.online(w.ann, id); m.Meeting.State != "ready" || m.Instead != "" || !strings.HasPrefix(w.enterOnline(w.ann, id), "https://zoom.example/") {
		t.Errorf("%+v", m)
	}
	w.changeOnline(id, w.officeHours(`,"provider":"link","url":"https://meet.example.org"`))
	w.plan()
	w.Teacher.Do("POST", "/online-meetings/"+id+"/zoom-meeting/retry", "", 404)
}

func (w *world) attended(id string) []onlinemeeting.MeetingAttendee {
	w.t.Helper()
	return testapp.Read[rest.Answer[onlinemeeting.MeetingAttendance]](w.t, w.Teacher.Do("GET", "/online-meetings/"+id+"/attendance", "", 200)).Data.People
}

// Without webhooks, Zoom is asked for its report of a meeting outside of batches, too.
func TestReportAfterAMeetingOutsideOfBatches(t *testing.T) {
	t.Parallel()
	w, id := newOnline(t, 1)
	w.at(-5 * time.Minute)
	w.plan()
	m := w.only()
	w.enterOnline(w.ann, id)
	w.zoom.change(func() {
		w.zoom.instances = []zoomInstance{{m.ID, "c==", w.starts, []zoomStay{{"2", fmt.Sprintf("registrant-%d-1", m.ID), "in_meeting", w.starts.Add(20 * time.Minute), w.starts.Add(70 * time.Minute)}}}}
	})
	w.at(91 * time.Minute)
	if a := w.attended(id); len(a) != 1 || a[0].Status != "joined" {
		t.Errorf("%+v", a)
	}
	for range 2 {
		if err := w.Runner.Handlers["zoom.report"].Do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if a := w.attended(id); len(a) != 1 || a[0].Status != "partial" || a[0].Seconds != 40*60 || w.zoom.calls["GET /v2/past_meetings/{id}/instances"] != 1 {
		t.Errorf("%+v", a)
	}
}
