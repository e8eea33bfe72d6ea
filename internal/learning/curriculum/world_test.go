package curriculum_test

import (
	"testing"

	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type (
	whole  = rest.Answer[outline.Curriculum]
	entry  = rest.Answer[outline.OutlineEntry]
	lesson = rest.Answer[outline.LessonEntry]
	detail = rest.Answer[curriculum.LessonDetail]
)

// world is a course with a teacher and a learner.
type world struct {
	*testapp.App
	t                *testing.T
	teacher, learner testapp.User
	course, base     string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	app := testapp.New(t)
	w := &world{App: app, t: t, teacher: app.User(access.Instructor), learner: app.User(access.Student)}
	w.course = app.Course(w.teacher)
	w.base = "/curriculum/course/" + w.course
	app.Enroll(w.learner, w.course)
	return w
}

func (w *world) section(members string) outline.OutlineEntry {
	w.t.Helper()
	return testapp.Read[entry](w.t, w.teacher.Do("POST", w.base+"/sections", `{"title":"Basics"`+members+`}`, 201)).Data
}

func (w *world) lesson(section, members string) outline.LessonEntry {
	w.t.Helper()
	return testapp.Read[lesson](w.t, w.teacher.Do("POST", w.base+"/sections/"+section+"/lessons",
		`{"type":"text","title":"Bees","content":{"html":"<p>Bees</p>"}`+members+`}`, 201)).Data
}

func (w *world) publish() {
	w.t.Helper()
	w.teacher.Do("POST", w.base+"/publish", "{}", 200)
}

func (w *world) get(who testapp.User, query string) outline.Curriculum {
	w.t.Helper()
	return testapp.Read[whole](w.t, who.Do("GET", w.base+query, "", 200)).Data
}

func (w *world) titles(who testapp.User, query string) (titles []string) {
	w.t.Helper()
	for _, l := range w.get(who, query).Lessons {
		titles = append(titles, l.Title)
	}
	return titles
}
