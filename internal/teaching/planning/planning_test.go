package planning_test

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

type batches = rest.List[planning.Batch]

// entry is a session of an hour on a day of September 2026, as JSON.
func entry(day int, start string) string {
	begin, _ := time.Parse("15:04", start)
	return fmt.Sprintf(`{"date":"2026-09-%02d","start_time":"%s","end_time":"%s","title":"Hive %d"}`, day, start, begin.Add(time.Hour).Format("15:04"), day)
}

// group is the body of a group batch that the user teaches; members come after a comma.
func group(teacher testapp.User, members string, entries ...string) string {
	return fmt.Sprintf(`{"batch_name":"Bees in autumn","timezone":"Europe/Berlin","assigned_instructor":%q,"schedule":[%s]%s}`, teacher.ID, strings.Join(entries, ","), members)
}

func create(t *testing.T, who testapp.User, course, body string) planning.Batch {
	t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](t, who.Do("POST", "/batches/courses/"+course+"/batches", body, 201)).Data
}

func read(t *testing.T, who testapp.User, id string) planning.Batch {
	t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](t, who.Do("GET", "/batches/"+id, "", 200)).Data
}

// rows counts what a refused request may have left.
func rows(c *testapp.App) (n [5]int64) {
	for i, table := range []string{"batches", "batch_sessions", "batch_members", "instructor_busy", "enrollments"} {
		n[i] = c.Count("SELECT count(*) FROM " + table)
	}
	return n
}

func TestCreateGroup(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	at := "/batches/courses/" + c.CourseID + "/batches"
	body := group(c.Teacher, `,"capacity":12,"batch_notes":" Bring gloves ","payment_plan":"full_payment"`, entry(21, "18:00"), entry(7, "18:00"))
	c.Nobody().Do("POST", at, body, 401)
	c.Student.Do("POST", at, body, 403)
	c.User(access.Instructor).Do("POST", at, body, 403)
	c.Teacher.Do("POST", "/batches/courses/"+db.NewID()+"/batches", body, 404)
	if n := rows(c.App); n != [5]int64{4: 1} {
		t.Fatal("refused requests have left", n)
	}
	b := create(t, c.Teacher, c.CourseID, body)
	if b.BatchName != "Bees in autumn" || b.Capacity != 12 || b.AvailableSpots != 12 || b.Status != "Upcoming" || b.PaymentPlan != "one_time" || *b.BatchNotes != "Bring gloves" || !b.Can.Edit {
		t.Errorf("%+v", b)
	}
	if b.StartDate != "2026-09-07" || b.EndDate != "2026-09-21" || len(b.Schedule) != 2 || b.Schedule[0].StartsAt.Format(time.RFC3339) != "2026-09-07T16:00:00Z" || b.InstructorDetails.ID != c.Teacher.ID {
		t.Errorf("%+v", b)
	}
	if n := c.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ? AND kind = 'session'", c.Teacher.ID); n != 2 {
		t.Error("busy times:", n)
	}
	if len(b.BatchCode) != 13 || !strings.HasPrefix(b.BatchCode, "GRP"+c.CourseID[len(c.CourseID)-4:]) {
		t.Error(b.BatchCode)
	}
}

// The rules and sentences of the specification; a refused request leaves nothing.
func TestInvalidBatchesAreRefused(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	other := c.User(access.Instructor)
	individual := func(members string, entries ...string) string {
		return fmt.Sprintf(`{"batch_type":"individual","timezone":"UTC","assigned_instructor":%q,"student_id":%q,"start_date":"2026-09-02","end_date":"2026-09-30","schedule":[%s]%s}`,
			c.Teacher.ID, c.Student.ID, strings.Join(entries, ","), members)
	}
	before := rows(c.App)
	for name, refused := range map[string]struct{ body, sentence string }{
		"no entry":           {individual(""), "At least one schedule entry is required"},
		"a wrong date":       {group(c.Teacher, "", `{"date":"21.9.2026","start_time":"10:00","end_time":"11:00"}`), "Invalid date format for entry 1. Use YYYY-MM-DD format"},
		"a past date":        {group(c.Teacher, "", `{"date":"2026-08-31","start_time":"10:00","end_time":"11:00"}`), "Date 2026-08-31 is in the past"},
		"past in the zone":   {group(c.Teacher, "", entry(1, "09:30")), "Date 2026-09-01 is in the past"},
		"the same day twice": {group(c.Teacher, "", entry(7, "10:00"), entry(7, "18:00")), "There are two entries on 2026-09-07"},
		"no end":             {group(c.Teacher, "", `{"date":"2026-09-07","start_time":"10:00"}`), "End time is required for entry 1"},
		"backwards":          {group(c.Teacher, "", `{"date":"2026-09-07","start_time":"10:00","end_time":"09:00"}`), "End time must be after start time for entry 1"},
		"29 minutes":         {group(c.Teacher, "", `{"date":"2026-09-07","start_time":"10:00","end_time":"10:29"}`), "Session must be at least 30 minutes for entry 1"},
		"too long":           {group(c.Teacher, "", `{"date":"2026-09-07","start_time":"10:00","end_time":"18:01"}`), "Session must be at most 8 hours for entry 1"},
		"in a gap":           {group(c.Teacher, "", `{"date":"2027-03-28","start_time":"02:30","end_time":"04:00"}`), "On 2027-03-28 the clocks in Europe/Berlin go forward from before 02:30"},
		"a long title":       {group(c.Teacher, "", `{"date":"2026-09-07","start_time":"10:00","end_time":"11:00","title":"`+strings.Repeat("x", 101)+`"}`), "A title must be at most 100 characters"},
		"no name":            {`{"schedule":[` + entry(7, "10:00") + `]}`, "Batch name is required"},
		"no dates":           {`{"batch_name":"Bees"}`, "Start date is required"},
		"outside":            {group(c.Teacher, `,"end_date":"2026-09-10"`, entry(7, "10:00"), entry(14, "10:00")), "Date 2026-09-14 is outside the dates of the batch"},
		"another's course":   {group(other, "", entry(7, "10:00")), "This instructor doesn't teach the course. Add them to the course first"},
		"no zone":            {group(c.Teacher, `,"timezone":"Mars"`, entry(7, "10:00")), "Please choose a time zone, such as Europe/Berlin"},
		"capacity 2":         {individual(`,"capacity":2`, entry(7, "10:00")), "capacity must be exactly 1 for an individual batch"},
		"29-minute sessions": {individual(`,"session_duration_minutes":29`, entry(7, "10:00")), "Session duration must be between 30 and 480 minutes"},
		"no sessions":        {individual(`,"total_sessions":0`, entry(7, "10:00")), "The number of sessions must be at least 1"},
		"a negative rate":    {individual(`,"hourly_rate":-1,"currency":"EUR"`, entry(7, "10:00")), "The hourly rate can't be negative"},
		"no student":         {individual(`,"student_id":""`, entry(7, "10:00")), "Student is required for an individual batch"},
		"an unknown student": {individual(`,"student_id":"x"`, entry(7, "10:00")), "This student doesn't exist"},
		"begun":              {individual(`,"start_date":"2026-09-01"`, entry(7, "10:00")), "Start date must be in the future"},
		"ends at its start":  {individual(`,"end_date":"2026-09-02"`, entry(2, "10:00")), "End date must be after start date"},
		"a group's student":  {group(c.Teacher, `,"student_id":"`+c.Student.ID+`"`, entry(7, "10:00")), "Only an individual batch has a student"},
	} {
		answer := c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", refused.body, 400)
		if !strings.Contains(answer, refused.sentence) {
			t.Errorf("%s: %s", name, answer)
		}
	}
	if after := rows(c.App); after != before {
		t.Error("refused requests have changed", before, "to", after)
	}
}

func TestCreateIndividual(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	learner := c.User(access.Student)
	c.Exec("UPDATE users SET full_name = 'Ann Lee' WHERE id = ?", learner.ID)
	body := fmt.Sprintf(`{"batch_type":"individual","timezone":"UTC","assigned_instructor":%q,"student_id":%q,"start_date":"2026-09-02","end_date":"2026-09-30T00:00:00Z","hourly_rate":4500,"currency":"EUR","schedule":[%s]}`,
		c.Teacher.ID, learner.ID, entry(7, "10:00"))
	b := create(t, c.Teacher, c.CourseID, body)
	if b.BatchName != "Bees Somebody (1:1 with Ann Lee)" || b.EnrolledStudents != 1 || b.AvailableSpots != 0 || *b.StudentID != learner.ID {
		t.Errorf("%+v", b)
	}
	if want := "IND" + learner.ID[32:] + c.CourseID[32:]; !strings.HasPrefix(b.BatchCode, want) || len(b.BatchCode) != len(want)+6 {
		t.Errorf("%s begins not with %s", b.BatchCode, want)
	}
	if n := c.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ? AND course_id = ?", learner.ID, c.CourseID); n != 1 {
		t.Error("the learner is not enrolled in the course")
	}
	if seen := read(t, learner, b.ID); len(seen.Schedule) != 1 || seen.HourlyRate == nil || *seen.HourlyRate != 4500 || seen.Can.Edit {
		t.Errorf("%+v", seen)
	}
	for _, change := range []struct {
		body string
		rate int64
	}{{`{"batch_notes":"Bring gloves"}`, 4500}, {`{"hourly_rate":0}`, 0}} {
		r := httptest.NewRequest("PUT", "/api/v1/batches/"+b.ID, strings.NewReader(change.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("If-Match", "*")
		if a := c.Teacher.SendRaw(r); a.Code != 200 {
			t.Fatal(a.Code, a.Body)
		}
		if now := read(t, c.Teacher, b.ID); *now.HourlyRate != change.rate {
			t.Errorf("after %s the rate is %d", change.body, *now.HourlyRate)
		}
	}
	c.Student.Do("GET", "/batches/"+b.ID, "", 404)
	c.Nobody().Do("GET", "/batches/"+b.ID, "", 404)
	for n := range 9 {
		c.Exec(`INSERT INTO batches (id, batch_code, batch_name, name_key, course_id, batch_type, capacity, enrolled, status, archived, assigned_instructor, timezone, start_date, end_date, starts_at, ends_at,
			batch_notes, session_duration_minutes, total_sessions, payment_plan, hourly_rate, currency, reason, version, created_by, created_at, updated_at)
			SELECT ?, ?, batch_name, name_key, course_id, batch_type, 1, 0, 'Active', archived, assigned_instructor, timezone, start_date, end_date, starts_at, ends_at,
			batch_notes, 0, 0, '', 0, '', '', 1, created_by, created_at, updated_at FROM batches WHERE id = ?`, db.NewID(), fmt.Sprint(n), b.ID)
	}
	before := rows(c.App)
	if answer := c.Teacher.Do("POST", "/batches/courses/"+c.CourseID+"/batches", strings.ReplaceAll(body, "2026-09-07", "2026-09-08"), 409); !strings.Contains(answer, "instructor_over_cap") {
		t.Error(answer)
	}
	if after := rows(c.App); after != before {
		t.Error("a refused request has changed", before, "to", after)
	}
}

// An instructor is never booked twice: the answer says what is in the way, by name only to those who teach it, and nothing is stored.
func TestBusyInstructorIsRefused(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	first := create(t, c.Teacher, c.CourseID, group(c.Teacher, "", entry(7, "18:00"), entry(8, "18:00")))
	colleague := c.User(access.Instructor)
	second := c.Course(colleague)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", second, c.Teacher.ID)
	before := rows(c.App)
	type refusal struct {
		Code  string
		Error classsession.ScheduleConflicts
	}
	body := group(c.Teacher, "", entry(6, "18:00"), entry(8, "18:30"))
	for label, who := range map[string]testapp.User{first.BatchName: c.Teacher, "": colleague} {
		r := testapp.Read[refusal](t, who.Do("POST", "/batches/courses/"+second+"/batches", body, 409))
		if r.Code != "schedule_conflict" || len(r.Error.Conflicts) != 1 || r.Error.Conflicts[0].Date != "2026-09-08" || r.Error.Conflicts[0].Label != label || r.Error.Conflicts[0].Kind != "session" {
			t.Errorf("%+v", r)
		}
	}
	if after := rows(c.App); after != before {
		t.Error("a refused request has changed", before, "to", after)
	}
	c.Teacher.Do("PUT", "/batches/"+first.ID+"/status", `{"status":"Cancelled"}`, 400)
	c.Teacher.Do("PUT", "/batches/"+first.ID+"/status", `{"status":"Cancelled","reason":"Too cold"}`, 200)
	create(t, colleague, second, body)
	if answer := c.Teacher.Do("PUT", "/batches/"+first.ID+"/status", `{"status":"Upcoming"}`, 409); !strings.Contains(answer, "schedule_conflict") || read(t, c.Teacher, first.ID).Status != "Cancelled" {
		t.Error(answer)
	}
}

func TestChangeBatch(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := create(t, c.Teacher, c.CourseID, group(c.Teacher, `,"capacity":5`, entry(7, "18:00"), entry(14, "18:00")))
	c.Exec("UPDATE batches SET enrolled = 3")
	at := "/batches/" + b.ID
	c.Student.Do("PUT", at, `{"batch_name":"Mine"}`, 403)
	c.User(access.Instructor).Do("PUT", at, `{"batch_name":"Mine"}`, 403)
	for body, sentence := range map[string]string{
		`{"capacity":2}`:              "The capacity can't be lower than the 3 seats that are taken",
		`{"timezone":"UTC"}`:          "The time zone can't change once there are sessions",
		`{"end_date":"2026-09-13"}`:   "There is a session on 2026-09-14, which would be outside the dates of the batch",
		`{"start_date":"tomorrow"}`:   "start_date must be a date such as 2026-11-20",
		`{"start_date":"2026-10-01"}`: "End date must be after start date",
	} {
		if answer := c.Teacher.Do("PUT", at, body, 400); !strings.Contains(answer, sentence) {
			t.Error(answer)
		}
	}
	if now := read(t, c.Teacher, b.ID); now.Capacity != 5 || now.EndDate != "2026-09-14" || now.BatchName != b.BatchName {
		t.Errorf("refused changes have changed %+v", now)
	}
	colleague := c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, colleague.ID)
	busy := create(t, colleague, c.CourseID, group(colleague, "", entry(14, "17:30")))
	if answer := c.Teacher.Do("PUT", at, `{"assigned_instructor":"`+colleague.ID+`"}`, 409); !strings.Contains(answer, "2026-09-14") {
		t.Error(answer)
	}
	if n := c.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", c.Teacher.ID); n != 2 || read(t, c.Teacher, b.ID).AssignedInstructor != c.Teacher.ID {
		t.Error("a refused change has moved sessions:", n)
	}
	c.Teacher.Do("DELETE", "/batches/"+busy.ID, "", 200)
	c.Teacher.Do("PUT", at, `{"assigned_instructor":"`+colleague.ID+`","capacity":3,"batch_name":"Bees in winter","end_date":"2026-12-24"}`, 200)
	now := read(t, c.Teacher, b.ID)
	if now.BatchName != "Bees in winter" || now.AvailableSpots != 0 || now.EndDate != "2026-12-24" || now.AssignedInstructor != colleague.ID || now.BatchCode != b.BatchCode {
		t.Errorf("%+v", now)
	}
	if mine, theirs := c.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", c.Teacher.ID), c.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", colleague.ID); mine != 0 || theirs != 2 {
		t.Error("busy times of the old and the new instructor:", mine, theirs)
	}
	stale := httptest.NewRequest("PUT", "/api/v1"+at, strings.NewReader(`{"batch_name":"Late"}`))
	stale.Header.Set("Content-Type", "application/json")
	stale.Header.Set("If-Match", `"v1-x"`)
	if w := c.Teacher.SendRaw(stale); w.Code != 412 || !strings.Contains(w.Body.String(), "Bees in winter") || read(t, c.Teacher, b.ID).BatchName != "Bees in winter" {
		t.Error(w.Code, w.Body)
	}
}

func TestStatuses(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	statuses := []string{"Upcoming", "Active", "Completed", "Cancelled"}
	may := map[string]bool{"Upcoming>Active": true, "Upcoming>Cancelled": true, "Active>Completed": true, "Active>Cancelled": true, "Completed>Active": true, "Cancelled>Upcoming": true}
	b := create(t, c.Teacher, c.CourseID, group(c.Teacher, "", entry(7, "18:00")))
	for _, from := range statuses {
		for _, to := range statuses {
			c.Exec("UPDATE batches SET status = ?", from)
			want, status := from, 409
			if may[from+">"+to] || from == to {
				want, status = to, 200
			}
			c.Teacher.Do("PUT", "/batches/"+b.ID+"/status", `{"status":"`+to+`","reason":"Frost"}`, status)
			if got := read(t, c.Teacher, b.ID).Status; got != want {
				t.Errorf("from %s to %s: %s", from, to, got)
			}
		}
	}
	c.User(access.Instructor).Do("PUT", "/batches/"+b.ID+"/status", `{"status":"Active"}`, 403)
}

// Batches begin and end by their dates, in their own time zone.
func TestBatchesFollowTheirDates(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := create(t, c.Teacher, c.CourseID, group(c.Teacher, `,"timezone":"Pacific/Auckland"`, entry(3, "18:00"), entry(4, "18:00")))
	for _, step := range []struct{ at, status string }{
		{"2026-09-02T11:59:00Z", "Upcoming"}, {"2026-09-02T12:00:00Z", "Active"}, {"2026-09-04T11:59:00Z", "Active"}, {"2026-09-04T12:00:00Z", "Completed"},
	} {
		at, _ := time.Parse(time.RFC3339, step.at)
		c.Clock.Advance(at.Sub(c.Clock.Now()))
		if err := c.Batches.FollowDates(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := read(t, c.Teacher, b.ID).Status; got != step.status {
			t.Errorf("at %s: %s, not %s", step.at, got, step.status)
		}
	}
}

func TestDeleteAndArchive(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	empty := create(t, c.Teacher, c.CourseID, group(c.Teacher, "", entry(7, "18:00")))
	used := create(t, c.Teacher, c.CourseID, group(c.Teacher, "", entry(8, "18:00")))
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, notes, joined_at, left_at, updated_at) VALUES (?, ?, 'dropped', '', ?, ?, ?)", used.ID, c.Student.ID, c.Clock.Now(), c.Clock.Now(), c.Clock.Now())
	stranger := c.User(access.Instructor)
	stranger.Do("DELETE", "/batches/"+empty.ID, "", 403)
	stranger.Do("PATCH", "/batches/"+empty.ID+"/archive", `{}`, 403)
	if answer := c.Teacher.Do("DELETE", "/batches/"+used.ID, "", 409); !strings.Contains(answer, "batch_in_use") {
		t.Error(answer)
	}
	c.Teacher.Do("DELETE", "/batches/"+empty.ID, "", 200)
	c.Teacher.Do("DELETE", "/batches/"+empty.ID, "", 404)
	if n := rows(c.App); n != [5]int64{1, 1, 1, 1, 1} {
		t.Error(n)
	}
	c.Teacher.Do("PATCH", "/batches/"+used.ID+"/archive", `{}`, 200)
	c.Nobody().Do("GET", "/batches/"+used.ID, "", 404)
	if list := testapp.Read[batches](t, c.Teacher.Do("GET", "/batches?archived=true", "", 200)).Data; len(list) != 1 || !list[0].Archived {
		t.Error(list)
	}
	c.Teacher.Do("PATCH", "/batches/"+used.ID+"/archive", `{"archive":false}`, 200)
	c.Nobody().Do("GET", "/batches/"+used.ID, "", 200)
}

func TestLists(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	hidden := c.Course(c.Teacher)
	c.Exec("UPDATE courses SET status = 'draft' WHERE id = ?", hidden)
	create(t, c.Teacher, c.CourseID, `{"batch_name":"Älpine bees","start_date":"2026-10-01","end_date":"2026-10-31","capacity":10}`)
	create(t, c.Teacher, c.CourseID, `{"batch_name":"Meadow bees","start_date":"2026-09-10","end_date":"2026-09-20","capacity":4}`)
	draft := create(t, c.Teacher, hidden, `{"batch_name":"Secret bees","start_date":"2026-09-15","end_date":"2026-09-20"}`)
	c.Exec("UPDATE batches SET enrolled = capacity WHERE batch_name = 'Meadow bees'")
	names := func(who testapp.User, path string) (names string) {
		for _, b := range testapp.Read[batches](t, who.Do("GET", path, "", 200)).Data {
			names += strings.Fields(b.BatchName)[0] + " "
		}
		return names
	}
	nobody := c.Nobody()
	for path, want := range map[string]string{
		"/batches": "Meadow Älpine ", "/batches?sort_by=batch_name": "Älpine Meadow ", "/batches?sort_by=fill": "Meadow Älpine ", "/batches?search=alp": "Älpine ", "/batches?has_seats=true": "Älpine ",
		"/batches?start_date_from=2026-10-01": "Älpine ", "/batches?start_date_to=2026-09-30": "Meadow ", "/batches?status=Active": "", "/batches?batch_type=individual": "",
		"/batches?limit=1&page=2": "Älpine ", "/batches/course/" + c.CourseID: "Meadow Älpine ", "/batches/course/" + hidden: "", "/batches?instructor_id=" + c.Teacher.ID: "",
	} {
		if got := names(nobody, path); got != want {
			t.Errorf("%s: %q, not %q", path, got, want)
		}
	}
	if got := names(c.Teacher, "/batches"); got != "Meadow Secret Älpine " {
		t.Error(got)
	}
	if got := names(c.User(access.Admin), "/batches/course/"+hidden); got != "Secret " {
		t.Error(got)
	}
	nobody.Do("GET", "/batches/instructor/"+c.Teacher.ID, "", 401)
	taught := "/instructors/" + c.Teacher.ID + "/batches" // the same list, for visitors too
	for who, want := range map[*testapp.User]string{&nobody: "", &c.Teacher: names(c.Teacher, "/batches/instructor/"+c.Teacher.ID)} {
		if got := names(*who, taught); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
	nobody.Do("GET", "/batches/"+draft.ID, "", 404)
	nobody.Do("GET", "/batches?sort_by=x", "", 400)
	open := read(t, nobody, testapp.Read[batches](t, nobody.Do("GET", "/batches", "", 200)).Data[0].ID)
	if open.BatchNotes != nil || open.HourlyRate != nil || open.Can.Edit {
		t.Errorf("visitors see %+v", open)
	}
}

// The best batch for a learner is the one that is fullest once they have joined, of equals the earlier; batches that clash with their sessions and full ones come last.
func TestBestBatches(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	other := c.Course(c.Teacher)
	for i, b := range []struct {
		name            string
		seats, enrolled int
	}{{"Ten", 10, 3}, {"Eight", 8, 4}, {"Twenty", 20, 12}, {"Full", 2, 2}, {"Later", 8, 4}} { // 40, 62.5 and 65 %
		made := create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_name":%q,"timezone":"UTC","start_date":"2026-10-0%d","end_date":"2026-10-31","capacity":%d,
			"schedule":[{"date":"2026-10-1%d","start_time":"18:00","end_time":"19:00"}]}`, b.name, i+1, b.seats, i))
		c.Exec("UPDATE batches SET enrolled = ? WHERE id = ?", b.enrolled, made.ID)
	}
	names := func(who testapp.User) (names string) {
		for _, b := range testapp.Read[batches](t, who.Do("GET", "/batches/course/"+c.CourseID+"?best=true", "", 200)).Data {
			names += b.BatchName + " "
		}
		return names
	}
	if got := names(c.Nobody()); got != "Twenty Eight Later Ten Full " {
		t.Error(got)
	}
	busy := create(t, c.Teacher, other, `{"batch_name":"Own","timezone":"Europe/Berlin","start_date":"2026-10-01","end_date":"2026-10-31","schedule":[{"date":"2026-10-12","start_time":"20:30","end_time":"21:30"}]}`)
	c.Exec("INSERT INTO batch_members (batch_id, user_id, status, by_enrollment, notes, joined_at, updated_at) VALUES (?, ?, 'active', FALSE, '', ?, ?)", busy.ID, c.Student.ID, c.Clock.Now(), c.Clock.Now())
	if got := names(c.Student); got != "Eight Later Ten Twenty Full " {
		t.Error(got)
	}
	c.Nobody().Do("GET", "/batches/course/"+c.CourseID+"?best=x", "", 400)
}

// An erased learner leaves their seats.
func TestEraseFreesSeats(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_type":"individual","timezone":"UTC","assigned_instructor":%q,"student_id":%q,"start_date":"2026-09-02","end_date":"2026-09-30","schedule":[%s]}`,
		c.Teacher.ID, c.Student.ID, entry(7, "10:00")))
	if err := c.DB.InTx(t.Context(), func(tx bun.IDB) error { return c.Batches.Erase(t.Context(), tx, c.Student.ID) }); err != nil {
		t.Fatal(err)
	}
	if now := read(t, c.Teacher, b.ID); now.EnrolledStudents != 0 || now.StudentID != nil {
		t.Errorf("%+v", now)
	}
}

// Individual batches are listed for their learner, their instructors and administrators, and for no one else.
func TestListsOfIndividualBatches(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	other := c.User(access.Student)
	individual := func(student testapp.User, day int) planning.Batch {
		return create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_type":"individual","student_id":%q,"assigned_instructor":%q,"timezone":"UTC","start_date":"2026-09-%02d","end_date":"2026-09-30",
			"schedule":[%s]}`, student.ID, c.Teacher.ID, day, entry(day, "18:00")))
	}
	first, second := individual(c.Student, 7), individual(other, 8)
	create(t, c.Teacher, c.CourseID, group(c.Teacher, "", entry(9, "18:00")))
	stranger := c.User(access.Instructor)
	list := func(who testapp.User, path string) (ids []string) {
		for _, b := range testapp.Read[batches](t, who.Do("GET", "/batches/individual"+path, "", 200)).Data {
			ids = append(ids, b.ID)
		}
		return ids
	}
	both := []string{first.ID, second.ID}
	for _, want := range []struct {
		who  testapp.User
		path string
		ids  []string
	}{
		{c.Teacher, "", both}, {c.User(access.Admin), "", both}, {stranger, "", nil}, {c.Teacher, "?student_id=" + other.ID, []string{second.ID}}, {c.Teacher, "?batch_type=group", both},
		{c.Student, "/student/" + c.Student.ID, []string{first.ID}}, {c.Student, "/student/" + other.ID, nil}, {c.Teacher, "/student/" + other.ID, []string{second.ID}}, {stranger, "/student/" + other.ID, nil},
		{c.Teacher, "/instructor/" + c.Teacher.ID, both}, {c.Student, "/instructor/" + c.Teacher.ID, []string{first.ID}}, {stranger, "/instructor/" + c.Teacher.ID, nil},
		{c.Teacher, "/instructor/" + c.Teacher.ID + "?status=Completed", nil},
	} {
		if got := list(want.who, want.path); !slices.Equal(got, want.ids) {
			t.Errorf("%s: %v, not %v", want.path, got, want.ids)
		}
	}
	c.Student.Do("GET", "/batches/individual", "", 403)
	c.Nobody().Do("GET", "/batches/individual/student/"+c.Student.ID, "", 401)
}
