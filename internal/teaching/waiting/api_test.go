package waiting_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/planning"
	"lectern/internal/teaching/waiting"
	"lectern/internal/testapp"
)

type (
	made    = rest.Answer[struct{ ID string }]
	details = rest.Answer[waiting.WaitingDetails]
	queue   = rest.List[waiting.WaitingLearner]
)

// world is a class with a group batch that is full, on 17 September 2026 at 18:00; now it is the 1st, 10:00.
type world struct {
	*testapp.Class
	t         *testing.T
	batch, at string
	member    testapp.User
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{Class: testapp.NewClass(t), t: t}
	body := `{"batch_name":"Bees in autumn","capacity":1,"timezone":"UTC","schedule":[{"date":"2026-09-17","start_time":"18:00","end_time":"19:00"}]}`
	w.batch = testapp.Read[made](t, w.Teacher.Do("POST", "/batches/courses/"+w.CourseID+"/batches", body, 201)).Data.ID
	w.at = "/batches/" + w.batch + "/waiting"
	w.member = w.learner()
	w.member.Do("POST", "/batches/"+w.batch+"/join", "", 200)
	return w
}

// learner is a student who is enrolled in the course.
func (w *world) learner() testapp.User {
	who := w.User(access.Student)
	w.Enroll(who, w.CourseID)
	return who
}

// wait puts a learner on the waiting list and returns their entry.
func (w *world) wait(who testapp.User) waiting.WaitingDetails {
	w.t.Helper()
	return testapp.Read[details](w.t, who.Do("POST", w.at, "", 200)).Data
}

func (w *world) read(who testapp.User) planning.Batch {
	w.t.Helper()
	return testapp.Read[rest.Answer[planning.Batch]](w.t, who.Do("GET", "/batches/"+w.batch, "", 200)).Data
}

func (w *world) entry(who testapp.User, id string) waiting.WaitingDetails {
	w.t.Helper()
	return testapp.Read[details](w.t, who.Do("GET", "/waiting/"+id, "", 200)).Data
}

// leave frees the only seat.
func (w *world) leave() {
	w.t.Helper()
	w.member.Do("POST", "/batches/"+w.batch+"/leave", "", 200)
}

// offer runs the job.
func (w *world) offer() {
	w.t.Helper()
	if err := w.Waiting.Offer(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// seats are those of members and those reserved, which must be what members and offers take.
func (w *world) seats() string {
	w.t.Helper()
	enrolled, reserved := w.Count("SELECT enrolled FROM batches WHERE id = ?", w.batch), w.Count("SELECT reserved FROM batches WHERE id = ?", w.batch)
	members, offers := w.Count("SELECT count(*) FROM batch_members WHERE batch_id = ? AND status <> 'dropped'", w.batch), w.Count("SELECT count(*) FROM batch_waiting WHERE batch_id = ? AND status = 'offered'", w.batch)
	if enrolled != members || reserved != offers || enrolled+reserved > w.Count("SELECT capacity FROM batches WHERE id = ?", w.batch) {
		w.t.Errorf("%d seats taken, %d reserved; %d members, %d offers", enrolled, reserved, members, offers)
	}
	return fmt.Sprint(enrolled, " ", reserved)
}

func TestLearnersWaitForFullBatches(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	outsider := w.User(access.Student)
	w.Nobody().Do("POST", w.at, "", 401)
	if answer := outsider.Do("POST", w.at, "", 403); !strings.Contains(answer, "not_enrolled") {
		t.Error(answer)
	}
	if answer := w.member.Do("POST", w.at, "", 409); !strings.Contains(answer, "already_member") {
		t.Error(answer)
	}
	w.Student.Do("POST", "/batches/"+db.NewID()+"/waiting", "", 404)
	w.Exec("UPDATE batches SET capacity = 2")
	if answer := w.Student.Do("POST", w.at, "", 409); !strings.Contains(answer, "seat_free") {
		t.Error(answer)
	}
	w.Exec("UPDATE batches SET capacity = 1, status = 'Completed'")
	w.Student.Do("POST", w.at, "", 409)
	w.Exec("UPDATE batches SET status = 'Upcoming'")
	if n := w.Count("SELECT count(*) FROM batch_waiting"); n != 0 {
		t.Fatal("refused requests have left", n)
	}
	if b := w.read(w.Student); !b.Can.Wait || b.Can.Join || b.Waiting != nil {
		t.Errorf("%+v", b)
	}
	first := w.wait(w.Student)
	if again := w.wait(w.Student); again != first || first.Status != "waiting" || first.Place != 1 || first.BatchName != "Bees in autumn" || first.OfferUntil != nil {
		t.Errorf("%+v, then %+v", first, again)
	}
	second := w.learner()
	if e := w.wait(second); e.Place != 2 {
		t.Errorf("%+v", e)
	}
	if b := w.read(second); b.Waiting.Place != 2 || b.WaitingCount != nil {
		t.Errorf("%+v", b)
	}
	if b := w.read(w.Teacher); b.Waiting != nil || *b.WaitingCount != 2 {
		t.Errorf("%+v", b)
	}
	w.Nobody().Do("GET", "/waiting/"+first.ID, "", 401)
	second.Do("GET", "/waiting/"+first.ID, "", 404)
	w.User(access.Instructor).Do("GET", "/waiting/"+first.ID, "", 404)
	w.entry(w.Teacher, first.ID)
}

// A seat that becomes free is reserved for the first, who accepts or declines; then it goes to the next.
func TestFreedSeatsAreOffered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	next, late := w.learner(), w.learner()
	first, second := w.wait(w.Student), w.wait(next)
	if answer := w.Student.Do("POST", "/waiting/"+first.ID+"/accept", "", 409); !strings.Contains(answer, "offer_over") || w.seats() != "1 0" {
		t.Error(answer)
	}
	w.leave()
	e := w.entry(w.Student, first.ID)
	if e.Status != "offered" || !e.OfferUntil.Equal(w.Clock.Now().Add(24*time.Hour)) || w.seats() != "0 1" {
		t.Fatalf("%+v, %s", e, w.seats())
	}
	if b := w.read(w.Teacher); b.AvailableSpots != 0 || *b.WaitingCount != 2 {
		t.Errorf("%+v", b)
	}
	if answer := late.Do("POST", "/batches/"+w.batch+"/join", "", 409); !strings.Contains(answer, "batch_full") {
		t.Error(answer)
	}
	for _, who := range []testapp.User{next, w.Teacher, w.User(access.Admin)} {
		who.Do("POST", "/waiting/"+first.ID+"/accept", "", 404)
		who.Do("POST", "/waiting/"+first.ID+"/decline", "", 404)
	}
	if w.seats() != "0 1" || w.entry(w.Student, first.ID).Status != "offered" {
		t.Error("refused requests have changed the offer")
	}
	for range 2 {
		if d := testapp.Read[details](t, w.Student.Do("POST", "/waiting/"+first.ID+"/decline", "", 200)).Data; d.Status != "declined" {
			t.Errorf("%+v", d)
		}
	}
	if e := w.entry(next, second.ID); e.Status != "offered" || w.seats() != "0 1" {
		t.Errorf("%+v", e)
	}
	for range 2 {
		next.Do("POST", "/waiting/"+second.ID+"/accept", "", 200)
	}
	if w.seats() != "1 0" || w.read(next).MemberStatus != "active" || w.entry(next, second.ID).Status != "accepted" {
		t.Error(w.seats(), w.read(next).MemberStatus)
	}
	w.Student.Do("POST", "/waiting/"+first.ID+"/accept", "", 409)
	next.Do("POST", "/waiting/"+second.ID+"/decline", "", 409)
	next.Do("POST", "/batches/"+w.batch+"/leave", "", 200)
	next.Do("POST", "/waiting/"+second.ID+"/accept", "", 200) // it was accepted already, and that is all
	if w.seats() != "0 0" {
		t.Error("an accepted offer gives a seat again:", w.seats())
	}
}

// Offers expire after 24 hours, or 2 where the next session is within 48 hours; none is made in the 2 hours before a session.
func TestTermsOfOffers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		at, until string // of September 2026; an empty until stands for no offer
	}{
		{"15T17:59:59Z", "16T17:59:59Z"}, {"15T18:00:00Z", "15T20:00:00Z"}, {"17T16:00:00Z", "17T18:00:00Z"}, {"17T16:00:01Z", ""}, {"17T17:59:59Z", ""}, {"17T18:00:00Z", "18T18:00:00Z"},
	} {
		t.Run(c.at, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			first, second := w.wait(w.Student), w.wait(w.learner())
			at, _ := time.Parse(time.RFC3339, "2026-09-"+c.at)
			w.Clock.Advance(at.Sub(w.Clock.Now()))
			w.leave()
			e := w.entry(w.Student, first.ID)
			if c.until == "" {
				if e.Status != "waiting" || w.seats() != "0 0" {
					t.Errorf("%+v", e)
				}
				w.Clock.Advance(2 * time.Hour)
				w.offer()
				if e := w.entry(w.Student, first.ID); e.Status != "offered" || w.seats() != "0 1" {
					t.Errorf("after the session: %+v", e)
				}
				return
			}
			until, _ := time.Parse(time.RFC3339, "2026-09-"+c.until)
			if e.Status != "offered" || !e.OfferUntil.Equal(until) {
				t.Fatalf("%+v", e)
			}
			w.Clock.Advance(until.Sub(at) - time.Second)
			w.offer()
			if got := w.entry(w.Student, first.ID).Status; got != "offered" {
				t.Error("a second before its end:", got)
			}
			w.Clock.Advance(time.Second)
			w.Student.Do("POST", "/waiting/"+first.ID+"/accept", "", 409)
			w.offer()
			if got := w.entry(w.Student, first.ID).Status; got != "expired" {
				t.Error("at its end:", got)
			}
			if got := w.entry(w.Teacher, second.ID).Status; (got == "offered") != (w.seats() == "0 1") {
				t.Error("the next:", got, w.seats())
			}
		})
	}
}

func TestInstructorsSortTheWaitingList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	names, ids := map[string]testapp.User{}, []string{}
	for range 3 {
		who := w.learner()
		e := w.wait(who)
		names[e.ID], ids = who, append(ids, e.ID)
	}
	order := func(ids ...string) string { return `{"ids":["` + strings.Join(ids, `","`) + `"]}` }
	listed := func() (all []string) {
		for _, l := range testapp.Read[queue](t, w.Teacher.Do("GET", w.at, "", 200)).Data {
			all = append(all, l.ID)
		}
		return all
	}
	for _, who := range []testapp.User{w.Student, w.User(access.Instructor), w.User(access.Corporate)} {
		who.Do("GET", w.at, "", 403)
		who.Do("PUT", w.at, order(ids[2], ids[1], ids[0]), 403)
	}
	for _, wrong := range [][]string{ids[:2], {ids[0], ids[0], ids[1]}, {ids[0], ids[1], "x"}} {
		if answer := w.Teacher.Do("PUT", w.at, order(wrong...), 409); !strings.Contains(answer, ids[2]) {
			t.Error(answer)
		}
	}
	if got := listed(); fmt.Sprint(got) != fmt.Sprint(ids) {
		t.Error("refused requests have changed the order:", got)
	}
	w.Teacher.Do("PUT", w.at, order(ids[2], ids[0], ids[1]), 200)
	if got := listed(); fmt.Sprint(got) != fmt.Sprint([]string{ids[2], ids[0], ids[1]}) {
		t.Error(got)
	}
	w.leave()
	if got := w.entry(names[ids[2]], ids[2]).Status; got != "offered" {
		t.Error("the first is", got)
	}
}

// What else frees seats or ends waiting.
func TestWaitingFollowsTheBatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.wait(w.Student)
	w.Teacher.Do("PUT", "/batches/"+w.batch, `{"capacity":2}`, 200)
	if got := w.entry(w.Student, first.ID).Status; got != "offered" || w.seats() != "1 1" {
		t.Error("more capacity:", got, w.seats())
	}
	if answer := w.Teacher.Do("PUT", "/batches/"+w.batch, `{"capacity":1}`, 400); !strings.Contains(answer, "can't be lower than the 2 seats") {
		t.Error(answer)
	}
	second := w.learner()
	behind := w.wait(second)
	w.Teacher.Do("PATCH", "/courses/"+w.CourseID+"/enrollments/"+w.Student.ID, `{"action":"suspend"}`, 200)
	w.Work()
	if a, b := w.entry(w.Student, first.ID).Status, w.entry(second, behind.ID).Status; a != "expired" || b != "offered" || w.seats() != "1 1" {
		t.Error("a suspended learner:", a, b, w.seats())
	}
	third := w.learner()
	last := w.wait(third)
	enroll := fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q]}`, w.batch, second.ID)
	w.Teacher.Do("POST", "/batches/enroll-students", enroll, 200)
	if got := w.entry(second, behind.ID).Status; got != "accepted" || w.seats() != "2 0" {
		t.Error("an instructor enrols who has an offer:", got, w.seats())
	}
	w.Teacher.Do("PUT", "/batches/"+w.batch+"/status", `{"status":"Cancelled","reason":"Frost"}`, 200)
	if got := w.entry(third, last.ID).Status; got != "expired" || w.seats() != "2 0" {
		t.Error("a cancelled batch:", got, w.seats())
	}
}

func TestEnrollingPutsOnTheWaitingList(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	newcomer := w.User(access.Student)
	answer := w.Teacher.Do("POST", "/batches/enroll-students", fmt.Sprintf(`{"batch_id":%q,"student_ids":[%q],"on_full":"waitlist"}`, w.batch, newcomer.ID), 200)
	w.Work()
	if b := w.read(newcomer); !strings.Contains(answer, `"waitlisted_count":1`) || b.Waiting == nil || b.Waiting.Place != 1 {
		t.Error(answer)
	}
}

func TestOffersAreNotified(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.wait(w.Student)
	w.leave()
	w.Work()
	if got := w.Student.Do("GET", "/notifications", "", 200); !strings.Contains(got, "A seat in Bees in autumn is free") || !strings.Contains(got, "reserved for you for 24 hours") {
		t.Error(got)
	}
}

// Learners join, wait, are offered seats and are enrolled until the end of the last day for it, in the time zone of the batch.
func TestLastDayToJoin(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.Exec("UPDATE batches SET timezone = 'Pacific/Auckland'") // the 10th ends at 12:00 UTC
	change := func(body string, status int) string { return w.Teacher.Do("PUT", "/batches/"+w.batch, body, status) }
	for _, day := range []string{"2026-09-18", "2026-09-31", "soon"} {
		change(`{"late_join_until":"`+day+`"}`, 400)
	}
	change(`{"late_join_until":"2026-09-10"}`, 200)
	change(`{"capacity":1}`, 200)
	if b := w.read(w.Student); b.LateJoinUntil != "2026-09-10" || !b.Can.Wait {
		t.Fatalf("%+v", b)
	}
	first, second, third := w.wait(w.Student), w.wait(w.learner()), w.learner()
	w.Clock.Advance(time.Date(2026, 9, 10, 10, 0, 0, 0, time.UTC).Sub(w.Clock.Now()))
	w.leave()
	if e := w.entry(w.Student, first.ID); e.Status != "offered" || !e.OfferUntil.Equal(time.Date(2026, 9, 10, 12, 0, 0, 0, time.UTC)) {
		t.Fatalf("%+v", e)
	}
	w.Clock.Advance(2 * time.Hour)
	w.Student.Do("POST", "/waiting/"+first.ID+"/accept", "", 409)
	w.offer()
	if e := w.entry(w.Teacher, second.ID); e.Status != "waiting" || w.seats() != "0 0" {
		t.Errorf("after the last day: %+v", e)
	}
	enroll := `{"batch_id":"` + w.batch + `","student_ids":["` + third.ID + `"]}`
	for _, answer := range []string{third.Do("POST", "/batches/"+w.batch+"/join", "", 409), third.Do("POST", w.at, "", 409), w.Teacher.Do("POST", "/batches/enroll-students", enroll, 200)} {
		if !strings.Contains(answer, "over_deadline") {
			t.Error(answer)
		}
	}
	if b := w.read(third); b.Can.Join || b.Can.Wait || w.seats() != "0 0" {
		t.Errorf("%+v", b.Can)
	}
	change(`{"late_join_until":""}`, 200)
	if e := w.entry(w.Teacher, second.ID); e.Status != "offered" || w.seats() != "0 1" {
		t.Errorf("%+v", e)
	}
}
