package reminder_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/people/notification"
	"lectern/internal/people/notificationkind"
	"lectern/internal/platform/access"
	"lectern/internal/platform/mail"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/reminder"
	"lectern/internal/testapp"
)

// post keeps the emails that are sent.
type post struct{ emails []mail.Email }

func (p *post) Send(_ context.Context, l mail.Email) error {
	p.emails = append(p.emails, l)
	return nil
}

// to returns the subjects of the emails to a user since the last look, sorted out of the post.
func (p *post) to(u testapp.User) (found []mail.Email) {
	var others []mail.Email
	for _, l := range p.emails {
		if l.To == u.ID+"@lectern.test" {
			found = append(found, l)
		} else {
			others = append(others, l)
		}
	}
	p.emails = others
	return found
}

// world is a class with a batch in Berlin that has one session, on 7 September 2026 from 18:00 to 19:00 there, which is 16:00 UTC.
type world struct {
	*testapp.Class
	t              *testing.T
	post           *post
	batch, session string
	starts         time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	p := &post{}
	w := &world{Class: testapp.NewClass(t, func(parts *app.Deps) { parts.Mail = p }), t: t, post: p, starts: time.Date(2026, 9, 7, 16, 0, 0, 0, time.UTC)}
	w.Exec("UPDATE users SET email_verified_at = created_at")
	b := testapp.Read[rest.Answer[struct {
		ID       string
		Schedule []struct{ ID string }
	}]](t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","assigned_instructor":%q,"end_date":"2026-12-31",
		"schedule":[{"date":"2026-09-07","start_time":"18:00","end_time":"19:00"}]}`, w.Teacher.ID), 201)).Data
	w.batch, w.session = b.ID, b.Schedule[0].ID
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, w.Student.ID), 200)
	w.Student.Do("PATCH", "/profile/me/comprehensive", `{"timeZone":"Asia/Kolkata"}`, 200)
	w.Work()
	w.post.emails = nil
	return w
}

// at moves the clock to some time before the session, and does what is to be done then, twice.
func (w *world) at(before time.Duration) {
	w.t.Helper()
	w.Clock.Advance(w.starts.Add(-before).Sub(w.Clock.Now()))
	for range 2 {
		for _, f := range w.Features {
			if r, ok := f.(*reminder.Service); ok {
				if err := r.Find(w.t.Context()); err != nil {
					w.t.Fatal(err)
				}
			}
		}
		w.Work()
	}
}

// heard returns what the user was notified of about rooms, instructors and beginnings, the newest first.
func (w *world) heard(who testapp.User) (said []notification.Notification) {
	w.t.Helper()
	for _, n := range testapp.Read[rest.List[notification.Notification]](w.t, who.Do("GET", "/notifications?limit=100", "", 200)).Data {
		if n.Kind != notificationkind.BatchAdded && n.Kind != notificationkind.CourseEnrolled && n.Kind != notificationkind.CourseNewStudent {
			said = append(said, n)
		}
	}
	return said
}

func TestReminders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dropped := w.User(access.Student)
	w.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'dropped', FALSE, '', ?, ?)", w.batch, dropped.ID, w.Clock.Now(), w.Clock.Now())
	w.Teacher.Do("PUT", "/notifications/preferences", `{"kinds":[],"digest":{"frequency":"weekly","hour":8,"weekday":1,"time_zone":""}}`, 200)
	w.at(24*time.Hour + time.Minute)
	if said := w.heard(w.Student); len(said) != 0 {
		t.Fatalf("%+v", said)
	}
	w.at(24 * time.Hour)
	said := w.heard(w.Student)
	if len(said) != 1 || said[0].Title != "Session reminder: Bees" || said[0].Body != "The session begins on 7 Sep 2026, 21:30 (Asia/Kolkata; 18:00 in Europe/Berlin)." || said[0].Link != "/sessions/"+w.session {
		t.Fatalf("%+v", said)
	}
	if sent := w.post.to(w.Student); len(sent) != 1 || !strings.Contains(sent[0].Lines[0], "21:30 (Asia/Kolkata; 18:00 in Europe/Berlin)") {
		t.Errorf("%+v", sent)
	}
	if sent := w.post.to(w.Teacher); len(sent) != 1 || len(w.heard(w.Teacher)) != 1 || len(w.heard(dropped)) != 0 {
		t.Errorf("a weekly digest would come too late: %+v", sent)
	}
	w.Student.Do("POST", "/notifications/"+said[0].ID+"/read", "", 200)

	w.at(time.Hour)
	if len(w.heard(w.Student)) != 2 || len(w.post.to(w.Student)) != 0 || len(w.post.to(w.Teacher)) != 1 {
		t.Error("an hour before, emails go to those who have not read the first reminder: ", w.heard(w.Student), w.post.emails)
	}
	w.at(10 * time.Minute)
	if len(w.heard(w.Student)) != 3 || len(w.heard(w.Teacher)) != 3 || len(w.post.emails) != 0 {
		t.Error(w.heard(w.Student), w.post.emails)
	}
	w.at(-time.Minute)
	w.Sweep()
	if n := w.Count("SELECT count(*) FROM session_reminders"); n != 0 || len(w.heard(w.Student)) != 3 {
		t.Error(n, w.heard(w.Student))
	}
}

// A reminder is of the time that the session has when it is due, and of none that was past when that time was set.
func TestRemindersFollowTheSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := "/batches/" + w.batch + "/schedule/" + w.session
	w.at(24 * time.Hour)
	w.Teacher.Do("PUT", at, `{"date":"2026-09-09","reason":"Wasps"}`, 200)
	w.at(time.Hour) // before the time that was
	if said := w.heard(w.Student); len(said) != 2 || said[0].Kind != notificationkind.SessionMoved {
		t.Fatalf("%+v", said)
	}
	w.starts = w.starts.AddDate(0, 0, 2)
	w.at(24 * time.Hour)
	if said := w.heard(w.Student); len(said) != 3 || !strings.Contains(said[0].Body, "9 Sep 2026") {
		t.Fatalf("%+v", said)
	}
	w.Teacher.Do("PUT", at, `{"start_time":"06:00","end_time":"07:00","reason":"Wasps"}`, 200) // in 12 hours: the day before is past
	w.starts = w.starts.Add(-12 * time.Hour)
	w.at(11 * time.Hour)
	if said := w.heard(w.Student); len(said) != 4 || said[0].Kind != notificationkind.SessionMoved {
		t.Fatalf("%+v", said)
	}
	w.at(5 * time.Minute) // nothing ran an hour before: one reminder is enough
	if said := w.heard(w.Student); len(said) != 5 || said[0].Kind != notificationkind.SessionReminder {
		t.Fatalf("%+v", said)
	}

	w = newWorld(t)
	w.Teacher.Do("DELETE", "/batches/"+w.batch+"/schedule/"+w.session+"?reason=Snow", "", 200)
	w.at(time.Hour)
	if said := w.heard(w.Student); len(said) != 1 || said[0].Kind != notificationkind.SessionCancelled {
		t.Errorf("%+v", said)
	}
}

// Emails about one session carry it for the recipient's calendar, under the name that calendar addresses give it.
func TestEmailsCarryTheSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	at := "/batches/" + w.batch + "/schedule/" + w.session
	w.Teacher.Do("PUT", at, `{"date":"2026-09-08"}`, 200)
	w.Work()
	sent := w.post.to(w.Student)
	if len(sent) != 1 || sent[0].Invitation == nil || sent[0].Invitation.Method != "REQUEST" {
		t.Fatalf("%+v", sent)
	}
	for _, want := range []string{"METHOD:REQUEST", "UID:session-" + w.session + "@", "SEQUENCE:1", "DTSTART;TZID=Europe/Berlin:20260908T180000", "/sessions/" + w.session} {
		if !strings.Contains(sent[0].Invitation.Content, want) {
			t.Errorf("%s is missing: %s", want, sent[0].Invitation.Content)
		}
	}
	w.Teacher.Do("DELETE", at, "", 200)
	w.Work()
	if sent := w.post.to(w.Student); len(sent) != 1 || sent[0].Invitation == nil || !strings.Contains(sent[0].Invitation.Content, "METHOD:CANCEL") || !strings.Contains(sent[0].Invitation.Content, "SEQUENCE:2") {
		t.Errorf("%+v", sent)
	}
}

func TestNewRoomsAndInstructors(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	room := func(path, provider, url string) {
		t.Helper()
		w.Teacher.Do("PUT", path+"/room", fmt.Sprintf(`{"provider":%q,"url":%q}`, provider, url), 200)
		w.Work()
	}
	ofBatch, ofSession := "/batches/"+w.batch, "/sessions/"+w.session
	kinds := func(who testapp.User) (names string) {
		for _, n := range w.heard(who) {
			names += string(n.Kind) + " "
		}
		return names
	}
	room(ofBatch, "built_in", "")
	room(ofBatch, "built_in", "")
	room(ofSession, "built_in", "") // the same as that of the batch
	room(ofSession, "none", "")
	if got := kinds(w.Student); got != "" {
		t.Error("nobody has to go elsewhere: ", got)
	}
	room(ofBatch, "link", "https://meet.example.org/bees")
	room(ofSession, "built_in", "")
	if got := kinds(w.Student); got != "course.session_room_changed batch.room_changed " {
		t.Error(got)
	}
	if got := kinds(w.Teacher); got != "" {
		t.Error("who did it hears of it: ", got)
	}

	colleague := w.User(access.Instructor)
	w.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", w.CourseID, colleague.ID)
	w.Teacher.Do("PUT", ofBatch, fmt.Sprintf(`{"assigned_instructor":%q}`, colleague.ID), 200)
	w.Work()
	if got := kinds(w.Student) + kinds(colleague) + kinds(w.Teacher); got != "batch.new_instructor course.session_room_changed batch.room_changed batch.assigned " {
		t.Error(got)
	}
	w.at(-2 * time.Hour)
	room(ofBatch, "built_in", "")
	if got := kinds(colleague); got != "batch.assigned course.session_reminder course.session_reminder course.session_reminder " && got != "batch.assigned " {
		t.Error("no session is ahead: ", got)
	}
}
