package onlinemeeting_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/rest"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/testapp"
)

// in says that a user is in the built-in room of a meeting, and returns the names of those who are.
func (w *world) in(who testapp.User, id string) (names []string) {
	w.t.Helper()
	for _, p := range testapp.Read[rest.Answer[builtinroom.Presence]](w.t, who.Do("POST", "/online-meetings/"+id+"/presence", "", 200)).Data.People {
		names = append(names, p.FullName)
		if p.Teaches != (p.UserID == w.Teacher.ID) {
			w.t.Errorf("%+v", p)
		}
	}
	return names
}

// The built-in room is entered by a link that works once, and shows its people who is in.
func TestBuiltInRoomOfAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("UPDATE users SET full_name = 'Tess', name_key = 'tess' WHERE id = ?", w.Teacher.ID)
	w.Exec("UPDATE users SET full_name = 'Lee', name_key = 'lee' WHERE id = ?", w.Student.ID)
	m := w.create(`,"provider":"built_in"`)
	if m.Provider != "built_in" || m.Host != "" || m.Meeting != nil {
		t.Errorf("%+v", m)
	}
	path := "/online-meetings/" + m.ID + "/presence"
	w.stranger.Do("POST", path, "", 404)
	w.stranger.Do("DELETE", path, "", 404)
	w.Student.Do("POST", path, "", 409) // it is not open yet
	if n := w.Count("SELECT count(*) FROM online_meeting_stays"); n != 0 {
		t.Errorf("%d are in", n)
	}
	w.at(-5 * time.Minute)
	l := testapp.Read[rest.Answer[onlinemeeting.MeetingLink]](t, w.Student.Do("POST", "/online-meetings/"+m.ID+"/join", "", 200)).Data
	answer := w.Nobody().SendRaw(httptest.NewRequestWithContext(t.Context(), http.MethodGet, l.URL, nil))
	if got := answer.Header().Get("Location"); got != "/meetings/"+m.ID+"/room" {
		t.Errorf("%d %s", answer.Code, got)
	}
	w.in(w.Student, m.ID)
	if got := fmt.Sprint(w.in(w.Teacher, m.ID)); got != "[Tess Lee]" {
		t.Error(got)
	}
	w.Clock.Advance(91 * time.Second)
	if got := fmt.Sprint(w.in(w.Teacher, m.ID)); got != "[Tess]" {
		t.Errorf("who doesn't answer is still in: %s", got)
	}
	w.in(w.Student, m.ID)
	w.Student.Do("DELETE", path, "", 200)
	if got := fmt.Sprint(w.in(w.Teacher, m.ID)); got != "[Tess]" {
		t.Errorf("who has left is still in: %s", got)
	}
	if got := w.put(w.Teacher, m.ID, w.body(`,"provider":"jitsi"`), m.EditVersion()); got.Code != 200 {
		t.Fatal(got.Body)
	}
	if got := w.Student.Do("POST", path, "", 503); !strings.Contains(got, "room_moved") {
		t.Error(got)
	}
}

// The room of a weekly Q&A session is that of its later dates too.
func TestBuiltInRoomOfWeeklyQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, sessions := w.questions(mondays)
	first := w.see(w.Teacher, sessions()[0].ID)
	body := fmt.Sprintf(`{"title":"Questions","date":%q,"start_time":"18:00","end_time":"19:00","timezone":"Europe/Berlin","provider":"built_in"}`, first.Date)
	if got := w.put(w.Teacher, first.ID, body, first.EditVersion()); got.Code != 200 {
		t.Fatal(got.Body)
	}
	for _, s := range sessions() {
		if m := w.see(w.Student, s.ID); m.Provider != "built_in" {
			t.Errorf("%+v", m)
		}
	}
}
