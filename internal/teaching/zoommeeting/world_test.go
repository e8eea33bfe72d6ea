package zoommeeting_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/zoommeeting"
	"lectern/internal/testapp"
)

// world is a school with an account at Zoom and a class whose batch meets there, on 7 September 2026 from 18:00 to 19:00 in Berlin.
type world struct {
	*testapp.Class
	t              *testing.T
	zoom           *zoomServer
	admin, ann     testapp.User
	batch, session string
	starts         time.Time
}

func newWorld(t *testing.T, hosts int, changes ...func(*app.Deps)) *world {
	t.Helper()
	z := newZoom(t)
	w := &world{t: t, zoom: z, starts: time.Date(2026, 9, 7, 16, 0, 0, 0, time.UTC)}
	w.Class = testapp.NewClass(t, append([]func(*app.Deps){z.configured}, changes...)...)
	w.admin = w.User(access.Admin)
	for n := range hosts {
		w.admin.Do("POST", "/meeting-hosts", fmt.Sprintf(`{"name":"host%d@school.example"}`, n+1), 201)
	}
	w.batch, w.session = w.newBatch("Bees", "18:00", "19:00", w.Teacher)
	w.ann = w.User(access.Student)
	w.Exec("UPDATE users SET full_name = 'Ann Bell', name_key = 'ann bell' WHERE id = ?", w.ann.ID)
	w.Enroll(w.ann, w.CourseID)
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, w.ann.ID), 200)
	return w
}

// newBatch is a batch that meets at Zoom once, on 7 September.
func (w *world) newBatch(name, from, until string, teacher testapp.User) (batch, session string) {
	w.t.Helper()
	b := testapp.Read[rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]](w.t, w.admin.Do("POST", "/batches/courses/"+w.CourseID+"/batches", fmt.Sprintf(`{"batch_name":%q,"timezone":"Europe/Berlin","capacity":50,"assigned_instructor":%q,
		"schedule":[{"date":"2026-09-07","start_time":%q,"end_time":%q}]}`, name, teacher.ID, from, until), 201)).Data
	w.room("batches/"+b.ID, "zoom", "")
	return b.ID, b.Schedule[0].ID
}

func (w *world) room(of, provider, url string) {
	w.t.Helper()
	w.admin.Do("PUT", "/"+of+"/room", fmt.Sprintf(`{"provider":%q,"url":%q}`, provider, url), 200)
}

// at moves the clock to some time from the beginning of the session.
func (w *world) at(d time.Duration) {
	w.t.Helper()
	w.Clock.Advance(w.starts.Add(d).Sub(w.Clock.Now()))
}

// plan compares what is wanted with what there is, and lets the jobs run that are due.
func (w *world) plan() {
	w.t.Helper()
	if err := w.Runner.Handlers["zoom.plan"].Do(w.t.Context(), nil); err != nil {
		w.t.Fatal(err)
	}
	w.Work()
}

// passes lets time go by, planning and working each minute.
func (w *world) passes(d time.Duration) {
	w.t.Helper()
	for end := w.Clock.Now().Add(d); w.Clock.Now().Before(end); {
		w.plan()
		w.Clock.Advance(time.Minute)
	}
	w.plan()
}

func (w *world) see(who testapp.User) live.LiveSession {
	w.t.Helper()
	return testapp.Read[rest.Answer[live.LiveSession]](w.t, who.Do("GET", "/sessions/"+w.session, "", 200)).Data
}

// state is how far the meeting of the session is, for its instructor.
func (w *world) state() string {
	w.t.Helper()
	m := w.see(w.Teacher).Meeting
	if m == nil {
		return "none"
	}
	return strings.TrimSpace(m.State + " " + m.Error)
}

// enter joins the session and returns the address to which the link leads.
func (w *world) enter(who testapp.User) string {
	w.t.Helper()
	j := testapp.Read[rest.Answer[live.JoinLink]](w.t, who.Do("POST", "/sessions/"+w.session+"/join", "", 200)).Data
	answer := w.Nobody().SendRaw(httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, j.URL, nil))
	if answer.Code != http.StatusSeeOther {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
	return answer.Header().Get("Location")
}

// only returns the one meeting at Zoom.
func (w *world) only() zoomMeeting {
	w.t.Helper()
	w.zoom.mu.Lock()
	defer w.zoom.mu.Unlock()
	if len(w.zoom.meetings) != 1 {
		w.t.Fatalf("%d meetings at Zoom", len(w.zoom.meetings))
	}
	for _, m := range w.zoom.meetings {
		return *m
	}
	return zoomMeeting{}
}

// logged returns what the audit log has of an action: who did it, to what, and what has changed, the newest first.
func (w *world) logged(action string) (entries []string) {
	w.t.Helper()
	for _, e := range testapp.Read[rest.Answer[[]audit.AuditRow]](w.t, w.admin.Do("GET", "/audit-log?action="+action, "", 200)).Data {
		before, _ := json.Marshal(e.Before)
		after, _ := json.Marshal(e.After)
		entries = append(entries, fmt.Sprintf("%s: %s %s -> %s", e.ActorID, e.TargetID, before, after))
	}
	return entries
}

func (w *world) meetings() []zoommeeting.SessionMeeting {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]zoommeeting.SessionMeeting]](w.t, w.admin.Do("GET", "/session-meetings", "", 200)).Data
}

func (w *world) hosts() []zoommeeting.Host {
	w.t.Helper()
	return testapp.Read[rest.Answer[[]zoommeeting.Host]](w.t, w.admin.Do("GET", "/meeting-hosts", "", 200)).Data
}
