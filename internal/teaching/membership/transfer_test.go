package membership_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/teaching/membership"
	"lectern/internal/testapp"
)

type transferred = rest.Answer[membership.TransferredMember]

func (w *world) transfer(by testapp.User, from, to string, who testapp.User, query string, want int) string {
	w.t.Helper()
	return by.Do("POST", "/batches/"+from+"/students/"+who.ID+"/transfer"+query, fmt.Sprintf(`{"to_batch_id":%q}`, to), want)
}

func TestTransfer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	other := w.group("Bees in winter", 1, 7) // at the same time
	ann, ben, cyn := w.learner(), w.learner(), w.learner()
	w.enroll(w.batch, `,"notes":"Sits in front"`, 200, ann.ID, ben.ID)
	cyn.Do("POST", "/batches/"+w.batch+"/waiting", "", 200)

	before := w.changed()
	if tried := testapp.Read[transferred](t, w.transfer(w.Teacher, w.batch, other, ann, "?dry_run=true", 200)).Data; !tried.DryRun || tried.Member.Status != "active" {
		t.Errorf("%+v", tried)
	}
	if w.changed() != before || w.seats(other) != 0 {
		t.Error("the dry run has changed something")
	}
	done := testapp.Read[transferred](t, w.transfer(w.Teacher, w.batch, other, ann, "", 200)).Data
	if done.BatchID != other || done.BatchName != "Bees in winter" || done.Member.ID != ann.ID || done.Member.Notes != "Sits in front" || len(done.Warnings) != 1 || done.Warnings[0] != "overlap" {
		t.Errorf("%+v", done)
	}
	if w.status(w.batch, ann) != "dropped" || w.status(other, ann) != "active" || w.seats(w.batch) != 1 || w.seats(other) != 1 {
		t.Error(w.status(w.batch, ann), w.status(other, ann))
	}
	if n := w.Count("SELECT count(*) FROM batch_waiting WHERE batch_id = ? AND user_id = ? AND status = 'offered'", w.batch, cyn.ID); n != 1 {
		t.Error("the seat is not offered to who waits for it")
	}
	left := testapp.Read[members](t, w.Teacher.Do("GET", "/batches/"+w.batch+"/students?status=dropped", "", 200)).Data
	if len(left) != 1 || left[0].TransferredTo != other {
		t.Errorf("%+v", left)
	}

	before = w.changed()
	for _, c := range []struct {
		says, from, to string
		who            testapp.User
		status         int
	}{
		{"batch_full", w.batch, other, ben, 409},
		{"same_batch", w.batch, w.batch, ben, 409},
		{"member_transition", w.batch, other, ann, 409}, // she has left
		{"member_not_found", other, w.batch, ben, 404},
		{"batch_not_found", w.batch, "none", ben, 404},
	} {
		if got := w.transfer(w.Teacher, c.from, c.to, c.who, "", c.status); !strings.Contains(got, c.says) {
			t.Errorf("%s: %s", c.says, got)
		}
	}
	w.Teacher.Do("POST", "/batches/"+w.batch+"/students/"+ben.ID+"/transfer", `{}`, 400)
	w.transfer(w.User(access.Instructor), w.batch, other, ben, "", 403)
	w.transfer(ben, w.batch, other, ben, "", 403)
	if w.changed() != before {
		t.Error("a refused transfer has changed something")
	}
}

// A batch of another course, one that is closed, and one for one learner alone take no one from here.
func TestTransferIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ann := w.learner()
	w.enroll(w.batch, "", 200, ann.ID)
	course := w.Course(w.Teacher)
	foreign := testapp.Read[made](t, w.Teacher.Do("POST", "/batches/courses/"+course+"/batches", `{"batch_name":"Wasps","start_date":"2026-09-07","end_date":"2026-09-30"}`, 201)).Data.ID
	closed, alone := w.group("Closed", 5, 8), w.group("Alone", 1, 9)
	w.Exec("UPDATE batches SET archived = ? WHERE id = ?", true, closed)
	w.Exec("UPDATE batches SET batch_type = 'individual' WHERE id = ?", alone)
	for to, says := range map[string]string{foreign: "other_course", closed: "batch_closed", alone: "batch_individual"} {
		if got := w.transfer(w.Teacher, w.batch, to, ann, "", 409); !strings.Contains(got, says) {
			t.Errorf("%s: %s", says, got)
		}
	}
	if w.status(w.batch, ann) != "active" || w.seats(w.batch) != 1 || w.seats(foreign)+w.seats(closed)+w.seats(alone) != 0 {
		t.Error("a refused transfer has changed something")
	}
}

// Transfers in both directions at once neither wait for each other for ever nor overfill a batch.
func TestTransfersInBothDirections(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	a, b := w.group("A", 6, 10), w.group("B", 6, 11)
	var people []testapp.User
	for i := range 8 {
		who := w.learner()
		people = append(people, who)
		w.enroll([]string{a, b}[i%2], "", 200, who.ID)
	}
	var all sync.WaitGroup
	for i, who := range people {
		from, to := a, b
		if i%2 == 1 {
			from, to = b, a
		}
		all.Go(func() {
			w.Teacher.Send("POST", "/api/v1/batches/"+from+"/students/"+who.ID+"/transfer", fmt.Sprintf(`{"to_batch_id":%q}`, to))
		})
	}
	all.Wait()
	if n := w.seats(a) + w.seats(b); n != 8 || w.seats(a) > 6 || w.seats(b) > 6 {
		t.Errorf("%d and %d seats are taken", w.seats(a), w.seats(b))
	}
	for _, who := range people {
		if in := w.Count("SELECT count(*) FROM batch_members WHERE user_id = ? AND batch_id IN (?, ?) AND status = 'active'", who.ID, a, b); in != 1 {
			t.Errorf("a learner is in %d batches", in)
		}
	}
}
