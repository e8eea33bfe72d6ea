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
	"lectern/internal/teaching/demo"
	"lectern/internal/teaching/demoroom"
	"lectern/internal/testapp"
)

const demoRoom = "/instructors/me/demo-room"

// demos are a world in which Tess gives demo classes at Zoom and has one on 7 September 2026 at 16:00 UTC, when the session takes place, which is not at Zoom.
type demos struct {
	*world
	tess testapp.User
	demo.Booked
	link string // the path of the link of its visitor
}

func newDemos(t *testing.T, hosts int, changes ...func(*app.Deps)) (w demos) {
	t.Helper()
	w.world = newWorld(t, hosts, changes...)
	w.tess = w.User(access.Instructor)
	w.room("batches/"+w.batch, "built_in", "")
	w.admin.Do("PUT", "/settings/forms", `{"email_code":"never","blocked":[]}`, 200)
	w.takesDemos(w.tess)
	w.tess.Do("PUT", demoRoom, `{"provider":"zoom"}`, 200)
	w.Booked, w.link = w.bookDemo("vera@home.example", w.starts)
	return w
}

// takesDemos lets an instructor give demo classes on each day.
func (w *world) takesDemos(who testapp.User) {
	w.t.Helper()
	windows := make([]string, 7)
	for i := range windows {
		windows[i] = fmt.Sprintf(`{"weekday":%d,"from":"08:00","until":"20:00"}`, i+1)
	}
	who.Do("PUT", "/instructors/me/availability", `{"timezone":"UTC","takes_demos":true,"step_minutes":15,"hours":[`+strings.Join(windows, ",")+`]}`, 200)
}

// bookDemo books a demo class as a visitor, and returns the path of the link with which it is managed.
func (w *world) bookDemo(email string, at time.Time) (b demo.Booked, link string) {
	w.t.Helper()
	b = testapp.Read[rest.Answer[demo.Booked]](w.t, w.Nobody().Do("POST", "/demo-booking",
		fmt.Sprintf(`{"email":%q,"fullName":"Vera Visitor","timeSlot":%q,"timezone":"Europe/Berlin"}`, email, at.Format(time.RFC3339)), 201)).Data
	_, token, _ := strings.Cut(b.ManageURL, "#")
	return b, "/demo-booking/manage/" + token
}

// enterDemo joins a demo class and returns where the link leads the first time, and the second.
func (w *world) enterDemo(who testapp.User, path string) (first, second string) {
	w.t.Helper()
	j := testapp.Read[rest.Answer[demo.DemoJoin]](w.t, who.Do("POST", path+"/join", "", 200)).Data
	if !strings.HasPrefix(j.URL, "/api/v1/demo-booking/enter/") {
		w.t.Errorf("the address is not one of ours: %s", j.URL)
	}
	use := func(method string) string {
		return w.Nobody().SendRaw(httptest.NewRequestWithContext(w.t.Context(), method, j.URL, nil)).Header().Get("Location")
	}
	use(http.MethodHead) // as a program that looks at links
	return use(http.MethodGet), use(http.MethodGet)
}

func (w demos) entrance() *demoroom.DemoEntrance {
	w.t.Helper()
	return testapp.Read[rest.Answer[demo.DemoBooking]](w.t, w.tess.Do("GET", "/demo-booking/"+w.ID, "", 200)).Data.Entrance
}

// The meeting at Zoom of a demo class is made two days before, follows it, and is deleted with it; its host is taken as that of a session is.
func TestDemoClassAtZoom(t *testing.T) {
	t.Parallel()
	w := newDemos(t, 1)
	if e := w.entrance(); e.Provider != "zoom" || e.Meeting == nil || e.Meeting.State != "later" {
		t.Errorf("%+v", e)
	}
	w.at(-45 * time.Hour)
	w.plan()
	m := w.only()
	if !strings.HasPrefix(m.Topic, "Demo class #") || m.StartTime != "2026-09-07T16:00:00" || m.Timezone != "UTC" || w.entrance().Meeting.State != "ready" {
		t.Errorf("%+v", m)
	}
	if list := w.meetings(); len(list) != 1 || list[0].DemoID != w.ID || list[0].SessionID+list[0].MeetingID+list[0].BatchName != "" {
		t.Errorf("%+v", list)
	}
	w.room("batches/"+w.batch, "zoom", "") // at the same time, and there is one host
	w.plan()
	if got := w.state(); got != "preparing no_host" {
		t.Errorf("the session: %s", got)
	}
	w.Nobody().Do("POST", w.link, `{"action":"reschedule","newTimeSlot":"2026-09-07T18:00:00Z"}`, 200)
	w.plan()
	w.passes(2 * time.Minute)
	if got := w.state(); got != "ready" {
		t.Errorf("the session once the host is free: %s", got)
	}
	w.room("batches/"+w.batch, "built_in", "")
	w.plan()
	if m := w.only(); m.StartTime != "2026-09-07T18:00:00" {
		t.Errorf("%+v", m)
	}
	w.zoom.change(func() { clear(w.zoom.meetings) }) // by hand at Zoom, which says so
	w.hook(webhookSecret, w.event("meeting.deleted", m, 0, ""), w.Clock.Now())
	w.Work()
	w.plan()
	w.only()
	w.Nobody().Do("POST", w.link, `{"action":"cancel"}`, 200)
	w.plan()
	if len(w.zoom.meetings) != 0 || w.Count("SELECT count(*) FROM resource_busy") != 0 {
		t.Error("the meeting at Zoom of a cancelled demo class is left")
	}
}

// The visitor, who has no account, enters at an address of their own, and the instructor at that of the host: each by a link of ours that works once. Neither address is stored or in an email.
func TestEnteringADemoClassAtZoom(t *testing.T) {
	t.Parallel()
	w := newDemos(t, 1)
	w.at(-5 * time.Minute)
	w.Nobody().Do("POST", w.link+"/join", "", 503)
	if n := w.Count("SELECT count(*) FROM demo_links"); n != 0 {
		t.Errorf("%d links into a room that is not there", n)
	}
	w.plan()
	m := w.only()
	want := fmt.Sprintf("https://zoom.example/w/%d?tk=registrant-%d-1", m.ID, m.ID)
	for range 2 {
		if first, second := w.enterDemo(w.Nobody(), w.link); first != want || second != "/demo" {
			t.Errorf("%s, then %s", first, second)
		}
	}
	if first, second := w.enterDemo(w.tess, "/demo-booking/"+w.ID); !strings.Contains(first, hostKey) || second != "/teach/demos" {
		t.Errorf("%s, then %s", first, second)
	}
	if n := len(w.only().Registrants); n != 1 || w.Count("SELECT count(*) FROM live_guests") != 1 {
		t.Errorf("%d registrants", n)
	}
	for name, rows := range w.Tables() { // emails are jobs
		if strings.Contains(rows, hostKey) || strings.Contains(rows, "zoom.example") {
			t.Errorf("%s holds an address of Zoom", name)
		}
	}
	if got := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.tess.Do("GET", "/demo-booking/"+w.ID, "", 200)).Data; got.LearnerJoinedAt == nil || got.InstructorJoinedAt == nil {
		t.Errorf("%+v", got)
	}
	for _, kind := range []string{"meeting.participant_joined", "meeting.ended", "recording.completed"} {
		w.hook(webhookSecret, w.event(kind, m, 10, fmt.Sprintf("registrant-%d-1", m.ID)), w.Clock.Now())
	}
	w.Work()
	if n := w.Count("SELECT count(*) FROM attendance_intervals") + w.Count("SELECT count(*) FROM online_meeting_stays") + w.Count("SELECT count(*) FROM live_events WHERE body <> ''"); n != 0 {
		t.Errorf("%d rows of what Zoom says", n)
	}
	w.zoom.change(func() { clear(w.zoom.meetings[m.ID].Registrants) }) // Zoom has them no more: registered again, as often as it takes that
	for range 2 {
		if first, _ := w.enterDemo(w.Nobody(), w.link); first != want {
			t.Error(first)
		}
		w.zoom.change(func() { clear(w.zoom.meetings[m.ID].Registrants) })
	}
	j := testapp.Read[rest.Answer[demo.DemoJoin]](t, w.Nobody().Do("POST", w.link+"/join", "", 200)).Data
	if got := w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, j.URL, nil)); got.Code != 409 || w.Count("SELECT count(*) FROM demo_links WHERE used_at IS NULL") != 1 {
		t.Errorf("a fourth registration on a day: %d %s", got.Code, got.Body)
	}
	w.Clock.Advance(2 * time.Minute)
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM demo_links"); n != 0 {
		t.Errorf("%d links that have expired", n)
	}
}

// An outage of Zoom keeps nobody from booking and moving. If the meeting can't be made, both sides meet on Jitsi, its instructor is notified once and may try again.
func TestOutageOfZoomBeforeADemoClass(t *testing.T) {
	t.Parallel()
	w := newDemos(t, 1, func(d *app.Deps) { d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://jitsi.example.org"} })
	w.zoom.change(func() { w.zoom.down = true })
	w.at(-4 * time.Hour)
	w.plan()
	w.Nobody().Do("POST", w.link, `{"action":"reschedule","newTimeSlot":"2026-09-07T15:30:00Z"}`, 200)
	_, other := w.bookDemo("olga@home.example", w.starts.Add(2*time.Hour))
	w.Nobody().Do("POST", other, `{"action":"cancel"}`, 200)
	w.at(-44 * time.Minute)
	w.passes(2 * time.Minute)
	e := w.entrance()
	if e.Meeting.State != "failed" || e.Instead != "jitsi" {
		t.Fatalf("%+v", e)
	}
	seen := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.Nobody().Do("GET", w.link, "", 200)).Data.Entrance
	if seen.Meeting.State != "failed" || seen.Meeting.Error != "" || seen.Instead != "jitsi" {
		t.Errorf("the visitor sees %+v", seen)
	}
	heard := 0
	for _, n := range testapp.Read[rest.Answer[[]notification.Notification]](t, w.tess.Do("GET", "/notifications", "", 200)).Data {
		if n.Kind == "demo.meeting_failed" && n.Link == "/teach/demos" {
			heard++
		}
	}
	if heard != 1 {
		t.Errorf("notified %d times", heard)
	}
	w.at(-35 * time.Minute)
	if first, _ := w.enterDemo(w.Nobody(), w.link); !strings.HasPrefix(first, "https://jitsi.example.org/") {
		t.Error(first)
	}
	jobs := w.Count("SELECT count(*) FROM jobs WHERE kind = 'zoom.meeting'")
	const retry = "/zoom-meeting/retry"
	w.User(access.Instructor).Do("POST", "/demo-booking/"+w.ID+retry, "", 404)
	w.User(access.Student).Do("POST", "/demo-booking/"+w.ID+retry, "", 403)
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'zoom.meeting'"); n != jobs {
		t.Errorf("%d jobs by those who may not", n-jobs)
	}
	w.zoom.change(func() { w.zoom.down = false })
	w.retryTwice(w.tess, "/demo-booking/"+w.ID+retry)
	w.Work()
	w.only()
	if first, _ := w.enterDemo(w.Nobody(), w.link); !strings.HasPrefix(first, "https://zoom.example/") {
		t.Error(first)
	}
	w.tess.Do("PUT", demoRoom, `{"provider":"link","url":"https://meet.example.org/tess"}`, 200)
	w.plan()
	w.tess.Do("POST", "/demo-booking/"+w.ID+retry, "", 404)
	if first, _ := w.enterDemo(w.Nobody(), w.link); first != "https://meet.example.org/tess" || len(w.zoom.meetings) != 0 {
		t.Error(first)
	}
}
