package onlinemeeting_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/audit"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/participants"
	"lectern/internal/testapp"
)

// upload imports a list of the participants of a meeting.
func (w *world) upload(who testapp.User, id, query, list string, want int) (done participants.AttendanceImport) {
	w.t.Helper()
	r := httptest.NewRequest("POST", "/api/v1/online-meetings/"+id+"/attendance/import"+query, strings.NewReader(list))
	r.Header.Set("Content-Type", "text/csv")
	got := who.SendRaw(r)
	if got.Code != want {
		w.t.Fatalf("%d, not %d: %s", got.Code, want, got.Body)
	}
	if want == 200 {
		done = testapp.Read[rest.Answer[participants.AttendanceImport]](w.t, got.Body.String()).Data
	}
	return done
}

// assign says who a person of a list is.
func (w *world) assign(who testapp.User, id, key string, is testapp.User, want int) string {
	w.t.Helper()
	return who.Do("POST", "/online-meetings/"+id+"/attendance/assign", fmt.Sprintf(`{"external_key":%q,"user_id":%q}`, key, is.ID), want)
}

func (w *world) imported() int64 {
	return w.Count("SELECT count(*) FROM online_meeting_imports")
}

// logged checks that the audit log has an entry for each import of the list of a meeting: not for a dry run or a refused one, and with nobody's name.
func (w *world) logged(id string) {
	w.t.Helper()
	answer := w.User(access.Admin).Do("GET", "/audit-log?action=attendance.imported&target="+id, "", 200)
	entries := testapp.Read[rest.List[audit.AuditRow]](w.t, answer).Data
	if len(entries) != 4 || strings.Contains(answer, "Ben") || strings.Contains(answer, w.Student.ID) {
		w.t.Fatalf("%d entries: %s", len(entries), answer)
	}
	for i, want := range []string{"2 4 0 1", "2 4 0 1", "0 1 1 0", "0 2 0 1"} { // the newest first
		e, v := entries[i], entries[i].After
		if got := fmt.Sprint(v["matched"], v["rows"], v["instructors"], v["bad_rows"]); strings.Join(strings.Fields(got), " ") != want ||
			e.ActorID != w.Teacher.ID || e.TargetKind != "meeting" || v["provider"] != "link" || v["title"] == "" || v["date"] != "2026-09-07" {
			w.t.Errorf("%s, not %s: %+v", got, want, e)
		}
	}
}

// The list of a provider says who was in a meeting elsewhere: by confirmed email addresses, never by names. Who isn't found is assigned by hand; who is in no list is absent only once
// it is known of anyone that they were in.
func TestImportOfTheParticipantsOfAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	lee, ben := w.Student, w.User(access.Student)
	w.Enroll(ben, w.CourseID)
	w.named(lee.ID, "Lee")
	w.named(ben.ID, "Ben")
	w.Exec("UPDATE users SET email_verified_at = created_at")
	m := w.create(`,"provider":"link","url":"https://meet.example.org/a","audience":"course:` + w.CourseID + `"`)
	known := "Lee," + strings.ToUpper(lee.ID) + "@LECTERN.TEST,09/07/2026 06:00:00 PM,09/07/2026 06:30:00 PM,30\r\n" +
		"Lee," + lee.ID + "@lectern.test,09/07/2026 06:20:00 PM,09/07/2026 07:05:00 PM,45\r\n"
	const heading, unknown = "\ufeffName (Original Name),User Email,Join Time,Leave Time,Duration (Minutes)\r\n", "Benny,,09/07/2026 06:30:00 PM,,30\r\nBen,ben@home.example,yesterday,,10\r\n"
	w.upload(w.Teacher, m.ID, "", heading+known, 409) // it has not begun
	w.at(2 * time.Hour)
	if done := w.upload(w.Teacher, m.ID, "?dry_run=true", heading+known+unknown, 200); done.Matched != 2 || done.BadRows != 1 || len(done.Unmatched) != 1 || w.imported() != 0 {
		t.Errorf("a dry run: %+v", done)
	}
	w.upload(w.Teacher, m.ID, "", heading+unknown, 200)
	if got := w.attendance(m.ID); shown(got) != "Ben unknown 0, Lee unknown 0" || got.Unmatched != 1 {
		t.Errorf("of nobody it is known that they were in: %+v", got)
	}
	host := "Teacher," + w.Teacher.ID + "@lectern.test,09/07/2026 05:55:00 PM,,70\r\n"
	if done := w.upload(w.Teacher, m.ID, "", heading+host, 200); done.Instructors != 1 || len(done.Unmatched) != 1 || w.imported() != 1 {
		t.Errorf("the instructor: %+v", done)
	}
	for range 2 {
		if done := w.upload(w.Teacher, m.ID, "", heading+known+unknown, 200); done.Matched != 2 || len(done.Unmatched) != 1 || done.Unmatched[0].ExternalKey != "Benny" || done.Bad[0].Column != "join_time" || w.imported() != 3 {
			t.Fatalf("%+v", done)
		}
	}
	got := w.attendance(m.ID)
	if shown(got) != "Ben absent 0, Lee present 60" || len(got.People[1].Stays) != 2 || got.People[1].Stays[0].Source != "import" {
		t.Errorf("%+v", got)
	}
	if own := w.see(lee, m.ID).Own; own == nil || own.Status != "present" || own.Seconds != 3600 {
		t.Errorf("%+v", own)
	}
	w.logged(m.ID)
	w.assign(w.Teacher, m.ID, "Benny", w.stranger, 400)
	w.assign(w.Teacher, m.ID, "Benny", w.Teacher, 400)
	w.assign(w.Teacher, m.ID, "Nobody", ben, 400)
	if got := w.attendance(m.ID); shown(got) != "Ben absent 0, Lee present 60" || got.Unmatched != 1 {
		t.Errorf("refused assignments count: %+v", got)
	}
	if left := w.assign(w.Teacher, m.ID, "Benny", ben, 200); !strings.Contains(left, `"data":[]`) {
		t.Error(left)
	}
	w.upload(w.Teacher, m.ID, "", heading+known+unknown, 200) // keeps who was assigned
	if got := w.attendance(m.ID); shown(got) != "Ben partial 30, Lee present 60" || got.Unmatched != 0 {
		t.Errorf("%+v", got)
	}
	w.Exec("DELETE FROM enrollments WHERE user_id = ?", ben.ID)
	if got := shown(w.attendance(m.ID)); got != "Ben partial 30, Lee present 60" {
		t.Errorf("who has left the course since: %s", got)
	}
}

// Only those who may correct the attendance of a meeting import lists of it, as long as they may.
func TestWhoImportsTheParticipantsOfAMeeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	m := w.create(`,"provider":"link","url":"https://meet.example.org/a"`)
	list := "name,email,join_time,duration\nLee," + w.Student.ID + "@lectern.test,18:00,60\nSomeone,,18:00,60\n"
	w.at(2 * time.Hour)
	path := "/online-meetings/" + m.ID + "/attendance/unmatched"
	for want, who := range map[int]testapp.User{401: w.Nobody(), 403: w.Student, 404: w.User(access.Instructor)} {
		w.upload(who, m.ID, "", list, want)
		w.assign(who, m.ID, "Someone", w.Student, want)
		who.Do("GET", path, "", want)
	}
	w.upload(w.Teacher, m.ID, "", "name,email\nLee,lee@lectern.test\n", 400)
	if n := w.imported(); n != 0 {
		t.Errorf("%d rows of refused requests", n)
	}
	w.Exec("INSERT INTO online_meeting_people (meeting_id, user_id) VALUES (?, ?)", m.ID, w.Teacher.ID)
	w.Exec("UPDATE online_meetings SET instructor_id = ?, created_by = NULL", w.User(access.Instructor).ID)
	w.upload(w.Teacher, m.ID, "", list, 403) // invited, but not theirs
	w.Teacher.Do("GET", path, "", 403)
	w.Exec("UPDATE online_meetings SET instructor_id = ?", w.Teacher.ID)
	w.Exec("UPDATE users SET email_verified_at = NULL WHERE id = ?", w.Student.ID)
	if done := w.upload(w.Teacher, m.ID, "?dry_run=true", list, 200); done.Matched != 0 || len(done.Unmatched) != 2 {
		t.Errorf("an address that nobody has confirmed: %+v", done)
	}
	w.at(time.Hour + 30*24*time.Hour)
	w.upload(w.Teacher, m.ID, "", list, 403)
	w.upload(w.User(access.Admin), m.ID, "", list, 200)
	w.assign(w.Teacher, m.ID, "Someone", w.Student, 403)
	if left := w.Teacher.Do("GET", path, "", 200); !strings.Contains(left, "Someone") {
		t.Error(left)
	}
	w.at(100 * 24 * time.Hour)
	w.Sweep()
	if n := w.imported(); n != 0 {
		t.Errorf("%d unknown people are still known", n)
	}
	w.Exec("UPDATE online_meetings SET status = 'cancelled'")
	w.upload(w.User(access.Admin), m.ID, "", list, 409)
	if n := w.imported(); n != 0 {
		t.Errorf("%d rows of a cancelled meeting", n)
	}
}
