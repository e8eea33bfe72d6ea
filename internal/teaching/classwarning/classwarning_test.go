package classwarning_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classwarning"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

// term is a class with a batch in Berlin of which the student is a member, taught by the teacher, who works on Mondays from 17:00 to 21:00.
type term struct {
	*testapp.Class
	batch string
}

func newTerm(t *testing.T) term {
	t.Helper()
	c := testapp.NewClass(t)
	w := term{c, create(t, c, "Bees", "")}
	hours := `{"timezone":"Europe/Berlin","takes_demos":false,"hours":[{"weekday":1,"from":"17:00","until":"21:00"}],"overrides":[]}`
	c.Teacher.Do("PUT", "/instructors/"+c.Teacher.ID+"/availability", hours, 200)
	c.Exec("UPDATE users SET full_name = 'Maria Bell' WHERE id = ?", c.Teacher.ID)
	c.Exec("UPDATE users SET full_name = 'Lena Ott', name_key = 'lena ott' WHERE id = ?", c.Student.ID)
	w.enrol(c.Student, w.batch)
	return w
}

func create(t *testing.T, c *testapp.Class, name, members string) string {
	t.Helper()
	body := fmt.Sprintf(`{"batch_name":%q,"timezone":"Europe/Berlin","start_date":"2026-09-01","end_date":"2027-07-31"%s}`, name, members)
	if !strings.Contains(members, "assigned_instructor") {
		body = strings.Replace(body, "{", fmt.Sprintf(`{"assigned_instructor":%q,`, c.Teacher.ID), 1)
	}
	return testapp.Read[rest.Answer[planning.Batch]](t, c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", body, 201)).Data.ID
}

func (w term) enrol(u testapp.User, batch string) {
	w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, batch, u.ID), 200)
}

func entry(date, start, end string) string {
	return fmt.Sprintf(`{"date":%q,"start_time":%q,"end_time":%q}`, date, start, end)
}

// said puts a warning in few words.
func said(w classwarning.ScheduleWarning) string {
	all := []string{w.Date, w.Kind, w.InstructorName, w.Position, w.Label}
	if w.Kind == classwarning.Learners {
		all = append(all, fmt.Sprint(w.LearnerCount))
		for _, p := range w.Learners {
			all = append(all, p.FullName)
		}
	}
	return strings.Join(slices.DeleteFunc(all, func(s string) bool { return s == "" }), " ")
}

func saidAll(warnings []classwarning.ScheduleWarning) (all []string) {
	for _, w := range warnings {
		all = append(all, said(w))
	}
	return all
}

func (w term) check(t *testing.T, who testapp.User, members string) classschedule.ScheduleCheck {
	t.Helper()
	body := fmt.Sprintf(`{"timezone":"Europe/Berlin","instructor_id":%q,%s}`, w.Teacher.ID, members)
	return testapp.Read[rest.Answer[classschedule.ScheduleCheck]](t, who.Do("POST", "/batches/check-conflicts", body, 200)).Data
}

// Each kind of warning is about the session that it concerns; none of them is a conflict, and what has no warning has none.
func TestWarningsOfASchedule(t *testing.T) {
	t.Parallel()
	w := newTerm(t)
	w.Exec("INSERT INTO holiday_calendars (calendar, version, updated_at) VALUES ('school', 1, ?)", w.Clock.Now())
	w.Exec("INSERT INTO holidays (calendar, date, name) VALUES ('school', '2026-09-14', 'Bees'' day')")
	w.Exec(`INSERT INTO external_calendars (id, instructor_id, name, host, address, timezone, etag, next_at, last_error, unread, created_at)
		VALUES ('x', ?, 'Private', 'example.org', '', 'UTC', '', ?, '', 0, ?)`, w.Teacher.ID, w.Clock.Now(), w.Clock.Now())
	w.Exec("INSERT INTO external_busy (calendar_id, instructor_id, from_at, until_at) VALUES ('x', ?, '2026-09-21 16:30:00+00:00', '2026-09-21 16:45:00+00:00')", w.Teacher.ID)
	other := create(t, w.Class, "Wasps", "")
	w.enrol(w.Student, other)
	w.Teacher.Do("POST", "/batches/"+other+"/schedule", `{"entries":[`+entry("2026-09-28", "17:00", "17:55")+`,`+entry("2026-10-05", "19:05", "20:00")+`]}`, 201)
	found := w.check(t, w.Teacher, `"schedule":[`+strings.Join([]string{entry("2026-09-07", "18:00", "19:00"), entry("2026-09-08", "18:00", "19:00"), entry("2026-09-14", "18:00", "19:00"),
		entry("2026-09-21", "18:00", "19:00"), entry("2026-09-28", "18:00", "19:00"), entry("2026-10-05", "18:00", "19:00"), entry("2026-10-12", "20:30", "21:30")}, ",")+`]`)
	want := []string{"2026-09-08 outside_hours Maria Bell", "2026-09-14 holiday Bees' day", "2026-09-21 external Maria Bell", "2026-09-28 back_to_back Maria Bell after Wasps",
		"2026-10-05 back_to_back Maria Bell before Wasps", "2026-10-12 outside_hours Maria Bell"}
	if got := saidAll(found.Warnings); !slices.Equal(got, want) || found.HasConflicts || len(found.Conflicts) > 0 || !found.Entries[1].IsFree {
		t.Errorf("%q", got)
	}
	for _, one := range found.Warnings {
		if one.Severity != "warning" || one.StartTime == "" || (one.Kind != classwarning.Holiday) != (one.InstructorID == w.Teacher.ID) {
			t.Errorf("%+v", one)
		}
	}
	if blocked := w.check(t, w.Teacher, `"schedule":[`+entry("2026-09-28", "17:30", "18:30")+`]`); len(blocked.Conflicts) != 1 || blocked.Conflicts[0].Severity != "blocking" || len(blocked.Warnings) > 0 {
		t.Errorf("%+v", blocked)
	}
}

// Who doesn't teach a batch is not told its name.
func TestWarningsHideNames(t *testing.T) {
	t.Parallel()
	w := newTerm(t)
	colleague := w.User(access.Instructor)
	shared := w.Course(w.Teacher)
	w.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", shared, colleague.ID)
	w.Teacher.Do("POST", "/batches/"+w.batch+"/schedule", entry("2026-09-28", "17:00", "17:55"), 201)
	wanted := `"schedule":[` + entry("2026-09-28", "18:00", "19:00") + `]`
	const named, nameless = "2026-09-28 back_to_back Maria Bell after Bees", "2026-09-28 back_to_back Maria Bell after"
	for _, c := range []struct {
		who  testapp.User
		want string
	}{{w.Teacher, named}, {w.User(access.Admin), named}, {colleague, nameless}} {
		if got := saidAll(w.check(t, c.who, wanted).Warnings); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	if got := w.check(t, w.Teacher, wanted+`,"exclude_batch_id":"`+w.batch+`"`).Warnings; len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// Learners of the batch who have another session then are counted and named: members, guests and those who are named; nobody whom the caller doesn't teach.
func TestWarningsAboutLearners(t *testing.T) {
	t.Parallel()
	w := newTerm(t)
	second := w.User(access.Student)
	w.Exec("UPDATE users SET full_name = 'Ada Kern', name_key = 'ada kern' WHERE id = ?", second.ID)
	w.Enroll(second, w.CourseID)
	w.enrol(second, w.batch)
	stranger := w.User(access.Instructor)
	hers := w.Course(stranger)
	body := `{"batch_name":"Ants","timezone":"Europe/Berlin","start_date":"2026-09-01","end_date":"2027-07-31","schedule":[` + entry("2026-09-07", "18:30", "19:30") + `,` + entry("2026-09-14", "18:30", "19:30") + `]}`
	ants := testapp.Read[rest.Answer[planning.Batch]](t, stranger.Do("POST", "/batches/courses/"+hers+"/batches", body, 201)).Data
	w.Enroll(w.Student, hers)
	stranger.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, ants.ID, w.Student.ID), 200)
	w.Exec("INSERT INTO session_guests (session_id, user_id, for_session_id, created_at) VALUES (?, ?, ?, ?)", ants.Schedule[1].ID, second.ID, ants.Schedule[0].ID, w.Clock.Now())
	wanted := `"schedule":[` + entry("2026-09-07", "18:00", "19:00") + `,` + entry("2026-09-14", "18:00", "19:00") + `,` + entry("2026-09-21", "18:00", "19:00") + `]`
	want := []string{"2026-09-07 learners 1 Lena Ott", "2026-09-14 learners 2 Ada Kern Lena Ott"}
	if got := saidAll(w.check(t, w.Teacher, wanted+`,"exclude_batch_id":"`+w.batch+`"`).Warnings); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	named := fmt.Sprintf(`,"student_ids":[%q]`, w.Student.ID)
	if got := saidAll(w.check(t, w.Teacher, wanted+named).Warnings); !slices.Equal(got, []string{want[0], "2026-09-14 learners 1 Lena Ott"}) {
		t.Errorf("%q", got)
	}
	nobodys := fmt.Sprintf(`{"timezone":"Europe/Berlin",%s%s}`, wanted, named)
	other := w.User(access.Instructor)
	if got := testapp.Read[rest.Answer[classschedule.ScheduleCheck]](t, other.Do("POST", "/batches/check-conflicts", nobodys, 200)).Data; got.Warnings == nil || len(got.Warnings) > 0 {
		t.Errorf("%+v", got.Warnings)
	}
	w.Student.Do("POST", "/batches/check-conflicts", nobodys, 403)
	w.Exec("UPDATE batch_sessions SET status = 'cancelled' WHERE batch_id = ?", ants.ID)
	if got := w.check(t, w.Teacher, wanted+named).Warnings; len(got) > 0 {
		t.Errorf("%+v", got)
	}
}

// Every dry run of a plan has the warnings, and what is saved has none: they refuse nothing.
func TestDryRunsWarn(t *testing.T) {
	t.Parallel()
	w := newTerm(t)
	type answer = rest.Answer[struct {
		Warnings []classwarning.ScheduleWarning
		ID       string
		Schedule []struct{ ID string }
	}]
	ask := func(verb, path, body string, status int) (string, []string) {
		t.Helper()
		batches, sessions := w.Count("SELECT count(*) FROM batches"), w.Count("SELECT count(*) + COALESCE(sum(sequence), 0) FROM batch_sessions")
		dry := testapp.Read[answer](t, w.Teacher.Do(verb, path+"?dry_run=true", body, status)).Data
		if w.Count("SELECT count(*) FROM batches") != batches || w.Count("SELECT count(*) + COALESCE(sum(sequence), 0) FROM batch_sessions") != sessions {
			t.Error(verb, path, "has changed something")
		}
		saved := testapp.Read[answer](t, w.Teacher.Do(verb, path, body, status)).Data
		if len(saved.Warnings) > 0 {
			t.Errorf("%s %s: %+v", verb, path, saved.Warnings)
		}
		return saved.ID, saidAll(dry.Warnings)
	}
	expect := func(got []string, want ...string) {
		t.Helper()
		if !slices.Equal(got, want) {
			t.Errorf("%q, not %q", got, want)
		}
	}
	at := "/batches/" + w.batch + "/schedule"
	_, got := ask("POST", at, entry("2026-09-08", "18:00", "19:00"), 201)
	expect(got, "2026-09-08 outside_hours Maria Bell")
	batch := testapp.Read[answer](t, w.Teacher.Do("GET", "/batches/"+w.batch, "", 200)).Data
	session := at + "/" + batch.Schedule[0].ID
	_, got = ask("PUT", session, `{"date":"2026-09-07"}`, 200)
	expect(got)
	_, got = ask("PUT", session, `{"date":"2026-09-09"}`, 200)
	expect(got, "2026-09-09 outside_hours Maria Bell")
	w.Teacher.Do("DELETE", session, "", 200)
	_, got = ask("POST", session+"/restore", "", 200)
	expect(got, "2026-09-09 outside_hours Maria Bell")
	_, got = ask("PUT", "/batches/individual/"+w.batch+"/schedule", `{"schedule":[`+entry("2026-09-10", "18:00", "19:00")+`,`+entry("2026-09-14", "18:00", "19:00")+`]}`, 200)
	expect(got, "2026-09-10 outside_hours Maria Bell")
	_, got = ask("POST", "/batches/"+w.batch+"/clone", `{"start_date":"2026-12-01","copy_students":true}`, 201)
	expect(got, "2026-12-10 outside_hours Maria Bell")
	single := fmt.Sprintf(`{"batch_type":"individual","student_id":%q,"assigned_instructor":%q,"timezone":"Europe/Berlin","start_date":"2026-09-14T00:00:00+02:00","end_date":"2026-09-16T00:00:00+02:00","schedule":[%s]}`,
		w.Student.ID, w.Teacher.ID, entry("2026-09-14", "19:05", "20:00"))
	_, got = ask("POST", "/batches/courses/"+w.CourseID+"/batches", single, 201)
	expect(got, "2026-09-14 back_to_back Maria Bell after Bees")
}
