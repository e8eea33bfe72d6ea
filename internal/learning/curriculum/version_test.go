package curriculum_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/curriculum"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Publishing what is published already makes no version, and nobody is notified of it.
func TestPublishingAnUnchangedDraft(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	l := w.Lesson(w.Section("").ID, "")
	w.Publish()
	again := testapp.Read[rest.Answer[curriculum.Published]](t, w.Teacher.Do("POST", w.Base+"/publish", "{}", 200))
	if again.Data.Version != 1 || !again.Data.Unchanged || again.Message != "Nothing has changed since version 1" {
		t.Errorf("%+v", again)
	}
	if n := w.Count("SELECT count(*) FROM curriculum_versions"); n != 1 {
		t.Errorf("%d versions", n)
	}
	w.Teacher.Do("PUT", w.Base+"/lessons/"+l.ID, `{"title":"Another"}`, 200)
	if next := testapp.Read[rest.Answer[curriculum.Published]](t, w.Teacher.Do("POST", w.Base+"/publish", "{}", 200)).Data; next.Version != 2 || next.Unchanged {
		t.Errorf("%+v", next)
	}
}

func TestVersions(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	w.Section("")
	w.Teacher.Do("POST", w.Base+"/publish", "{}", 409) // no lessons yet
	s := w.Section(`,"kind":"week"`)
	a := w.Lesson(s.ID, `,"title":"A"`)
	w.Lesson(s.ID, `,"title":"B"`)
	w.Publish()
	w.Teacher.Do("DELETE", w.Base+"/lessons/"+a.ID, "", 200)
	w.Lesson(s.ID, `,"title":"C"`)
	if got := w.LessonTitles(w.Student, ""); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("learners see %v before it is published", got)
	}
	if d := w.Curriculum(w.Teacher, "?draft=true"); !d.Draft.Changed {
		t.Error("the draft is not marked as changed")
	}
	diff := testapp.Read[rest.Answer[[]outline.Difference]](t, w.Teacher.Do("GET", w.Base+"/diff?from=1", "", 200)).Data
	if len(diff) != 2 || diff[0].Change != "removed" || diff[0].Title != "A" || diff[1].Change != "added" || diff[1].Title != "C" {
		t.Errorf("%+v", diff)
	}
	w.Publish()
	if got := w.LessonTitles(w.Student, ""); !slices.Equal(got, []string{"B", "C"}) {
		t.Errorf("learners see %v", got)
	}
	if n := w.Count("SELECT count(*) FROM published_lessons"); n != 2 {
		t.Errorf("%d lessons count as published", n)
	}
	w.Teacher.Do("POST", w.Base+"/versions/1/restore", "", 200)
	if got := w.LessonTitles(w.Teacher, "?draft=true"); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("restored: %v", got)
	}
	w.Teacher.Do("POST", w.Base+"/versions/3/restore", "", 404)
	w.Teacher.Do("POST", w.Base+"/recover", "", 200)
	if d := w.Curriculum(w.Teacher, "?draft=true"); d.Draft.Changed || !slices.Equal(w.LessonTitles(w.Teacher, "?draft=true"), []string{"B", "C"}) {
		t.Errorf("recovered: %+v", d.Draft)
	}
}

func TestScheduledPublication(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	l := w.Lesson(w.Section("").ID, "")
	due := func() {
		t.Helper()
		if err := w.Publications.PublishDue(t.Context()); err != nil {
			t.Error(err)
		}
	}
	at := func(d time.Duration) string {
		return fmt.Sprintf(`{"at":%q}`, w.Clock.Now().Add(d).Format(time.RFC3339))
	}
	w.Teacher.Do("POST", w.Base+"/publish", at(-time.Minute), 400)
	w.Teacher.Do("POST", w.Base+"/publish", at(time.Hour), 200)
	w.Teacher.Do("PUT", w.Base+"/lessons/"+l.ID, `{"title":"As it is then"}`, 200)
	w.Clock.Advance(59 * time.Minute)
	due()
	if got := w.Curriculum(w.Student, ""); got.IsPublished {
		t.Error("it was published too early")
	}
	w.Clock.Advance(time.Minute)
	due()
	if got := w.LessonTitles(w.Student, ""); !slices.Equal(got, []string{"As it is then"}) {
		t.Errorf("an hour later: %v", got)
	}
	w.Teacher.Do("POST", w.Base+"/publish", at(time.Hour), 200)
	w.Teacher.Do("DELETE", w.Base+"/publish", "", 200)
	w.Clock.Advance(2 * time.Hour)
	due()
	if got := w.Curriculum(w.Student, ""); got.Version != 1 {
		t.Errorf("a cancelled publication went out: version %d", got.Version)
	}
}

// Teachers see the draft as a user who enrols now would: with its locks, cleaned, and with its files.
func TestPreview(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	first := w.Lesson(s.ID, `,"title":"First","content":{"html":"<p>a</p><img src=\"file:`+w.Teacher.AddFile(w.CourseID, "a.png", "\x89PNG\r\n\x1a\n…").ID+`\">"}`)
	second := w.Lesson(s.ID, `,"title":"Second","release":{"after_lesson":"`+first.ID+`"}`)
	shown := testapp.Read[rest.Answer[outline.Curriculum]](t, w.Teacher.Do("GET", w.Base+"/preview", "", 200)).Data
	if shown.Lessons[0].Lock != nil || shown.Lessons[1].Lock == nil || shown.Lessons[1].Lock.Reason != "after_lesson" || shown.Draft != nil {
		t.Errorf("%+v", shown)
	}
	if d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", w.Base+"/preview/"+first.ID, "", 200)).Data; !strings.Contains(string(d.Content), "/api/v1/curriculum/files/") {
		t.Errorf("images have no URL: %s", d.Content)
	}
	if d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", w.Base+"/preview/"+second.ID, "", 200)).Data; d.Lock == nil || !strings.Contains(string(d.Content), "Bees") {
		t.Errorf("%+v", d)
	}
	w.Student.Do("GET", w.Base+"/preview", "", 403)
	w.Student.Do("GET", w.Base+"/preview/"+first.ID, "", 403)
	w.User(access.Instructor).Do("GET", w.Base+"/preview/"+first.ID, "", 403)
}
