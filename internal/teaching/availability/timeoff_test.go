package availability_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/classsession"
	"lectern/internal/testapp"
)

// teamed is a batch from 7 to 30 September 2026 with four sessions of the teacher, and a second instructor of the course.
type teamed struct {
	*testapp.Class
	batch  string
	second testapp.User
}

const decided = `{"from":"2026-09-14","until":"2026-09-20","timezone":"Europe/Berlin","reason":"Knee","resolve_reason":"I am away","resolve":[%s]}`

func newTeam(t *testing.T) teamed {
	t.Helper()
	c := testapp.NewClass(t)
	w := teamed{c, "", c.User(access.Instructor)}
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, w.second.ID)
	var entries []string
	for _, day := range []int{8, 14, 16, 18} {
		entries = append(entries, fmt.Sprintf(`{"date":"2026-09-%02d","start_time":"18:00","end_time":"19:00"}`, day))
	}
	made := testapp.Read[struct{ Data struct{ ID string } }](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin",
		"assigned_instructor":%q,"start_date":"2026-09-07","end_date":"2026-09-30","schedule":[%s]}`, c.Teacher.ID, strings.Join(entries, ",")), 201))
	w.batch = made.Data.ID
	c.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, c.Student.ID), 200)
	c.Work()
	return w
}

func (w teamed) conflicts(t *testing.T, answer string) []availability.BookedTime {
	t.Helper()
	return testapp.Read[struct{ Error availability.BookedTimes }](t, answer).Error.Conflicts
}

func (w teamed) state() string {
	return rows(w.App) + fmt.Sprint(w.Count("SELECT count(*) FROM batch_session_moves"), w.Count("SELECT sum(sequence) FROM batch_sessions"), w.Count("SELECT count(*) FROM notifications"))
}

// Time off says which sessions are in the way and what can become of each, and is taken with what is decided of them, all in one act.
func TestTimeOffWithItsConsequences(t *testing.T) {
	t.Parallel()
	w := newTeam(t)
	const at = "/instructors/me/time-off"
	before := w.state()
	hit := w.conflicts(t, w.Teacher.Do("POST", at+"?dry_run=true", fmt.Sprintf(decided, ""), 409))
	if len(hit) != 3 || hit[0].Session == nil || hit[0].Session.Date != "2026-09-14" || hit[0].Session.Members != 1 || len(hit[0].Session.Substitutes) != 1 || hit[0].Session.Substitutes[0].ID != w.second.ID {
		t.Fatalf("%+v", hit)
	}
	for _, free := range hit[0].Session.Alternatives {
		if free.Date >= "2026-09-14" && free.Date <= "2026-09-20" || free.Date < "2026-09-07" || free.Date == "2026-09-08" {
			t.Errorf("proposed in the time off, outside the batch or on the day of another session: %+v", free)
		}
	}
	a, b, c := hit[0].Session.ID, hit[1].Session.ID, hit[2].Session.ID
	cancel, move := fmt.Sprintf(`{"session_id":%q,"action":"cancel"}`, a), fmt.Sprintf(`{"session_id":%q,"action":"move","date":"2026-09-22"}`, b)
	hand := fmt.Sprintf(`{"session_id":%q,"action":"substitute","instructor_id":%q}`, c, w.second.ID)
	for body, want := range map[string]string{
		cancel + "," + move:                                              `409 "code":"schedule_conflict"`, // of one nothing is said
		cancel + "," + move + "," + hand + "," + cancel:                  "400 Say only once",
		strings.Replace(hand, w.second.ID, w.Student.ID, 1):              "400 This instructor doesn't teach the course",
		strings.Replace(move, "2026-09-22", "2026-09-08", 1):             "400 There is already a session on 2026-09-08",
		strings.Replace(move, `,"date":"2026-09-22"`, "", 1):             "400 Say when the session of 2026-09-16 is to take place",
		cancel + "," + hand + "," + strings.Replace(move, "22", "17", 1): `409 "code":"schedule_conflict"`, // still in the time off
		strings.Replace(cancel, a, "x", 1):                               `409 "code":"schedule_conflict"`,
		strings.Replace(cancel, `"cancel"`, `"forget"`, 1):               "400 cancel, move, substitute or keep",
	} {
		status, sentence, _ := strings.Cut(want, " ")
		var code int
		_, _ = fmt.Sscan(status, &code)
		if answer := w.Teacher.Do("POST", at, fmt.Sprintf(decided, body), code); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", body, answer)
		}
	}
	w.User(access.Instructor).Do("POST", "/instructors/"+w.Teacher.ID+"/time-off", fmt.Sprintf(decided, cancel), 404)
	w.second.Do("POST", "/instructors/me/time-off", `{"from":"2026-09-18","until":"2026-09-18","timezone":"Europe/Berlin"}`, 201)
	if answer := w.Teacher.Do("POST", at, fmt.Sprintf(decided, cancel+","+move+","+hand), 409); !strings.Contains(answer, "resolution_conflict") {
		t.Error(answer)
	}
	w.Exec("DELETE FROM instructor_time_off")
	w.Exec("DELETE FROM instructor_busy WHERE kind = 'time_off'")
	w.Teacher.Do("POST", at+"?dry_run=true", fmt.Sprintf(decided, cancel+","+move+","+hand), 201)
	w.Work()
	if after := w.state(); after != before {
		t.Fatal("refused and tried requests have changed", before, "to", after)
	}

	w.Teacher.Do("POST", at, fmt.Sprintf(decided, cancel+","+move+","+hand), 201)
	w.Work()
	sessions := testapp.Read[struct {
		Data struct{ Schedule []classsession.Session }
	}](t, w.Student.Do("GET", "/batches/"+w.batch, "", 200)).Data.Schedule
	byID := map[string]classsession.Session{}
	for _, s := range sessions {
		byID[s.ID] = s
	}
	if byID[a].Status != "cancelled" || byID[a].Reason != "I am away" || byID[b].Date != "2026-09-22" || byID[c].InstructorID == nil || *byID[c].InstructorID != w.second.ID || byID[c].Sequence != 1 {
		t.Errorf("%+v", sessions)
	}
	for kind, want := range map[string]int64{"session": 1, "time_off": 0} {
		if n := w.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ? AND kind = ?", w.second.ID, kind); n != want {
			t.Errorf("of the substitute: %d times of %s", n, kind)
		}
	}
	for kind, want := range map[string]int64{"course.session_cancelled": 1, "course.session_moved": 1, "course.session_substitute": 1, "course.session_assigned": 0} {
		if n := w.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = ?", w.Student.ID, kind); n != want {
			t.Errorf("the learner is told %d times of %s", n, kind)
		}
	}
	if n := w.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND kind = 'course.session_assigned'", w.second.ID); n != 1 {
		t.Error("the substitute is told", n, "times")
	}
	if answer := w.second.Do("GET", "/calendar?from=2026-09-18&to=2026-09-18&instructor_id="+w.second.ID, "", 200); !strings.Contains(answer, c) {
		t.Error(answer)
	}
	// Another change of the session leaves the substitute, who can be taken back.
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+c, `{"title":"Swarms"}`, 200)
	if n := w.Count("SELECT count(*) FROM batch_sessions WHERE instructor_id = ?", w.second.ID); n != 1 {
		t.Error("the substitute is lost")
	}
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+c, `{"instructor_id":""}`, 409) // the teacher is away
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/schedule/"+c, fmt.Sprintf(`{"instructor_id":%q}`, w.Student.ID), 400)
}

// A sick day takes what is left of today: what runs ends, what is over stays, and what is ahead changes in the same act.
func TestSickDay(t *testing.T) {
	t.Parallel()
	w := newTeam(t)
	const at = "/instructors/me/sick-day"
	w.Teacher.Do("PUT", "/instructors/me/availability", hours(""), 200)
	session(t, w.Class, 14, "08:00", "09:00")
	session(t, w.Class, 14, "12:00", "13:00")
	w.Clock.Advance(time.Date(2026, 9, 14, 10, 20, 0, 0, time.UTC).Sub(w.Clock.Now())) // 12:20 in Berlin
	before := w.state()
	w.Student.Do("POST", at, `{}`, 403)
	w.User(access.Instructor).Do("POST", "/instructors/"+w.Teacher.ID+"/sick-day", `{}`, 404)
	hit := w.conflicts(t, w.Teacher.Do("POST", at, `{}`, 409))
	if len(hit) != 1 || hit[0].StartsAt.Format("15:04") != "16:00" {
		t.Fatalf("%+v", hit)
	}
	body := fmt.Sprintf(`{"reason":"Flu","resolve":[{"session_id":%q,"action":"cancel"}]%%s}`, hit[0].Session.ID)
	if answer := w.Teacher.Do("POST", at, fmt.Sprintf(body, ""), 400); !strings.Contains(answer, "Say why: a session begins within 24 hours") {
		t.Error(answer)
	}
	if after := w.state(); after != before {
		t.Fatal("refused requests have changed", before, "to", after)
	}
	w.Teacher.Do("POST", at, fmt.Sprintf(body, `,"resolve_reason":"Your instructor is ill"`), 201)
	if n := w.Count("SELECT count(*) FROM batch_sessions WHERE status = 'cancelled'"); n != 1 {
		t.Error("cancelled:", n)
	}
	off := read(t, w.Teacher, "me").TimeOff
	if len(off) != 1 || off[0].FromLocal != "2026-09-14T12:20" || off[0].UntilLocal != "2026-09-15T00:00" || off[0].Reason != "Flu" {
		t.Errorf("%+v", off)
	}
	if n := w.Count("SELECT count(*) FROM instructor_busy WHERE kind = 'time_off' AND from_at = ?", time.Date(2026, 9, 14, 11, 0, 0, 0, time.UTC)); n != 1 {
		t.Error("the calendar is not taken from the end of the session that runs")
	}
}
