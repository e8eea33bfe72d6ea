package curriculum_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/learning/lesson"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// When two teachers edit one lesson, the second gets a 412 and keeps their text.
func TestStaleEdit(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	l := w.Lesson(w.Section("").ID, "")
	save := func(revision int64, html string, want int) string {
		return w.Teacher.Do("PUT", w.Base+"/lessons/"+l.ID, fmt.Sprintf(`{"content":{"html":%q},"revision":%d}`, html, revision), want)
	}
	first := testapp.Read[rest.Answer[outline.LessonEntry]](t, save(l.Revision, "<p>mine</p>", 200)).Data
	refused := testapp.Read[rest.Problem](t, save(l.Revision, "<p>yours</p>", 412))
	details, _ := json.Marshal(refused.Details)
	if refused.Code != "stale_version" || !strings.Contains(string(details), fmt.Sprint(`"revision":`, first.Revision)) || !strings.Contains(string(details), "mine") {
		t.Errorf("%+v: %s", refused, details)
	}
	if d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", w.Base+"/lesson/"+l.ID+"?draft=true", "", 200)).Data; !strings.Contains(string(d.Content), "mine") {
		t.Errorf("the refused edit has changed it: %s", d.Content)
	}
	save(first.Revision, "<p>both</p>", 200)
}

// Twenty concurrent editors leave one valid order; outdated orders are refused.
func TestConcurrentEditors(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	var ids []string
	for i := range 6 {
		ids = append(ids, w.Lesson(s.ID, fmt.Sprintf(`,"title":"L%d"`, i)).ID)
	}
	var wait sync.WaitGroup
	codes := make([]int, 20)
	for i := range codes {
		wait.Go(func() {
			order := append(slices.Clone(ids[i%6:]), ids[:i%6]...)
			if i%2 == 1 {
				codes[i] = w.Teacher.Send("POST", "/api/v1"+w.Base+"/sections/"+s.ID+"/lessons", `{"type":"text","title":"New"}`).Code
				return
			}
			body, _ := json.Marshal(map[string]any{"sections": []any{map[string]any{"section_id": s.ID, "lesson_ids": order}}})
			codes[i] = w.Teacher.Send("PUT", "/api/v1"+w.Base+"/lessons/reorder", string(body)).Code
		})
	}
	wait.Wait()
	done := 0
	for i, code := range codes {
		switch {
		case i%2 == 1 && code != 201, code != 200 && code != 201 && code != 409:
			t.Errorf("editor %d: %d", i, code)
		case code == 200:
			done++
		}
	}
	shown := w.Curriculum(w.Teacher, "?draft=true")
	seen := map[string]bool{}
	for i, l := range shown.Lessons {
		if seen[l.ID] || l.Order != int64(i+1) {
			t.Errorf("%+v", shown.Lessons)
		}
		seen[l.ID] = true
	}
	if len(seen) != 16 || shown.Draft.Revision != int64(1+6+10+done) {
		t.Errorf("%d lessons after %d edits, revision %d", len(seen), 17+done, shown.Draft.Revision)
	}
}

func TestUndo(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	l := w.Lesson(s.ID, "")
	w.Teacher.Do("DELETE", w.Base+"/sections/"+s.ID, "", 200)
	revision := func() int64 { return w.Curriculum(w.Teacher, "?draft=true").Draft.Revision }
	undo := func(at int64, want int) {
		w.Teacher.Do("POST", w.Base+"/undo", fmt.Sprintf(`{"revision":%d}`, at), want)
	}
	undo(revision()-1, 412)
	undo(revision(), 200)
	if got := w.Curriculum(w.Teacher, "?draft=true"); len(got.Lessons) != 1 || got.Lessons[0].ID != l.ID {
		t.Errorf("%+v", got.Lessons)
	}
	undo(revision(), 200)
	undo(revision(), 200)
	undo(revision(), 409)
	if got := w.Curriculum(w.Teacher, "?draft=true"); len(got.Sections) != 0 || got.Draft.CanUndo {
		t.Errorf("%+v", got)
	}
}

// A copy is inserted after its original, has the same content, and is independent of it.
func TestCopies(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	week := w.Section(`,"kind":"week"`)
	inner := w.Section(`,"parent_id":"` + week.ID + `"`)
	a := w.Lesson(week.ID, `,"title":"A"`)
	w.Lesson(inner.ID, `,"title":"B","release":{"after_lesson":"`+a.ID+`"}`)
	one := testapp.Read[rest.Answer[outline.LessonEntry]](t, w.Teacher.Do("POST", w.Base+"/lessons/"+a.ID+"/duplicate", "", 201)).Data
	if one.Title != "A (copy)" || one.ID == a.ID || one.Order != 2 || one.ContentID != a.ContentID {
		t.Errorf("%+v", one)
	}
	w.Teacher.Do("PUT", w.Base+"/lessons/"+one.ID, `{"content":{"html":"<p>other</p>"}}`, 200)
	if d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", w.Base+"/lesson/"+a.ID+"?draft=true", "", 200)).Data; !strings.Contains(string(d.Content), "Bees") {
		t.Errorf("a change of the copy has changed the original: %s", d.Content)
	}
	both := testapp.Read[rest.Answer[outline.OutlineEntry]](t, w.Teacher.Do("POST", w.Base+"/sections/"+week.ID+"/duplicate", "", 201)).Data
	if both.Title != "Basics (copy)" || both.Order != 2 || len(both.Lessons) != 2 || len(both.Sections) != 1 || len(both.Sections[0].Lessons) != 1 {
		t.Fatalf("%+v", both)
	}
	if after := both.Sections[0].Lessons[0].Release.AfterLesson; after != both.Lessons[0].ID {
		t.Errorf("the copy waits for %s instead of its own %s", after, both.Lessons[0].ID)
	}
	seen := map[string]bool{}
	for _, l := range w.Curriculum(w.Teacher, "?draft=true").Lessons {
		seen[l.ID] = true
	}
	if len(seen) != 6 {
		t.Errorf("%d lessons", len(seen))
	}
	w.Teacher.Do("POST", w.Base+"/lessons/none/duplicate", "", 404)
	w.Publish() // publishing requires registered ids
}

// An author cannot set a live session to a time that has passed; one that took place can still be edited.
func TestLiveSessionsInThePast(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	section := w.Section("").ID
	session := func(day time.Time, minutes int) string {
		return fmt.Sprintf(`"content":{"date":%q,"start_time":"10:00","duration_minutes":%d,"timezone":"UTC","join_url":"https://meet.test/1"}`, day.Format(time.DateOnly), minutes)
	}
	past, next := testapp.Start.AddDate(0, 0, -1), testapp.Start.AddDate(0, 0, 7)
	path := w.Base + "/sections/" + section + "/lessons"
	if answer := w.Teacher.Do("POST", path, `{"type":"live_session","title":"Live",`+session(past, 60)+`}`, 400); !strings.Contains(answer, "Date "+past.Format(time.DateOnly)+" is in the past") {
		t.Error(answer)
	}
	if n := len(w.LessonTitles(w.Teacher, "?draft=true")); n != 0 {
		t.Errorf("what was refused left %d lessons", n)
	}
	l := testapp.Read[rest.Answer[outline.LessonEntry]](t, w.Teacher.Do("POST", path, `{"type":"live_session","title":"Live",`+session(next, 60)+`}`, 201)).Data
	w.Clock.Advance(14 * 24 * time.Hour)
	w.Teacher.Do("PUT", w.Base+"/lessons/"+l.ID, "{"+session(next, 90)+"}", 200)
	w.Teacher.Do("PUT", w.Base+"/lessons/"+l.ID, "{"+session(past, 90)+"}", 400)
}

// What is read is completed by its learner, unless its author chooses otherwise.
func TestCompletionByDefault(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	lessons := w.Base + "/sections/" + w.Section("").ID + "/lessons"
	for kind, want := range map[string]string{"text": "manual", "pdf": "manual", "file": "manual", "embed": "view", "video": "watched", "quiz": "score", "assignment": "submission", "live_session": "manual"} {
		l := testapp.Read[rest.Answer[outline.LessonEntry]](t, w.Teacher.Do("POST", lessons, `{"type":"`+kind+`","title":"L"}`, 201)).Data
		if l.Completion.Rule != want {
			t.Errorf("%s: %s, want %s", kind, l.Completion.Rule, want)
		}
	}
	before := w.Lesson(w.Section("").ID, `,"completion":{"rule":"view"}`)
	after := testapp.Read[rest.Answer[outline.LessonEntry]](t, w.Teacher.Do("PUT", w.Base+"/lessons/"+before.ID, `{"title":"Wasps"}`, 200)).Data
	if after.Completion.Rule != "view" {
		t.Errorf("an edit has changed the rule to %s", after.Completion.Rule)
	}
}
