package waiting_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// Whatever learners, instructors and the clock do, members and offers never take more seats than there are, every seat that is counted is
// somebody's, and nobody waits beside a free seat once the job has run.
func TestSeatsHoldUnderRandomSteps(t *testing.T) {
	t.Parallel()
	for seed := range soak.Rounds(3, 60) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			w, random := newWorld(t), rand.New(rand.NewPCG(uint64(seed), 72))
			w.Exec("UPDATE batches SET end_date = '2027-12-31'")
			learners := []testapp.User{w.member}
			for range 7 {
				learners = append(learners, w.learner())
			}
			for range soak.Rounds(60, 400) {
				step(w, random, learners[random.IntN(len(learners))])
				w.seats()
				w.offer()
				w.seats()
				if n := w.Count("SELECT count(*) FROM batches AS b WHERE b.enrolled + b.reserved < b.capacity AND EXISTS (SELECT 1 FROM batch_waiting AS w WHERE w.batch_id = b.id AND w.status = 'waiting')"); n != 0 && offersAreMade(w) {
					t.Fatal("somebody waits beside a free seat")
				}
				if n := w.Count("SELECT count(*) FROM batch_members AS m JOIN batch_waiting AS w ON w.batch_id = m.batch_id AND w.user_id = m.user_id WHERE m.status <> 'dropped' AND w.status IN ('waiting', 'offered')"); n != 0 {
					t.Fatal("a member waits")
				}
			}
		})
	}
}

// offersAreMade reports whether it is not shortly before the session.
func offersAreMade(w *world) bool {
	session := time.Date(2026, 9, 17, 18, 0, 0, 0, time.UTC)
	ahead := session.Sub(w.Clock.Now())
	return ahead <= 0 || ahead >= 2*time.Hour
}

// step does something, which may be refused.
func step(w *world, random *rand.Rand, who testapp.User) {
	base := "/api/v1/batches/" + w.batch
	answer := 0
	switch random.IntN(14) {
	case 0, 1, 2, 3:
		answer = who.Send("POST", base+"/join", "").Code
	case 4, 5:
		answer = who.Send("POST", base+"/leave", "").Code
	case 6, 7, 8, 9:
		answer = who.Send("POST", base+"/waiting", "").Code
	case 10:
		if place := w.read(who).Waiting; place != nil {
			answer = who.Send("POST", "/api/v1/waiting/"+place.ID+"/"+[]string{"accept", "decline"}[random.IntN(2)], "").Code
		}
	case 11:
		answer = w.Teacher.Send("PUT", base, fmt.Sprintf(`{"capacity":%d}`, 1+random.IntN(2))).Code
	case 12:
		answer = w.Teacher.Send("PATCH", base+"/students/"+who.ID+"/status", `{"status":"`+[]string{"active", "on_hold", "dropped"}[random.IntN(3)]+`"}`).Code
	case 13:
		w.Clock.Advance(time.Duration(random.IntN(30)) * time.Hour)
	}
	if answer >= 500 {
		w.t.Error(answer)
	}
}

// Of many who want the last seat at once, one gets it; the others can wait for it.
func TestManyWantTheLastSeat(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.leave()
	learners := make([]testapp.User, soak.Rounds(16, 100))
	for i := range learners {
		learners[i] = w.learner()
	}
	send := func(path string) (done int) {
		var all sync.WaitGroup
		codes := make([]int, len(learners))
		for i, who := range learners {
			all.Go(func() { codes[i] = who.Send("POST", "/api/v1/batches/"+w.batch+path, "").Code })
		}
		all.Wait()
		for _, code := range codes {
			switch code {
			case 200:
				done++
			case 409:
			default:
				t.Error(code)
			}
		}
		return done
	}
	if n := send("/join"); n != 1 || w.seats() != "1 0" {
		t.Error(n, "have joined;", w.seats())
	}
	if n := send("/waiting"); n != len(learners)-1 {
		t.Error(n, "wait")
	}
	if n := w.Count("SELECT count(DISTINCT position) FROM batch_waiting"); n != int64(len(learners)-1) {
		t.Error(n, "positions")
	}
}
