package live_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/testapp"
)

type (
	session = rest.Answer[live.LiveSession]
	link    = rest.Answer[live.JoinLink]
	made    = rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]
)

// world is a class with a batch of three learners, and its session on 7 September 2026 from 18:00 to 19:00 UTC.
type world struct {
	*testapp.Class
	t              *testing.T
	batch, session string
	ann, ben, kim  testapp.User
	starts         time.Time
}

func newWorld(t *testing.T, changes ...func(*app.Deps)) *world {
	t.Helper()
	w := &world{Class: testapp.NewClass(t, changes...), t: t, starts: time.Date(2026, 9, 7, 18, 0, 0, 0, time.UTC)}
	b := testapp.Read[made](t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"UTC","capacity":50,"assigned_instructor":%q,
		"schedule":[{"date":"2026-09-07","start_time":"18:00","end_time":"19:00"}]}`, w.Teacher.ID), 201)).Data
	w.batch, w.session = b.ID, b.Schedule[0].ID
	w.ann, w.ben, w.kim = w.member("Ann"), w.member("Ben"), w.member("Kim")
	return w
}

// member is a learner of this name in the batch.
func (w *world) member(name string) testapp.User {
	w.t.Helper()
	u := w.User(access.Student)
	w.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
	w.Enroll(u, w.CourseID)
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, u.ID), 200)
	return u
}

// at moves the clock to some time from the beginning of the session.
func (w *world) at(d time.Duration) {
	w.t.Helper()
	w.Clock.Advance(w.starts.Add(d).Sub(w.Clock.Now()))
}

func (w *world) room(provider, url string) {
	w.t.Helper()
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/room", fmt.Sprintf(`{"provider":%q,"url":%q}`, provider, url), 200)
}

func (w *world) see(who testapp.User) live.LiveSession {
	w.t.Helper()
	return testapp.Read[session](w.t, who.Do("GET", "/sessions/"+w.session, "", 200)).Data
}

func (w *world) join(who testapp.User) live.JoinLink {
	w.t.Helper()
	return testapp.Read[link](w.t, who.Do("POST", "/sessions/"+w.session+"/join", "", 200)).Data
}

// follow opens a link into a room as a browser does, without an account.
func (w *world) follow(j live.JoinLink) *httptest.ResponseRecorder {
	w.t.Helper()
	return w.Nobody().SendRaw(httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, j.URL, nil))
}

// rows counts what a refused request may have left.
func (w *world) rows() (n [4]int64) {
	for i, table := range []string{"join_links", "attendance_intervals", "attendance_marks", "live_rooms"} {
		n[i] = w.Count("SELECT count(*) FROM " + table)
	}
	return n
}

const meeting = "https://meet.example.org/bees?pwd=secret"

func TestJoiningThroughALink(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.room("link", meeting)
	w.at(-10*time.Minute - time.Second)
	before := w.rows()
	if got := w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 409); !strings.Contains(got, "not_open_yet") || !strings.Contains(got, "2026-09-07T17:50:00Z") {
		t.Error(got)
	}
	if w.rows() != before {
		t.Error("the refused request has left something")
	}
	if s := w.see(w.ann); s.State != "upcoming" || s.Host != "meet.example.org" || s.Provider != "link" || s.Expected != 3 || s.Own != nil || s.Teaches {
		t.Errorf("%+v", s)
	}
	if got := w.ann.Do("GET", "/sessions/"+w.session, "", 200); strings.Contains(got, "secret") {
		t.Error("learners see the address before they enter: " + got)
	}
	w.follow(w.join(w.Teacher)) // instructors enter at any time

	w.at(-10 * time.Minute)
	j := w.join(w.ann)
	if w.Count("SELECT count(*) FROM join_links WHERE digest LIKE '%"+strings.TrimPrefix(j.URL, "/api/v1/join/")+"%'") != 0 {
		t.Error("the token itself is stored")
	}
	head := w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodHead, j.URL, nil))
	if head.Code != 303 || strings.Contains(head.Header().Get("Location"), "meet.example.org") {
		t.Errorf("HEAD: %d %v", head.Code, head.Header())
	}
	answer := w.follow(j)
	if answer.Code != 303 || answer.Header().Get("Location") != meeting || answer.Header().Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("%d %v", answer.Code, answer.Header())
	}
	if again := w.follow(j); again.Code != 303 || again.Header().Get("Location") != "/sessions/"+w.session {
		t.Errorf("the link works twice: %d %v", again.Code, again.Header())
	}
	if foreign := w.follow(live.JoinLink{URL: j.URL + "x"}); foreign.Code != 401 {
		t.Errorf("%d %v", foreign.Code, foreign.Header())
	}
	late := w.join(w.ben)
	w.Clock.Advance(time.Minute + time.Second)
	if answer := w.follow(late); answer.Header().Get("Location") != "/sessions/"+w.session {
		t.Errorf("the link works after a minute: %v", answer.Header())
	}
	if n := w.Count("SELECT count(*) FROM attendance_intervals"); n != 2 { // of the instructor and of Ann
		t.Errorf("%d have joined", n)
	}
	w.at(time.Hour)
	if own := w.see(w.ann).Own; own == nil || own.Status != "joined" {
		t.Errorf("%+v", own)
	}
	if own := w.see(w.ben).Own; own == nil || own.Status != "absent" {
		t.Errorf("%+v", own)
	}
	w.at(90*time.Minute - time.Second)
	w.join(w.kim)
	w.at(90 * time.Minute)
	if got := w.kim.Do("POST", "/sessions/"+w.session+"/join", "", 410); !strings.Contains(got, "session_over") {
		t.Error(got)
	}
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM join_links WHERE expires_at < ?", w.Clock.Now()); n != 0 {
		t.Errorf("%d expired links are left", n)
	}
}

func TestWhoEntersASession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.room("built_in", "")
	w.at(0)
	stranger, other := w.User(access.Student), w.User(access.Instructor)
	w.Enroll(stranger, w.CourseID) // in the course, not in the batch
	before := w.rows()
	for _, path := range []string{"", "/join", "/presence"} {
		method := map[bool]string{true: "GET", false: "POST"}[path == ""]
		w.Nobody().Do(method, "/sessions/"+w.session+path, "", 401)
		for _, who := range []testapp.User{stranger, other} {
			if got := who.Do(method, "/sessions/"+w.session+path, "", 404); !strings.Contains(got, "session_not_found") {
				t.Error(got)
			}
		}
	}
	w.ann.Do("GET", "/sessions/"+w.session+"/attendance", "", 403)
	other.Do("GET", "/sessions/"+w.session+"/attendance", "", 404)
	other.Do("GET", "/sessions/"+w.session+"/room", "", 404)
	other.Do("PUT", "/sessions/"+w.session+"/room", `{"provider":"built_in"}`, 404)
	w.Teacher.Do("PATCH", "/batches/"+w.batch+"/students/"+w.ben.ID+"/status", `{"status":"on_hold"}`, 200)
	if got := w.ben.Do("POST", "/sessions/"+w.session+"/join", "", 403); !strings.Contains(got, "member_on_hold") {
		t.Error(got)
	}
	if w.rows() != before {
		t.Error("a refused request has left something")
	}
	w.User(access.Admin).Do("POST", "/sessions/"+w.session+"/join", "", 200)
	w.room("none", "")
	if got := w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 503); !strings.Contains(got, "meeting_not_ready") {
		t.Error(got)
	}
	w.Teacher.Do("DELETE", "/batches/"+w.batch+"/schedule/"+w.session+"?reason=ill", "", 409) // it has begun
	w.Exec("UPDATE batch_sessions SET status = 'cancelled' WHERE id = ?", w.session)
	for _, who := range []testapp.User{w.ann, w.Teacher} {
		if got := who.Do("POST", "/sessions/"+w.session+"/join", "", 409); !strings.Contains(got, "session_cancelled") {
			t.Error(got)
		}
	}
	if s := w.see(w.ann); s.State != "cancelled" || s.Own != nil {
		t.Errorf("%+v", s)
	}
}

func TestRooms(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	type room = rest.Answer[live.Room]
	for _, c := range []struct{ body, says string }{
		{`{"provider":"link"}`, "Paste the address of the meeting"},
		{`{"provider":"link","url":"http://meet.example.org"}`, "must begin with https://"},
		{`{"provider":"link","url":"javascript:alert(1)"}`, "must begin with https://"},
		{`{"provider":"link","url":"https://"}`, "must begin with https://"},
		{`{"provider":"link","url":"https://ann:secret@meet.example.org"}`, "user name or password"},
		{`{"provider":"link","url":"https://meet.example.org/` + strings.Repeat("x", 2000) + `"}`, "at most 2000 characters"},
		{`{"provider":"teams"}`, "provider must be none, link, built_in"},
		{`{"provider":"zoom"}`, "This school has no such meeting server"},
		{`{"provider":"bigbluebutton"}`, "This school has no such meeting server"},
		{`{}`, "provider"},
	} {
		if got := w.Teacher.Do("PUT", "/batches/"+w.batch+"/room", c.body, 400); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", c.body, got)
		}
	}
	if n := w.Count("SELECT count(*) FROM live_rooms"); n != 0 {
		t.Error("a refused room is stored")
	}
	w.room("built_in", "")
	w.Teacher.Do("PUT", "/sessions/"+w.session+"/room", `{"provider":"link","url":"`+meeting+`"}`, 200)
	if s := w.see(w.ann); s.Provider != "link" {
		t.Errorf("the room of the session does not win: %+v", s)
	}
	if r := testapp.Read[room](t, w.Teacher.Do("GET", "/sessions/"+w.session+"/room", "", 200)).Data; r.URL != meeting {
		t.Errorf("%+v", r)
	}
	w.Teacher.Do("PUT", "/sessions/"+w.session+"/room", `{"provider":"none"}`, 200)
	if s := w.see(w.ann); s.Provider != "built_in" {
		t.Errorf("the room of the batch does not count again: %+v", s)
	}
	stale := httptest.NewRequest("PUT", "/api/v1/batches/"+w.batch+"/room", strings.NewReader(`{"provider":"none"}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"v0-x"`)
	if answer := w.Teacher.SendRaw(stale); answer.Code != 412 || !strings.Contains(answer.Body.String(), "built_in") {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}
}

// An instructor starts a session, at most an hour before: then learners are let in at once, and it can't be moved.
func TestStartingASession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	start := "/sessions/" + w.session + "/start"
	w.at(-10 * time.Minute)
	if got := w.Teacher.Do("POST", start, "", 503); !strings.Contains(got, "meeting_not_ready") {
		t.Error(got)
	}
	w = newWorld(t)
	start = "/sessions/" + w.session + "/start"
	w.room("link", meeting)
	w.at(-time.Hour - time.Second)
	before := w.rows()
	w.ann.Do("POST", start, "", 403)
	w.User(access.Instructor).Do("POST", start, "", 404)
	if got := w.Teacher.Do("POST", start, "", 409); !strings.Contains(got, "2026-09-07T17:00:00Z") {
		t.Error(got)
	}
	if s := w.see(w.Teacher); s.CanStart || s.Session.StartedAt != nil || w.rows() != before {
		t.Errorf("%+v", s)
	}
	w.at(-20 * time.Minute)
	if s := w.see(w.Teacher); !s.CanStart || w.see(w.ann).CanStart {
		t.Errorf("%+v", s)
	}
	w.ann.Do("POST", "/sessions/"+w.session+"/join", "", 409)
	j := testapp.Read[link](t, w.Teacher.Do("POST", start, "", 200)).Data
	if answer := w.follow(j); answer.Header().Get("Location") != meeting {
		t.Errorf("%d %v", answer.Code, answer.Header())
	}
	if s := w.see(w.ann); s.State != "open" || s.Session.StartedAt == nil || !s.Session.StartedAt.Equal(w.Clock.Now()) {
		t.Errorf("%+v", s)
	}
	w.join(w.ann)
	w.Clock.Advance(time.Minute)
	w.Teacher.Do("POST", start, "", 200)
	if s := w.see(w.Teacher); s.CanStart || !s.Session.StartedAt.Equal(w.starts.Add(-20*time.Minute)) {
		t.Errorf("started twice: %+v", s)
	}
	if got := w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+w.session, `{"date":"2026-09-08","reason":"ill"}`, 409); !strings.Contains(got, "session_begun") {
		t.Error(got)
	}
	w.at(90 * time.Minute)
	w.Teacher.Do("POST", start, "", 410)
}

// Attendance counts from when the instructor has started, if that was late.
func TestAttendanceOfALateStart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.room("built_in", "")
	w.at(20 * time.Minute)
	w.Teacher.Do("POST", "/sessions/"+w.session+"/start", "", 200)
	for range 81 {
		w.ann.Do("POST", "/sessions/"+w.session+"/presence", "", 200)
		w.Clock.Advance(30 * time.Second)
	}
	if own := w.see(w.ann).Own; own == nil || own.Status != "present" || own.Seconds != 40*60 {
		t.Errorf("%+v", own)
	}
}
