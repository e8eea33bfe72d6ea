package demo_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/demo"
	"lectern/internal/testapp"
)

func withJitsi(d *app.Deps) {
	d.Config.MeetingServers.Jitsi = config.Jitsi{URL: "https://meet.example.org"}
}

// joined is the address to which a reader of a booking is led.
func (w *world) joined(who testapp.User, path string) string {
	w.t.Helper()
	j := testapp.Read[rest.Answer[demo.DemoJoin]](w.t, who.Do("POST", path+"/join", "", 200)).Data
	answer := w.Nobody().SendRaw(httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, j.URL, nil))
	if answer.Code != http.StatusSeeOther {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return answer.Header().Get("Location")
}

func (w *world) goTo(at string) {
	w.t.Helper()
	to, err := time.Parse(time.RFC3339, at)
	if err != nil {
		w.t.Fatal(err)
	}
	w.Clock.Advance(to.Sub(w.Clock.Now()))
}

// Visitor and instructor meet in one room, under their names; others can't join, nor can the visitor at other times.
func TestBothSidesMeetInOneRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withJitsi)
	b := w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), ""))
	link, own := w.link(b), "/demo-booking/"+b.ID
	stranger, colleague := w.User(access.Student), w.User(access.Instructor)
	w.goTo("2026-09-03T09:49:59Z")
	if got := w.Nobody().Do("POST", link+"/join", "", 409); !strings.Contains(got, "not_open_yet") || !strings.Contains(got, "2026-09-03T09:50:00Z") {
		t.Error(got)
	}
	for _, who := range []testapp.User{stranger, colleague} {
		who.Do("POST", own+"/join", "", 404)
	}
	w.Nobody().Do("POST", own+"/join", "", 401)
	w.Nobody().Do("POST", link+"x/join", "", 404)
	if n := w.Count("SELECT count(*) FROM demo_bookings WHERE learner_joined_at IS NOT NULL OR instructor_joined_at IS NOT NULL"); n != 0 {
		t.Error("a refused visitor has joined")
	}
	w.goTo("2026-09-03T09:50:00Z")
	of := func(address string) string { room, _, _ := strings.Cut(address, "#"); return room }
	visitor, teacher := w.joined(w.Nobody(), link), w.joined(w.teacher, own)
	if of(visitor) != of(teacher) || !strings.HasPrefix(visitor, "https://meet.example.org/lectern-") || !strings.Contains(visitor, url.PathEscape(`"Ann O'Neill"`)) || visitor == teacher {
		t.Errorf("%s and %s", visitor, teacher)
	}
	if got := w.read(w.teacher, b.ID); got.LearnerJoinedAt == nil || got.InstructorJoinedAt == nil || got.Entrance == nil || got.Entrance.Host != "meet.example.org" {
		t.Errorf("%+v", got)
	}
	if got := testapp.Read[rest.Answer[demo.DemoBooking]](t, w.Nobody().Do("GET", link, "", 200)).Data; got.LearnerJoinedAt != nil || got.Entrance.Provider != "jitsi" {
		t.Errorf("%+v", got)
	}
	w.goTo("2026-09-03T11:30:00Z")
	w.Nobody().Do("POST", link+"/join", "", 410)
	w.joined(w.teacher, own)
	w.teacher.Do("POST", own+"/complete", "{}", 200)
	other := w.book(w.Nobody(), form("bob@lectern.test", at(4, "10:00"), ""))
	w.Nobody().Do("POST", w.link(other), `{"action":"cancel"}`, 200)
	w.goTo("2026-09-04T10:00:00Z")
	w.Nobody().Do("POST", w.link(other)+"/join", "", 409)
}

// Instructors choose where they give demo classes; without a room, joining is refused with the reason.
func TestRoomOfAnInstructor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const room = "/instructors/me/demo-room"
	b := w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), ""))
	w.goTo("2026-09-03T09:55:00Z")
	if got := w.Nobody().Do("POST", w.link(b)+"/join", "", 503); !strings.Contains(got, "meeting_not_ready") {
		t.Error(got)
	}
	for body, says := range map[string]string{
		`{"provider":"link"}`: "Paste the address", `{"provider":"link","url":"http://example.org"}`: "must begin with https://", `{"provider":"jitsi"}`: "no such meeting server",
		`{"provider":"link","url":"https://u:p@example.org"}`: "user name or password", `{"provider":"zoom"}`: "no such meeting server", `{"provider":"webex"}`: "provider must be",
	} {
		if got := w.teacher.Do("PUT", room, body, 400); !strings.Contains(got, says) {
			t.Errorf("%s: %s", body, got)
		}
	}
	colleague := w.User(access.Instructor)
	colleague.Do("PUT", "/instructors/"+w.teacher.ID+"/demo-room", `{"provider":"link","url":"https://taken.example.org"}`, 404)
	w.User(access.Student).Do("GET", room, "", 403)
	if n := w.Count("SELECT count(*) FROM demo_rooms"); n != 0 {
		t.Fatalf("%d rooms", n)
	}
	w.teacher.Do("PUT", room, `{"provider":"link","url":" https://meet.example.org/ines "}`, 200)
	if got := w.joined(w.Nobody(), w.link(b)); got != "https://meet.example.org/ines" {
		t.Error(got)
	}
	stale := httptest.NewRequest("PUT", "/api/v1"+room, strings.NewReader(`{"provider":"none"}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"v0-x"`)
	if got := w.teacher.SendRaw(stale); got.Code != 412 || !strings.Contains(got.Body.String(), "meet.example.org/ines") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.admin.Do("PUT", "/instructors/"+w.teacher.ID+"/demo-room", `{"provider":"none"}`, 200)
	w.Nobody().Do("POST", w.link(b)+"/join", "", 503)
}

// After three days a demo class that both sides have joined is completed; one that only one side has joined still waits for its outcome.
func TestOutcomeFollowsFromJoining(t *testing.T) {
	t.Parallel()
	w := newWorld(t, withJitsi)
	both := w.book(w.Nobody(), form("ann@lectern.test", at(3, "10:00"), ""))
	one := w.book(w.Nobody(), form("bob@lectern.test", at(3, "12:00"), ""))
	decided := w.book(w.Nobody(), form("eve@lectern.test", at(3, "14:00"), ""))
	w.goTo("2026-09-03T10:00:00Z")
	w.joined(w.teacher, "/demo-booking/"+both.ID)
	w.joined(w.Nobody(), w.link(both))
	w.goTo("2026-09-03T12:00:00Z")
	w.joined(w.Nobody(), w.link(one))
	w.joined(w.admin, "/demo-booking/"+one.ID) // looks in, and is not its instructor
	w.goTo("2026-09-03T14:10:00Z")
	w.joined(w.Nobody(), w.link(decided))
	w.joined(w.teacher, "/demo-booking/"+decided.ID)
	w.teacher.Do("PUT", "/demo-booking?action=no-show", `{"bookingId":"`+decided.ID+`"}`, 200)
	sweep := func() {
		t.Helper()
		if err := w.Runner.Handlers["demo_bookings.complete"].Do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	w.goTo("2026-09-06T10:59:00Z")
	sweep()
	if got := w.read(w.teacher, both.ID); got.Status != demo.Confirmed {
		t.Errorf("after less than three days: %s", got.Status)
	}
	w.goTo("2026-09-06T18:00:00Z")
	sweep()
	sweep()
	for id, want := range map[string]string{both.ID: demo.Completed, one.ID: demo.Confirmed, decided.ID: demo.NoShow} {
		if got := w.read(w.teacher, id); got.Status != want || got.OutcomeMissing != (id == one.ID) {
			t.Errorf("%s, want %s: %+v", got.Status, want, got)
		}
	}
	if n := w.Count("SELECT count(*) FROM demo_history WHERE action = 'completed'"); n != 1 {
		t.Errorf("completed %d times", n)
	}
}
