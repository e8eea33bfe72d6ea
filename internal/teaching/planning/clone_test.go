package planning_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/classroom"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

type copied = rest.Answer[planning.CopiedBatch]

// source is a batch on six Mondays at 18:00 in Berlin from 7 September 2026, and on Thursday 10 September besides; the third Monday is cancelled.
func source(t *testing.T, c *testapp.Class, more string) planning.Batch {
	t.Helper()
	b := create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","assigned_instructor":%q,"capacity":3,"end_date":"2026-10-20",
		"recurrence":{"freq":"weekly","start_date":"2026-09-07","count":6,"start_time":"18:00","end_time":"19:30","title":"Hives"}%s}`, c.Teacher.ID, more))
	c.Teacher.Do("POST", "/batches/"+b.ID+"/schedule", `{"date":"2026-09-10","start_time":"09:00","end_time":"10:00","title":"Extra"}`, 201)
	c.Teacher.Do("DELETE", "/batches/"+b.ID+"/schedule/"+b.Schedule[2].ID+"?reason=ill", "", 200)
	return b
}

func clone(t *testing.T, who testapp.User, id, body string, want int) string {
	t.Helper()
	return who.Do("POST", "/batches/"+id+"/clone", body, want)
}

func dates(b planning.Batch) (all []string) {
	for _, s := range b.Schedule {
		all = append(all, s.Date)
	}
	return all
}

// The worked figures of the design: wanted on a Wednesday, a batch that began on a Monday begins on the next Monday, 56 days later. Wall times stay over the
// end of summer time; the session that falls on a holiday is added at the end.
func TestClone(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := source(t, c, `,"batch_notes":"Bring gloves","late_join_until":"2026-09-21"`)
	c.User(access.Admin).Do("PUT", "/holidays/school", `{"holidays":[{"date":"2026-11-09","name":"Founders' day"}]}`, 200)
	got := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"batch_name":"Bees in winter","start_date":"2026-10-28"}`, 201)).Data
	want := []string{"2026-11-02", "2026-11-05", "2026-11-23", "2026-11-30", "2026-12-07", "2026-12-14"}
	if strings.Join(dates(got.Batch), " ") != strings.Join(want, " ") || len(got.LeftOut) != 1 || got.LeftOut[0].Name != "Founders' day" || len(got.Conflicts) != 0 {
		t.Errorf("%v %+v %+v", dates(got.Batch), got.LeftOut, got.Conflicts)
	}
	if got.BatchName != "Bees in winter" || got.StartDate != "2026-11-02" || got.EndDate != "2026-12-15" || got.LateJoinUntil != "2026-11-16" || got.Status != "Upcoming" || got.Capacity != 3 || *got.BatchNotes != "Bring gloves" ||
		got.EnrolledStudents != 0 || got.BatchCode == b.BatchCode || got.AssignedInstructor != c.Teacher.ID {
		t.Errorf("%+v", got.Batch)
	}
	first, extra := got.Schedule[0], got.Schedule[1]
	if first.StartsAt.Format(time.RFC3339) != "2026-11-02T17:00:00Z" || first.StartTime != "18:00" || first.Title != "Hives" || first.SeriesID == nil || extra.SeriesID != nil || extra.Title != "Extra" {
		t.Errorf("%+v %+v", first, extra)
	}
	if n := c.Count("SELECT count(DISTINCT series_id) FROM batch_sessions WHERE batch_id = ?", got.ID); n != 1 || *first.SeriesID == *b.Schedule[0].SeriesID {
		t.Errorf("%d series", n)
	}
	if n := c.Count("SELECT count(*) FROM instructor_busy WHERE instructor_id = ?", c.Teacher.ID); n != 6+6 {
		t.Errorf("%d busy times", n)
	}
	exact := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2027-01-06","keep_weekdays":false,"end_date":"2027-03-31","timezone":"Asia/Kolkata"}`, 201)).Data
	if exact.StartDate != "2027-01-06" || exact.EndDate != "2027-03-31" || exact.Schedule[0].StartsAt.Format(time.RFC3339) != "2027-01-06T12:30:00Z" || exact.BatchName != "Bees" {
		t.Errorf("%+v", exact.Batch)
	}
}

// Active members and those on hold get seats in the copy; others, the waiting list and attendance stay behind.
func TestCloneWithStudents(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := source(t, c, "")
	people := []testapp.User{c.Student, c.User(access.Student), c.User(access.Student)}
	for i, u := range people {
		if i > 0 {
			c.Enroll(u, c.CourseID)
		}
		c.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, b.ID, u.ID), 200)
	}
	c.Teacher.Do("PATCH", "/batches/"+b.ID+"/students/"+people[1].ID+"/status", `{"status":"on_hold"}`, 200)
	c.Teacher.Do("DELETE", "/batches/"+b.ID+"/students/"+people[2].ID, "", 200)
	got := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2026-11-02","copy_students":true}`, 201)).Data
	if got.EnrolledStudents != 2 || c.Count("SELECT count(*) FROM batch_members WHERE batch_id = ? AND status = 'active' AND user_id IN (?, ?)", got.ID, people[0].ID, people[1].ID) != 2 {
		t.Errorf("%+v", got.Batch)
	}
}

// An instructor who is not free: nothing is copied, or a session less, or the copy has no instructor.
func TestCloneWithConflicts(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := source(t, c, "")
	create(t, c.Teacher, c.CourseID, group(c.Teacher, "", `{"date":"2026-11-16","start_time":"19:00","end_time":"20:00"}`)) // overlaps the third Monday of a copy, were it not cancelled
	create(t, c.Teacher, c.CourseID, group(c.Teacher, "", `{"date":"2026-11-23","start_time":"19:00","end_time":"20:00"}`))
	before := rows(c.App)
	if got := clone(t, c.Teacher, b.ID, `{"start_date":"2026-11-02"}`, 409); !strings.Contains(got, "schedule_conflict") || !strings.Contains(got, "2026-11-23") || strings.Contains(got, "2026-11-16") {
		t.Error(got)
	}
	dry := c.Teacher.Do("POST", "/batches/"+b.ID+"/clone?dry_run=true", `{"start_date":"2026-11-02","on_conflict":"skip"}`, 201)
	if got := testapp.Read[copied](t, dry).Data; len(got.Schedule) != 5 || len(got.Conflicts) != 1 {
		t.Errorf("%+v", got)
	}
	if rows(c.App) != before {
		t.Error("a refused copy or a dry run has left something")
	}
	free := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2026-11-02","on_conflict":"unassigned"}`, 201)).Data
	if free.AssignedInstructor != "" || len(free.Schedule) != 6 || len(free.Conflicts) != 1 || free.Conflicts[0].Date != "2026-11-23" {
		t.Errorf("%+v", free)
	}
	if n := c.Count("SELECT count(*) FROM instructor_busy"); n != before[3] {
		t.Error("a copy without an instructor takes their time")
	}
}

// Of an individual batch, the copy has the same learner; without an instructor it can be copied as well.
func TestCloneIndividual(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_type":"individual","student_id":%q,"assigned_instructor":%q,"timezone":"UTC","start_date":"2026-09-07","end_date":"2026-09-30",
		"schedule":[%s]}`, c.Student.ID, c.Teacher.ID, entry(7, "18:00")))
	got := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2026-09-07","on_conflict":"unassigned","copy_students":true}`, 201)).Data
	if got.AssignedInstructor != "" || got.StudentID == nil || *got.StudentID != c.Student.ID || got.EnrolledStudents != 1 || got.BatchType != "individual" {
		t.Errorf("%+v", got)
	}
	again := testapp.Read[copied](t, clone(t, c.Teacher, got.ID, `{"start_date":"2026-10-05"}`, 201)).Data
	if again.EnrolledStudents != 1 || dates(again.Batch)[0] != "2026-10-05" {
		t.Errorf("%+v", again)
	}
}

func TestCloneIsRefused(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	b := source(t, c, "")
	other := c.User(access.Instructor)
	before := rows(c.App)
	for body, says := range map[string]string{
		`{}`:                          "Start date is required",
		`{"start_date":"soon"}`:       "start_date must be a date",
		`{"start_date":"2026-01-05"}`: "Start date must be in the future",
		`{"start_date":"2026-11-02","end_date":"2026-11-30"}`:                  "is outside the dates of the batch",
		`{"start_date":"2026-11-02","timezone":"Mars/Base"}`:                   "Please choose a time zone",
		`{"start_date":"2026-11-02","assigned_instructor":"` + other.ID + `"}`: "doesn't teach the course",
		`{"start_date":"2026-11-02","on_conflict":"maybe"}`:                    "on_conflict must be",
	} {
		if got := clone(t, c.Teacher, b.ID, body, 400); !strings.Contains(got, says) {
			t.Errorf("%s: %s", body, got)
		}
	}
	clone(t, c.Teacher, b.ID, `{"start_date":"2026-11-02","batch_code":"`+b.BatchCode+`"}`, 409)
	clone(t, c.Nobody(), b.ID, `{"start_date":"2026-11-02"}`, 401)
	clone(t, c.Student, b.ID, `{"start_date":"2026-11-02"}`, 403)
	clone(t, other, b.ID, `{"start_date":"2026-11-02"}`, 403)
	if rows(c.App) != before {
		t.Error("a refused request has left something")
	}
}

// room adds a classroom.
func room(t *testing.T, c *testapp.Class, name string) string {
	t.Helper()
	return testapp.Read[rest.Answer[classroom.Classroom]](t, c.User(access.Admin).Do("POST", "/rooms", fmt.Sprintf(`{"name":%q,"capacity":12}`, name), 201)).Data.ID
}

// roomsOf are the classrooms of the sessions of a batch in order, "-" for none.
func roomsOf(b planning.Batch) string {
	var names []string
	for _, s := range b.Schedule {
		at := slices.IndexFunc(b.Rooms, func(r classsession.SessionClassroom) bool { return s.RoomID != nil && r.ID == *s.RoomID })
		if at < 0 {
			names = append(names, "-")
		} else {
			names = append(names, b.Rooms[at].Name)
		}
	}
	return strings.Join(names, " ")
}

func droppedIn(rooms []classsession.DroppedRoom) string {
	var all []string
	for _, r := range rooms {
		all = append(all, fmt.Sprintf("%s %s %d", r.RoomName, r.Reason, r.Sessions))
	}
	return strings.Join(all, ", ")
}

// Of the sessions in an archived classroom those count that the copy has: not one that is left out because of a holiday.
func TestCloneCountsTheSessionsThatLoseTheirClassroom(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	bakery := room(t, c, "Bakery")
	b := create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","assigned_instructor":%q,"end_date":"2026-10-20","room_id":%q,
		"recurrence":{"freq":"weekly","start_date":"2026-09-07","count":3,"start_time":"18:00","end_time":"19:30","on_holiday":"skip"}}`, c.Teacher.ID, bakery))
	c.User(access.Admin).Do("PUT", "/holidays/school", `{"holidays":[{"date":"2026-11-09","name":"Founders' day"}]}`, 200)
	c.Exec("UPDATE classrooms SET active = FALSE")
	got := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2026-11-02"}`, 201)).Data
	if all := dates(got.Batch); len(all) != 2 || droppedIn(got.Dropped) != "Bakery archived 2" {
		t.Errorf("%v %+v", all, got.Dropped)
	}
}

// Each session of a copy is in the classroom of that which it copies, on another day if that is a holiday. Archived classrooms are left out, and said.
func TestCloneKeepsClassrooms(t *testing.T) {
	t.Parallel()
	c := testapp.NewClass(t)
	bakery, attic, cellar := room(t, c, "Bakery"), room(t, c, "Attic"), room(t, c, "Cellar")
	b := source(t, c, fmt.Sprintf(`,"room_id":%q`, bakery))
	c.User(access.Admin).Do("PUT", "/holidays/school", `{"holidays":[{"date":"2026-11-09","name":"Founders' day"}]}`, 200)
	for i, id := range map[int]string{1: attic, 3: "", 4: cellar} {
		c.Teacher.Do("PUT", "/batches/"+b.ID+"/schedule/"+b.Schedule[i].ID, fmt.Sprintf(`{"room_id":%q}`, id), 200)
	}
	got := testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2026-11-02"}`, 201)).Data
	if all := roomsOf(got.Batch); all != "Bakery Bakery - Cellar Bakery Attic" || len(got.Rooms) != 3 || len(got.Dropped) != 0 || got.Room == nil || got.Room.ID != bakery {
		t.Errorf("%s %v %+v", all, dates(got.Batch), got.Dropped)
	}
	c.Exec("UPDATE classrooms SET active = FALSE WHERE id = ?", cellar)
	before := rows(c.App)
	dry := testapp.Read[copied](t, c.Teacher.Do("POST", "/batches/"+b.ID+"/clone?dry_run=true", `{"start_date":"2027-01-04"}`, 201)).Data
	if all := roomsOf(dry.Batch); all != "Bakery Bakery Attic - - Bakery" || droppedIn(dry.Dropped) != "Cellar archived 1" || rows(c.App) != before {
		t.Errorf("%s %+v", all, dry.Dropped)
	}
	c.Exec("UPDATE classrooms SET active = FALSE WHERE id <> ?", attic)
	got = testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2027-01-04"}`, 201)).Data
	if all := roomsOf(got.Batch); all != "- - Attic - - -" || droppedIn(got.Dropped) != "Bakery archived 3, Cellar archived 1" || got.Room != nil {
		t.Errorf("%s %+v", all, got.Dropped)
	}
	if n := c.Count("SELECT count(*) FROM resource_busy WHERE resource_id = ?", attic); n != 3 {
		t.Errorf("%d times", n)
	}
	// Where another instructor's batch is in it then, nothing is copied, or the session is in no classroom.
	c.Exec("UPDATE classrooms SET active = TRUE")
	other := c.User(access.Instructor)
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, other.ID)
	create(t, c.Teacher, c.CourseID, fmt.Sprintf(`{"batch_name":"Wasps","timezone":"Europe/Berlin","assigned_instructor":%q,"start_date":"2027-02-22","end_date":"2027-04-30","room_id":%q,
		"schedule":[{"date":"2027-03-01","start_time":"18:30","end_time":"19:00"}]}`, other.ID, bakery))
	before = rows(c.App)
	if refused := clone(t, c.Teacher, b.ID, `{"start_date":"2027-03-01"}`, 409); !strings.Contains(refused, "schedule_conflict") || !strings.Contains(refused, "Bakery") || rows(c.App) != before {
		t.Error(refused)
	}
	dry = testapp.Read[copied](t, c.Teacher.Do("POST", "/batches/"+b.ID+"/clone?dry_run=true", `{"start_date":"2027-03-01","on_conflict":"unassigned"}`, 201)).Data
	if rows(c.App) != before || dry.AssignedInstructor != c.Teacher.ID {
		t.Errorf("%+v", dry.Batch)
	}
	got = testapp.Read[copied](t, clone(t, c.Teacher, b.ID, `{"start_date":"2027-03-01","on_conflict":"skip"}`, 201)).Data
	if all := roomsOf(got.Batch); all != "- Bakery Attic - Cellar Bakery" || droppedIn(got.Dropped) != "Bakery taken 1" || len(got.Conflicts) != 0 || roomsOf(dry.Batch) != all || got.Room == nil {
		t.Errorf("%s, %s %+v", all, roomsOf(dry.Batch), got.Dropped)
	}
}
