package review_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// recount adds the reviews of the course up anew.
func (w *world) recount() (counts course.StarCounts) {
	w.t.Helper()
	for i := range counts {
		counts[i] = w.Count("SELECT count(*) FROM course_reviews WHERE course_id = ? AND hidden_at IS NULL AND stars = ?", w.CourseID, i+1)
	}
	return counts
}

func (w *world) ratingIsRecounted(after string) {
	w.t.Helper()
	got, counts := w.rating(), w.recount()
	var sum, n int64
	for i, of := range counts {
		sum, n = sum+int64(i+1)*of, n+of
	}
	mean := 0.0
	if n > 0 {
		mean = float64(sum) / float64(n)
	}
	if off := float64(got.Average) - mean; got.Distribution != counts || got.Count != n || off > 0.005001 || off < -0.005001 {
		w.t.Fatalf("after %s the rating is %+v, recounted %v with a mean of %f", after, got, counts, mean)
	}
}

// Whatever happens to the reviews of a course, and in whichever order, its rating is their recount.
func TestRatingIsTheRecount(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	w := newWorld(t)
	admin, learners := w.User(access.Admin), []testapp.User{w.learner(), w.learner(), w.learner(), w.learner()}
	w.ratingIsRecounted("nothing")
	for range soak.Rounds(60, 1000) {
		w.Clock.Advance(time.Hour) // beyond the limit of writing
		who := learners[rng.IntN(len(learners))]
		act := rng.IntN(4)
		switch act {
		case 0, 1:
			w.put(who, 1+rng.IntN(5), "")
		case 2:
			who.Send("DELETE", "/api/v1"+w.own, "") // there may be none, or it may be hidden
		case 3:
			var id string
			_ = w.DB.Reader().NewRaw("SELECT id FROM course_reviews WHERE user_id = ?", who.ID).Scan(t.Context(), &id)
			if id != "" {
				admin.Do("PUT", "/reviews/"+id+"/hidden", fmt.Sprintf(`{"hidden":%t}`, rng.IntN(2) == 0), 200)
			}
		}
		w.ratingIsRecounted(fmt.Sprint("act ", act))
	}
}

// Learners who review at the same moment are all counted.
func TestRatingOfConcurrentReviews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var all sync.WaitGroup
	for i := range 8 {
		who := w.learner()
		all.Go(func() {
			who.Do("PUT", w.own, fmt.Sprintf(`{"stars":%d}`, 1+i%5), 200)
		})
	}
	all.Wait()
	w.ratingIsRecounted("eight at once")
	if got := w.rating(); got.Count != 8 {
		t.Errorf("%+v", got)
	}
}
