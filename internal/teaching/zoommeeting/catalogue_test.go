package zoommeeting_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/zoomcatalogue"
	"lectern/internal/testapp"
)

type zoomAnswer = rest.Answer[zoomcatalogue.ZoomMeeting]

// hour is a meeting at Zoom from 17:00 to 18:00 in Berlin, with other members than usual.
func (w *world) hour(more string) string {
	return fmt.Sprintf(`{"topic":"Office hours","start_time":"2026-09-07T17:00:00","duration":60,"timezone":"Europe/Berlin","agenda":"Bring questions","student_ids":[%q]%s}`, w.ann.ID, more)
}

func (w *world) atZoom(who testapp.User, id string) zoomcatalogue.ZoomMeeting {
	w.t.Helper()
	return testapp.Read[zoomAnswer](w.t, who.Do("GET", "/zoom/meetings/"+id, "", 200)).Data
}

func (w *world) zoomList(who testapp.User, path string) (topics []string) {
	w.t.Helper()
	for _, m := range testapp.Read[rest.Answer[[]zoomcatalogue.ZoomMeeting]](w.t, who.Do("GET", path, "", 200)).Data {
		topics = append(topics, m.Topic)
	}
	return topics
}

// changeAtZoom changes a meeting over a version.
func (w *world) changeAtZoom(who testapp.User, id, body string, version int64) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(w.t.Context(), "PUT", "/api/v1/zoom/meetings/"+id, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("If-Match", fmt.Sprintf(`"v%d-x"`, version))
	return who.SendRaw(r)
}

// Under the names of the catalogue, a meeting outside of batches is planned, read, changed and cancelled by the rules of such meetings.
func TestMeetingsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	rows := func() int64 {
		return w.Count("SELECT count(*) FROM online_meetings") + w.Count("SELECT count(*) FROM instructor_busy")
	}
	before := rows()
	for _, path := range []string{"/zoom/meetings", "/zoom/classroom/meetings"} {
		w.ann.Do("POST", path, w.hour(""), 403)
		w.Nobody().Do("POST", path, w.hour(""), 401)
		for body, says := range map[string]string{
			w.hour(`,"start_time":"tomorrow"`):                             "start_time must be",
			w.hour(`,"start_time":"2026-09-07T23:30:00"`):                  "must end on the day",
			w.hour(`,"start_time":"2020-01-01T10:00:00"`):                  "is in the past",
			w.hour(`,"duration":20`):                                       "30 to 480 minutes",
			w.hour(`,"timezone":"Mars"`):                                   "time zone",
			w.hour(`,"student_ids":[]`):                                    "Invite at least one learner",
			w.hour(`,"course_id":"nope"`):                                  "you don't teach it",
			w.hour(`,"student_ids":["` + w.User(access.Student).ID + `"]`): "isn't in one of your courses",
			strings.Replace(w.hour(""), "Office hours", " ", 1):            "Please enter a topic",
		} {
			if got := w.Teacher.Do("POST", path, body, 400); !strings.Contains(got, says) {
				t.Errorf("%s: %s", body, got)
			}
		}
	}
	if got := w.Teacher.Do("POST", "/zoom/meetings", w.hour(`,"start_time":"2026-09-07T18:15:00"`), 409); !strings.Contains(got, `"kind":"session"`) {
		t.Error(got)
	}
	if rows() != before {
		t.Error("a refused meeting has left something")
	}
	m := testapp.Read[zoomAnswer](t, w.Teacher.Do("POST", "/zoom/classroom/meetings", w.hour(`,"settings":{"waiting_room":false}`), 201)).Data
	if m.Kind != "meeting" || m.MeetingID != "" || m.State != "later" || m.Duration != 60 || !m.StartTime.Equal(w.starts.Add(-time.Hour)) || m.JoinPath != "/meetings/"+m.ID || m.Settings.WaitingRoom == nil {
		t.Errorf("%+v", m)
	}
	other := w.User(access.Instructor)
	other.Do("GET", "/zoom/meetings/"+m.ID, "", 404)
	w.ann.Do("GET", "/zoom/meetings/"+m.ID, "", 403)
	w.at(-47 * time.Hour)
	w.room("batches/"+w.batch, "built_in", "")
	w.plan()
	there := w.only()
	if known := w.atZoom(w.Teacher, fmt.Sprint(there.ID)); known.ID != m.ID || known.State != "ready" || there.WaitingRoom || there.Agenda != "Bring questions" {
		t.Errorf("%+v %+v", known, there)
	}
	body := `{"topic":"Questions","start_time":"2026-09-07T15:30:00Z","duration":30}`
	if got := w.changeAtZoom(other, m.ID, body, m.Version); got.Code != 404 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.changeAtZoom(w.Teacher, m.ID, body, 7); got.Code != 412 || !strings.Contains(got.Body.String(), `"topic":"Office hours"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.changeAtZoom(w.Teacher, fmt.Sprint(there.ID), body, w.online(w.Teacher, m.ID).EditVersion()); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	w.plan()
	if there := w.only(); !strings.HasPrefix(there.Topic, "Questions #") || there.StartTime != "2026-09-07T17:30:00" || there.Duration != 30 || there.WaitingRoom || there.Agenda != "Bring questions" {
		t.Errorf("%+v", there)
	}
	other.Do("DELETE", "/zoom/meetings/"+m.ID, "", 404)
	w.Teacher.Do("DELETE", "/zoom/meetings/"+fmt.Sprint(there.ID), "", 200)
	w.plan()
	if len(w.zoom.meetings) != 0 || w.online(w.ann, m.ID).State != "cancelled" {
		t.Error("it is not cancelled")
	}
	w.Teacher.Do("GET", "/zoom/meetings/"+m.ID, "", 404)
}

// The meeting of a session is read and changed under its number too; when it takes place, and whether, is a matter of the session.
func TestSessionsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-47 * time.Hour)
	w.plan()
	m := w.atZoom(w.Teacher, fmt.Sprint(w.only().ID))
	if m.ID != w.session || m.Kind != "session" || m.Topic != "Bees" || m.State != "ready" || m.JoinPath != "/sessions/"+w.session {
		t.Errorf("%+v", m)
	}
	w.User(access.Instructor).Do("GET", "/zoom/meetings/"+w.session, "", 404)
	if got := w.changeAtZoom(w.Teacher, m.ID, `{"duration":90}`, 1); got.Code != 400 || !strings.Contains(got.Body.String(), "Move the session") {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.changeAtZoom(w.Teacher, m.ID, `{"start_time":"2026-09-07T19:00:00"}`, 1); got.Code != 400 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := w.changeAtZoom(w.Teacher, m.ID, `{"topic":"Bees at night","start_time":"2026-09-07T18:00:00","settings":{"waiting_room":false}}`, 1); got.Code != 200 {
		t.Fatalf("%d %s", got.Code, got.Body)
	}
	if got := w.changeAtZoom(w.Teacher, m.ID, `{"topic":"Bees by day"}`, 1); got.Code != 412 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	w.plan()
	if there := w.only(); !strings.HasPrefix(there.Topic, "Bees at night #") || there.WaitingRoom {
		t.Errorf("%+v", there)
	}
	if got := w.Teacher.Do("DELETE", "/zoom/meetings/"+m.ID, "", 409); !strings.Contains(got, "All sessions of this batch") {
		t.Error(got)
	}
	w.room("batches/"+w.batch, "built_in", "")
	w.Teacher.Do("DELETE", "/zoom/meetings/"+m.ID, "", 200)
	w.plan()
	if l := w.see(w.ann); l.Provider != "built_in" || l.State != "upcoming" || len(w.zoom.meetings) != 0 {
		t.Errorf("%+v", l)
	}
	w.Teacher.Do("GET", "/zoom/meetings/"+m.ID, "", 404)
}

// What an instructor holds at Zoom is listed for them and for administrators, by time.
func TestListsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.Teacher.Do("POST", "/zoom/meetings", w.hour(""), 201)
	w.Teacher.Do("POST", "/online-meetings/create", w.officeHours(`,"title":"Elsewhere","date":"2026-09-08","provider":"built_in"`), 201)
	of := "/zoom/users/" + w.Teacher.ID + "/meetings"
	for _, who := range []testapp.User{w.Teacher, w.admin} {
		if got := fmt.Sprint(w.zoomList(who, of)); got != "[Office hours Bees]" {
			t.Error(got)
		}
	}
	if got := fmt.Sprint(w.zoomList(w.Teacher, "/zoom/me/meetings?page_size=1"), w.zoomList(w.admin, "/zoom/me/meetings")); got != "[Office hours] []" {
		t.Error(got)
	}
	other := w.User(access.Instructor)
	other.Do("GET", of, "", 404)
	w.ann.Do("GET", of, "", 403)
	w.admin.Do("GET", "/zoom/users/nobody/meetings", "", 404)
	w.at(-30 * time.Minute)
	if got := fmt.Sprint(w.zoomList(w.Teacher, of+"?type=live"), w.zoomList(w.Teacher, of+"?type=upcoming"), w.zoomList(w.Teacher, of)); got != "[Office hours] [Bees] [Office hours Bees]" {
		t.Error(got)
	}
	w.at(2 * time.Hour)
	if got := w.zoomList(w.Teacher, of); len(got) != 0 {
		t.Error(got)
	}
	for _, call := range []string{"POST /zoom/signature", "GET /zoom/users", "POST /zoom/users", "GET /zoom/users/x", "DELETE /zoom/users/x"} {
		method, path, _ := strings.Cut(call, " ")
		if got := w.admin.Do(method, path, "", 501); !strings.Contains(got, "not_offered") {
			t.Error(got)
		}
	}
}

// Only people who are expected are registered, once, and their registration leads to the same address as joining.
func TestRegistrantsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	path := "/zoom/meetings/" + w.session + "/registrants"
	ann := fmt.Sprintf(`{"user_id":%q}`, w.ann.ID)
	if got := w.Teacher.Do("POST", path, ann, 503); !strings.Contains(got, "being prepared") {
		t.Error(got)
	}
	w.at(-time.Minute)
	w.plan()
	stranger := w.User(access.Student)
	if got := w.Teacher.Do("POST", path, fmt.Sprintf(`{"user_id":%q}`, stranger.ID), 400); !strings.Contains(got, "isn't expected") {
		t.Error(got)
	}
	w.ann.Do("POST", path, ann, 403)
	w.User(access.Instructor).Do("POST", path, ann, 404)
	if n := len(w.only().Registrants) + int(w.Count("SELECT count(*) FROM live_registrants")); n != 0 {
		t.Errorf("%d registrants", n)
	}
	for range 2 {
		w.Teacher.Do("POST", path, ann, 200)
	}
	list := testapp.Read[rest.Answer[[]zoomcatalogue.ZoomRegistrant]](t, w.Teacher.Do("GET", path, "", 200)).Data
	if len(list) != 1 || list[0].UserID != w.ann.ID || list[0].FullName != "Ann Bell" || list[0].Status != "approved" || len(w.only().Registrants) != 1 {
		t.Errorf("%+v", list)
	}
	if got := w.enter(w.ann); !strings.HasSuffix(got, "tk="+list[0].ID) {
		t.Error(got)
	}
	online := testapp.Read[zoomAnswer](t, w.Teacher.Do("POST", "/zoom/meetings", w.hour(`,"start_time":"2026-09-07T19:30:00"`), 201)).Data
	w.plan()
	path = "/zoom/meetings/" + online.ID + "/registrants"
	w.Teacher.Do("POST", path, fmt.Sprintf(`{"user_id":%q}`, stranger.ID), 400)
	w.zoom.change(func() { w.zoom.down = true })
	w.Teacher.Do("POST", path, ann, 503)
	w.zoom.change(func() { w.zoom.down = false })
	if got := w.Teacher.Do("POST", path, ann, 200); !strings.Contains(got, w.ann.ID) {
		t.Error(got)
	}
}

// What Zoom has recorded is listed for those who teach the session.
func TestRecordingsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	for _, kind := range []string{"video", "transcript"} {
		w.Exec(`INSERT INTO recording_files (id, session_id, provider, external_id, instance, started_at, kind, size, address, state, upload_id, tries, reason, created_at, updated_at)
			VALUES (?, ?, 'zoom', ?, 'i', ?, ?, 7, 'https://zoom.example/file', 'found', ?, 0, '', ?, ?)`, kind, w.session, kind, w.starts, kind, kind, w.starts, w.starts)
	}
	of := "/zoom/meetings/" + w.session
	kinds := func(who testapp.User, path string) (kinds []string) {
		t.Helper()
		got := who.Do("GET", path, "", 200)
		if strings.Contains(got, "zoom.example") {
			t.Error(got)
		}
		for _, f := range testapp.Read[rest.Answer[[]zoomcatalogue.ZoomRecording]](t, got).Data {
			kinds = append(kinds, f.Kind)
		}
		return kinds
	}
	if got := fmt.Sprint(kinds(w.Teacher, of+"/recordings"), kinds(w.Teacher, of+"/transcript"), len(kinds(w.Teacher, "/zoom/me/recordings")), len(kinds(w.admin, "/zoom/me/recordings"))); got != "[video transcript] [transcript] 2 2" {
		t.Error(got)
	}
	other := w.User(access.Instructor)
	if got := kinds(other, "/zoom/me/recordings"); len(got) != 0 {
		t.Error(got)
	}
	for _, path := range []string{"/recordings", "/transcript", "/registrants"} {
		other.Do("GET", of+path, "", 404)
		w.ann.Do("GET", of+path, "", 403)
	}
}

// A school without an account at Zoom plans nothing there.
func TestNamesOfZoomWithoutAnAccount(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	body := fmt.Sprintf(`{"topic":"Office hours","start_time":"2026-09-07T17:00:00","duration":60,"timezone":"UTC","student_ids":[%q]}`, c.Student.ID)
	if got := c.Teacher.Do("POST", "/zoom/meetings", body, 503); !strings.Contains(got, "live_not_configured") || c.Count("SELECT count(*) FROM online_meetings") != 0 {
		t.Error(got)
	}
	if got := c.Teacher.Do("GET", "/zoom/me/meetings", "", 200); !strings.Contains(got, `"data":[]`) {
		t.Error(got)
	}
}

// A repetition plans no second meeting and registers nobody twice.
func TestRepeatedRequestsUnderTheNamesOfZoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.at(-2 * time.Hour)
	w.plan()
	for path, body := range map[string]string{
		"/zoom/meetings":                               w.hour(`,"start_time":"2026-09-08T10:00:00"`),
		"/zoom/classroom/meetings":                     w.hour(`,"start_time":"2026-09-09T10:00:00"`),
		"/zoom/meetings/" + w.session + "/registrants": fmt.Sprintf(`{"user_id":%q}`, w.ann.ID),
	} {
		for range 2 {
			r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/v1"+path, strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Idempotency-Key", path)
			if answer := w.Teacher.SendRaw(r); answer.Code != 200 && answer.Code != 201 {
				t.Errorf("%s: %d %s", path, answer.Code, answer.Body)
			}
		}
	}
	if n := w.Count("SELECT count(*) FROM online_meetings"); n != 2 || len(w.only().Registrants) != 1 {
		t.Errorf("%d meetings", n)
	}
}
