package attendancegrid_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/notification"
	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/attendancegrid"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/membership"
	"lectern/internal/teaching/participants"
	"lectern/internal/testapp"
)

// world is a class with a batch in Berlin of four sessions from 18:00 to 19:00 on the Mondays from 7 September 2026, and the learners Ann, Ben and Kim.
type world struct {
	*testapp.Class
	t             *testing.T
	batch         string
	sessions      []string
	ann, ben, kim testapp.User
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Class: testapp.NewClass(t), t: t}
	b := testapp.Read[rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]](t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","capacity":50,"assigned_instructor":%q,
		"recurrence":{"freq":"weekly","count":4,"start_date":"2026-09-07","start_time":"18:00","end_time":"19:00"}}`, w.Teacher.ID), 201)).Data
	w.batch = b.ID
	for _, s := range b.Schedule {
		w.sessions = append(w.sessions, s.ID)
	}
	w.ann, w.ben, w.kim = w.member("Ann"), w.member("Ben"), w.member("Kim")
	w.Exec("UPDATE users SET email_verified_at = created_at")
	return w
}

func (w *world) member(name string) testapp.User {
	w.t.Helper()
	u := w.User(access.Student)
	w.Exec("UPDATE users SET full_name = ?, name_key = ? WHERE id = ?", name, strings.ToLower(name), u.ID)
	w.Enroll(u, w.CourseID)
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, u.ID), 200)
	return u
}

// starts is when a session begins, from 0: 18:00 in Berlin.
func starts(session int) time.Time {
	return time.Date(2026, 9, 7+7*session, 16, 0, 0, 0, time.UTC)
}

// after moves the clock to some time after the beginning of a session.
func (w *world) after(session int, d time.Duration) {
	w.t.Helper()
	w.Clock.Advance(starts(session).Add(d).Sub(w.Clock.Now()))
}

// was records that a learner was in the built-in room, in minutes of a session.
func (w *world) was(who testapp.User, session, from, to int) {
	at := func(minutes int) time.Time { return starts(session).Add(time.Duration(minutes) * time.Minute) }
	w.Exec("INSERT INTO attendance_intervals (id, session_id, user_id, source, joined_at, left_at, closed) VALUES (?, ?, ?, 'room', ?, ?, ?)",
		db.NewID(), w.sessions[session], who.ID, at(from), at(to), true)
}

func (w *world) grid(query string) attendancegrid.AttendanceGrid {
	w.t.Helper()
	return testapp.Read[rest.Answer[attendancegrid.AttendanceGrid]](w.t, w.Teacher.Do("GET", "/batches/"+w.batch+"/attendance"+query, "", 200)).Data
}

// lines are the rows of the grid, such as "Ann 50 present absent"; what is marked is in capitals.
func (w *world) lines(query string) (lines []string) {
	w.t.Helper()
	for _, l := range w.grid(query).Learners {
		line := l.FullName
		if l.AttendanceRate != nil {
			line += fmt.Sprintf(" %d", *l.AttendanceRate)
		}
		for _, c := range l.Cells {
			if c.IsMarked {
				c.Status = strings.ToUpper(c.Status)
			}
			line += " " + c.Status
		}
		lines = append(lines, line)
	}
	return lines
}

// upload imports a list of participants of the first session.
func (w *world) upload(who testapp.User, query, list string, want int) (done participants.AttendanceImport, answer string) {
	w.t.Helper()
	r := httptest.NewRequest("POST", "/api/v1/sessions/"+w.sessions[0]+"/attendance/import"+query, strings.NewReader(list))
	r.Header.Set("Content-Type", "text/csv")
	got := who.SendRaw(r)
	if got.Code != want {
		w.t.Fatalf("%d, not %d: %s", got.Code, want, got.Body)
	}
	if want == 200 {
		done = testapp.Read[rest.Answer[participants.AttendanceImport]](w.t, got.Body.String()).Data
	}
	return done, got.Body.String()
}

func TestWhoSeesTheGrid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.after(0, time.Hour)
	other := w.User(access.Instructor)
	for _, path := range []string{"/batches/" + w.batch + "/attendance", "/batches/" + w.batch + "/attendance/export", "/sessions/" + w.sessions[0] + "/attendance/unmatched"} {
		w.Nobody().Do("GET", path, "", 401)
		w.ann.Do("GET", path, "", 403)
	}
	other.Do("GET", "/sessions/"+w.sessions[0]+"/attendance/unmatched", "", 404)
	other.Do("GET", "/batches/"+w.batch+"/attendance", "", 403) // the batch itself is in the catalogue
	for want, who := range map[int]testapp.User{401: w.Nobody(), 403: w.ann, 404: other} {
		w.upload(who, "", "email,join_time,leave_time\na@example.org,18:00,19:00\n", want)
		who.Do("POST", "/sessions/"+w.sessions[0]+"/attendance/assign", `{"external_key":"a@example.org","user_id":"`+w.ann.ID+`"}`, want)
	}
	if n := w.Count("SELECT count(*) FROM attendance_imports"); n != 0 {
		t.Errorf("refused requests have left %d rows", n)
	}
}

func TestGridOfABatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if g := w.grid(""); len(g.Sessions) != 0 || len(g.Learners) != 0 {
		t.Errorf("before the first session: %+v", g)
	}
	w.was(w.ann, 0, 0, 60)
	w.was(w.ann, 1, 0, 20)
	w.was(w.ben, 1, 0, 60)
	w.after(0, 2*time.Hour)
	late := w.member("Zoe")
	w.after(1, 30*time.Minute)
	if got := w.lines(""); !slices.Equal(got, []string{"Ann 100 present pending", "Ben 0 absent pending", "Kim 0 absent pending", "Zoe not_expected pending"}) {
		t.Error(got)
	}
	w.after(1, 2*time.Hour)
	w.Teacher.Do("PUT", "/sessions/"+w.sessions[1]+"/attendance", fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"excused"},{"user_id":%q,"status":"present"}]}`, w.kim.ID, late.ID), 200)
	want := []string{"Ann 50 present partial", "Ben 50 absent present", "Kim 0 absent EXCUSED", "Zoe 100 not_expected PRESENT"}
	if got := w.lines(""); !slices.Equal(got, want) {
		t.Error(got)
	}
	if got := w.lines("?before=2026-09-14"); !slices.Equal(got, []string{"Ann 50 present", "Ben 50 absent", "Kim 0 absent"}) {
		t.Error(got)
	}
	if g := w.grid("?limit=3&page=2"); len(g.Learners) != 1 || g.HasMore || !w.grid("?limit=3").HasMore {
		t.Errorf("%+v", g)
	}
	w.Teacher.Do("GET", "/batches/"+w.batch+"/attendance?before=tomorrow", "", 400)

	// The tag of a column is that of its sheet: it lets a correction through, and after it no longer.
	tag := w.grid("").Sessions[0].Tag
	mark := func() int {
		r := httptest.NewRequest("PUT", "/api/v1/sessions/"+w.sessions[0]+"/attendance", strings.NewReader(fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"excused"}]}`, w.ben.ID)))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", tag)
		return w.Teacher.SendRaw(r).Code
	}
	if first, second := mark(), mark(); first != 200 || second != 412 {
		t.Error(first, second)
	}
	export := w.Teacher.Do("GET", "/batches/"+w.batch+"/attendance/export", "", 200)
	if !strings.Contains(export, "Name,Attendance rate in percent,2026-09-07 18:00,2026-09-14 18:00\r\nAnn,50,present,partial\r\nBen,100,excused,present\r\n") {
		t.Error(export)
	}
	if ms := testapp.Read[rest.List[membership.BatchLearner]](t, w.Teacher.Do("GET", "/batches/"+w.batch+"/students", "", 200)).Data; len(ms) != 4 || ms[0].AttendanceRate == nil || *ms[0].AttendanceRate != 50 {
		t.Errorf("%+v", ms)
	}
	w.after(0, time.Hour+30*24*time.Hour)
	if g := w.grid(""); g.Sessions[0].CanEdit || !g.Sessions[3].CanEdit {
		t.Errorf("%+v", g.Sessions)
	}
}

// logged checks that the audit log has one entry for each import of the list of the first session: none for a dry run or a refused one, and nobody's name.
func (w *world) logged() {
	w.t.Helper()
	answer := w.User(access.Admin).Do("GET", "/audit-log?action=attendance.imported&target="+w.sessions[0], "", 200)
	entries := testapp.Read[rest.List[audit.AuditRow]](w.t, answer).Data
	if len(entries) != 3 || strings.Contains(answer, "Annie") || strings.Contains(answer, w.ann.ID) {
		w.t.Fatalf("%d entries: %s", len(entries), answer)
	}
	for i, want := range []string{"0 of 1", "2 of 5", "2 of 5"} { // the newest first
		if e, v := entries[i], entries[i].After; fmt.Sprint(v["matched"], " of ", v["rows"]) != want || e.ActorID != w.Teacher.ID || e.TargetKind != "session" || v["provider"] != "link" {
			w.t.Errorf("%s: %+v", want, e)
		}
	}
}

// Learners are found by their confirmed email address and never by name; what is imported counts with all else, each second once.
func TestImportOfParticipants(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/room", `{"provider":"link","url":"https://meet.example.org/a"}`, 200)
	list := "\ufeffName (Original Name),User Email,Join Time,Leave Time,Duration (Minutes)\r\n" +
		"Annie," + strings.ToUpper(w.ann.ID) + "@LECTERN.TEST,09/07/2026 06:00:00 PM,09/07/2026 06:30:00 PM,30\r\n" +
		"Annie," + w.ann.ID + "@lectern.test,09/07/2026 06:20:00 PM,09/07/2026 07:05:00 PM,45\r\n" +
		"Ben,,09/07/2026 06:01:00 PM,09/07/2026 07:00:00 PM,59\r\n" +
		"Kim,kim@home.example,09/07/2026 06:01:00 PM,,59\r\n" +
		"Kim," + w.kim.ID + "@lectern.test,yesterday,,10\r\n"
	w.upload(w.Teacher, "", list, 409) // it has not begun
	w.after(0, 2*time.Hour)
	if done, _ := w.upload(w.Teacher, "?dry_run=true", list, 200); done.Matched != 2 || done.BadRows != 1 || len(done.Unmatched) != 2 || w.Count("SELECT count(*) FROM attendance_imports") != 0 {
		t.Errorf("a dry run: %+v", done)
	}
	for range 2 {
		done, answer := w.upload(w.Teacher, "", list, 200)
		if done.Matched != 2 || len(done.Unmatched) != 2 || done.Unmatched[0].Name != "Ben" || done.Bad[0].Row != 6 || done.Bad[0].Column != "join_time" {
			t.Fatal(answer)
		}
	}
	if done, answer := w.upload(w.Teacher, "", "email,join time,duration\n"+w.Teacher.ID+"@lectern.test,17:55,70\n", 200); done.Instructors != 1 || done.Matched != 0 || len(done.Unmatched) != 2 {
		t.Error("the instructor: ", answer)
	}
	w.logged()
	if got := w.lines(""); !slices.Equal(got, []string{"Ann 100 present", "Ben 0 absent", "Kim 0 absent"}) || w.grid("").Sessions[0].Unmatched != 2 {
		t.Error(got)
	}
	sheet := testapp.Read[rest.Answer[live.AttendanceSheet]](t, w.Teacher.Do("GET", "/sessions/"+w.sessions[0]+"/attendance", "", 200)).Data
	if r := sheet.Rows[0]; r.Seconds != 3600 || len(r.Intervals) != 2 || r.Intervals[0].Source != "import" {
		t.Errorf("%+v", r)
	}

	assign := func(key string, who testapp.User, want int) string {
		t.Helper()
		return w.Teacher.Do("POST", "/sessions/"+w.sessions[0]+"/attendance/assign", fmt.Sprintf(`{"external_key":%q,"user_id":%q}`, key, who.ID), want)
	}
	assign("Ben", w.User(access.Student), 400)
	assign("Nobody", w.ben, 400)
	if got := w.lines(""); got[1] != "Ben 0 absent" {
		t.Error("refused assignments count: ", got)
	}
	if left := assign("Ben", w.ben, 200); strings.Contains(left, "Ben") || !strings.Contains(left, "kim@home.example") {
		t.Error(left)
	}
	w.upload(w.Teacher, "", list, 200) // keeps who was assigned
	if got := w.lines(""); got[1] != "Ben 100 present" || w.grid("").Sessions[0].Unmatched != 1 {
		t.Error(got)
	}
	w.Exec("UPDATE users SET email_verified_at = NULL WHERE id = ?", w.kim.ID)
	if done, _ := w.upload(w.Teacher, "", "email,join time,duration\n"+w.kim.ID+"@lectern.test,18:00,60\n", 200); done.Matched != 0 {
		t.Errorf("an address that nobody has confirmed: %+v", done)
	}
	w.after(0, time.Hour+30*24*time.Hour)
	w.upload(w.Teacher, "", list, 403)
	w.upload(w.User(access.Admin), "", list, 200)
	w.after(0, 100*24*time.Hour)
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM attendance_imports WHERE user_id IS NULL"); n != 0 {
		t.Errorf("%d unknown people are still known", n)
	}
}

// Times as the lists of providers have them, of the clock in Berlin unless they have a zone. A day that can be read in two ways is that of the session.
func TestTimesInLists(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.after(0, 2*time.Hour)
	for _, at := range []string{"2026-09-07T16:05:00Z", "2026-09-07 18:05:00", "9/7/2026, 6:05:00 PM", "07/09/2026 18:05:00", "7.9.2026, 18:05:00", `"Sep 7, 2026 6:05:00 pm"`, "18:05", "6:05 pm"} {
		if strings.Contains(at, ",") && !strings.HasPrefix(at, `"`) {
			at = `"` + at + `"`
		}
		w.Exec("DELETE FROM attendance_imports")
		if done, answer := w.upload(w.Teacher, "", "email,join_time,duration\nsomeone@example.org,"+at+",55\n", 200); len(done.Unmatched) != 1 || !done.Unmatched[0].JoinedAt.Equal(starts(0).Add(5*time.Minute)) ||
			!done.Unmatched[0].LeftAt.Equal(starts(0).Add(time.Hour)) {
			t.Errorf("%s: %s", at, answer)
		}
	}
	for _, row := range []string{"someone@example.org,2026-08-07 18:05:00,55", "someone@example.org,18:05,-1", "someone@example.org,18:05,long", ",18:05,55"} {
		if done, answer := w.upload(w.Teacher, "", "email,join_time,duration\n"+row+"\n", 200); done.BadRows != 1 {
			t.Errorf("%s: %s", row, answer)
		}
	}
	w.upload(w.Teacher, "", "email,join_time\nsomeone@example.org,18:05\n", 400)
}

// A member who has attended less than 75 % hears of it once, from the third session on.
func TestLowAttendance(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	review := func(session int, d time.Duration) {
		t.Helper()
		w.after(session, d)
		for range 2 {
			for _, f := range w.Features {
				if g, ok := f.(*attendancegrid.Service); ok {
					if err := g.Review(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
			}
			w.Work()
		}
	}
	heard := func(who testapp.User) (said []string) {
		for _, n := range testapp.Read[rest.List[notification.Notification]](t, who.Do("GET", "/notifications?limit=100", "", 200)).Data {
			if n.Kind == notificationkind.AttendanceLow {
				said = append(said, n.Body)
			}
		}
		return said
	}
	for session := range 4 {
		w.was(w.ann, session, 0, 60)
	}
	w.was(w.ben, 0, 0, 60)
	w.was(w.ben, 1, 0, 60)
	review(1, 2*time.Hour)
	review(2, 80*time.Minute) // 20 minutes after its end
	if said := heard(w.kim); len(said) != 0 {
		t.Error(said)
	}
	review(2, 2*time.Hour)
	if said := heard(w.ben); !slices.Equal(said, []string{"You have attended 2 of 3 sessions so far. Tell your instructor if something keeps you from coming."}) {
		t.Error(said)
	}
	w.Teacher.Do("PUT", "/sessions/"+w.sessions[2]+"/attendance", fmt.Sprintf(`{"marks":[{"user_id":%q,"status":"excused"}]}`, w.kim.ID), 200)
	review(3, 2*time.Hour)
	if len(heard(w.ben)) != 1 || len(heard(w.kim)) != 1 || len(heard(w.ann)) != 0 {
		t.Error(heard(w.ben), heard(w.kim), heard(w.ann))
	}
}
