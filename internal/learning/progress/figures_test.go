package progress_test

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/learning/coursework"
	"lectern/internal/learning/curriculum"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Who has not begun has 0 of n and no dates, wherever progress is shown.
func TestProgressOfWhoHasNotBegun(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	own, seen := w.standing(w.learner).CourseProgress, w.learnersSeen()[0].CourseProgress
	for _, g := range []struct {
		required int64
		percent  int64
		dates    []*time.Time
	}{
		{own.Required, percent(own), []*time.Time{own.LastAt, own.StartedAt, own.CompletedAt}},
		{seen.Required, percent(seen), []*time.Time{seen.LastAt, seen.StartedAt, seen.CompletedAt}},
	} {
		if g.required != 2 || g.percent != 0 || g.dates[0] != nil || g.dates[1] != nil || g.dates[2] != nil {
			t.Errorf("%+v", g)
		}
	}
	w.teacher.Do("GET", "/progress/courses/"+w.course+"/learners/"+w.User(access.Student).ID, "", 404)
}

// Where to go on is a lesson that learners can find.
func TestLastLessonIsPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.send(w.learner, w.event(w.lessons[0], "opened", 0, 0), w.event(w.lessons[1], "opened", time.Minute, 0))
	w.teacher.Do("DELETE", "/curriculum/course/"+w.course+"/lessons/"+w.lessons[1], "", 200)
	w.publish()
	if d := w.standing(w.learner); d.LastLesson != w.lessons[0] {
		t.Errorf("goes on in %q, want %q", d.LastLesson, w.lessons[0])
	}
}

// What was never published cannot be learned; what was published once still counts.
func TestEventsInLessonsThatWereNeverPublished(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	draft := w.lesson("")
	if a := w.send(w.learner, w.event(draft, "viewed", 0, 0)); a.Accepted != 0 || len(a.Ignored) != 1 {
		t.Errorf("%+v", a)
	}
	if n := w.Count("SELECT count(*) FROM progress_events"); n != 0 {
		t.Errorf("%d events are kept", n)
	}
	w.teacher.Do("DELETE", "/curriculum/course/"+w.course+"/lessons/"+w.lessons[1], "", 200)
	w.publish()
	if a := w.send(w.learner, w.event(w.lessons[1], "viewed", 0, 0)); a.Accepted != 1 {
		t.Errorf("%+v", a)
	}
}

// Dates lie between the enrolment and now; those that were moved there are marked.
func TestDatesOfEventsAreClamped(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.send(w.learner, w.event(w.lessons[0], "opened", -100*24*time.Hour, 0), w.event(w.lessons[0], "paused", time.Minute, 0), w.event(w.lessons[0], "viewed", 100*24*time.Hour, 0))
	l := w.standing(w.learner).Lessons[0]
	if !l.StartedAt.Equal(testapp.Start) || !l.CompletedAt.Equal(w.Clock.Now()) {
		t.Errorf("%+v", l)
	}
	if n := w.Count("SELECT count(*) FROM progress_events WHERE clamped"); n != 2 {
		t.Errorf("%d of 3 are marked", n)
	}
}

// A device cannot spend more time than passes, however often it says so; two devices can.
func TestTimeSpentIsBoundedByTheClock(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	l := w.lessons[0]
	w.send(w.learner, w.event(l, "time", 30*time.Minute, 600), w.event(l, "time", 30*time.Minute, 600), w.event(l, "time", 31*time.Minute, 600), w.event(l, "time", 10*time.Minute, 60))
	if d := w.standing(w.learner); d.TimeSpent != 720 {
		t.Errorf("%d s, want 720", d.TimeSpent)
	}
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// A device cannot spend the same hour in several lessons, of one course or of two, in whatever order it says so.
func TestTimeSpentInSeveralLessonsIsBoundedByTheClock(t *testing.T) {
	t.Parallel()
	hour := func(w *world) []event {
		return []event{w.event(w.lessons[0], "time", 30*time.Minute, 1200), w.event(w.lessons[1], "time", 35*time.Minute, 1200), w.event(w.lessons[2], "time", 25*time.Minute, 1200),
			w.event(w.lessons[1], "time", 30*time.Minute, 600)}
	}
	const want = 30 * 60 // from 5 to 35 minutes
	for name, batches := range map[string][][]int{"at once": {{0, 1, 2, 3}}, "forwards": {{0}, {1}, {2}, {3}}, "backwards": {{3}, {2}, {1}, {0}}} {
		w := newWorld(t, 3)
		events := hour(w)
		for _, batch := range batches {
			var sent []event
			for _, i := range batch {
				sent = append(sent, events[i])
			}
			w.send(w.learner, sent...)
		}
		d := w.standing(w.learner)
		spent := map[string]int64{}
		for _, l := range d.Lessons {
			spent[l.LessonID] = l.TimeSpent
		}
		if d.TimeSpent != want || spent[w.lessons[2]] != 1200 || spent[w.lessons[0]]+spent[w.lessons[1]] != 600 {
			t.Errorf("%s: %d s, want %d; by lesson %v", name, d.TimeSpent, want, spent)
		}
		if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		other := w.Course(w.teacher)
		w.Enroll(w.learner, other)
		w.Exec("UPDATE enrollments SET created_at = ? WHERE course_id = ?", testapp.Start.Add(-time.Hour), other)
		elsewhere := w.lessonIn(other)
		w.send(w.learner, event{"id": db.NewID(), "courseId": other, "lessonId": elsewhere, "type": "time", "at": testapp.Start.Add(40 * time.Minute).Format(time.RFC3339), "value": 3600})
		if n := w.Count("SELECT sum(time_spent) FROM course_progress WHERE user_id = ?", w.learner.ID); n != 40*60+20*60 {
			t.Errorf("%s: %d s in two courses", name, n)
		}
	}
}

// The analytics of a lesson count what happened within the period, of who is enrolled now.
func TestLessonAnalyticsOfAPeriod(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	l := w.lessons[0]
	left := w.User(access.Student)
	w.enrol(left)
	score := func(id string, percent int64, at time.Time) {
		t.Helper()
		w.Exec(`INSERT INTO progress_events (user_id, id, course_id, lesson_id, kind, value, client_time, received_at) VALUES (?, ?, ?, ?, 'scored', ?, ?, ?)`,
			id, db.NewID(), w.course, l, percent, at, at)
	}
	w.send(w.learner, w.event(l, "time", 0, 100), w.event(l, "viewed", time.Minute, 0))
	w.send(left, w.event(l, "time", 0, 50))
	score(w.learner.ID, 20, testapp.Start)
	w.Clock.Advance(30 * 24 * time.Hour)
	now := w.Clock.Now().Sub(testapp.Start)
	w.send(w.learner, w.event(l, "time", now, 7))
	w.send(left, w.event(l, "time", now, 9))
	score(w.learner.ID, 80, w.Clock.Now())
	w.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ?", left.ID)
	for period, want := range map[string]coursework.LessonFigures{
		"week": {Learners: 1, Completed: 0, TimeSpent: 7, AverageScore: 80, ScoredLearners: 1},
		"year": {Learners: 1, Completed: 1, TimeSpent: 107, AverageScore: 80, ScoredLearners: 1},
	} {
		got := testapp.Read[rest.Answer[curriculum.LessonAnalytics]](t, w.teacher.Do("GET",
			fmt.Sprintf("/curriculum/course/%s/lesson/%s/analytics?period=%s", w.course, l, period), "", 200)).Data
		if got.LessonFigures != want {
			t.Errorf("%s: %+v, want %+v", period, got.LessonFigures, want)
		}
	}
	stats := testapp.Read[rest.Answer[curriculum.Stats]](t, w.teacher.Do("GET", "/curriculum/course/"+w.course+"/stats", "", 200)).Data
	if stats.Learners.Learners != 1 || len(w.learnersSeen()) != 1 {
		t.Errorf("%+v", stats.Learners)
	}
}
