package classschedule_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/people/notification"
	"lectern/internal/platform/access"
	"lectern/internal/platform/consistency"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/testapp"
)

// change answers a request to change a session of the batch, whatever its version.
func (c term) change(t *testing.T, verb, path, body string, want int) (done classschedule.ChangedSessions, answer string) {
	t.Helper()
	answer = c.Teacher.Do(verb, "/batches/"+c.batch+"/schedule/"+path, body, want)
	if want == 200 {
		done = testapp.Read[rest.Answer[classschedule.ChangedSessions]](t, answer).Data
	}
	return done, answer
}

// days are the dates of sessions as "MM-DD", cancelled ones in brackets.
func days(sessions []classsession.Session) string {
	var found []string
	for _, s := range sessions {
		day := s.Date[5:]
		if s.Status == classsession.Cancelled {
			day = "(" + day + ")"
		}
		found = append(found, day)
	}
	return strings.Join(found, " ")
}

// mustAgree fails unless every session that is not cancelled and still ahead has exactly its row in the calendar.
func (c term) mustAgree(t *testing.T) {
	t.Helper()
	if n := c.Count(`SELECT count(*) FROM batch_sessions AS s WHERE s.status = 'scheduled' AND NOT EXISTS (SELECT 1 FROM instructor_busy AS i
		WHERE i.ref_id = s.id AND i.starts_at = s.starts_at AND i.ends_at = s.ends_at)`); n > 0 {
		t.Error(n, "sessions take no time")
	}
	if n := c.Count("SELECT count(*) FROM instructor_busy AS i JOIN batch_sessions AS s ON s.id = i.ref_id WHERE s.status = 'cancelled'"); n > 0 {
		t.Error(n, "cancelled sessions take time")
	}
}

func TestWhoMayChangeSessions(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	added := c.add(t, entry("2026-09-07", "18:00", "19:00")).Entries[0]
	at, before := "/batches/"+c.batch+"/schedule/"+added.ID, c.rows()
	stranger, any := c.User(access.Instructor), `{"date":"2026-09-08"}`
	for status, users := range map[int][]testapp.User{401: {c.Nobody()}, 403: {c.Student, stranger}} {
		for _, user := range users {
			user.Do("PUT", at, any, status)
			user.Do("DELETE", at, "", status)
			user.Do("POST", at+"/restore", "", status)
		}
	}
	c.Student.Do("GET", at, "", 404)
	stranger.Do("GET", at, "", 404)
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', FALSE, '', ?, ?)", c.batch, c.Student.ID, c.Clock.Now(), c.Clock.Now())
	if seen := testapp.Read[rest.Answer[classsession.Session]](t, c.Student.Do("GET", at, "", 200)).Data; seen.ID != added.ID {
		t.Errorf("%+v", seen)
	}
	for version, status := range map[string]int{"": 428, `"v9-x"`: 412} {
		r := httptest.NewRequest("PUT", "/api/v1"+at, strings.NewReader(any))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", version)
		if w := c.Teacher.SendRaw(r); w.Code != status {
			t.Error(version, w.Code, w.Body)
		}
	}
	c.Teacher.Do("PUT", "/batches/"+createBatch(t, c.Class, c.CourseID, "")+"/schedule/"+added.ID, any, 404)
	if after := c.rows(); after != before || days(c.sessions(t)) != "09-07" {
		t.Error("refused requests have changed", before, "to", after)
	}
}

func TestMoveOneSession(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 4, "")).Entries // 2, 9, 16, 23 September
	done, _ := c.change(t, "PUT", series[1].ID, `{"date":"2026-09-10","start_time":"17:00","title":"Queens","reason":"Wasps"}`, 200)
	if s := done.Session; s.Date != "2026-09-10" || s.StartTime != "17:00" || s.EndTime != "19:30" || s.OriginalDate != "2026-09-09" || s.Sequence != 1 || !s.Detached || s.Title != "Queens" || s.Reason != "Wasps" {
		t.Errorf("%+v", s)
	}
	if got := days(c.sessions(t)); len(done.Entries) != 1 || got != "09-02 09-10 09-16 09-23" {
		t.Error(got, done.Entries)
	}
	before := c.rows()
	for sentence, body := range map[string]string{
		"There is already a session on 2026-09-16":                     `{"date":"2026-09-16"}`,
		"Date 2026-08-30 is in the past":                               `{"date":"2026-08-30"}`,
		"Date 2027-08-01 is outside the dates of the batch":            `{"date":"2027-08-01"}`,
		"End time must be after start time":                            `{"start_time":"20:00"}`,
		"Invalid date or time":                                         `{"start_time":"8:00"}`,
		"On 2027-03-28 the clocks in Europe/Berlin go forward from be": `{"date":"2027-03-28","start_time":"02:15","end_time":"04:00"}`,
	} {
		if _, answer := c.change(t, "PUT", series[1].ID, body, 400); !strings.Contains(answer, sentence) {
			t.Errorf("%s: %s", sentence, answer)
		}
	}
	if after := c.rows(); after != before || days(c.sessions(t)) != "09-02 09-10 09-16 09-23" {
		t.Error("refused requests have changed", before, "to", after)
	}
	c.mustAgree(t)
	if renamed, _ := c.change(t, "PUT", series[2].ID, `{"title":"Drones"}`, 200); renamed.Session.Detached || renamed.Session.Title != "Drones" || c.rows() != before {
		t.Errorf("%+v", renamed.Session)
	}
}

// A series moves by days and wall-clock time: it stays at its new hour when the clocks change; what was moved alone before stays, and sessions
// can move onto each other's days.
func TestMoveSeries(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 10, "")).Entries // 2 September to 4 November
	c.change(t, "PUT", series[2].ID, `{"date":"2026-09-18"}`, 200)
	done, _ := c.change(t, "PUT", series[1].ID, `{"date":"2026-09-10","start_time":"19:00","end_time":"20:00","scope":"following"}`, 200)
	if got := days(c.sessions(t)); got != "09-02 09-10 09-18 09-24 10-01 10-08 10-15 10-22 10-29 11-05" || len(done.Entries) != 8 {
		t.Error(got, len(done.Entries))
	}
	for _, s := range c.sessions(t)[3:] {
		if local := s.StartsAt.In(berlin(t)).Format("15:04"); local != "19:00" || s.EndsAt.Sub(s.StartsAt) != time.Hour || s.Sequence != 1 || s.Detached {
			t.Errorf("%s at %s: %+v", s.Date, local, s)
		}
	}
	done, _ = c.change(t, "PUT", series[0].ID, `{"date":"2026-09-09","scope":"all","include_detached":true}`, 200)
	if got := days(c.sessions(t)); got != "09-09 09-17 09-25 10-01 10-08 10-15 10-22 10-29 11-05 11-12" || len(done.Entries) != 10 {
		t.Error(got, len(done.Entries))
	}
	c.mustAgree(t)
	before := c.rows()
	if _, answer := c.change(t, "PUT", series[5].ID, `{"date":"2027-07-31","scope":"following"}`, 400); !strings.Contains(answer, "outside the dates of the batch") || c.rows() != before {
		t.Error(answer)
	}
}

func berlin(t *testing.T) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// A move of a series into a taken time moves nothing, or all but that session; a dry run answers the same.
func TestMoveSeriesIntoTakenTime(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 3, "")).Entries
	other := term{c.Class, createBatch(t, c.Class, c.CourseID, "")}
	other.add(t, entry("2026-09-10", "18:00", "19:00"))
	before := c.rows()
	move := `{"date":"2026-09-03","scope":"all"%s}`
	if _, answer := c.change(t, "PUT", series[0].ID, fmt.Sprintf(move, ""), 409); !strings.Contains(answer, "schedule_conflict") {
		t.Error(answer)
	}
	dry, _ := c.change(t, "PUT", series[0].ID+"?dry_run=true", fmt.Sprintf(move, `,"on_conflict":"skip"`), 200)
	if after := c.rows(); after != before || days(c.sessions(t)) != "09-02 09-09 09-16" {
		t.Error("a refused move and a dry run have changed", before, "to", after)
	}
	done, _ := c.change(t, "PUT", series[0].ID, fmt.Sprintf(move, `,"on_conflict":"skip"`), 200)
	for _, d := range []classschedule.ChangedSessions{dry, done} {
		if days(d.Entries) != "09-03 09-17" || len(d.Conflicts) != 1 || d.Conflicts[0].Date != "2026-09-10" {
			t.Errorf("%+v", d)
		}
	}
	if got := days(c.sessions(t)); got != "09-03 09-09 09-17" {
		t.Error(got)
	}
	c.mustAgree(t)
}

func TestCancelAndRestore(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 4, "")).Entries
	if done, _ := c.change(t, "DELETE", series[1].ID+"?scope=following&reason=Snow", "", 200); len(done.Entries) != 3 || done.Session.Status != classsession.Cancelled || done.Session.Reason != "Snow" {
		t.Errorf("%+v", done)
	}
	if got := days(c.sessions(t)); got != "09-02 (09-09) (09-16) (09-23)" {
		t.Error(got)
	}
	c.mustAgree(t)
	if again, _ := c.change(t, "DELETE", series[1].ID, "", 200); len(again.Entries) != 0 {
		t.Errorf("%+v", again)
	}
	c.change(t, "PUT", series[1].ID, `{"date":"2026-09-10"}`, 409)
	if done, _ := c.change(t, "POST", series[1].ID+"/restore", "", 200); done.Session.Status != classsession.Scheduled || done.Session.Sequence != 2 {
		t.Errorf("%+v", done)
	}
	c.add(t, entry("2026-09-16", "10:00", "11:00"))
	other := term{c.Class, createBatch(t, c.Class, c.CourseID, "")}
	other.add(t, entry("2026-09-23", "18:00", "19:00"))
	before := c.rows()
	c.change(t, "POST", series[2].ID+"/restore", "", 400)
	c.change(t, "POST", series[3].ID+"/restore", "", 409)
	if after := c.rows(); after != before || days(c.sessions(t)) != "09-02 09-09 09-16 (09-16) (09-23)" {
		t.Error("refused restores have changed", before, "to", after, days(c.sessions(t)))
	}
	c.mustAgree(t)
}

// Within 24 hours of a session its change needs a reason; once it has begun it stays as it is.
func TestLateChangesNeedReason(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	one := c.add(t, entry("2026-09-07", "18:00", "19:00")).Entries[0]
	c.Clock.Advance(one.StartsAt.Sub(c.Clock.Now()) - 23*time.Hour)
	before := c.rows()
	c.change(t, "PUT", one.ID, `{"date":"2026-09-08"}`, 400)
	c.change(t, "DELETE", one.ID, "", 400)
	if c.rows() != before {
		t.Error("refused requests have changed", before, "to", c.rows())
	}
	c.change(t, "PUT", one.ID, `{"date":"2026-09-08","reason":"Storm"}`, 200)
	c.Clock.Advance(48 * time.Hour)
	before = c.rows()
	c.change(t, "PUT", one.ID, `{"date":"2026-09-20","reason":"Late"}`, 409)
	c.change(t, "DELETE", one.ID+"?reason=Late", "", 409)
	if c.rows() != before {
		t.Error("refused requests have changed", before, "to", c.rows())
	}
}

// Members and the instructor hear of a change, with the old and the new time in their zone and in that of the batch; who made it does not.
func TestMembersHearOfChanges(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 3, "")).Entries
	dropped, admin := c.User(access.Student), c.User(access.Admin)
	for user, status := range map[string]string{c.Student.ID: "active", dropped.ID: "dropped"} {
		c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, ?, FALSE, '', ?, ?)", c.batch, user, status, c.Clock.Now(), c.Clock.Now())
	}
	heard := func(who testapp.User) (said string) {
		for _, n := range testapp.Read[rest.List[notification.Notification]](t, who.Do("GET", "/notifications", "", 200)).Data {
			if strings.HasPrefix(string(n.Kind), "course.session") {
				said += n.Title + ": " + n.Body + "\n"
			}
		}
		return said
	}
	c.change(t, "PUT", series[0].ID, `{"date":"2026-09-03","reason":"Wasps"}`, 200)
	c.Work()
	if got := heard(c.Student); got != "Session moved: Bees: It was planned for 2 Sep 2026, 16:00 (UTC; 18:00 in Europe/Berlin) and now begins on 3 Sep 2026, 16:00 (UTC; 18:00 in Europe/Berlin). Wasps\n" {
		t.Error(got)
	}
	c.Student.Do("PATCH", "/profile/me/comprehensive", `{"locale":"de"}`, 200)
	if german := c.Student.Do("GET", "/notifications", "", 200); !strings.Contains(german, "2.9.2026, 16:00 (UTC; 18:00 in Europe/Berlin)") {
		t.Error(german)
	}
	if got := heard(c.Teacher) + heard(dropped); got != "" {
		t.Error(got)
	}
	admin.Do("DELETE", "/batches/"+c.batch+"/schedule/"+series[1].ID+"?scope=following", "", 200)
	c.Work()
	if got := heard(c.Teacher); !strings.Contains(got, "New schedule: Bees: 2 sessions were moved or cancelled, starting with the one on 9 Sep 2026, 16:00") {
		t.Error(got)
	}
}

// Who changes sessions can do it without emails: members find the change in the app.
func TestChangesWithoutEmails(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 4, "")).Entries
	c.Exec("UPDATE users SET email_verified_at = ?", c.Clock.Now())
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', FALSE, '', ?, ?)", c.batch, c.Student.ID, c.Clock.Now(), c.Clock.Now())
	want := [2]int64{}
	heard := func(what string, mailed int64) {
		t.Helper()
		c.Work()
		want[0], want[1] = want[0]+1, want[1]+mailed
		if got := [2]int64{c.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND in_app", c.Student.ID), c.Count("SELECT count(*) FROM notifications WHERE user_id = ? AND mail = 'sent'", c.Student.ID)}; got != want {
			t.Errorf("%s: %v in the app and by email, want %v", what, got, want)
		}
	}
	c.change(t, "PUT", series[0].ID+"?notify=maybe", `{"date":"2026-09-03"}`, 400)
	c.change(t, "PUT", series[0].ID+"?notify=false", `{"date":"2026-09-03"}`, 200)
	heard("moved", 0)
	c.change(t, "DELETE", series[0].ID+"?notify=false", "", 200)
	heard("cancelled", 0)
	c.change(t, "POST", series[0].ID+"/restore?notify=false", "", 200)
	heard("restored", 0)
	c.change(t, "PUT", series[0].ID, `{"date":"2026-09-04"}`, 200)
	heard("moved with emails", 1)
	c.Teacher.Do("PUT", "/batches/individual/"+c.batch+"/schedule?notify=false", `{"schedule":[`+entry("2026-09-20", "18:00", "19:00")+`]}`, 200)
	heard("replaced", 0)
	colleague := c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, colleague.ID)
	c.Teacher.Do("PUT", "/batches/"+c.batch+"?notify=false", `{"assigned_instructor":"`+colleague.ID+`"}`, 200)
	heard("another instructor", 0)
	c.Teacher.Do("PUT", "/batches/"+c.batch, `{"assigned_instructor":"`+c.Teacher.ID+`"}`, 200)
	heard("another instructor with emails", 1)
	c.Teacher.Do("PUT", "/batches/"+c.batch+"/status?notify=false", `{"status":"Cancelled","reason":"Too few"}`, 200)
	heard("batch cancelled", 0)
	c.Teacher.Do("PUT", "/batches/"+c.batch+"/status", `{"status":"Upcoming"}`, 200)
	c.Teacher.Do("PUT", "/batches/"+c.batch+"/status", `{"status":"Cancelled","reason":"Too few"}`, 200)
	heard("batch cancelled with emails", 1)
}

// lectern doctor names the sessions whose instant is no longer their time of day, as after a change of the rules of their time zone, and no
// cancelled ones.
func TestDoctorChecksTimeZones(t *testing.T) {
	t.Parallel()
	c := newTerm(t)
	series := c.add(t, fmt.Sprintf(weekly, 3, "")).Entries
	found := func() string {
		findings, err := c.CheckConsistency(t.Context(), consistency.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range findings {
			if f.Part == "time zones of sessions" {
				return fmt.Sprint(f.OK, " ", f.Text)
			}
		}
		return ""
	}
	if got := found(); got != "true 3 sessions ahead begin at their time of day" {
		t.Error(got)
	}
	c.change(t, "DELETE", series[2].ID, "", 200)
	c.Exec("UPDATE batch_sessions SET starts_at = ?, ends_at = ? WHERE id IN (?, ?)", series[1].StartsAt.Add(-time.Hour), series[1].EndsAt.Add(-time.Hour), series[1].ID, series[2].ID)
	if got := found(); !strings.HasPrefix(got, "false ") || !strings.Contains(got, series[1].ID+" (2026-09-09 18:00 in Europe/Berlin, stored as 2026-09-09T15:00:00Z)") || strings.Contains(got, series[0].ID) || strings.Contains(got, series[2].ID) {
		t.Error(got)
	}
}
