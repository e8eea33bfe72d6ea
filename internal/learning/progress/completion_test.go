package progress_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"lectern/internal/learning/progress"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
	"lectern/internal/testapp/soak"
)

// A course that is completed stays completed: whatever its authors publish and its learner reopens afterwards.
func TestCompletionIsKeptWhenLessonsAreAddedAndReopened(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 0)
	first := w.lesson(`,"completion":{"rule":"manual"}`)
	w.publish()
	w.send(w.learner, w.event(first, "done", 0, 0))
	done := w.standing(w.learner)
	if done.CompletedAt == nil || done.Status != "completed" || done.SinceCompletion != 0 {
		t.Fatalf("%+v", done.CourseProgress)
	}
	added := w.lesson("")
	w.publish()
	w.send(w.learner, w.event(first, "undone", time.Minute, 0))
	d := w.standing(w.learner)
	if d.Status != "completed" || d.CompletedAt == nil || !d.CompletedAt.Equal(*done.CompletedAt) || percent(d.CourseProgress) != 0 || d.SinceCompletion != 2 {
		t.Errorf("%+v", d.CourseProgress)
	}
	if ls := w.learnersSeen(); ls[0].Status != "completed" {
		t.Errorf("its teacher sees %+v", ls[0])
	}
	w.send(w.learner, w.event(first, "done", 2*time.Minute, 0), w.event(added, "viewed", 3*time.Minute, 0))
	if d := w.standing(w.learner); percent(d.CourseProgress) != 100 || !d.CompletedAt.Equal(*done.CompletedAt) || d.SinceCompletion != 0 {
		t.Errorf("%+v", d.CourseProgress)
	}
	if n := w.completedEvents(); n != 1 {
		t.Errorf("course.completed was published %d times", n)
	}
}

// learnersSeen is the list of learners as the teacher gets it.
func (w *world) learnersSeen() []progress.Learner {
	w.t.Helper()
	return testapp.Read[rest.List[progress.Learner]](w.t, w.teacher.Do("GET", "/progress/courses/"+w.course+"/learners", "", 200)).Data
}

// completedEvents is how often course.completed was published.
func (w *world) completedEvents() int64 {
	return w.Count("SELECT count(*) FROM jobs WHERE kind = 'events.dispatch' AND CAST(payload AS TEXT) LIKE '%course.completed%'")
}

// However publishing, learning, reopening and rebuilding follow each other, a completion is neither moved nor taken back, and is
// published once.
func TestCompletionInAnyInterleaving(t *testing.T) {
	t.Parallel()
	for seed := range soak.Rounds(3, 60) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			dice := rand.New(rand.NewPCG(9, uint64(seed)))
			w := newWorld(t, 0)
			for range 3 {
				w.lessons = append(w.lessons, w.lesson(`,"completion":{"rule":"manual"}`))
			}
			w.publish()
			w.Clock.Advance(100 * time.Hour)
			var kept *time.Time
			for step := range 25 {
				did := w.anything(dice, time.Duration(step)*time.Minute)
				d := w.standing(w.learner)
				if kept != nil && (d.CompletedAt == nil || !d.CompletedAt.Equal(*kept)) || (d.Status == "completed") != (d.CompletedAt != nil) {
					t.Fatalf("step %d, %s: completed at %v, then %+v", step, did, kept, d.CourseProgress)
				}
				if all := d.Required > 0 && d.Completed == d.Required; all && d.CompletedAt == nil || d.CompletedAt == nil && d.SinceCompletion != 0 {
					t.Fatalf("step %d, %s: %+v", step, did, d.CourseProgress)
				}
				kept = d.CompletedAt
			}
			want := int64(0)
			if kept != nil {
				want = 1
			}
			if n, inside := w.completedEvents(), w.Count("SELECT count(*) FROM enrollments WHERE status = 'completed'"); n != want || inside != want {
				t.Errorf("completed at %v: %d events, %d places", kept, n, inside)
			}
			if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// anything does one thing of an author, of the learner or of an operator, and says what.
func (w *world) anything(dice *rand.Rand, at time.Duration) string {
	w.t.Helper()
	lesson := w.lessons[dice.IntN(len(w.lessons))] // may have been withdrawn
	base := "/curriculum/course/" + w.course
	switch n := dice.IntN(12); {
	case n < 6:
		w.send(w.learner, w.event(lesson, "done", at, 0))
		return "done " + lesson
	case n < 8:
		w.send(w.learner, w.event(lesson, "undone", at, 0))
		return "undone " + lesson
	case n == 8:
		w.lessons = append(w.lessons, w.lesson(`,"completion":{"rule":"manual"}`))
		w.publish()
		return "a lesson was added"
	case n == 9:
		lesson = w.lessons[dice.IntN(3)] // of the first version: always in the draft
		w.teacher.Do("PUT", base+"/batch-update-lessons", fmt.Sprintf(`{"lesson_ids":[%q],"required":%v}`, lesson, dice.IntN(2) == 0), 200)
		w.publish()
		return "what is required was changed"
	case n == 10:
		w.teacher.Do("POST", base+"/versions/1/restore", "", 200)
		w.publish()
		return "the first version was published again"
	}
	if _, err := w.Progress.Rebuild(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	return "rebuilt"
}

// A completion outlives the row that shows it: rebuilding finds it, and publishes it no second time.
func TestRebuildingFindsTheCompletionOfAnEarlierVersion(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.send(w.learner, w.event(w.lessons[0], "viewed", 0, 0))
	before := w.standing(w.learner).CompletedAt
	w.lesson("")
	w.publish()
	w.Exec("UPDATE course_progress SET completed_at = NULL")
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if d := w.standing(w.learner); d.CompletedAt == nil || !d.CompletedAt.Equal(*before) || w.completedEvents() != 1 {
		t.Errorf("%+v, %d events", d.CourseProgress, w.completedEvents())
	}
}

// A lesson that was reopened and then withdrawn stays reopened: its rule is gone, by which reopening counts.
func TestRebuildingLeavesWithdrawnLessons(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	added := w.lesson(`,"completion":{"rule":"manual"}`)
	w.publish()
	w.send(w.learner, w.event(added, "done", 0, 0))
	w.send(w.learner, w.event(added, "undone", time.Minute, 0))
	w.teacher.Do("POST", "/curriculum/course/"+w.course+"/versions/1/restore", "", 200)
	w.publish()
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
		t.Errorf("%+v, %v", r, err)
	}
	if n := w.Count("SELECT count(*) FROM lesson_progress WHERE status = 'completed'"); n != 0 {
		t.Error("rebuilding completes what the learner has reopened")
	}
}
