package onlinemeeting_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/config"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/availability"
	"lectern/internal/teaching/onlinemeeting"
	"lectern/internal/testapp"
)

// session is a Q&A session as a course lists it.
type session struct {
	ID, Date, Status string
	IsWeekly         bool    `json:"is_weekly"`
	InstructorID     *string `json:"instructor_id"`
}

// questions makes a blended course of the teacher in the catalogue, in which the student learns. Its weekly Q&A session is on Mondays.
func (w *world) questions(slots string) (path string, sessions func() []session) {
	w.t.Helper()
	c := w.Teacher.CreateTypedCourse("blended", "")
	path = "/tcourse/blended/" + c.ID
	w.Enroll(w.Student, c.ID)
	w.Teacher.Do("PUT", path+"/doubt-schedule", slots, 200)
	if got := w.Count("SELECT count(*) FROM online_meetings WHERE kind = 'doubt'"); got != 0 {
		w.t.Error("a draft has dates of its weekly sessions:", got)
	}
	w.Teacher.Do("PATCH", "/courses/toggle-status/"+c.ID, "", 200)
	return path, func() []session {
		w.t.Helper()
		all := testapp.Read[rest.Answer[struct {
			Sessions []session `json:"doubt_sessions"`
		}]](w.t, w.Student.Do("GET", path, "", 200)).Data.Sessions
		slices.Reverse(all)
		return all
	}
}

// layOut runs the periodic job that plans the next dates.
func (w *world) layOut() {
	w.t.Helper()
	if err := w.Runner.Handlers["online_meetings.lay_out"].Do(w.t.Context(), nil); err != nil {
		w.t.Fatal(err)
	}
}

const mondays = `{"timezone":"Europe/Berlin","slots":[{"weekday":1,"start_time":"18:00","end_time":"19:00"}]}`

// Weekly Q&A sessions of a course in the catalogue are laid out for 60 days, take the time of their instructor, are skipped where that one is busy, and follow their schedule.
func TestWeeklyQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.create(`,"start_time":"18:30","end_time":"19:30"`) // on 7 September, the first Monday
	path, sessions := w.questions(mondays)
	all := sessions()
	if len(all) != 8 && len(all) != 9 || all[0].Date != "2026-09-07" || all[0].Status != "cancelled" || all[1].Status != "scheduled" || *all[1].InstructorID != w.Teacher.ID || !all[1].IsWeekly {
		t.Fatalf("%+v", all)
	}
	if got := w.heard(w.Teacher); !slices.Contains(got, "Skipped: Q&A: Typed") {
		t.Error(got)
	}
	if got := w.heard(w.Student); strings.Contains(fmt.Sprint(got), "Q&A") {
		t.Error("a learner is notified of a weekly session:", got)
	}
	if got := w.Teacher.Do("POST", "/online-meetings/create", w.body(`,"date":"2026-09-14","start_time":"18:30","end_time":"19:30"`), 409); !strings.Contains(got, `"kind":"doubt"`) {
		t.Error(got)
	}
	w.Teacher.Do("DELETE", path+"/doubt-session/"+all[2].ID, "", 200)
	m := w.see(w.Teacher, all[3].ID)
	moved := fmt.Sprintf(`{"date":%q,"start_time":"20:00","end_time":"21:00"}`, all[3].Date)
	w.Student.Do("PUT", "/online-meetings/"+m.ID+"/time", moved, 403)
	taken := fmt.Sprintf(`{"date":%q,"start_time":"18:30","end_time":"19:30"}`, all[1].Date) // by the session of another week
	got := w.change(w.Teacher, m.ID+"/time", taken, m.EditVersion())
	others := testapp.Read[struct {
		Error onlinemeeting.MeetingConflicts
	}](t, got.Body.String()).Error.Alternatives
	if got.Code != 409 || len(others) != 3 || others[0].Date != all[1].Date || others[0].StartTime != "19:00" || others[0].EndTime != "20:00" {
		t.Errorf("%d %+v", got.Code, others)
	}
	if now := w.see(w.Teacher, m.ID); now.Date != m.Date || now.StartTime != "18:00" {
		t.Errorf("it was moved: %+v", now)
	}
	if got := w.change(w.Teacher, m.ID+"/time", moved, m.EditVersion()); got.Code != 200 {
		t.Fatal(got.Body)
	}
	w.Teacher.Do("PUT", path+"/doubt-schedule", mondays, 200)
	w.layOut()
	again := sessions()
	if len(again) != len(all) || again[2].Status != "cancelled" || w.see(w.Student, all[3].ID).StartTime != "20:00" {
		t.Errorf("dates that were changed by hand: %+v", again)
	}
	if got := w.heard(w.Student); !slices.Contains(got, "Meeting moved: Q&A: Typed") || !slices.Contains(got, "Meeting cancelled: Q&A: Typed") {
		t.Error(got)
	}
	w.Clock.Advance(14 * 24 * time.Hour)
	w.layOut()
	if got := sessions(); len(got) != len(all)+2 {
		t.Errorf("two weeks later: %+v", got)
	}
	w.Teacher.Do("PUT", path+"/doubt-schedule", `{"timezone":"Europe/Berlin","slots":[]}`, 200)
	if got := w.Count("SELECT count(*) FROM online_meetings WHERE weekly_key <> '' AND starts_at > ?", w.Clock.Now()); got != 0 {
		t.Error("dates of a session that is no longer in the schedule:", got)
	}
	if got := w.Count("SELECT count(*) FROM instructor_busy WHERE kind = 'doubt' AND starts_at > ?", w.Clock.Now()); got != 0 {
		t.Error("time that they still take:", got)
	}
}

// A course with several instructors says who holds a weekly session; of one who leaves, it becomes the only other one's.
func TestWhoAnswersQuestions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	colleague := w.User(access.Instructor)
	path, sessions := w.questions(mondays)
	id := strings.TrimPrefix(path, "/tcourse/blended/")
	both := fmt.Sprintf(`{"instructor_ids":[%q,%q]}`, w.Teacher.ID, colleague.ID)
	teach := func(body string) {
		t.Helper()
		w.Teacher.Do("PUT", "/courses/"+id+"/instructors", body, 200)
	}
	teach(both)
	if got := sessions(); got[0].InstructorID != nil {
		t.Errorf("nobody was chosen: %+v", got[0])
	}
	byColleague := strings.Replace(mondays, `"weekday"`, `"instructor_id":"`+colleague.ID+`","weekday"`, 1)
	w.Teacher.Do("PUT", path+"/doubt-schedule", strings.Replace(byColleague, colleague.ID, w.stranger.ID, 1), 400)
	w.Teacher.Do("PUT", path+"/doubt-schedule", byColleague, 200)
	if got := sessions(); *got[0].InstructorID != colleague.ID || w.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", colleague.ID) != int64(len(got)) {
		t.Errorf("%+v", got[0])
	}
	teach(fmt.Sprintf(`{"instructor_ids":[%q]}`, w.Teacher.ID))
	if got := sessions(); *got[0].InstructorID != w.Teacher.ID || w.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", colleague.ID) != 0 {
		t.Errorf("%+v", got[0])
	}
}

// A Q&A session without a room says so; the room that it is given is that of the later dates too, and is entered by a link that works once.
func TestQuestionsHaveARoom(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, config.MeetingServers{})
	path, sessions := w.questions(mondays)
	all := sessions()
	w.Clock.Advance(time.Date(2026, 9, 7, 15, 55, 0, 0, time.UTC).Sub(w.Clock.Now()))
	if got := w.Student.Do("POST", "/online-meetings/"+all[0].ID+"/join", "", 503); !strings.Contains(got, "has no room yet") {
		t.Error(got)
	}
	m := w.see(w.Teacher, all[0].ID)
	body := `{"title":"Questions","date":"2026-09-07","start_time":"18:00","end_time":"19:00","timezone":"Europe/Berlin","provider":"link","url":"https://meet.example.org/bees"}`
	if got := w.put(w.Teacher, m.ID, body, m.EditVersion()); got.Code != 200 {
		t.Fatal(got.Body)
	}
	w.Student.Do("POST", "/online-meetings/"+m.ID+"/join", "", 200)
	w.stranger.Do("POST", "/online-meetings/"+m.ID+"/join", "", 404)
	if got := w.see(w.Teacher, all[1].ID); got.URL != "https://meet.example.org/bees" || got.Title != "" {
		t.Errorf("%+v", got)
	}
	if got := w.see(w.Student, all[1].ID); got.URL != "" {
		t.Error("learners see the address before they join:", got.URL)
	}
	w.Teacher.Do("DELETE", path+"/doubt-session/"+all[1].ID, "", 200)
	w.Clock.Advance(20 * 24 * time.Hour)
	w.layOut()
	last := sessions()
	if got := w.see(w.Teacher, last[len(last)-1].ID); got.URL != "https://meet.example.org/bees" {
		t.Errorf("the date that was laid out last: %+v", got)
	}
	w.Teacher.Do("DELETE", path+"/doubt-session/"+all[0].ID, "", 409) // it has begun
}

// Who takes time off decides of Q&A sessions as of meetings.
func TestQuestionsDuringTimeOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	_, sessions := w.questions(mondays)
	all := sessions()
	off := func(more string, want int) string {
		t.Helper()
		return w.Teacher.Do("POST", "/instructors/"+w.Teacher.ID+"/time-off", `{"from":"2026-09-07","until":"2026-09-15","timezone":"Europe/Berlin"`+more+`}`, want)
	}
	booked := testapp.Read[struct{ Error availability.BookedTimes }](t, off("", 409)).Error.Conflicts
	if len(booked) != 2 || booked[0].Kind != "doubt" || booked[0].Booking == nil || booked[0].Booking.ID != all[0].ID {
		t.Fatalf("%+v", booked)
	}
	decide := func(first, second string) string {
		return fmt.Sprintf(`,"resolve_bookings":[{"kind":"doubt","id":%q,"action":%q},{"kind":"doubt","id":%q,"action":%q}]`, all[0].ID, first, all[1].ID, second)
	}
	off(decide("substitute", "cancel"), 409) // nobody else teaches the course
	if got := sessions(); got[0].Status != "scheduled" || got[1].Status != "scheduled" {
		t.Errorf("a refused time off has changed: %+v", got)
	}
	taken := testapp.Read[rest.Answer[availability.TimeOff]](t, off(decide("keep", "cancel"), 201)).Data
	if got := sessions(); got[0].Status != "scheduled" || got[1].Status != "cancelled" {
		t.Errorf("%+v", got[:2])
	}
	w.layOut()
	if got := sessions(); len(got) != len(all) {
		t.Errorf("a date that was cancelled is planned again: %+v", got)
	}
	w.Teacher.Do("POST", "/instructors/"+w.Teacher.ID+"/time-off/"+taken.ID+"/undo", "", 200)
	if got := sessions(); got[1].Status != "scheduled" {
		t.Errorf("%+v", got[1])
	}
}
