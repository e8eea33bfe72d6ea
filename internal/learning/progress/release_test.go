package progress_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"lectern/internal/platform/access"
	"lectern/internal/testapp"
)

func (w *world) statusOf(who testapp.User, lesson string) string {
	w.t.Helper()
	for _, p := range w.standing(who).Lessons {
		if p.LessonID == lesson {
			return p.Status
		}
	}
	return "not_started"
}

// What is done in a locked lesson counts for nothing; from its opening on it does.
func TestEventsInLockedLessons(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		release string
		opens   time.Duration // after testapp.Start
	}{
		"until a date":         {fmt.Sprintf(`{"at":%q}`, testapp.Start.Add(30*time.Minute).Format(time.RFC3339)), 30 * time.Minute},
		"days after enrolment": {`{"days_after_enrolment":2}`, 48 * time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, 1)
			locked := w.lesson(`,"release":` + c.release)
			w.publish()
			w.Clock.Advance(100 * time.Hour)
			w.send(w.learner, w.event(locked, "time", c.opens-2*time.Second, 60), w.event(locked, "viewed", c.opens-time.Second, 0))
			if d := w.standing(w.learner); len(d.Lessons) != 0 || percent(d.CourseProgress) != 0 || d.TimeSpent != 0 || d.LastLesson != "" || d.StartedAt != nil {
				t.Errorf("while it was locked: %+v", d)
			}
			w.send(w.learner, w.event(locked, "viewed", c.opens+time.Second, 0))
			if d := w.standing(w.learner); percent(d.CourseProgress) != 50 || d.TimeSpent != 0 {
				t.Errorf("once it was open: %+v", d)
			}
			if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
}

// A chain of lessons, each locked until the one before is completed: events of any order come to what they come to in the
// order in which they were made.
func TestLessonsThatUnlockOthersInAnyOrder(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	for i := range 2 {
		w.lessons = append(w.lessons, w.lesson(fmt.Sprintf(`,"release":{"after_lesson":%q}`, w.lessons[i])))
	}
	w.publish()
	all := []event{
		w.event(w.lessons[1], "viewed", 0, 0), // too early
		w.event(w.lessons[0], "viewed", 1*time.Second, 0),
		w.event(w.lessons[2], "time", 2*time.Second, 50), // too early
		w.event(w.lessons[1], "time", 3*time.Second, 1),  // the seconds before are those of the event above
		w.event(w.lessons[1], "viewed", 4*time.Second, 0),
		w.event(w.lessons[2], "viewed", 5*time.Second, 0),
	}
	dice := rand.New(rand.NewPCG(3, 4))
	for range 6 {
		learner := w.User(access.Student)
		w.enrol(learner)
		mixed := slices.Clone(all)
		dice.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
		for _, e := range mixed {
			w.send(learner, e)
		}
		if d := w.standing(learner); percent(d.CourseProgress) != 100 || d.TimeSpent != 1 {
			t.Errorf("%v: %+v", mixed, d)
		}
	}
	early := w.User(access.Student)
	w.enrol(early)
	w.send(early, all[0], all[5])
	if a, b := w.statusOf(early, w.lessons[1]), w.statusOf(early, w.lessons[2]); a != "not_started" || b != "not_started" {
		t.Errorf("without the first lesson: %s, %s", a, b)
	}
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
