package makeup_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/makeup"
	"lectern/internal/testapp"
)

type (
	offered = rest.Answer[makeup.MakeUps]
	made    = rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]
	sheet = rest.Answer[live.AttendanceSheet]
	shown = rest.Answer[live.LiveSession]
)

// world is a class with two groups of two sessions each: the first on 7 and 14 September 2026, the other on 10 and 17 September, from 18:00 to 19:00 UTC.
type world struct {
	*testapp.Class
	t            *testing.T
	home, other  string
	first, hosts []string // sessions
	ann, ben     testapp.User
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Class: testapp.NewClass(t), t: t}
	w.home, w.first = w.group("Bees", 10, "2026-09-07", "2026-09-14")
	w.other, w.hosts = w.group("Evening bees", 2, "2026-09-10", "2026-09-17")
	w.ann, w.ben = w.member(w.home, "Ann"), w.member(w.other, "Ben")
	return w
}

func (w *world) group(name string, capacity int, dates ...string) (id string, sessions []string) {
	w.t.Helper()
	var entries []string
	for _, d := range dates {
		entries = append(entries, `{"date":"`+d+`","start_time":"18:00","end_time":"19:00"}`)
	}
	b := testapp.Read[made](w.t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", fmt.Sprintf(`{"batch_name":%q,"timezone":"UTC","capacity":%d,"assigned_instructor":%q,"schedule":[%s]}`,
		name, capacity, w.Teacher.ID, strings.Join(entries, ",")), 201)).Data
	for _, s := range b.Schedule {
		sessions = append(sessions, s.ID)
	}
	w.Teacher.Do("PUT", "/batches/"+b.ID+"/room", `{"provider":"built_in"}`, 200)
	return b.ID, sessions
}

// member is a learner of this name in a batch.
func (w *world) member(batch, name string) testapp.User {
	w.t.Helper()
	u := w.User(access.Student)
	w.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
	w.Enroll(u, w.CourseID)
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, batch, u.ID), 200)
	return u
}

// at moves the clock to a day and time of September 2026.
func (w *world) at(day, hour int) {
	w.t.Helper()
	w.Clock.Advance(time.Date(2026, 9, day, hour, 0, 0, 0, time.UTC).Sub(w.Clock.Now()))
}

func (w *world) mark(session string, who testapp.User, status string) {
	w.t.Helper()
	w.Teacher.Do("PUT", "/sessions/"+session+"/attendance", fmt.Sprintf(`{"marks":[{"user_id":%q,"status":%q}]}`, who.ID, status), 200)
}

func (w *world) choose(by testapp.User, missed, host, more string, want int) string {
	w.t.Helper()
	return by.Do("POST", "/sessions/"+missed+"/make-ups", fmt.Sprintf(`{"session_id":%q%s}`, host, more), want)
}

func (w *world) offered(who testapp.User, missed string) makeup.MakeUps {
	w.t.Helper()
	return testapp.Read[offered](w.t, who.Do("GET", "/sessions/"+missed+"/make-ups", "", 200)).Data
}

// status is the attendance of a learner in a session, as their instructor sees it.
func (w *world) status(session string, who testapp.User) (status string) {
	w.t.Helper()
	for _, r := range testapp.Read[sheet](w.t, w.Teacher.Do("GET", "/sessions/"+session+"/attendance", "", 200)).Data.Rows {
		if r.UserID == who.ID {
			status += r.Status
		}
	}
	return status
}

func (w *world) guests() int64 { return w.Count("SELECT count(*) FROM session_guests") }

// A session is made up in one with its title, even if their numbers differ, if the title names one session in each group; a title that several have says nothing.
func TestMakingUpByTopic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at(8, 9)
	w.mark(w.first[0], w.ann, "absent")
	titled := func(session, title string) {
		w.Exec("UPDATE batch_sessions SET title = ? WHERE id = ?", title, session)
	}
	choices := func(want ...string) {
		t.Helper()
		var ids []string
		for _, s := range w.offered(w.ann, w.first[0]).Sessions {
			ids = append(ids, s.ID)
		}
		if fmt.Sprint(ids) != fmt.Sprint(want) {
			t.Errorf("offered %v, want %v", ids, want)
		}
	}
	choices(w.hosts[0])
	titled(w.first[0], "Queens")
	choices(w.hosts[0]) // the other group has no such title
	titled(w.hosts[1], "queens")
	choices(w.hosts[1])
	w.choose(w.ann, w.first[0], w.hosts[0], "", 409)
	titled(w.hosts[0], "Queens")
	choices(w.hosts[0])
	titled(w.hosts[0], "Hives")
	titled(w.first[1], "Queens")
	choices(w.hosts[0])
	titled(w.first[1], "Hives")
	w.choose(w.ann, w.first[0], w.hosts[1], "", 201)
	if w.guests() != 1 {
		t.Error(w.guests())
	}
}

func TestMakingUpASession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if m := w.offered(w.ann, w.first[0]); m.CanChoose || len(m.Sessions) != 0 {
		t.Errorf("before the session: %+v", m)
	}
	w.at(8, 9) // Ann was absent
	m := w.offered(w.ann, w.first[0])
	if !m.CanChoose || len(m.Sessions) != 1 || m.Sessions[0].ID != w.hosts[0] || m.Sessions[0].FreePlaces != 1 || m.Sessions[0].Overlaps || m.Sessions[0].BatchName != "Evening bees" {
		t.Fatalf("%+v", m)
	}
	w.ann.Do("GET", "/sessions/"+w.hosts[0], "", 404)
	w.choose(w.ann, w.first[0], w.hosts[0], "", 201)
	if m = w.offered(w.ann, w.first[0]); m.CanChoose || m.Place == nil || m.Place.ID != w.hosts[0] || m.Place.FreePlaces != 0 {
		t.Errorf("%+v", m)
	}
	s := testapp.Read[shown](t, w.ann.Do("GET", "/sessions/"+w.hosts[0], "", 200)).Data
	if !s.IsGuest || s.Teaches || s.Expected != 2 {
		t.Errorf("%+v", s)
	}
	for _, path := range []string{"/calendar?from=2026-09-08", "/batches/students/" + w.ann.ID + "/upcoming-sessions"} {
		if got := w.ann.Do("GET", path, "", 200); !strings.Contains(got, w.hosts[0]) || strings.Contains(got, w.hosts[1]) {
			t.Errorf("%s: %s", path, got)
		}
	}
	w.ann.Do("GET", "/sessions/"+w.hosts[1], "", 404) // only this one
	w.ann.Do("GET", "/sessions/"+w.hosts[0]+"/attendance", "", 403)

	w.at(10, 18)
	w.ann.Do("POST", "/sessions/"+w.hosts[0]+"/join", "", 200)
	for range 30 { // half an hour each minute, then the rest
		w.ann.Do("POST", "/sessions/"+w.hosts[0]+"/presence", "", 200)
		w.Clock.Advance(time.Minute)
	}
	for range 30 {
		w.ann.Do("POST", "/sessions/"+w.hosts[0]+"/presence", "", 200)
		w.Clock.Advance(time.Minute)
	}
	if got := w.status(w.first[0], w.ann); got != "made_up" {
		t.Errorf("the missed session: %s", got)
	}
	if own := testapp.Read[shown](t, w.ann.Do("GET", "/sessions/"+w.first[0], "", 200)).Data.Own; own == nil || own.Status != "made_up" {
		t.Errorf("%+v", own)
	}
	if got := w.Teacher.Do("GET", "/batches/"+w.home+"/students", "", 200); !strings.Contains(got, `"attendance_rate":100`) {
		t.Error("what was made up doesn't count: " + got)
	}
}

// Who is excused and attends another session has made theirs up. If their attendance there is corrected to absent, they are excused again, and may choose once more.
func TestCorrectedAttendanceOfGuests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mark(w.first[0], w.ann, "excused") // before it begins
	w.choose(w.ann, w.first[0], w.hosts[0], "", 201)
	w.at(11, 9)
	for _, c := range []struct{ there, here string }{{"absent", "excused"}, {"present", "made_up"}, {"absent", "excused"}, {"late", "made_up"}, {"computed", "excused"}} {
		w.mark(w.hosts[0], w.ann, c.there)
		if got := w.status(w.first[0], w.ann); got != c.here {
			t.Errorf("%s there: %s here, not %s", c.there, got, c.here)
		}
		grid := w.Teacher.Do("GET", "/batches/"+w.home+"/attendance", "", 200)
		if !strings.Contains(grid, `"status":"`+c.here+`"`) {
			t.Errorf("%s there: %s", c.there, grid)
		}
	}
	if m := w.offered(w.ann, w.first[0]); !m.CanChoose || m.Place == nil {
		t.Errorf("they can't choose again: %+v", m)
	}
	w.mark(w.first[0], w.ann, "present") // they were there after all
	if got := w.status(w.first[0], w.ann); got != "present" {
		t.Error(got)
	}
}

func TestPlacesOfGuests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cyn, dan := w.member(w.home, "Cyn"), w.member(w.home, "Dan")
	w.at(8, 9)
	codes := make([]string, 2)
	var group sync.WaitGroup
	for i, u := range []testapp.User{w.ann, cyn} { // one place is free
		group.Go(func() {
			codes[i] = w.SendWith(u.Token(), "POST", "/sessions/"+w.first[0]+"/make-ups", `{"session_id":"`+w.hosts[0]+`"}`).Body.String()
		})
	}
	group.Wait()
	if all := strings.Join(codes, " "); strings.Count(all, `"free_places":0`) != 1 || strings.Count(all, "session_full") != 1 || w.guests() != 1 {
		t.Errorf("%s", all)
	}
	w.choose(dan, w.first[0], w.hosts[0], "", 409)

	guest := w.ann
	if w.Count("SELECT count(*) FROM session_guests WHERE user_id = ?", cyn.ID) == 1 {
		guest = cyn
	}
	dan.Do("DELETE", "/sessions/"+w.hosts[0]+"/guests/"+guest.ID, "", 404)
	w.ben.Do("DELETE", "/sessions/"+w.hosts[0]+"/guests/"+guest.ID, "", 404)
	if w.guests() != 1 {
		t.Error("a refused request has changed something")
	}
	guest.Do("DELETE", "/sessions/"+w.hosts[0]+"/guests/"+guest.ID, "", 200)
	w.choose(w.Teacher, w.first[0], w.hosts[0], `,"user_id":"`+dan.ID+`"`, 201)
	w.at(10, 18)
	if got := dan.Do("DELETE", "/sessions/"+w.hosts[0]+"/guests/"+dan.ID, "", 409); !strings.Contains(got, "session_begun") {
		t.Error(got)
	}
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ?", dan.ID)
	dan.Do("POST", "/sessions/"+w.hosts[0]+"/join", "", 404)
}

func TestWhoCanChooseWhat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	third, sessions := w.group("Bees at noon", 5, "2026-09-11")
	w.at(8, 9)
	stranger := w.User(access.Student)
	foreign := w.User(access.Instructor)
	for _, c := range []struct {
		by                       testapp.User
		missed, host, more, says string
		status                   int
	}{
		{stranger, w.first[0], w.hosts[0], "", "session_not_found", 404},
		{w.ben, w.first[0], w.hosts[0], "", "session_not_found", 404},
		{w.ann, w.first[0], w.hosts[0], `,"user_id":"` + w.ben.ID + `"`, "session_not_found", 404},
		{foreign, w.first[0], w.hosts[0], `,"user_id":"` + w.ann.ID + `"`, "session_not_found", 404},
		{w.Teacher, w.first[0], w.hosts[0], `,"user_id":"` + w.ben.ID + `"`, "user_id", 400},
		{w.Teacher, w.first[0], w.hosts[0], "", "not_missed", 409},
		{w.ann, "none", w.hosts[0], "", "session_not_found", 404},
		{w.ann, w.first[0], "none", "", "make_up_not_offered", 409},
		{w.ann, w.first[0], w.first[1], "", "make_up_not_offered", 409}, // of their own batch
		{w.ann, w.first[0], w.hosts[1], "", "make_up_not_offered", 409}, // with another number
		{w.ann, w.first[1], w.hosts[1], "", "not_missed", 409},          // still ahead
	} {
		if got := w.choose(c.by, c.missed, c.host, c.more, c.status); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", c.says, got)
		}
	}
	w.ann.Do("POST", "/sessions/"+w.first[0]+"/make-ups", `{}`, 400)
	stranger.Do("GET", "/sessions/"+w.first[0]+"/make-ups", "", 404)
	w.ann.Do("GET", "/sessions/"+w.first[0]+"/make-ups?user_id="+w.ben.ID, "", 404)
	if w.guests() != 0 {
		t.Error("a refused request has changed something")
	}

	w.choose(w.ann, w.first[0], w.hosts[0], "", 201)
	if got := w.choose(w.ann, w.first[0], sessions[0], "", 409); !strings.Contains(got, "make_up_chosen") || w.guests() != 1 {
		t.Error(got)
	}
	w.Teacher.Do("DELETE", "/batches/"+w.other+"/schedule/"+w.hosts[0], `{"reason":"Ill"}`, 200)
	if m := w.offered(w.ann, w.first[0]); !m.CanChoose || m.Place != nil || len(m.Sessions) != 2 { // what follows it is the first that takes place there
		t.Errorf("after it was cancelled: %+v", m)
	}
	w.choose(w.ann, w.first[0], sessions[0], "", 201)
	w.ann.Do("POST", "/batches/"+third+"/join", "", 200) // a member now, no guest any more
	if s := testapp.Read[shown](t, w.ann.Do("GET", "/sessions/"+sessions[0], "", 200)).Data; s.IsGuest || s.Expected != 1 {
		t.Errorf("%+v", s)
	}
}

func TestGuestsAreNotified(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at(8, 9)
	w.choose(w.Teacher, w.first[0], w.hosts[0], `,"user_id":"`+w.ann.ID+`"`, 201)
	w.Work()
	w.Teacher.Do("DELETE", "/batches/"+w.other+"/schedule/"+w.hosts[0], `{"reason":"Ill"}`, 200)
	w.Work()
	got := w.ann.Do("GET", "/notifications", "", 200)
	for _, kind := range []string{"course.make_up_planned", "course.session_cancelled"} {
		if !strings.Contains(got, kind) {
			t.Errorf("%s is missing: %s", kind, got)
		}
	}
	w.at(15, 9)
	w.choose(w.ann, w.first[0], w.hosts[1], "", 201)
	w.Work()
	if got := w.Teacher.Do("GET", "/notifications", "", 200); !strings.Contains(got, "course.guest_expected") || !strings.Contains(got, "Ann makes up") {
		t.Error(got)
	}
}
