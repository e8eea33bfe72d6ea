package curriculum_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func TestVersions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.section("")
	w.teacher.Do("POST", w.base+"/publish", "{}", 409) // there is no lesson
	s := w.section(`,"kind":"week"`)
	a := w.lesson(s.ID, `,"title":"A"`)
	w.lesson(s.ID, `,"title":"B"`)
	w.publish()
	w.teacher.Do("DELETE", w.base+"/lessons/"+a.ID, "", 200)
	w.lesson(s.ID, `,"title":"C"`)
	if got := w.titles(w.learner, ""); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("learners see %v before it is published", got)
	}
	if d := w.get(w.teacher, "?draft=true"); !d.Draft.Changed {
		t.Error("the draft does not say that it differs")
	}
	diff := testapp.Read[rest.Answer[[]outline.Difference]](t, w.teacher.Do("GET", w.base+"/diff?from=1", "", 200)).Data
	if len(diff) != 2 || diff[0].Change != "removed" || diff[0].Title != "A" || diff[1].Change != "added" || diff[1].Title != "C" {
		t.Errorf("%+v", diff)
	}
	w.publish()
	if got := w.titles(w.learner, ""); !slices.Equal(got, []string{"B", "C"}) {
		t.Errorf("learners see %v", got)
	}
	if n := w.Count("SELECT count(*) FROM published_lessons"); n != 2 {
		t.Errorf("%d lessons count as published", n)
	}
	w.teacher.Do("POST", w.base+"/versions/1/restore", "", 200)
	if got := w.titles(w.teacher, "?draft=true"); !slices.Equal(got, []string{"A", "B"}) {
		t.Errorf("restored: %v", got)
	}
	w.teacher.Do("POST", w.base+"/versions/3/restore", "", 404)
	w.teacher.Do("POST", w.base+"/recover", "", 200)
	if d := w.get(w.teacher, "?draft=true"); d.Draft.Changed || !slices.Equal(w.titles(w.teacher, "?draft=true"), []string{"B", "C"}) {
		t.Errorf("recovered: %+v", d.Draft)
	}
}

func TestPublishingLater(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := w.lesson(w.section("").ID, "")
	due := func() {
		t.Helper()
		if err := w.Curricula.PublishDue(t.Context()); err != nil {
			t.Error(err)
		}
	}
	at := func(d time.Duration) string {
		return fmt.Sprintf(`{"at":%q}`, w.Clock.Now().Add(d).Format(time.RFC3339))
	}
	w.teacher.Do("POST", w.base+"/publish", at(-time.Minute), 400)
	w.teacher.Do("POST", w.base+"/publish", at(time.Hour), 200)
	w.teacher.Do("PUT", w.base+"/lessons/"+l.ID, `{"title":"As it is then"}`, 200)
	w.Clock.Advance(59 * time.Minute)
	due()
	if got := w.get(w.learner, ""); got.IsPublished {
		t.Error("it is out too early")
	}
	w.Clock.Advance(time.Minute)
	due()
	if got := w.titles(w.learner, ""); !slices.Equal(got, []string{"As it is then"}) {
		t.Errorf("an hour later: %v", got)
	}
	w.teacher.Do("POST", w.base+"/publish", at(time.Hour), 200)
	w.teacher.Do("DELETE", w.base+"/publish", "", 200)
	w.Clock.Advance(2 * time.Hour)
	due()
	if got := w.get(w.learner, ""); got.Version != 1 {
		t.Errorf("what was taken back went out: version %d", got.Version)
	}
}

// A teacher sees the draft as somebody would who enrols now: closed where it would be closed, cleaned, with its files.
func TestPreview(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	first := w.lesson(s.ID, `,"title":"First","content":{"html":"<p>a</p><img src=\"file:0199aaaa-0000-7000-8000-000000000000\">"}`)
	second := w.lesson(s.ID, `,"title":"Second","release":{"after_lesson":"`+first.ID+`"}`)
	shown := testapp.Read[whole](t, w.teacher.Do("GET", w.base+"/preview", "", 200)).Data
	if shown.Lessons[0].Lock != nil || shown.Lessons[1].Lock == nil || shown.Lessons[1].Lock.Reason != "after_lesson" || shown.Draft != nil {
		t.Errorf("%+v", shown)
	}
	if d := testapp.Read[detail](t, w.teacher.Do("GET", w.base+"/preview/"+first.ID, "", 200)).Data; !strings.Contains(string(d.Content), "/api/v1/curriculum/files/") {
		t.Errorf("images have no address: %s", d.Content)
	}
	if d := testapp.Read[detail](t, w.teacher.Do("GET", w.base+"/preview/"+second.ID, "", 200)).Data; d.Lock == nil || !strings.Contains(string(d.Content), "Bees") {
		t.Errorf("%+v", d)
	}
	w.learner.Do("GET", w.base+"/preview", "", 403)
	w.learner.Do("GET", w.base+"/preview/"+first.ID, "", 403)
	w.User(access.Instructor).Do("GET", w.base+"/preview/"+first.ID, "", 403)
}
