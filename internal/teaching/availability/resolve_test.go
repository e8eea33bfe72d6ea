package availability_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/teaching/availability"
	"lectern/internal/testapp"
)

// booked is a team whose teacher also has three demo classes and two meetings in the week of their time off.
type booked struct {
	teamed
	demos, meetings []string
}

func newBooked(t *testing.T) booked {
	t.Helper()
	w := booked{teamed: newTeam(t)}
	for _, who := range []testapp.User{w.Teacher, w.second} {
		who.Do("PUT", "/instructors/me/availability", hours(""), 200)
	}
	admin := w.User(access.Admin)
	admin.Do("PUT", "/settings/forms", `{"email_code":"never","blocked":[]}`, 200)
	id := func(answer string) string { return testapp.Read[struct{ Data struct{ ID string } }](t, answer).Data.ID }
	for i, at := range []string{"2026-09-14T07:00:00Z", "2026-09-14T08:30:00Z", "2026-09-15T07:00:00Z"} {
		w.demos = append(w.demos, id(admin.Do("POST", "/demo-booking", fmt.Sprintf(`{"email":"v%d@example.org","fullName":"Vi","timeSlot":%q,"timezone":"Europe/Berlin","instructorId":%q}`, i, at, w.Teacher.ID), 201)))
	}
	for _, day := range []int{15, 17} {
		w.meetings = append(w.meetings, id(w.Teacher.Do("POST", "/online-meetings/create", fmt.Sprintf(`{"title":"Office hours","date":"2026-09-%d","start_time":"18:00","end_time":"19:00","timezone":"Europe/Berlin",
			"course_id":%q,"student_ids":[%q],"url":"https://meet.example.org/x"}`, day, w.CourseID, w.Student.ID), 201)))
	}
	w.Work()
	return w
}

// facts are who gives what when, without what only counts changes.
func (w booked) facts(t *testing.T) string {
	t.Helper()
	var facts []string
	for _, query := range []string{
		"SELECT id || status || starts_at || coalesce(instructor_id, '') || detached AS fact FROM batch_sessions ORDER BY id",
		"SELECT id || status || instructor_id || cancellation_reason AS fact FROM demo_bookings ORDER BY id",
		"SELECT id || status || instructor_id AS fact FROM online_meetings ORDER BY id",
		"SELECT instructor_id || kind || ref_id || from_at || until_at AS fact FROM instructor_busy ORDER BY from_at, instructor_id",
	} {
		var found []string
		if err := w.DB.Reader().NewRaw(query).Scan(t.Context(), &found); err != nil {
			t.Fatal(err)
		}
		facts = append(facts, found...)
	}
	return strings.Join(facts, "\n")
}

// Time off also decides in the same act what becomes of demo classes and meetings, and all of it can be undone for 10 minutes.
func TestTimeOffWithDemosAndMeetings(t *testing.T) {
	t.Parallel()
	w := newBooked(t)
	const at = "/instructors/me/time-off"
	before := w.facts(t)
	hit := w.conflicts(t, w.Teacher.Do("POST", at+"?dry_run=true", fmt.Sprintf(decided, ""), 409))
	var sessions []string
	for _, h := range hit {
		if h.Session != nil {
			sessions = append(sessions, h.Session.ID)
		} else if h.Booking == nil || len(h.Booking.Substitutes) != 1 || h.Booking.Substitutes[0].ID != w.second.ID {
			t.Errorf("%+v", h)
		}
	}
	if len(hit) != 8 || len(sessions) != 3 || hit[0].Kind != "demo" || hit[0].Booking.ID != w.demos[0] {
		t.Fatalf("%+v", hit)
	}
	one := func(kind, id, action, more string) string {
		return fmt.Sprintf(`{"kind":%q,"id":%q,"action":%q%s}`, kind, id, action, more)
	}
	second := fmt.Sprintf(`,"instructor_id":%q`, w.second.ID)
	ofSessions := fmt.Sprintf(`{"session_id":%q,"action":"cancel"},{"session_id":%q,"action":"move","date":"2026-09-22"},{"session_id":%q,"action":"keep"}`, sessions[0], sessions[1], sessions[2])
	others := []string{one("demo", w.demos[0], "substitute", ""), one("demo", w.demos[1], "cancel", ""), one("demo", w.demos[2], "keep", ""),
		one("meeting", w.meetings[0], "substitute", second), one("meeting", w.meetings[1], "cancel", "")}
	body := func(bookings ...string) string {
		return strings.TrimSuffix(fmt.Sprintf(decided, ofSessions), "}") + `,"resolve_bookings":[` + strings.Join(bookings, ",") + `]}`
	}
	for bad, want := range map[string]string{
		body(others[:4]...):                                             `409 "code":"schedule_conflict"`, // of one nothing is said
		body(append(others, others[0])...):                              "400 Say only once",
		strings.Replace(body(others...), w.demos[0], "x", 1):            `409 "code":"schedule_conflict"`,
		strings.Replace(body(others...), second, "", 1):                 `409 "code":"no_substitute"`,
		strings.Replace(body(others...), w.second.ID, w.Student.ID, 1):  `409 "code":"no_substitute"`,
		strings.Replace(body(others...), `"substitute"`, `"forget"`, 1): "400 cancel, substitute or keep",
	} {
		var status int
		_, _ = fmt.Sscan(want, &status)
		if answer := w.Teacher.Do("POST", at, bad, status); !strings.Contains(answer, want[4:]) {
			t.Errorf("%s: %s", bad, answer)
		}
	}
	if after := w.facts(t); after != before {
		t.Fatal("refused requests have changed", before, "to", after)
	}

	off := func() availability.TimeOff {
		return testapp.Read[struct{ Data availability.TimeOff }](t, w.Teacher.Do("POST", at, body(others...), 201)).Data
	}
	taken := off()
	w.Work()
	for query, want := range map[string]int64{
		"SELECT count(*) FROM demo_bookings WHERE instructor_id = '" + w.second.ID + "'":                            1,
		"SELECT count(*) FROM demo_bookings WHERE status = 'cancelled' AND cancellation_reason = 'I am away'":       1,
		"SELECT count(*) FROM online_meetings WHERE instructor_id = '" + w.second.ID + "' AND status = 'scheduled'": 1,
		"SELECT count(*) FROM online_meetings WHERE status = 'cancelled'":                                           1,
		"SELECT count(*) FROM instructor_busy WHERE kind = 'demo' AND instructor_id = '" + w.Teacher.ID + "'":       1,
		"SELECT count(*) FROM instructor_busy WHERE kind = 'session' AND ref_id = '" + sessions[2] + "'":            1,
		"SELECT count(*) FROM instructor_busy WHERE kind = 'time_off'":                                              9, // seven days, two of them in two parts
		"SELECT count(*) FROM notifications WHERE kind = 'meeting.assigned' AND user_id = '" + w.second.ID + "'":    1,
		"SELECT count(*) FROM notifications WHERE kind = 'meeting.instructor' AND user_id = '" + w.Student.ID + "'": 1,
		"SELECT count(*) FROM notifications WHERE kind = 'meeting.cancelled' AND user_id = '" + w.Student.ID + "'":  1,
	} {
		if n := w.Count(query); n != want {
			t.Errorf("%s: %d, not %d", query, n, want)
		}
	}

	undo := at + "/" + taken.ID + "/undo"
	w.second.Do("POST", undo, "", 404)
	w.User(access.Instructor).Do("POST", strings.Replace(undo, "me", w.Teacher.ID, 1), "", 404)
	w.Clock.Advance(9 * time.Minute)
	if list := read(t, w.Teacher, "me").TimeOff; len(list) != 1 || list[0].UndoUntil == nil || !list[0].UndoUntil.Equal(taken.CreatedAt.Add(10*time.Minute)) {
		t.Errorf("%+v", list)
	}
	w.Teacher.Do("POST", undo, "", 200)
	w.Teacher.Do("POST", undo, "", 404)
	if after := w.facts(t); after != before {
		t.Fatal("undone:", before, "has become", after)
	}

	// What was changed since can't be undone, and then nothing is; nor after 10 minutes.
	undo = at + "/" + off().ID + "/undo"
	after := w.facts(t)
	w.Exec("UPDATE demo_bookings SET sequence = sequence + 1 WHERE id = ?", w.demos[0])
	if answer := w.Teacher.Do("POST", undo, "", 409); !strings.Contains(answer, `"code":"changed_since"`) {
		t.Error(answer)
	}
	w.Exec("UPDATE demo_bookings SET sequence = sequence - 1 WHERE id = ?", w.demos[0])
	w.Clock.Advance(10 * time.Minute)
	if answer := w.Teacher.Do("POST", undo, "", 409); !strings.Contains(answer, `"code":"too_late"`) {
		t.Error(answer)
	}
	if now := w.facts(t); now != after {
		t.Error("refused undoing has changed", after, "to", now)
	}
}
