package onlinemeeting_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/testapp"
)

type attended = rest.Answer[onlinemeeting.MeetingAttendance]

func (w *world) attendance(id string) onlinemeeting.MeetingAttendance {
	w.t.Helper()
	return testapp.Read[attended](w.t, w.Teacher.Do("GET", "/online-meetings/"+id+"/attendance", "", 200)).Data
}

// enter follows a link into a meeting.
func (w *world) enter(who testapp.User, id string) {
	w.t.Helper()
	l := testapp.Read[rest.Answer[onlinemeeting.MeetingLink]](w.t, who.Do("POST", "/online-meetings/"+id+"/join", "", 200)).Data
	if answer := w.Nobody().SendRaw(httptest.NewRequestWithContext(w.t.Context(), http.MethodGet, l.URL, nil)); answer.Code != 303 {
		w.t.Fatalf("%d %s", answer.Code, answer.Body)
	}
}

// shown are name, attendance and minutes of the people of a meeting.
func shown(a onlinemeeting.MeetingAttendance) string {
	var all []string
	for _, p := range a.People {
		all = append(all, fmt.Sprintf("%s %s %d", p.FullName, p.Status, p.Seconds/60))
	}
	return strings.Join(all, ", ")
}

func (w *world) named(id, name string) {
	w.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), id)
}

// Who was in the built-in room of a meeting, and for how long, is known afterwards; who holds it is not counted. It can be corrected, and exported.
func TestAttendanceOfAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lee, ben := w.Student, w.User(access.Student)
	w.Enroll(ben, w.CourseID)
	w.named(lee.ID, "Lee")
	w.named(ben.ID, "Ben")
	m := w.create(`,"provider":"built_in","audience":"course:` + w.CourseID + `"`)
	path := "/online-meetings/" + m.ID + "/attendance"
	if got := shown(w.attendance(m.ID)); got != "Ben pending 0, Lee pending 0" || w.see(lee, m.ID).Own != nil {
		t.Error(got)
	}
	w.at(-time.Minute)
	w.enter(lee, m.ID)
	w.enter(w.Teacher, m.ID)
	for range 51 { // until 50 minutes after the beginning
		w.in(lee, m.ID)
		w.in(w.Teacher, m.ID)
		w.Clock.Advance(time.Minute)
	}
	lee.Do("DELETE", "/online-meetings/"+m.ID+"/presence", "", 200)
	w.at(time.Hour)
	late := w.User(access.Student)
	w.named(late.ID, "Late")
	w.Enroll(late, w.CourseID) // after the meeting
	if got := shown(w.attendance(m.ID)); got != "Ben absent 0, Lee present 50" {
		t.Error(got)
	}
	if own := w.see(lee, m.ID).Own; own == nil || *own != (onlinemeeting.OwnMeetingAttendance{Status: "present", Seconds: 3000}) {
		t.Errorf("%+v", own)
	}
	if own := w.see(w.Teacher, m.ID).Own; own != nil {
		t.Errorf("%+v", own)
	}
	if stays := w.attendance(m.ID).People[1].Stays; len(stays) != 1 || stays[0].Source != "room" || !stays[0].JoinedAt.Equal(w.starts.Add(-time.Minute)) {
		t.Errorf("%+v", stays)
	}
	mark := func(who testapp.User, body string, version int64) *httptest.ResponseRecorder {
		return w.change(who, m.ID+"/attendance", body, version)
	}
	excused := fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"excused","note":"=ill"}]}`, ben.ID)
	for _, c := range []struct {
		who  testapp.User
		body string
		want int
	}{{lee, excused, 403}, {w.stranger, excused, 403}, {w.User(access.Instructor), excused, 404}, {w.Teacher, `{"marks":[]}`, 400},
		{w.Teacher, strings.ReplaceAll(excused, ben.ID, w.stranger.ID), 400}, {w.Teacher, strings.ReplaceAll(excused, "excused", "made_up"), 400}, {w.Teacher, fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"late"},{"user_id":%q,"status":"late"}]}`, ben.ID, ben.ID), 400}} {
		if got := mark(c.who, c.body, 0); got.Code != c.want {
			t.Errorf("%s: %d %s", c.body, got.Code, got.Body)
		}
	}
	if n := w.Count("SELECT count(*) FROM online_meeting_marks") + w.Count("SELECT count(*) FROM online_meeting_sheets"); n != 0 {
		t.Errorf("%d rows of refused requests", n)
	}
	if got := mark(w.Teacher, excused, 0); got.Code != 200 {
		t.Fatal(got.Body)
	}
	if got := mark(w.Teacher, excused, 0); got.Code != 412 || !strings.Contains(got.Body.String(), `"status":"excused"`) {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	csv := w.Teacher.Do("GET", path+"/export", "", 200)
	if !strings.Contains(csv, "Ben,excused,0,,'=ill") || !strings.Contains(csv, "Lee,present,50,2026-09-07 17:59,") {
		t.Error(csv)
	}
	for _, who := range []testapp.User{lee, w.stranger} {
		who.Do("GET", path, "", 403)
		who.Do("GET", path+"/export", "", 403)
	}
	w.User(access.Instructor).Do("GET", path, "", 404)
	if got := mark(w.Teacher, strings.Replace(excused, "excused", "computed", 1), 1); got.Code != 200 || shown(w.attendance(m.ID)) != "Ben absent 0, Lee present 50" {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	var trail []string
	for _, e := range testapp.Read[rest.List[audit.AuditRow]](t, w.User(access.Admin).Do("GET", "/audit-log?action=attendance.corrected&target="+ben.ID, "", 200)).Data {
		trail = append(trail, fmt.Sprintf("%v to %v in %v", e.Before["attendance"], e.After["attendance"], e.After["meeting_id"]))
	}
	slices.Sort(trail) // both of one moment
	if want := []string{"absent to excused in " + m.ID, "excused to absent in " + m.ID}; !slices.Equal(trail, want) {
		t.Errorf("%q", trail)
	}
	w.at(31*24*time.Hour + time.Hour)
	if got := mark(w.Teacher, excused, 2); got.Code != 403 || w.attendance(m.ID).CanEdit {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	if got := mark(w.User(access.Admin), excused, 2); got.Code != 200 {
		t.Errorf("%d %s", got.Code, got.Body)
	}
}

// Of a meeting of which nothing was recorded, such as those before attendance was, nobody is called absent; what its instructor says counts.
func TestAttendanceOfAMeetingWithoutRecord(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.named(w.Student.ID, "Lee")
	m := w.create(`,"provider":"built_in"`)
	w.at(2 * time.Hour)
	if got := shown(w.attendance(m.ID)); got != "Lee unknown 0" || w.see(w.Student, m.ID).Own != nil {
		t.Error(got)
	}
	if got := w.change(w.Teacher, m.ID+"/attendance", fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"present"}]}`, w.Student.ID), 0); got.Code != 200 {
		t.Fatal(got.Body)
	}
	if own := w.see(w.Student, m.ID).Own; own == nil || own.Status != "present" {
		t.Errorf("%+v", own)
	}
	if n := w.Count("SELECT count(*) FROM audit_log WHERE action = 'attendance.corrected'"); n != 0 {
		t.Errorf("%d corrections of what was not known", n)
	}
}

// Behind a link elsewhere nothing is known but that it was followed.
func TestAttendanceOfAMeetingElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.named(w.Student.ID, "Lee")
	m := w.create(`,"provider":"link","url":"https://meet.example.org/a"`)
	w.at(5 * time.Minute)
	w.enter(w.Student, m.ID)
	w.enter(w.Teacher, m.ID)
	w.at(time.Hour)
	if got := w.attendance(m.ID); shown(got) != "Lee joined 0" || got.People[0].FirstJoin == nil || got.People[0].Stays[0].Source != "link" {
		t.Errorf("%+v", got)
	}
}

// BigBlueButton is asked every minute who is in.
func TestAttendanceOfAMeetingOnBigBlueButton(t *testing.T) {
	t.Parallel()
	b := newBigBlueButton(t)
	w := newWorldWith(t, b.configured())
	w.named(w.Student.ID, "Lee")
	m := w.create(`,"provider":"bigbluebutton"`)
	ask := func() {
		if err := w.Runner.Handlers["online_meetings.attendance"].Do(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
	}
	w.at(0)
	w.enter(w.Student, m.ID)
	b.in(w.Student.ID, "who")
	for range 30 {
		ask()
		w.Clock.Advance(time.Minute)
	}
	b.in()
	w.at(time.Hour)
	ask()
	if got := w.attendance(m.ID); shown(got) != "Lee partial 29" || len(got.People[0].Stays) != 1 || got.People[0].Stays[0].Source != "server" {
		t.Errorf("%+v", got)
	}
}
