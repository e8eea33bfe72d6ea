package membership_test

import (
	"fmt"
	"strings"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/membership"
	"lectern/internal/testapp"
)

type (
	members = rest.List[membership.BatchLearner]
	added   = rest.Answer[membership.EnrolledMembers]
	made    = rest.Answer[struct{ ID string }]
)

// world is a class with a group batch of two seats, on 7 September 2026 at 18:00.
type world struct {
	*testapp.Class
	t     *testing.T
	batch string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Class: testapp.NewClass(t), t: t}
	w.batch = w.group("Bees in autumn", 2, 7)
	return w
}

// group creates a group batch of the course with a session on a day of September 2026.
func (w *world) group(name string, capacity, day int) string {
	w.t.Helper()
	body := fmt.Sprintf(`{"batch_name":%q,"capacity":%d,"timezone":"UTC","schedule":[{"date":"2026-09-%02d","start_time":"18:00","end_time":"19:00"}]}`, name, capacity, day)
	return testapp.Read[made](w.t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", body, 201)).Data.ID
}

// learner is a student who is enrolled in the course.
func (w *world) learner() testapp.User {
	who := w.User(access.Student)
	w.Enroll(who, w.CourseID)
	return who
}

func (w *world) enroll(batch, more string, want int, ids ...string) string {
	w.t.Helper()
	return w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":["%s"]%s}`, batch, strings.Join(ids, `","`), more), want)
}

// status returns the status of a member, "" for those who never were.
func (w *world) status(batch string, who testapp.User) string {
	w.t.Helper()
	var status []string
	if err := w.DB.Reader().NewRaw("SELECT status FROM batch_members WHERE batch_id = ? AND user_id = ?", batch, who.ID).Scan(w.t.Context(), &status); err != nil {
		w.t.Fatal(err)
	}
	return strings.Join(status, "")
}

// seats counts the seats that are taken by the batch and by its members, which must be equal.
func (w *world) seats(batch string) int64 {
	w.t.Helper()
	counted, taken := w.Count("SELECT enrolled FROM batches WHERE id = ?", batch), w.Count("SELECT count(*) FROM batch_members WHERE batch_id = ? AND status <> 'dropped'", batch)
	if counted != taken {
		w.t.Errorf("the batch counts %d seats, its members take %d", counted, taken)
	}
	return counted
}

// changed counts what a refused request may have left.
func (w *world) changed() string {
	return fmt.Sprint(w.seats(w.batch), w.Count("SELECT count(*) FROM batch_members"), w.Count("SELECT count(*) FROM enrollments"), w.Count("SELECT count(*) FROM jobs WHERE id <> kind"))
}

func TestEnrollMany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger, newcomer, teacher := w.User(access.Instructor), w.User(access.Student), w.User(access.Instructor)
	suspended, late := w.learner(), w.learner()
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ?", suspended.ID)
	w.Exec("UPDATE users SET full_name = 'Ann Lee' WHERE id = ?", newcomer.ID)
	body := fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, newcomer.ID)
	before := w.changed()
	w.Nobody().Do("POST", "/batches/enroll-students", body, 401)
	w.Student.Do("POST", "/batches/enroll-students", body, 403)
	stranger.Do("POST", "/batches/enroll-students", body, 403)
	w.enroll(db.NewID(), "", 404, newcomer.ID)
	for more, sentence := range map[string]string{
		`,"batch_id":""`:                   "Batch ID is required",
		`,"student_ids":[]`:                "Choose from 1 to 500 learners",
		`,"enrollment_date":"2026-09-31"`:  "enrollment_date must be a date such as 2026-11-20",
		`,"enrollment_date":"2026-09-02"`:  "The enrolment date can't be in the future",
		`,"enrollment_date":"1 September"`: "enrollment_date must be a date such as 2026-11-20",
	} {
		if answer := w.enroll(w.batch, more, 400, newcomer.ID); !strings.Contains(answer, sentence) {
			t.Error(answer)
		}
	}
	everybody := []string{newcomer.ID, "nobody", teacher.ID, suspended.ID, newcomer.ID, w.Student.ID, late.ID}
	const outcomes = "enrolled failed:no_such_user failed:not_a_student failed:suspended enrolled failed:batch_full "
	said := func(answer string) (said string) {
		for _, d := range testapp.Read[added](t, answer).Data.Details {
			said += strings.TrimSuffix(d.Status+":"+d.Code, ":") + " "
		}
		return said
	}
	dry := w.Teacher.Do("POST", "/batches/enroll-students?dry_run=true", fmt.Sprintf(`{"batch_id":%q,"student_ids":["%s"]}`, w.batch, strings.Join(everybody, `","`)), 200)
	if got := said(dry); got != outcomes || !strings.Contains(dry, `"dry_run":true`) {
		t.Error(dry)
	}
	if answer := w.enroll(w.batch, `,"all_or_nothing":true`, 409, everybody...); !strings.Contains(answer, "enrollment_failed") || !strings.Contains(answer, "not_a_student") {
		t.Error(answer)
	}
	if after := w.changed(); after != before {
		t.Fatal("refused requests and dry runs have changed", before, "to", after)
	}
	answer := w.enroll(w.batch, `,"notes":" Sits in front ","enrollment_date":"2026-08-20"`, 200, everybody...)
	if r := testapp.Read[added](t, answer).Data; said(answer) != outcomes || r.EnrolledCount != 2 || r.FailedCount != 4 || r.Details[0].FullName != "Ann Lee" || r.DryRun {
		t.Error(answer)
	}
	if got := said(w.enroll(w.batch, "", 200, newcomer.ID)); got != "already " || w.seats(w.batch) != 2 {
		t.Error(got, w.seats(w.batch))
	}
	if n := w.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ? AND course_id = ?", newcomer.ID, w.CourseID); n != 1 {
		t.Error("not enrolled in the course")
	}
	w.Exec("INSERT INTO user_search_keys (search_key, user_id) VALUES ('ann lee', ?), ('lee', ?)", newcomer.ID, newcomer.ID)
	if list := testapp.Read[members](t, w.Teacher.Do("GET", "/batches/"+w.batch+"/students?search=lee", "", 200)).Data; len(list) != 1 || list[0].EnrollmentDate.Format("2006-01-02") != "2026-08-20" || list[0].Notes != "Sits in front" {
		t.Errorf("%+v", list)
	}
	w.Exec("UPDATE batches SET archived = ? WHERE id = ?", true, w.batch)
	if answer := w.enroll(w.batch, "", 409, late.ID); !strings.Contains(answer, "batch_closed") {
		t.Error(answer)
	}
}

// In a course that costs, an administrator lets learners in; those whom an instructor adds have their seat and pay first.
func TestEnrollInPaidCourse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("UPDATE courses SET is_free = ? WHERE id = ?", false, w.CourseID)
	first, second := w.User(access.Student), w.User(access.Student)
	w.enroll(w.batch, "", 200, first.ID)
	w.User(access.Admin).Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, second.ID), 200)
	w.Work()
	for want, who := range map[string]testapp.User{"pending_payment": first, "active": second} {
		if n := w.Count("SELECT count(*) FROM enrollments WHERE user_id = ? AND status = ?", who.ID, want); n != 1 || w.status(w.batch, who) != "active" {
			t.Errorf("%s: %d, %s", want, n, w.status(w.batch, who))
		}
	}
}

func TestEnrollingWarns(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	colleague := w.User(access.Instructor)
	elsewhere := w.Course(colleague)
	body := `{"batch_name":"Wasps","timezone":"UTC","schedule":[{"date":"2026-09-07","start_time":"%s","end_time":"%s"}]}`
	for times, want := range map[[2]string]string{{"18:30", "19:30"}: "overlap", {"19:00", "20:00"}: ""} {
		wasps := testapp.Read[made](t, colleague.Do("POST", "/batches/courses/"+elsewhere+"/batches", fmt.Sprintf(body, times[0], times[1]), 201)).Data.ID
		learner := w.User(access.Student)
		colleague.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, wasps, learner.ID), 200)
		if got := testapp.Read[added](t, w.enroll(w.batch, "", 200, learner.ID)).Data.Details[0]; strings.Join(got.Warnings, " ") != want {
			t.Errorf("%s: %+v", times, got)
		}
	}
	second := w.group("Bees in winter", 5, 20)
	w.enroll(second, "", 200, w.Student.ID)
	full := w.group("Bees in spring", 5, 21)
	if got := testapp.Read[added](t, w.enroll(full, "", 200, w.Student.ID)).Data.Details[0]; strings.Join(got.Warnings, " ") != "other_batch_same_course" {
		t.Errorf("%+v", got)
	}
}

func TestMembersAreListed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	section := w.Section("").ID
	lesson := w.Lesson(section, "").ID
	w.Lesson(section, "")
	w.Publish()
	at := "/batches/" + w.batch + "/students"
	w.enroll(w.batch, "", 200, w.Student.ID)
	w.Student.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":"01990000-0000-7000-8000-000000000001","courseId":%q,"lessonId":%q,"type":"viewed","at":"2026-09-01T08:00:00Z"}]}`, w.CourseID, lesson), 200)
	gone := w.learner()
	gone.Do("POST", "/batches/"+w.batch+"/join", "", 200)
	gone.Do("POST", "/batches/"+w.batch+"/leave", "", 200)
	w.Nobody().Do("GET", at, "", 401)
	w.Student.Do("GET", at, "", 403)
	w.User(access.Instructor).Do("GET", at, "", 403)
	w.User(access.Corporate).Do("GET", at, "", 403)
	w.Teacher.Do("GET", "/batches/"+db.NewID()+"/students", "", 404)
	w.Teacher.Do("GET", at+"?status=asleep", "", 400)
	list := testapp.Read[members](t, w.Teacher.Do("GET", at, "", 200))
	if len(list.Data) != 1 || list.Pagination.TotalItems != 1 {
		t.Fatalf("%+v", list)
	}
	if m := list.Data[0]; m.ID != w.Student.ID || m.Email == "" || m.Status != "active" || m.Progress != (membership.MemberProgress{LessonsCompleted: 1, TotalLessons: 2, Percentage: 50}) {
		t.Errorf("%+v", m)
	}
	if left := testapp.Read[members](t, w.User(access.Admin).Do("GET", at+"?status=dropped", "", 200)).Data; len(left) != 1 || left[0].ID != gone.ID || left[0].LeftAt == nil {
		t.Errorf("%+v", left)
	}
}

// Members see each other's names, and nothing else, only where the batch shows them; others never do.
func TestRoster(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann, ben, stranger, off := w.learner(), w.learner(), w.learner(), w.User(access.Student)
	w.enroll(w.batch, "", 200, ann.ID, ben.ID)
	w.Exec("UPDATE users SET full_name = 'Ben Bee', name_key = 'ben bee' WHERE id = ?", ben.ID)
	at, edit := "/batches/"+w.batch+"/roster", "/batches/"+w.batch
	for _, who := range []testapp.User{ann, stranger, off} {
		who.Do("GET", at, "", 404)
	}
	stranger.Do("PUT", edit, `{"roster_visible":true}`, 403)
	w.Teacher.Do("PUT", edit, `{"roster_visible":true}`, 200)
	w.Nobody().Do("GET", at, "", 401)
	for _, who := range []testapp.User{stranger, off} {
		who.Do("GET", at, "", 404)
	}
	for _, who := range []testapp.User{ann, w.Teacher} {
		said := who.Do("GET", at, "", 200)
		if got := testapp.Read[rest.Answer[[]map[string]string]](t, said).Data; len(got) != 2 || len(got[0]) != 1 || got[0]["full_name"]+got[1]["full_name"] != "SomebodyBen Bee" && got[0]["full_name"]+got[1]["full_name"] != "Ben BeeSomebody" {
			t.Error(said)
		}
	}
	ann.Do("POST", "/batches/"+w.batch+"/leave", "", 200)
	ann.Do("GET", at, "", 404)
	if said := ben.Do("GET", at, "", 200); strings.Contains(said, "Somebody") {
		t.Error("who has left is listed:", said)
	}
	w.Teacher.Do("PUT", edit, `{"batch_name":"Bees in winter"}`, 200)
	ben.Do("GET", at, "", 200)
	w.Teacher.Do("PUT", edit, `{"roster_visible":false}`, 200)
	ben.Do("GET", at, "", 404)
}
