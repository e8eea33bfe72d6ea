package membership_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/planning"
	"lectern/internal/testapp"
)

func (w *world) read(who testapp.User) planning.Batch {
	w.t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](w.t, who.Do("GET", "/batches/"+w.batch, "", 200)).Data
}

func TestJoinAndLeave(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	join, leave := "/batches/"+w.batch+"/join", "/batches/"+w.batch+"/leave"
	outsider, third := w.User(access.Student), w.learner()
	before := w.changed()
	w.Nobody().Do("POST", join, "", 401)
	if answer := outsider.Do("POST", join, "", 403); !strings.Contains(answer, "not_enrolled") {
		t.Error(answer)
	}
	w.Student.Do("POST", leave, "", 404)
	w.Student.Do("POST", "/batches/"+db.NewID()+"/join", "", 404)
	for _, status := range []string{"Cancelled", "Completed"} {
		w.Exec("UPDATE batches SET status = ?", status)
		if answer := w.Student.Do("POST", join, "", 409); !strings.Contains(answer, "batch_closed") || w.read(w.Student).Can.Join {
			t.Error(answer)
		}
	}
	w.Exec("UPDATE batches SET archived = ?, status = 'Upcoming'", true)
	w.Student.Do("POST", join, "", 404)
	w.Exec("UPDATE batches SET archived = ?", false)
	if after := w.changed(); after != before {
		t.Fatal("refused requests have changed", before, "to", after)
	}
	if b := w.read(w.Student); !b.Can.Join || b.Can.Leave || w.read(outsider).Can.Join {
		t.Errorf("%+v", b.Can)
	}
	for range 2 {
		w.Student.Do("POST", join, "", 200)
	}
	w.learner().Do("POST", join, "", 200)
	if answer := third.Do("POST", join, "", 409); !strings.Contains(answer, "batch_full") || w.seats(w.batch) != 2 || w.status(w.batch, third) != "" {
		t.Error(answer)
	}
	if b := w.read(w.Student); b.Can.Join || !b.Can.Leave || b.MemberStatus != "active" || w.read(third).Can.Join {
		t.Errorf("%+v", b)
	}
	for range 2 {
		w.Student.Do("POST", leave, "", 200)
	}
	if w.seats(w.batch) != 1 || w.status(w.batch, w.Student) != "dropped" {
		t.Error(w.seats(w.batch), w.status(w.batch, w.Student))
	}
	third.Do("POST", join, "", 200)
	w.Student.Do("POST", join, "", 409)
	if w.status(w.batch, w.Student) != "dropped" {
		t.Error("a refused learner is", w.status(w.batch, w.Student))
	}
	if n := w.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ?", w.Student.ID); n != 1 {
		t.Error("who leaves a batch stays in the course")
	}
}

// Of many who join at once, as many get a seat as there are.
func TestManyJoinAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	learners := make([]testapp.User, 12)
	for i := range learners {
		learners[i] = w.learner()
	}
	var all sync.WaitGroup
	codes := make([]int, len(learners))
	for i, who := range learners {
		all.Go(func() { codes[i] = who.Send("POST", "/api/v1/batches/"+w.batch+"/join", "").Code })
	}
	all.Wait()
	joined := 0
	for _, code := range codes {
		if code == 200 {
			joined++
		} else if code != 409 {
			t.Error(code)
		}
	}
	if joined != 2 || w.seats(w.batch) != 2 {
		t.Error(joined, w.seats(w.batch))
	}
}

// Individual batches are neither joined nor left: their instructor decides.
func TestIndividualBatchesAreNotJoined(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	body := fmt.Sprintf(`{"batch_type":"individual","timezone":"UTC","assigned_instructor":%q,"student_id":%q,"start_date":"2026-09-02","end_date":"2026-09-30","schedule":[{"date":"2026-09-08","start_time":"18:00","end_time":"19:00"}]}`, w.Teacher.ID, w.Student.ID)
	alone := testapp.Read[made](t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", body, 201)).Data.ID
	w.learner().Do("POST", "/batches/"+alone+"/join", "", 404)
	if answer := w.Student.Do("POST", "/batches/"+alone+"/leave", "", 409); !strings.Contains(answer, "batch_individual") || w.seats(alone) != 1 {
		t.Error(answer)
	}
	w.Teacher.Do("DELETE", "/batches/"+alone+"/students/"+w.Student.ID, "", 200)
	if w.seats(alone) != 0 {
		t.Error("the seat is still taken")
	}
}

func TestRemove(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.learner()
	w.enroll(w.batch, "", 200, w.Student.ID, other.ID)
	at := "/batches/" + w.batch + "/students/" + w.Student.ID
	before := w.changed()
	w.Nobody().Do("DELETE", at, "", 401)
	other.Do("DELETE", at, "", 403)
	w.User(access.Instructor).Do("DELETE", at, "", 403)
	w.Student.Do("DELETE", at+"?withdraw=true", "", 403)
	w.Teacher.Do("DELETE", "/batches/"+w.batch+"/students/"+w.User(access.Student).ID, "", 404)
	if after := w.changed(); after != before {
		t.Fatal("refused requests have changed", before, "to", after)
	}
	for range 2 {
		w.Teacher.Do("DELETE", at, "", 200)
	}
	if w.seats(w.batch) != 1 || w.Count("SELECT count(*) FROM enrolled_students WHERE user_id = ?", w.Student.ID) != 1 {
		t.Error(w.seats(w.batch), "or the enrollment is gone")
	}
	for range 2 {
		w.Teacher.Do("DELETE", "/batches/"+w.batch+"/students/"+other.ID+"?withdraw=true", "", 200)
	}
	if w.seats(w.batch) != 0 || w.Count("SELECT count(*) FROM enrollments WHERE user_id = ? AND status = 'withdrawn'", other.ID) != 1 {
		t.Error(w.seats(w.batch), "or the enrollment is still there")
	}
}

func TestStatusesOfMembers(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.enroll(w.batch, "", 200, w.Student.ID)
	at := "/batches/" + w.batch + "/students/" + w.Student.ID + "/status"
	w.Student.Do("PATCH", at, `{"status":"completed"}`, 403)
	w.User(access.Instructor).Do("PATCH", at, `{"status":"completed"}`, 403)
	w.Teacher.Do("PATCH", "/batches/"+w.batch+"/students/x/status", `{"status":"completed"}`, 404)
	w.Teacher.Do("PATCH", at, `{"status":"transferred"}`, 400)
	statuses := []string{"active", "on_hold", "completed", "dropped"}
	may := map[string]bool{"active>on_hold": true, "active>completed": true, "active>dropped": true, "on_hold>active": true, "on_hold>completed": true, "on_hold>dropped": true, "dropped>active": true}
	for _, from := range statuses {
		for _, to := range statuses {
			seat := int64(1)
			if from == "dropped" {
				seat = 0
			}
			w.Exec("UPDATE batch_members SET status = ?", from)
			w.Exec("UPDATE batches SET enrolled = ?", seat)
			want, code := from, 409
			if may[from+">"+to] || from == to {
				want, code = to, 200
			}
			w.Teacher.Do("PATCH", at, `{"status":"`+to+`"}`, code)
			if got := w.status(w.batch, w.Student); got != want {
				t.Errorf("from %s to %s: %s", from, to, got)
			}
			w.seats(w.batch)
		}
	}
	w.Exec("UPDATE batch_members SET status = 'active'")
	w.Exec("UPDATE batches SET enrolled = 1")
	w.Teacher.Do("PATCH", at, `{"status":"inactive"}`, 200)
	if got := w.status(w.batch, w.Student); got != "on_hold" {
		t.Error(got)
	}
	w.Teacher.Do("PATCH", at, `{"status":"dropped"}`, 200)
	w.enroll(w.batch, "", 200, w.learner().ID, w.learner().ID)
	if answer := w.Teacher.Do("PATCH", at, `{"status":"active"}`, 409); !strings.Contains(answer, "batch_full") || w.status(w.batch, w.Student) != "dropped" || w.seats(w.batch) != 2 {
		t.Error(answer)
	}
}

// Members follow their enrollment in the course: they keep the seat while it is suspended, lose it with the enrollment, and get back what
// suspension or expiry took.
func TestMembersFollowTheirEnrollment(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.enroll(w.batch, "", 200, w.Student.ID)
	change := func(action, more string) {
		t.Helper()
		w.Teacher.Do("PATCH", "/courses/"+w.CourseID+"/enrollments/"+w.Student.ID, `{"action":"`+action+`"`+more+`}`, 200)
		w.Work()
	}
	expect := func(status string, seats int64) {
		t.Helper()
		if got := w.status(w.batch, w.Student); got != status || w.seats(w.batch) != seats {
			t.Errorf("%s with %d seats, not %s with %d", got, w.seats(w.batch), status, seats)
		}
	}
	change("suspend", "")
	expect("on_hold", 1)
	if answer := w.Teacher.Do("PATCH", "/batches/"+w.batch+"/students/"+w.Student.ID+"/status", `{"status":"active"}`, 409); !strings.Contains(answer, "enrollment_suspended") {
		t.Error(answer)
	}
	change("reactivate", "")
	expect("active", 1)
	w.Teacher.Do("PATCH", "/batches/"+w.batch+"/students/"+w.Student.ID+"/status", `{"status":"on_hold"}`, 200)
	change("suspend", "")
	change("reactivate", "")
	expect("on_hold", 1) // as the instructor has set it
	w.Teacher.Do("PATCH", "/batches/"+w.batch+"/students/"+w.Student.ID+"/status", `{"status":"active"}`, 200)
	w.Exec("UPDATE enrollments SET ends_at = ? WHERE user_id = ?", w.Clock.Now(), w.Student.ID)
	if err := w.Enrollments.Expire(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Work()
	expect("dropped", 0)
	change("reactivate", "")
	expect("active", 1)
	change("withdraw", "")
	expect("dropped", 0)
	w.Student.Do("POST", "/courses/"+w.CourseID+"/enroll", "", 200)
	w.Work()
	expect("dropped", 0) // who comes back joins again
}

// An erased learner leaves their seats.
func TestEraseFreesSeats(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.enroll(w.batch, "", 200, w.Student.ID)
	if err := w.DB.InTx(t.Context(), func(tx bun.IDB) error { return w.Batches.Erase(t.Context(), tx, w.Student.ID) }); err != nil {
		t.Fatal(err)
	}
	if w.seats(w.batch) != 0 {
		t.Error("the seat is still taken")
	}
}

// People are notified when others give or take their seat, and when their batch is cancelled; not of what they do themselves.
func TestPeopleAreNotified(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	titles := func(who testapp.User) (titles string) {
		w.Work()
		type note struct{ Kind, Title, Body string }
		for _, n := range testapp.Read[rest.List[note]](t, who.Do("GET", "/notifications", "", 200)).Data {
			if strings.HasPrefix(n.Kind, "batch.") {
				titles += n.Title + "|" + n.Body + ";"
			}
		}
		return titles
	}
	other := w.learner()
	w.enroll(w.batch, "", 200, w.Student.ID)
	other.Do("POST", "/batches/"+w.batch+"/join", "", 200)
	if got := titles(w.Student); got != "You are in Bees in autumn|You have a seat in this batch of Bees.;" || titles(other) != "" {
		t.Error(got, titles(other))
	}
	w.Teacher.Do("DELETE", "/batches/"+w.batch+"/students/"+w.Student.ID, "", 200)
	if got := titles(w.Student); !strings.HasPrefix(got, "You are no longer in Bees in autumn|") {
		t.Error(got)
	}
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/status", `{"status":"Cancelled","reason":"Too cold."}`, 200)
	if got := titles(other); got != "Bees in autumn is cancelled|This batch of Bees will not take place. Too cold.;" || strings.Contains(titles(w.Student), "cancelled") || titles(w.Teacher) != "" {
		t.Error(got, titles(w.Student), titles(w.Teacher))
	}
}
