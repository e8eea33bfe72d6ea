package live_test

import (
	"fmt"
	"math"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/builtinroom"
	"lectern/internal/teaching/live"
	"lectern/internal/testapp"
)

type (
	sheet    = rest.Answer[live.AttendanceSheet]
	presence = rest.Answer[builtinroom.Presence]
)

// was records that a learner was in the built-in room, in minutes of the session, to the second.
func (w *world) was(who testapp.User, from, to float64) {
	at := func(minutes float64) time.Time {
		return w.starts.Add(time.Duration(math.Round(minutes*60)) * time.Second)
	}
	w.Exec("INSERT INTO attendance_intervals (id, session_id, user_id, source, joined_at, left_at, closed) VALUES (?, ?, ?, 'room', ?, ?, ?)",
		db.NewID(), w.session, who.ID, at(from), at(to), true)
}

func (w *world) sheet() live.AttendanceSheet {
	w.t.Helper()
	return testapp.Read[sheet](w.t, w.Teacher.Do("GET", "/sessions/"+w.session+"/attendance", "", 200)).Data
}

func (w *world) row(who testapp.User) live.AttendanceRow {
	w.t.Helper()
	for _, r := range w.sheet().Rows {
		if r.UserID == who.ID {
			return r
		}
	}
	w.t.Fatal("the learner is not in the sheet")
	return live.AttendanceRow{}
}

func TestPresenceInTheRoom(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.room("built_in", "")
	w.at(-5 * time.Minute)
	if answer := w.follow(w.join(w.ann)); answer.Code != 303 || answer.Header().Get("Location") != "/sessions/"+w.session+"/room" {
		t.Fatalf("%d %v", answer.Code, answer.Header())
	}
	stay := func(who testapp.User) (names string) {
		t.Helper()
		for _, p := range testapp.Read[presence](t, who.Do("POST", "/sessions/"+w.session+"/presence", "", 200)).Data.People {
			names += fmt.Sprintf("%s %t;", p.FullName, p.Teaches)
		}
		return names
	}
	w.Exec("UPDATE users SET full_name = 'Zoe', name_key = 'zoe' WHERE id = ?", w.Teacher.ID)
	stay(w.ann)
	stay(w.Teacher)
	if got := stay(w.ben); got != "Zoe true;Ann false;Ben false;" {
		t.Error(got)
	}
	for range 66 { // Ann answers until a minute after the end, with Ben leaving and Zoe falling silent
		w.Clock.Advance(time.Minute)
		stay(w.ann)
		if w.Clock.Now().Equal(w.starts.Add(20 * time.Minute)) {
			stay(w.ben) // silent since five minutes before the session: he comes anew
		}
		if w.Clock.Now().Equal(w.starts.Add(21 * time.Minute)) {
			w.ben.Do("DELETE", "/sessions/"+w.session+"/presence", "", 200)
			w.ben.Do("DELETE", "/sessions/"+w.session+"/presence", "", 200)
		}
	}
	if got := stay(w.ann); got != "Ann false;" {
		t.Error(got)
	}
	if n := w.Count("SELECT count(*) FROM attendance_intervals WHERE user_id = ?", w.ann.ID); n != 1 {
		t.Errorf("%d intervals of one stay", n)
	}
	if r := w.row(w.ann); r.Status != "present" || r.Seconds != 3600 || !r.FirstJoin.Equal(w.starts.Add(-5*time.Minute)) || len(r.Intervals) != 1 {
		t.Errorf("%+v", r)
	}
	if r := w.row(w.ben); r.Status != "absent" || r.Seconds != 60 || len(r.Intervals) != 2 {
		t.Errorf("%+v", r)
	}
	w.room("link", meeting)
	if got := w.ann.Do("POST", "/sessions/"+w.session+"/presence", "", 503); !strings.Contains(got, "room_moved") {
		t.Error(got)
	}
}

// The examples of the rule: 75 % are present, counting each second once.
func TestStatusesOfAttendance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	type stay struct{ from, to float64 }
	cases := []struct {
		name, status string
		seconds      int64
		stays        []stay
	}{
		{"whole", "present", 3600, []stay{{-5, 65}}},
		{"example", "present", 2700, []stay{{5, 20}, {15, 40}, {50, 70}}}, // 35 and 10 minutes
		{"just", "present", 2700, []stay{{10, 55}}},
		{"under", "partial", 2699, []stay{{10, 10 + 2699.0/60}}},
		{"late", "late", 2880, []stay{{12, 60}}},
		{"early", "left_early", 2880, []stay{{0, 48}}},
		{"quarter", "partial", 900, []stay{{20, 35}}},
		{"less", "absent", 899, []stay{{20, 20 + 899.0/60}}},
		{"before", "absent", 0, []stay{{-9, -1}}},
		{"after", "absent", 0, []stay{{61, 80}}},
		{"never", "absent", 0, nil},
	}
	users := make([]testapp.User, len(cases))
	for i, c := range cases {
		users[i] = w.member(c.name)
		for _, s := range c.stays {
			w.was(users[i], s.from, s.to)
		}
	}
	w.at(59 * time.Minute)
	if r := w.row(users[0]); r.Status != "pending" {
		t.Errorf("before the end: %+v", r)
	}
	w.at(time.Hour)
	for i, c := range cases {
		if r := w.row(users[i]); r.Status != c.status || r.Seconds != c.seconds {
			t.Errorf("%s: %s %d, not %s %d", c.name, r.Status, r.Seconds, c.status, c.seconds)
		}
	}
	later := w.member("later") // a member since after the session
	if r := w.sheet(); len(r.Rows) != len(cases)+3 {
		t.Errorf("%d are expected", len(r.Rows))
	}
	if own := w.see(later).Own; own == nil || own.Status != "absent" {
		t.Errorf("%+v", own)
	}
}

// Whatever intervals overlap in whatever way, the seconds are those in which the learner was there at least once.
func TestSecondsAgainstATableOfSeconds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.at(2 * time.Hour)
	rapid.Check(t, func(r *rapid.T) {
		w.Exec("DELETE FROM attendance_intervals")
		var there [3600]bool
		for range rapid.IntRange(0, 8).Draw(r, "intervals") {
			from := rapid.IntRange(-600, 3700).Draw(r, "from")
			to := from + rapid.IntRange(0, 2000).Draw(r, "seconds")
			w.was(w.ann, float64(from)/60, float64(to)/60)
			for second := max(0, from); second < min(3600, to); second++ {
				there[second] = true
			}
		}
		var want int64
		for _, is := range there {
			if is {
				want++
			}
		}
		if got := w.row(w.ann).Seconds; got != want {
			r.Fatalf("%d seconds, not %d", got, want)
		}
	})
}

func TestMarkingAttendance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.was(w.ann, 0, 60)
	w.at(time.Hour)
	path := "/sessions/" + w.session + "/attendance"
	mark := func(who testapp.User, want int, marks ...string) string {
		t.Helper()
		return who.Do("PUT", path, `{"marks":[`+strings.Join(marks, ",")+`]}`, want)
	}
	of := func(who testapp.User, status, note string) string {
		return fmt.Sprintf(`{"user_id":%q,"status":%q,"note":%q}`, who.ID, status, note)
	}
	stranger := w.User(access.Student)
	for _, c := range []struct {
		says  string
		marks []string
	}{
		{"isn't expected", []string{of(w.ben, "excused", ""), of(stranger, "present", "")}},
		{"marked twice", []string{of(w.ben, "excused", ""), of(w.ben, "present", "")}},
		{"status must be", []string{of(w.ben, "joined", "")}},
		{"between 1 and 500", nil},
		{"at most 500 characters", []string{of(w.ben, "excused", strings.Repeat("x", 501))}},
	} {
		if got := mark(w.Teacher, 400, c.marks...); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", c.says, got)
		}
	}
	mark(w.ann, 403, of(w.ann, "present", ""))
	mark(w.User(access.Instructor), 404, of(w.ann, "present", ""))
	if n := w.Count("SELECT count(*) FROM attendance_marks"); n != 0 {
		t.Fatalf("refused requests have left %d marks", n)
	}

	corrections := func(who testapp.User) (trail []string) {
		t.Helper()
		for _, e := range testapp.Read[rest.List[audit.AuditRow]](t, w.User(access.Admin).Do("GET", "/audit-log?action=attendance.corrected&target="+who.ID, "", 200)).Data {
			trail = append(trail, fmt.Sprintf("%v to %v in %v", e.Before["attendance"], e.After["attendance"], e.After["session_id"]))
		}
		slices.Sort(trail) // those of one moment have no order
		return trail
	}
	if got := corrections(w.ben); got != nil {
		t.Errorf("corrections that were refused: %q", got)
	}
	mark(w.Teacher, 200, of(w.ben, "excused", "Doctor"), of(w.ann, "left_early", ""))
	if got := corrections(w.ben); !slices.Equal(got, []string{"absent to excused in " + w.session}) {
		t.Errorf("%q", got)
	}
	if got := corrections(w.ann); !slices.Equal(got, []string{"present to left_early in " + w.session}) {
		t.Errorf("%q", got)
	}
	if r := w.row(w.ben); r.Status != "excused" || r.Computed != "absent" || !r.IsMarked || r.Note != "Doctor" {
		t.Errorf("%+v", r)
	}
	if own := w.see(w.ann).Own; own.Status != "left_early" || own.Seconds != 3600 {
		t.Errorf("%+v", own)
	}
	mark(w.Teacher, 200, of(w.ann, "computed", ""))
	if r := w.row(w.ann); r.Status != "present" || r.IsMarked {
		t.Errorf("%+v", r)
	}
	stale := httptest.NewRequest("PUT", "/api/v1"+path, strings.NewReader(`{"marks":[`+of(w.ann, "absent", "")+`]}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"v1-x"`)
	if answer := w.Teacher.SendRaw(stale); answer.Code != 412 || !strings.Contains(answer.Body.String(), "Doctor") || w.row(w.ann).Status != "present" {
		t.Errorf("%d %s", answer.Code, answer.Body)
	}

	w.at(time.Hour + 30*24*time.Hour)
	if w.sheet().CanEdit {
		t.Error("instructors can still correct it")
	}
	if got := mark(w.Teacher, 403, of(w.ben, "present", "")); !strings.Contains(got, "attendance_closed") {
		t.Error(got)
	}
	mark(w.User(access.Admin), 200, of(w.ben, "present", ""))
	if r := w.row(w.ben); r.Status != "present" {
		t.Errorf("%+v", r)
	}
}
