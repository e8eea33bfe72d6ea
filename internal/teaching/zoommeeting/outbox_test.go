package zoommeeting_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/testapp"
)

const creates = "POST /v2/users/{user}/meetings"

// The meeting of a session is made two days before, follows the session, and is deleted with it.
func TestMeetingFollowsItsSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-48*time.Hour - time.Minute)
	w.plan()
	if got := w.state(); got != "later" || len(w.zoom.meetings) != 0 {
		t.Errorf("%s, %d meetings", got, len(w.zoom.meetings))
	}
	w.at(-47 * time.Hour)
	w.plan()
	m := w.only()
	if w.state() != "ready" || !strings.HasPrefix(m.Topic, "Bees #") || m.StartTime != "2026-09-07T18:00:00" || m.Timezone != "Europe/Berlin" || m.Duration != 60 || m.Host != "host1@school.example" {
		t.Errorf("%s %+v", w.state(), m)
	}
	w.plan()
	if w.zoom.calls[creates] != 1 || w.zoom.calls["token"] != 2 { // one of the time at which the host was added
		t.Errorf("%v", w.zoom.calls)
	}
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+w.session, `{"date":"2026-09-07","start_time":"18:30","end_time":"20:00","reason":"later"}`, 200)
	w.plan()
	if m := w.only(); m.StartTime != "2026-09-07T18:30:00" || m.Duration != 90 {
		t.Errorf("%+v", m)
	}
	if h := w.hosts()[0]; h.UsedToday != 2 || h.Limit != 100 || h.Ahead != 1 {
		t.Errorf("%+v", h)
	}
	w.zoom.change(func() { clear(w.zoom.meetings) }) // by hand, at Zoom
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+w.session, `{"date":"2026-09-07","start_time":"18:00","end_time":"19:00","reason":"earlier"}`, 200)
	w.plan()
	w.Clock.Advance(5 * time.Second)
	w.Work()
	if m := w.only(); m.StartTime != "2026-09-07T18:00:00" {
		t.Errorf("%+v", m)
	}
	w.Teacher.Do("DELETE", "/batches/"+w.batch+"/schedule/"+w.session+"?reason=ill", "", 200)
	w.plan()
	if len(w.zoom.meetings) != 0 || w.Count("SELECT count(*) FROM resource_busy") != 0 || w.hosts()[0].Ahead != 0 {
		t.Error("the meeting of a cancelled session is left")
	}
	w.Teacher.Do("POST", "/batches/"+w.batch+"/schedule/"+w.session+"/restore", "", 200)
	w.plan()
	w.only()
	w.room("batches/"+w.batch, "link", "https://meet.example.org/bees")
	w.plan()
	if len(w.zoom.meetings) != 0 || w.state() != "none" {
		t.Error("the meeting of a session that meets elsewhere is left")
	}
}

// Learners enter at an address of their own, instructors at that of the host. Neither is stored, and Zoom does not learn who learners are.
func TestEnteringAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-10 * time.Minute)
	if got := w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 503); !strings.Contains(got, "The room is being prepared") {
		t.Error(got)
	}
	w.plan()
	m := w.only()
	first := w.enter(w.ann)
	if want := fmt.Sprintf("https://zoom.example/w/%d?tk=registrant-%d-1", m.ID, m.ID); first != want || w.enter(w.ann) != want || len(w.only().Registrants) != 1 {
		t.Errorf("%s, %v", first, w.only().Registrants)
	}
	for _, address := range w.only().Registrants {
		if address != w.ann.ID+"@lectern.test" {
			t.Error(address)
		}
	}
	w.zoom.change(func() { clear(w.zoom.meetings[m.ID].Registrants) })
	if again := w.enter(w.ann); again != first {
		t.Errorf("who was removed at Zoom is not registered again: %s", again)
	}
	if address := w.enter(w.Teacher); !strings.Contains(address, hostKey) {
		t.Error(address)
	}
	if got := w.ann.Do("GET", "/sessions/"+w.session, "", 200); strings.Contains(got, "zoom.example") {
		t.Error(got)
	}
	for name, rows := range w.Tables() {
		if strings.Contains(rows, hostKey) || strings.Contains(rows, "zoom.example") {
			t.Errorf("%s holds an address of Zoom", name)
		}
	}
	w.zoom.change(func() { w.zoom.down = true })
	w.Teacher.Do("POST", "/sessions/"+w.session+"/join", "", 200) // the meeting is there
}

// An outage keeps nobody from saving a session, makes no storm of calls and leaves one meeting in the end.
func TestOutageOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.zoom.change(func() { w.zoom.down = true; w.zoom.calls["token"] = 0 })
	w.at(-40 * time.Hour)
	w.Clock.Advance(time.Hour) // the token of before is too old
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+w.session, `{"date":"2026-09-07","start_time":"18:15","end_time":"19:00","reason":"later"}`, 200)
	w.passes(15 * time.Minute)
	if n := w.zoom.calls["token"]; n < 4 || n > 6 { // at once, after 5 s, 30 s, 2 min, 10 min, rounded up to minutes
		t.Errorf("%d tries in a quarter of an hour", n)
	}
	if w.state() != "preparing unreachable" && w.state() != "preparing provider_fault" {
		t.Error(w.state())
	}
	if got := w.see(w.ann).Meeting; got.State != "preparing" || got.Error != "" {
		t.Errorf("%+v", got)
	}
	for range 5 {
		w.Clock.Advance(time.Hour)
		w.plan()
	}
	if got := w.state(); !strings.HasPrefix(got, "failed") || w.zoom.calls["token"] != 8 {
		t.Errorf("%s after %d tries", got, w.zoom.calls["token"])
	}
	if m := w.meetings(); len(m) != 1 || m[0].State != "failed" || m[0].Tries != 8 {
		t.Errorf("%+v", m)
	}
	if told := w.Teacher.Do("GET", "/notifications", "", 200); !strings.Contains(told, "No room for Bees") {
		t.Error(told)
	}
	w.ann.Do("POST", "/sessions/"+w.session+"/meeting/retry", "", 403)
	w.User(access.Instructor).Do("POST", "/sessions/"+w.session+"/meeting/retry", "", 404)
	w.zoom.change(func() { w.zoom.down = false })
	w.Work()
	if len(w.zoom.meetings) != 0 {
		t.Error("a meeting that has failed is tried again without being asked for")
	}
	w.Teacher.Do("POST", "/sessions/"+w.session+"/meeting/retry", "", 200)
	w.Work()
	if w.only(); w.state() != "ready" {
		t.Error(w.state())
	}
}

// The meeting was made, and the answer is lost: the next try finds it by its topic, also on another page of the list.
func TestLostAnswer(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	for n := range 4 { // others of the host, of which we know nothing
		w.zoom.change(func() {
			w.zoom.next++
			w.zoom.meetings[w.zoom.next] = &zoomMeeting{ID: w.zoom.next, Topic: fmt.Sprint("Bees ", n), Host: "host1@school.example"}
		})
	}
	w.zoom.change(func() { w.zoom.loses = true })
	w.at(-40 * time.Hour)
	w.plan()
	w.zoom.change(func() { w.zoom.loses = false })
	if len(w.zoom.meetings) != 5 || w.state() != "preparing unreachable" {
		t.Fatalf("%d meetings, %s", len(w.zoom.meetings), w.state())
	}
	w.Clock.Advance(5 * time.Second)
	w.Work()
	if w.state() != "ready" || len(w.zoom.meetings) != 5 || w.zoom.calls[creates] != 1 {
		t.Errorf("%s, %d meetings, %d created", w.state(), len(w.zoom.meetings), w.zoom.calls[creates])
	}
	w.zoom.change(func() { w.zoom.loses = true })
	w.room("batches/"+w.batch, "built_in", "")
	w.plan() // deleted, and the answer is lost again
	w.zoom.change(func() { w.zoom.loses = false })
	w.Clock.Advance(5 * time.Second)
	w.Work()
	if len(w.zoom.meetings) != 4 || w.Count("SELECT count(*) FROM live_meetings WHERE state = 'deleted'") != 1 {
		t.Errorf("%d meetings", len(w.zoom.meetings))
	}
}

// A session that is dropped while the answer to the creation of its meeting is awaited leaves nothing at Zoom.
func TestDroppedWhileItIsMade(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-40 * time.Hour)
	w.zoom.change(func() { w.zoom.loses = true })
	w.plan()
	w.room("batches/"+w.batch, "built_in", "")
	w.zoom.change(func() { w.zoom.loses = false })
	w.plan()
	if len(w.zoom.meetings) != 0 {
		t.Error("a meeting is left that nobody wants")
	}
}

// A session whose meeting is not ready 15 minutes before takes another host; if that fails as well, all its people meet in the other room of its batch.
func TestFallback(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.room("batches/"+w.batch, "link", "https://meet.example.org/bees")
	w.room("sessions/"+w.session, "zoom", "")
	w.zoom.change(func() { w.zoom.refuses = true })
	w.at(-30 * time.Minute)
	w.plan()
	if w.state() != "preparing refused" || w.see(w.Teacher).Meeting.Detail != "The host is not licensed." {
		t.Errorf("%+v", w.see(w.Teacher).Meeting)
	}
	before := w.meetings()[0].Host
	w.at(-15 * time.Minute)
	w.plan()
	if after := w.meetings()[0]; after.Host == before || after.Host == "" || w.see(w.ann).Provider != "zoom" {
		t.Errorf("%+v, then %+v", before, after)
	}
	w.passes(10 * time.Minute)
	w.at(-4 * time.Minute)
	if got := w.state(); !strings.HasPrefix(got, "failed") || w.see(w.ann).Provider != "link" || w.enter(w.ann) != "https://meet.example.org/bees" {
		t.Errorf("%s, %+v", got, w.see(w.ann))
	}
	w.zoom.change(func() { w.zoom.refuses = false })
	w.plan()
	if len(w.zoom.meetings) != 0 || w.see(w.ann).Provider != "link" {
		t.Error("the people of a session are led to two rooms")
	}
}

// Without another room of the batch, people meet on the school's Jitsi.
func TestFallbackToJitsi(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0, func(d *app.Deps) { d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://jitsi.example.org"} })
	w.at(-20 * time.Minute)
	w.plan()
	if got := w.state(); got != "preparing no_host" || w.see(w.ann).Provider != "zoom" {
		t.Error(got)
	}
	w.at(-15 * time.Minute)
	w.plan()
	if got := w.see(w.ann); got.Provider != "jitsi" || got.Meeting.State != "failed" {
		t.Errorf("%+v", got)
	}
	w.at(-5 * time.Minute)
	if to := w.enter(w.ann); !strings.HasPrefix(to, "https://jitsi.example.org/") {
		t.Error(to)
	}
}

// An instructor asks for the meeting of one session: it is made at once, with what they want, and asked for again it is the same one.
func TestAskingForAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.room("batches/"+w.batch, "built_in", "")
	at := "/batches/" + w.batch + "/schedule/" + w.session + "/zoom-meeting"
	ask := func(body string, status int) (m live.SessionRoom) {
		t.Helper()
		return testapp.Read[rest.Answer[live.SessionRoom]](t, w.Teacher.Do("POST", at, body, status)).Data
	}
	w.ann.Do("POST", at, "", 403)
	w.User(access.Instructor).Do("POST", at, "", 404)
	w.Teacher.Do("POST", strings.Replace(at, w.batch, w.session, 1), "", 404)
	for body, says := range map[string]string{`{"duration":30}`: "60 minutes", `{"timezone":"Asia/Tokyo"}`: "time zone of its session", `{"provider":"teams"}`: "provider must be"} {
		if got := w.Teacher.Do("POST", at, body, 400); !strings.Contains(got, says) {
			t.Errorf("%s: %s", body, got)
		}
	}
	if got := w.Teacher.Do("POST", at, `{"provider":"jitsi"}`, 503); !strings.Contains(got, "live_not_configured") {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM live_rooms WHERE session_id IS NOT NULL"); n != 0 {
		t.Error("a refused request has left a room")
	}
	if m := ask("", 202); m.State != "later" {
		t.Errorf("%+v", m)
	}
	w.at(-40 * time.Hour)
	w.zoom.change(func() { w.zoom.down = true })
	if m := ask("", 202); m.State != "creating" || m.MeetingID != "" {
		t.Errorf("%+v", m)
	}
	w.zoom.change(func() { w.zoom.down = false })
	w.Clock.Advance(5 * time.Second)
	m := ask("", 201)
	if m.State != "ready" || m.MeetingID != fmt.Sprint(w.only().ID) || m.Topic != "Bees" || !strings.HasSuffix(m.JoinURL, "/sessions/"+w.session) || m.Duration != 60 {
		t.Errorf("%+v", m)
	}
	wishes := `{"topic":"Hives","agenda":"Smoke","duration":60,"timezone":"Europe/Berlin","settings":{"waiting_room":false,"host_video":true}}`
	for range 2 {
		if m := ask(wishes, 201); m.Topic != "Hives" || m.Agenda != "Smoke" {
			t.Errorf("%+v", m)
		}
	}
	if z := w.only(); !strings.HasPrefix(z.Topic, "Hives #") || z.Agenda != "Smoke" || z.WaitingRoom || w.zoom.calls[creates] != 1 || w.zoom.calls["PATCH /v2/meetings/{id}"] != 1 {
		t.Errorf("%+v %v", z, w.zoom.calls)
	}
	w.plan()
	if w.zoom.calls["PATCH /v2/meetings/{id}"] != 1 || w.see(w.ann).Provider != "zoom" {
		t.Error("the plan knows of other wishes")
	}
	w.at(2 * time.Hour)
	ask("", 410)
}
