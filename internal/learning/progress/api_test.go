package progress_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/outline"
	"lectern/internal/learning/progress"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type event map[string]any

// world is a course of some text lessons, published, with a learner.
type world struct {
	*testapp.App
	t                *testing.T
	teacher, learner testapp.User
	course, section  string
	lessons          []string
}

func newWorld(t *testing.T, lessons int) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), learner: app.User(access.Student)}
	w.course = app.Course(w.teacher)
	app.Enroll(w.learner, w.course)
	w.section = testapp.Read[rest.Answer[outline.OutlineEntry]](t, w.teacher.Do("POST", "/curriculum/course/"+w.course+"/sections", `{"title":"S"}`, 201)).Data.ID
	for range lessons {
		w.lessons = append(w.lessons, w.lesson(""))
	}
	if lessons > 0 {
		w.publish()
	}
	w.Clock.Advance(time.Hour) // what tests send happened before
	return w
}

// enrol enrols a user at the time when the course began.
func (w *world) enrol(who testapp.User) {
	w.t.Helper()
	w.Enroll(who, w.course)
	w.Exec("UPDATE enrollments SET created_at = ? WHERE user_id = ?", testapp.Start, who.ID)
}

func (w *world) lesson(members string) string {
	w.t.Helper()
	if !strings.Contains(members, `"completion"`) {
		members += `,"completion":{"rule":"view"}`
	}
	return testapp.Read[rest.Answer[outline.LessonEntry]](w.t, w.teacher.Do("POST", "/curriculum/course/"+w.course+"/sections/"+w.section+"/lessons",
		`{"type":"text","title":"L","content":{"html":"x"}`+members+`}`, 201)).Data.ID
}

// lessonIn publishes a lesson in another course of the teacher.
func (w *world) lessonIn(course string) string {
	w.t.Helper()
	base := "/curriculum/course/" + course
	section := testapp.Read[rest.Answer[outline.OutlineEntry]](w.t, w.teacher.Do("POST", base+"/sections", `{"title":"S"}`, 201)).Data.ID
	lesson := testapp.Read[rest.Answer[outline.LessonEntry]](w.t, w.teacher.Do("POST", base+"/sections/"+section+"/lessons",
		`{"type":"text","title":"L","content":{"html":"x"},"completion":{"rule":"view"}}`, 201)).Data.ID
	w.teacher.Do("POST", base+"/publish", "{}", 200)
	w.Work()
	return lesson
}

func (w *world) publish() {
	w.t.Helper()
	w.teacher.Do("POST", "/curriculum/course/"+w.course+"/publish", "{}", 200)
	w.Work()
}

func (w *world) event(lesson, kind string, after time.Duration, value float64) event {
	return event{"id": db.NewID(), "courseId": w.course, "lessonId": lesson, "type": kind, "at": testapp.Start.Add(after).Format(time.RFC3339), "value": value}
}

func (w *world) send(who testapp.User, events ...event) progress.EventsAccepted {
	w.t.Helper()
	body, err := json.Marshal(map[string]any{"events": events})
	if err != nil {
		w.t.Fatal(err)
	}
	return testapp.Read[rest.Answer[progress.EventsAccepted]](w.t, who.Do("POST", "/progress/events", string(body), 200)).Data
}

func (w *world) standing(who testapp.User) progress.CourseProgressDetail {
	w.t.Helper()
	return testapp.Read[rest.Answer[progress.CourseProgressDetail]](w.t, who.Do("GET", "/progress/courses/"+w.course, "", 200)).Data
}

func percent(g progress.CourseProgress) int64 {
	if g.Percent == nil {
		return -1
	}
	return *g.Percent
}

func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	w.send(w.learner, w.event(w.lessons[0], "viewed", 0, 0))
	for name, c := range map[string]struct {
		who               testapp.User
		record, list, one int
		accepted          int64
	}{
		"nobody":           {w.Nobody(), 401, 401, 401, 0},
		"a stranger":       {w.User(access.Student), 200, 403, 403, 0},
		"another learner":  {w.learner, 200, 403, 403, 1},
		"another teacher":  {w.User(access.Instructor), 200, 404, 404, 0},
		"its teacher":      {w.teacher, 200, 200, 200, 0},
		"an administrator": {w.User(access.Admin), 200, 200, 200, 0},
	} {
		body, _ := json.Marshal(map[string]any{"events": []event{w.event(w.lessons[0], "time", 0, 5)}})
		answer := c.who.Do("POST", "/progress/events", string(body), c.record)
		if a := testapp.Read[rest.Answer[progress.EventsAccepted]](t, answer).Data; c.record == 200 && (a.Accepted != c.accepted || int64(len(a.Ignored)) != 1-c.accepted) {
			t.Errorf("%s: %+v", name, a)
		}
		c.who.Do("GET", "/progress/courses/"+w.course+"/learners", "", c.list)
		c.who.Do("GET", "/progress/courses/"+w.course+"/learners/"+w.learner.ID, "", c.one)
	}
	if n := w.Count("SELECT count(DISTINCT user_id) FROM lesson_progress"); n != 1 {
		t.Errorf("%d people have progress", n)
	}
	ls := testapp.Read[rest.List[progress.Learner]](t, w.teacher.Do("GET", "/progress/courses/"+w.course+"/learners", "", 200)).Data
	if len(ls) != 1 || ls[0].UserID != w.learner.ID || ls[0].FullName != "Somebody" || ls[0].Status != "completed" {
		t.Errorf("%+v", ls)
	}
}

func TestBadEvents(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	for _, body := range []string{`{}`, `{"events":[]}`, `{"events":[{"id":"x"}]}`, `{"events":null}`, `[]`,
		fmt.Sprintf(`{"events":[{"id":%q,"courseId":%q,"lessonId":%q,"type":"completed","at":"2026-09-01T08:00:00Z"}]}`, db.NewID(), w.course, w.lessons[0])} {
		w.learner.Do("POST", "/progress/events", body, 400)
	}
	huge := w.event(w.lessons[0], "time", 0, 1e300)
	negative := w.event(w.lessons[0], "time", 0, -5)
	future := w.event(w.lessons[0], "time", 1000*time.Hour, 1)
	elsewhere := w.event("nowhere", "viewed", 0, 0)
	if a := w.send(w.learner, huge, negative, future, elsewhere, huge); a.Accepted != 3 || !slices.Equal(a.Ignored, []string{elsewhere["id"].(string)}) {
		t.Errorf("%+v", a)
	}
	d := w.standing(w.learner)
	if d.TimeSpent != 3601 || d.LastAt.After(w.Clock.Now()) || len(d.Lessons) != 1 || d.Lessons[0].Percent != 0 {
		t.Errorf("%+v", d)
	}
}

func TestCourse(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	if d := w.standing(w.learner); d.Status != "not_started" || percent(d.CourseProgress) != 0 || d.Required != 3 || d.LastAt != nil || d.Lessons == nil {
		t.Errorf("%+v", d)
	}
	for i, want := range []int64{33, 66, 100} {
		a := w.send(w.learner, w.event(w.lessons[i], "viewed", time.Duration(i)*time.Minute, 0))
		if g := a.Courses[0]; percent(g) != want || g.Completed != int64(i+1) || g.LastLesson != w.lessons[i] || (g.Status == "completed") != (i == 2) {
			t.Errorf("after %d: %+v", i+1, g)
		}
	}
	if n := w.Count("SELECT count(*) FROM enrollments WHERE status = 'completed'"); n != 1 {
		t.Error("the enrolment is not completed")
	}
	if n := w.Count("SELECT count(*) FROM jobs WHERE kind = 'events.dispatch' AND CAST(payload AS TEXT) LIKE '%course.completed%'"); n != 1 {
		t.Errorf("%d events say that the course is completed", n)
	}
}

// Another version keeps all that was done; only the percentage follows the rule.
func TestRepublishing(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 2)
	w.send(w.learner, w.event(w.lessons[0], "viewed", 0, 0), w.event(w.lessons[1], "viewed", time.Minute, 0))
	before := w.standing(w.learner)
	base := "/curriculum/course/" + w.course

	added := w.lesson("")
	w.publish()
	if d := w.standing(w.learner); percent(d.CourseProgress) != 66 || d.Status != "completed" || !d.CompletedAt.Equal(*before.CompletedAt) {
		t.Errorf("a lesson was added: %+v", d.CourseProgress)
	}
	w.teacher.Do("PUT", base+"/lessons/"+w.lessons[0], `{"completion":{"rule":"manual"}}`, 200) // what was viewed would not be completed by it
	w.publish()
	w.send(w.learner, w.event(w.lessons[0], "time", 2*time.Minute, 9))
	if d := w.standing(w.learner); percent(d.CourseProgress) != 66 || d.Completed != 2 {
		t.Errorf("a rule became stricter: %+v", d)
	}
	w.teacher.Do("DELETE", base+"/lessons/"+w.lessons[1], "", 200)
	w.publish()
	if d := w.standing(w.learner); percent(d.CourseProgress) != 50 || len(d.Lessons) != 2 {
		t.Errorf("a lesson was removed: %+v", d)
	}
	w.send(w.learner, w.event(added, "viewed", 3*time.Minute, 0))
	w.teacher.Do("POST", base+"/versions/1/restore", "", 200)
	w.publish()
	if d := w.standing(w.learner); percent(d.CourseProgress) != 100 || len(d.Lessons) != 3 {
		t.Errorf("it came back: %+v", d)
	}
	w.teacher.Do("PUT", base+"/batch-update-lessons", fmt.Sprintf(`{"lesson_ids":[%q,%q],"required":false}`, w.lessons[0], w.lessons[1]), 200)
	w.publish()
	if d := w.standing(w.learner); d.Percent != nil || d.Status != "completed" {
		t.Errorf("nothing is required: %+v", d.CourseProgress)
	}
}

// Three devices send at once, late, twice and in any order; what stands is what one device would have brought about.
func TestThreeDevices(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 3)
	dice := rand.New(rand.NewPCG(1, 2))
	kinds := []string{"opened", "viewed", "time", "hint", "paused", "resumed", "skipped", "done"}
	var all []event
	for range 40 {
		all = append(all, w.event(w.lessons[dice.IntN(3)], kinds[dice.IntN(len(kinds))], time.Duration(dice.IntN(50))*time.Second, float64(dice.IntN(90))))
	}
	alone := w.User(access.Student)
	w.enrol(alone)
	w.Clock.Advance(time.Hour)
	w.send(alone, all...)
	var wait sync.WaitGroup
	for device := range 3 {
		mine := slices.Concat(all[device*10:], all[:device*10]) // overlapping: every event comes three times
		wait.Go(func() {
			for batch := range slices.Chunk(mine, 7) {
				w.send(w.learner, batch...)
			}
		})
	}
	wait.Wait()
	want, got := w.standing(alone), w.standing(w.learner)
	shape := func(d progress.CourseProgressDetail) string { b, _ := json.Marshal(d); return string(b) }
	if shape(want) != shape(got) || got.TimeSpent == 0 {
		t.Errorf("%s\nis not\n%s", shape(got), shape(want))
	}
	quarters := func(who testapp.User) string {
		var rows []struct {
			LessonID      string
			StartsAt      time.Time
			Acts, Seconds int64
			Completed     bool
		}
		if err := w.DB.Reader().NewRaw("SELECT lesson_id, starts_at, acts, seconds, completed FROM lesson_activity WHERE user_id = ? ORDER BY lesson_id, starts_at", who.ID).Scan(t.Context(), &rows); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(rows)
	}
	if quarters(alone) != quarters(w.learner) {
		t.Errorf("at it: %s\nis not\n%s", quarters(w.learner), quarters(alone))
	}
	r, err := w.Progress.Rebuild(t.Context())
	if err != nil || r.Differences != 0 || r.Lessons != 6 || r.Courses != 2 {
		t.Errorf("%+v, %v", r, err)
	}
	w.Exec("UPDATE lesson_progress SET percent = 7 WHERE user_id = ? AND lesson_id = ?", alone.ID, w.lessons[0])
	w.Exec("UPDATE course_progress SET completed = 0 WHERE user_id = ?", w.learner.ID)
	w.Exec("UPDATE lesson_activity SET seconds = seconds + 1 WHERE user_id = ? AND lesson_id = ?", alone.ID, w.lessons[1])
	w.Exec("DELETE FROM lesson_activity WHERE user_id = ? AND lesson_id = ?", w.learner.ID, w.lessons[2])
	w.Exec(`INSERT INTO lesson_activity (user_id, lesson_id, course_id, starts_at, acts, seconds, completed) VALUES (?, ?, ?, ?, 1, 1, FALSE)`,
		w.learner.ID, w.lessons[0], w.course, testapp.Start.Add(-time.Hour))
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 5 {
		t.Errorf("what was wrong was not found: %+v, %v", r, err)
	}
	if quarters(alone) != quarters(w.learner) {
		t.Errorf("was not mended: %s\nis not\n%s", quarters(w.learner), quarters(alone))
	}
	if shape(w.standing(alone)) != shape(want) || shape(w.standing(w.learner)) != shape(want) {
		t.Error("what was wrong was not mended")
	}
}

// What is watched counts by itself.
func TestWatching(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	video, now := w.teacher.Video(w.course), w.Clock.Now()
	film := testapp.Read[rest.Answer[outline.LessonEntry]](t, w.teacher.Do("POST", "/curriculum/course/"+w.course+"/sections/"+w.section+"/lessons",
		`{"type":"video","title":"Film","content":{"video_id":"`+video+`"}}`, 201)).Data.ID
	w.publish()
	watch := func(from, to int) {
		t.Helper()
		w.learner.Do("POST", "/video-streaming/"+video+"/watch-events", fmt.Sprintf(`{"events":[{"id":%q,"type":"watched","at":%q,"from":%d,"to":%d}]}`,
			db.NewID(), now.Format(time.RFC3339), from, to), 200)
	}
	stands := func() progress.LessonProgress {
		for _, p := range w.standing(w.learner).Lessons {
			if p.LessonID == film {
				return p
			}
		}
		return progress.LessonProgress{}
	}
	watch(30, 60)
	if p := stands(); p.Status != "in_progress" || p.Percent != 55 {
		t.Errorf("%+v", p)
	}
	watch(0, 25)
	if p := stands(); p.Status != "completed" || p.Percent != 100 {
		t.Errorf("%+v", p)
	}
	if r, err := w.Progress.Rebuild(t.Context()); err != nil || r.Differences != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
