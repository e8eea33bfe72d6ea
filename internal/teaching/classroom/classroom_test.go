package classroom_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/agenda"
	"lectern/internal/teaching/classroom"
	"lectern/internal/teaching/classschedule"
	"lectern/internal/teaching/classsession"
	"lectern/internal/teaching/live"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

func init() { soak.Checks(4, 150) }

// school is a course with an administrator, two instructors and classrooms.
type school struct {
	*testapp.Class
	admin, second testapp.User
	t             *testing.T
}

func newSchool(t *testing.T) school {
	t.Helper()
	c := testapp.NewClass(t)
	s := school{c, c.User(access.Admin), c.User(access.Instructor), t}
	c.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.CourseID, s.second.ID)
	return s
}

func (s school) room(name string, capacity int) string {
	s.t.Helper()
	return testapp.Read[rest.Answer[classroom.Classroom]](s.t, s.admin.Do("POST", "/rooms", fmt.Sprintf(`{"name":%q,"capacity":%d,"place":"2nd floor"}`, name, capacity), 201)).Data.ID
}

func (s school) rooms() []classroom.Classroom {
	s.t.Helper()
	return testapp.Read[rest.Answer[[]classroom.Classroom]](s.t, s.Teacher.Do("GET", "/rooms", "", 200)).Data
}

// newBatch is the body of a batch of an instructor in a room, at a time of 7 September 2026 in Berlin.
func newBatch(instructor testapp.User, room, from, until string) string {
	return fmt.Sprintf(`{"batch_name":"Bees","timezone":"Europe/Berlin","assigned_instructor":%q,"room_id":%q,"start_date":"2026-09-01","end_date":"2026-12-31",
		"schedule":[{"date":"2026-09-07","start_time":%q,"end_time":%q}]}`, instructor.ID, room, from, until)
}

func (s school) batch(instructor testapp.User, room, from, until string) planning.Batch {
	s.t.Helper()
	body := s.Teacher.Do("POST", "/batches/courses/"+s.CourseID+"/batches", newBatch(instructor, room, from, until), 201)
	return testapp.Read[rest.Answer[planning.Batch]](s.t, body).Data
}

func (s school) read(id string) planning.Batch {
	s.t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](s.t, s.Teacher.Do("GET", "/batches/"+id, "", 200)).Data
}

type refusal struct {
	Error classsession.ScheduleConflicts
}

// rows are what a refused request may have left.
func (s school) rows() string {
	return fmt.Sprint(s.Count("SELECT count(*) FROM batches"), s.Count("SELECT count(*) FROM batch_sessions"), s.Count("SELECT count(*) FROM instructor_busy"),
		s.Count("SELECT count(*) FROM resource_busy"), s.Count("SELECT coalesce(sum(sequence), 0) FROM batch_sessions"), s.Count("SELECT coalesce(sum(version), 0) FROM classrooms"))
}

func TestWhoKeepsClassrooms(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	id := s.room("Bakery", 12)
	for user, want := range map[*testapp.User]int{new(s.Nobody()): 401, &s.Student: 403} {
		user.Do("GET", "/rooms", "", want)
	}
	for user, want := range map[*testapp.User]int{new(s.Nobody()): 401, &s.Student: 403, &s.Teacher: 403} {
		user.Do("POST", "/rooms", `{"name":"Attic","capacity":3}`, want)
		user.Do("PATCH", "/rooms/"+id, `{"capacity":3}`, want)
		user.Do("DELETE", "/rooms/"+id, "", want)
	}
	if got := s.rooms(); len(got) != 1 || got[0].Name != "Bakery" || got[0].Capacity != 12 || got[0].Place != "2nd floor" || !got[0].Active || got[0].Ahead != 0 {
		t.Errorf("%+v", got)
	}
	for sentence, body := range map[string]string{
		"Enter the name of the classroom":                     `{"name":" ","capacity":3}`,
		"The capacity must be a whole number from 1 to 10000": `{"name":"Attic","capacity":0}`,
	} {
		if answer := s.admin.Do("POST", "/rooms", body, 400); !strings.Contains(answer, sentence) {
			t.Error(answer)
		}
	}
	s.admin.Do("POST", "/rooms", `{"name":"Bakery","capacity":3}`, 409)
	other := s.room("Attic", 3)
	s.admin.Do("PATCH", "/rooms/"+other, `{"name":"Bakery"}`, 409)
	s.admin.Do("PATCH", "/rooms/nothing", `{"name":"Cellar"}`, 404)
	s.admin.Do("DELETE", "/rooms/nothing", "", 404)
	s.admin.Do("PATCH", "/rooms/"+other, `{"name":"Cellar","place":"","active":false}`, 200)
	if got := s.rooms(); len(got) != 2 || got[1].Name != "Cellar" || got[1].Place != "" || got[1].Active || got[1].Capacity != 3 {
		t.Errorf("%+v", got)
	}
	s.admin.Do("DELETE", "/rooms/"+other, "", 200)
	if n := s.Count("SELECT count(*) FROM resources"); n != 1 || s.Count("SELECT count(*) FROM audit_log WHERE action LIKE 'classroom.%'") != 4 {
		t.Error(n)
	}
}

// A session takes the time of its classroom: another instructor's batch is refused there, and is offered the rooms that are free and large enough, then other times.
func TestAClassroomIsTakenOnce(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	bakery, _, attic := s.room("Bakery", 12), s.room("Cupboard", 2), s.room("Attic", 30)
	first := s.batch(s.Teacher, bakery, "18:00", "19:00")
	if first.Room == nil || first.Room.Name != "Bakery" || len(first.Rooms) != 1 || first.Schedule[0].RoomID == nil || first.RoomTooSmall {
		t.Errorf("%+v", first)
	}
	before := s.rows()
	answer := s.Teacher.Do("POST", "/batches/courses/"+s.CourseID+"/batches", newBatch(s.second, bakery, "18:30", "19:30"), 409)
	c := testapp.Read[refusal](t, answer).Error.Conflicts
	if len(c) != 1 || c[0].Kind != "room" || c[0].RoomName != "Bakery" || c[0].InstructorID != "" || c[0].Label != "Bees" || len(c[0].Rooms) != 1 || c[0].Rooms[0].ID != attic ||
		len(c[0].Alternatives) != 3 || c[0].Alternatives[0].StartTime != "19:00" || !strings.Contains(answer, "The classroom isn't free") {
		t.Errorf("%+v", c)
	}
	if s.rows() != before {
		t.Error("a refused batch has left", before, s.rows())
	}
	wanted := fmt.Sprintf(`{"timezone":"Europe/Berlin","instructor_id":%q,"room_id":%q,"capacity":10,"schedule":[{"date":"2026-09-07","start_time":"18:30","end_time":"19:30"}]}`, s.second.ID, bakery)
	check := testapp.Read[rest.Answer[classschedule.ScheduleCheck]](t, s.Teacher.Do("POST", "/batches/check-conflicts", wanted, 200)).Data
	if !check.HasConflicts || check.Entries[0].IsFree || check.Conflicts[0].Kind != "room" || check.Conflicts[0].Rooms[0].Name != "Attic" || check.Shift == nil || check.Shift.Minutes != 30 {
		t.Errorf("%+v", check)
	}
	s.Teacher.Do("POST", "/batches/check-conflicts", strings.Replace(wanted, bakery, "nothing", 1), 400)

	second := s.batch(s.second, attic, "18:30", "19:30")
	// Cancelling gives the time back; restoring takes it again, if nobody else has.
	path := "/batches/" + first.ID + "/schedule/" + first.Schedule[0].ID
	s.Teacher.Do("DELETE", path+"?reason=ill", "", 200)
	s.Teacher.Do("PUT", "/batches/"+second.ID, fmt.Sprintf(`{"room_id":%q}`, bakery), 200)
	if got := s.read(second.ID); got.Room.ID != bakery || *got.Schedule[0].RoomID != bakery || got.Schedule[0].Sequence != 1 {
		t.Errorf("%+v", got.Schedule)
	}
	before = s.rows()
	s.Teacher.Do("POST", path+"/restore", "", 409)
	if s.rows() != before {
		t.Error("a refused restoration has changed", before, s.rows())
	}
	// One session in another room than its batch.
	session := second.Schedule[0].ID
	s.Teacher.Do("PUT", "/batches/"+second.ID+"/schedule/"+session, `{"room_id":""}`, 200)
	s.Teacher.Do("POST", path+"/restore", "", 200)
	s.Teacher.Do("PUT", "/batches/"+second.ID+"/schedule/"+session, fmt.Sprintf(`{"room_id":%q}`, bakery), 409)
	s.Teacher.Do("PUT", "/batches/"+second.ID+"/schedule/"+session, fmt.Sprintf(`{"room_id":%q,"start_time":"19:00","end_time":"20:00"}`, bakery), 200)
	s.Teacher.Do("PUT", "/batches/"+second.ID+"/schedule/"+session, `{"room_id":"nothing"}`, 400)
	if n := s.Count("SELECT count(*) FROM resource_busy"); n != 2 {
		t.Error(n)
	}
	// A batch that is cancelled frees its classroom.
	s.Teacher.Do("PUT", "/batches/"+second.ID+"/status", `{"status":"Cancelled","reason":"Nobody came"}`, 200)
	if n := s.Count("SELECT count(*) FROM resource_busy"); n != 1 {
		t.Error(n)
	}
}

// Two batches that want one classroom at once: exactly one is created, whichever comes first, and the other is refused with what is in its way.
func TestTwoBatchesRaceForAClassroom(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	room := s.room("Bakery", 12)
	for round := range 4 {
		s.Exec("DELETE FROM batches")
		s.Exec("DELETE FROM resource_busy")
		s.Exec("DELETE FROM instructor_busy")
		start, codes := make(chan struct{}), make([]int, 4)
		var all sync.WaitGroup
		for i := range codes {
			teacher := []testapp.User{s.Teacher, s.second}[(i+round)%2]
			from := fmt.Sprintf("18:%02d", 10*(i%2))
			all.Go(func() {
				<-start
				codes[i] = s.admin.Send("POST", "/api/v1/batches/courses/"+s.CourseID+"/batches", newBatch(teacher, room, from, "19:30")).Code
			})
		}
		close(start)
		all.Wait()
		slices.Sort(codes)
		if !slices.Equal(codes, []int{201, 409, 409, 409}) || s.Count("SELECT count(*) FROM resource_busy") != 1 || s.Count("SELECT count(*) FROM batches") != 1 {
			t.Error(codes)
		}
	}
}

// What a batch is in can be neither archived nor deleted; the answer lists the batches.
func TestAClassroomInUseStays(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	room := s.room("Bakery", 8)
	b := s.batch(s.Teacher, room, "18:00", "19:00")
	if !b.RoomTooSmall { // for 10 learners
		t.Error("the batch is not warned")
	}
	before := s.rows()
	for _, answer := range []string{s.admin.Do("PATCH", "/rooms/"+room, `{"active":false}`, 409), s.admin.Do("DELETE", "/rooms/"+room, "", 409)} {
		used := testapp.Read[struct{ Error classroom.ClassroomUses }](t, answer).Error.Batches
		if len(used) != 1 || used[0].BatchID != b.ID || used[0].BatchName != "Bees" || used[0].Sessions != 1 {
			t.Errorf("%+v", used)
		}
	}
	if s.rows() != before || s.rooms()[0].Ahead != 1 {
		t.Error("refused requests have changed", before, s.rows())
	}
	s.Teacher.Do("PUT", "/batches/"+b.ID, `{"room_id":""}`, 200)
	s.admin.Do("PATCH", "/rooms/"+room, `{"active":false}`, 200)
	for _, path := range []string{"/batches/" + b.ID, "/batches/" + b.ID + "/schedule/" + b.Schedule[0].ID} {
		if answer := s.Teacher.Do("PUT", path, fmt.Sprintf(`{"room_id":%q}`, room), 400); !strings.Contains(answer, "This classroom is archived") {
			t.Error(answer)
		}
	}
}

// People of a session see its classroom: on its page, in their calendar, in what programs read, and in the email about another one.
func TestPeopleSeeTheClassroom(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	bakery, attic := s.room("Bakery", 12), s.room("Attic", 30)
	b := s.batch(s.Teacher, bakery, "18:00", "19:00")
	s.Exec("UPDATE users SET email_verified_at = ?", s.Clock.Now())
	s.Student.Do("POST", "/batches/"+b.ID+"/join", "", 200)
	session := b.Schedule[0].ID
	page := testapp.Read[rest.Answer[live.LiveSession]](t, s.Student.Do("GET", "/sessions/"+session, "", 200)).Data
	if page.Classroom == nil || page.Classroom.Name != "Bakery" || page.Classroom.Place != "2nd floor" {
		t.Errorf("%+v", page.Classroom)
	}
	calendar := func(who testapp.User, room string) []agenda.Entry {
		return testapp.Read[rest.Answer[[]agenda.Entry]](t, who.Do("GET", "/calendar?from=2026-09-01&to=2026-09-30&room_id="+room, "", 200)).Data
	}
	if own := calendar(s.Student, bakery); len(own) != 1 || own[0].RoomName != "Bakery" || len(calendar(s.Student, attic)) != 0 {
		t.Errorf("%+v", own)
	}
	stranger, other := s.User(access.Instructor), s.User(access.Student)
	if seen := calendar(stranger, bakery); len(seen) != 1 || seen[0].ID != "" || seen[0].BatchName != "" || len(calendar(other, bakery)) != 0 {
		t.Errorf("%+v", seen)
	}
	// With what is in all classrooms, besides their own: who teaches sees where a colleague is busy, learners do not, and a cancelled session takes no classroom.
	all := func(who testapp.User) []agenda.Entry {
		return testapp.Read[rest.Answer[[]agenda.Entry]](t, who.Do("GET", "/calendar?from=2026-09-01&to=2026-09-30&with_rooms=true", "", 200)).Data
	}
	if seen := all(stranger); len(seen) != 1 || seen[0].ID != "" || seen[0].BatchName != "" || seen[0].RoomName != "Bakery" || seen[0].RoomID != bakery || len(all(other)) != 0 {
		t.Errorf("%+v", seen)
	}
	if own := all(s.Teacher); len(own) != 1 || own[0].BatchName != "Bees" || len(all(s.admin)) != 1 || len(all(s.Student)) != 1 {
		t.Errorf("%+v", own)
	}
	s.Exec("UPDATE batch_sessions SET status = 'cancelled'")
	if len(all(stranger)) != 0 || len(all(s.Teacher)) != 1 {
		t.Errorf("%+v", all(stranger))
	}
	s.Exec("UPDATE batch_sessions SET status = 'scheduled'")
	feed := testapp.Read[rest.Answer[agenda.FeedAddress]](t, s.Student.Do("POST", "/calendar/feeds", `{"name":"Phone"}`, 201)).Data.URL
	if read := s.Nobody().Send("GET", feed, "").Body.String(); !strings.Contains(read, `LOCATION:Bakery\, 2nd floor`) {
		t.Error(read)
	}
	s.Teacher.Do("PUT", "/batches/"+b.ID+"/schedule/"+session, fmt.Sprintf(`{"room_id":%q}`, attic), 200)
	mails := s.Emails(s.Student.ID + "@lectern.test")
	if len(mails) == 0 || !strings.Contains(mails[0].Text, "Classroom: Attic, 2nd floor.") {
		t.Error(mails)
	}
}

// Random moves, cancellations, restorations and other classrooms in three batches of three instructors: no two sessions are in one classroom at once, the calendars of
// classrooms and the sessions agree, and what is refused changes nothing.
func TestClassroomsStaySound(t *testing.T) {
	t.Parallel()
	s := newSchool(t)
	rooms := []string{s.room("Bakery", 12), s.room("Attic", 30), ""}
	third := s.User(access.Instructor)
	s.Exec("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", s.CourseID, third.ID)
	var batches []string
	for i, who := range []testapp.User{s.Teacher, s.second, third} {
		batches = append(batches, s.batch(who, rooms[0], fmt.Sprintf("%d:00", 10+2*i), fmt.Sprintf("%d:00", 11+2*i)).ID)
		s.Teacher.Do("POST", "/batches/"+batches[i]+"/schedule", fmt.Sprintf(`{"recurrence":{"freq":"weekly","count":4,"start_date":"2026-09-09","start_time":"%d:00","end_time":"%d:30"}}`, 10+2*i, 11+2*i), 201)
	}
	rapid.Check(t, func(r *rapid.T) {
		for range rapid.IntRange(5, 15).Draw(r, "steps") {
			id := rapid.SampledFrom(batches).Draw(r, "batch")
			room := rapid.SampledFrom(rooms).Draw(r, "room")
			one := rapid.SampledFrom(s.read(id).Schedule).Draw(r, "session")
			scope := rapid.SampledFrom([]string{"one", "following", "all"}).Draw(r, "scope")
			at, verb, body := "/api/v1/batches/"+id+"/schedule/"+one.ID, "PUT", ""
			switch rapid.IntRange(0, 5).Draw(r, "step") {
			case 0:
				verb, at = "DELETE", at+"?reason=ill&scope="+scope
			case 1:
				verb, at = "POST", at+"/restore"
			case 2:
				at, body = "/api/v1/batches/"+id, fmt.Sprintf(`{"room_id":%q}`, room)
			default:
				hour := rapid.IntRange(10, 15).Draw(r, "hour")
				body = fmt.Sprintf(`{"room_id":%q,"start_time":"%d:00","end_time":"%d:30","scope":%q,"include_detached":true,"on_conflict":%q}`, room, hour, hour+1, scope,
					rapid.SampledFrom([]string{"fail", "skip"}).Draw(r, "on conflict"))
			}
			before := s.rows()
			w := s.Teacher.Send(verb, at, body)
			if w.Code >= http.StatusInternalServerError || w.Code != http.StatusOK && s.rows() != before {
				r.Fatalf("%s %s %s: %d %s", verb, at, body, w.Code, w.Body)
			}
			s.mustAgree(r)
		}
	})
}

// mustAgree fails if two sessions are in one classroom at once, or if what classrooms are taken for is not what the sessions say.
func (s school) mustAgree(r *rapid.T) {
	if n := s.Count(`SELECT count(*) FROM batch_sessions AS a JOIN batch_sessions AS b ON a.room_id = b.room_id AND a.id < b.id AND a.starts_at < b.ends_at AND b.starts_at < a.ends_at
		WHERE a.status = 'scheduled' AND b.status = 'scheduled'`); n > 0 {
		r.Fatal(n, "pairs of sessions share a classroom")
	}
	if n := s.Count(`SELECT count(*) FROM batch_sessions AS s WHERE s.status = 'scheduled' AND s.room_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM resource_busy AS b
		WHERE b.ref_id = s.id AND b.resource_id = s.room_id AND b.starts_at = s.starts_at AND b.ends_at = s.ends_at)`); n > 0 {
		r.Fatal(n, "sessions take no time of their classroom")
	}
	taken := s.Count("SELECT count(*) FROM resource_busy")
	if n := s.Count("SELECT count(*) FROM batch_sessions WHERE status = 'scheduled' AND room_id IS NOT NULL"); n != taken {
		r.Fatal(n, "sessions in classrooms take", taken, "times")
	}
}
