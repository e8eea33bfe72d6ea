package curriculum_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/curriculum"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Who may see and change what; another course's teacher is a stranger.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	l := w.lesson(s.ID, "")
	w.publish()
	w.lesson(s.ID, `,"title":"Draft"`)
	for name, c := range map[string]struct {
		who                     testapp.User
		read, draft, edit, open int // open: whether the lesson shows what is in it
	}{
		"nobody":           {w.Nobody(), 200, 403, 401, 0},
		"a student":        {w.User(access.Student), 200, 403, 403, 0},
		"an enrolled one":  {w.learner, 200, 403, 403, 1},
		"another teacher":  {w.User(access.Instructor), 200, 403, 403, 0},
		"its teacher":      {w.teacher, 200, 200, 200, 1},
		"an administrator": {w.User(access.Admin), 200, 200, 200, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := w.titles(c.who, ""); !slices.Equal(got, []string{"Bees"}) {
				t.Errorf("sees %v", got)
			}
			for _, path := range []string{"", "/sections", "/sections/" + s.ID, "/lesson/" + l.ID} {
				c.who.Do("GET", w.base+path, "", c.read)
				c.who.Do("GET", w.base+path+"?draft=true", "", c.draft)
			}
			d := testapp.Read[detail](t, c.who.Do("GET", w.base+"/lesson/"+l.ID, "", 200)).Data
			if (string(d.Content) != "null") != (c.open == 1) || (d.Lock == nil) != (c.open == 1) {
				t.Errorf("content %s, lock %+v", d.Content, d.Lock)
			}
			for _, op := range []struct{ method, path, body string }{
				{"PUT", "", `{"title":"X"}`}, {"POST", "/get-or-create", ""}, {"PUT", "/sections/" + s.ID, "{}"}, {"PUT", "/lessons/" + l.ID, "{}"},
				{"POST", "/validate", ""}, {"POST", "/integrity-check", ""}, {"GET", "/versions", ""}, {"GET", "/diff?from=1", ""}, {"GET", "/stats", ""},
				{"GET", "/lesson/" + l.ID + "/analytics", ""}, {"GET", "/compatibility", ""}, {"GET", "/export", ""}, {"GET", "/files", ""},
				{"POST", "/sync-with-course", ""}, {"PUT", "/sections/reorder", `{"section_ids":["` + s.ID + `"]}`},
			} {
				c.who.Do(op.method, w.base+op.path, op.body, c.edit)
			}
		})
	}
	w.Exec("UPDATE courses SET status = 'draft'")
	for name, who := range map[string]testapp.User{"nobody": w.Nobody(), "another teacher": w.User(access.Instructor), "a student": w.User(access.Student)} {
		other := strings.ReplaceAll(who.Do("GET", w.base, "", 404), w.course, "")
		if missing := who.Do("GET", "/curriculum/course/"+strings.Replace(w.course, "0", "1", 1), "", 404); unlike(other, missing) {
			t.Errorf("%s can tell a course that is not theirs from none: %s, %s", name, other, missing)
		}
	}
}

// unlike compares two problems but for the id of the request.
func unlike(a, b string) bool {
	strip := func(text string) string { before, _, _ := strings.Cut(text, `"request_id"`); return before }
	return strip(a) != strip(b)
}

func TestEmptyFallback(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 {
		got := w.get(w.learner, "")
		if got.Title != "Getting Started" || got.Description != "This course curriculum is being set up. Check back soon!" || !got.IsFallback ||
			got.IsPublished || got.StructureType != "sectioned" || len(got.Sections) != 0 {
			t.Errorf("%+v", got)
		}
		w.section("") // an unpublished draft changes nothing for learners
	}
	if a := testapp.Read[rest.Answer[curriculum.Availability]](t, w.learner.Do("GET", w.base+"/check-availability", "", 200)).Data; a.Available || a.Reason != "nothing_published" {
		t.Errorf("%+v", a)
	}
}

func TestRelease(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.section("")
	first := w.lesson(s.ID, `,"title":"First"`)
	w.lesson(s.ID, `,"title":"Later","release":{"at":"`+w.Clock.Now().Add(time.Hour).Format(time.RFC3339)+`"}`)
	w.lesson(s.ID, `,"title":"In days","release":{"days_after_enrolment":2}`)
	w.lesson(s.ID, `,"title":"After","release":{"after_lesson":"`+first.ID+`"}`)
	w.lesson(s.ID, `,"title":"Free","previewable":true,"release":{"days_after_enrolment":9}`)
	w.teacher.Do("PUT", w.base+"/lessons/"+first.ID, `{"release":{"after_lesson":"`+first.ID+`"}}`, 400)
	w.publish()
	open := func(who testapp.User) (titles []string) {
		for _, l := range w.get(who, "").Lessons {
			if l.Lock == nil {
				titles = append(titles, l.Title)
			}
		}
		return titles
	}
	check := func(when string, who testapp.User, want ...string) {
		t.Helper()
		if got := open(who); !slices.Equal(got, want) {
			t.Errorf("%s: %v open, want %v", when, got, want)
		}
	}
	check("at first", w.learner, "First", "Free")
	check("to nobody", w.Nobody(), "Free")
	check("to the teacher", w.teacher, "First", "Later", "In days", "After", "Free")
	w.learner.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":"0199aaaa-0000-7000-8000-000000000001","courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
		w.course, first.ID, w.Clock.Now().Format(time.RFC3339)), 200)
	check("after the first", w.learner, "First", "After", "Free")
	w.Clock.Advance(time.Hour)
	check("an hour later", w.learner, "First", "Later", "After", "Free")
	w.Clock.Advance(48 * time.Hour)
	check("days later", w.learner, "First", "Later", "In days", "After", "Free")
}

// A course that is open to everybody opens its lessons to who has no place in it, and has not signed in.
func TestAnOpenCourse(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.lesson(w.section("").ID, `,"title":"First"`)
	w.publish()
	w.Exec("UPDATE courses SET course_type = 'free' WHERE id = ?", w.course)
	body := w.Nobody().Do("GET", w.base+"/lesson/"+first.ID, "", 200)
	if !strings.Contains(body, "not_enrolled") || strings.Contains(body, `\u003eBees`) {
		t.Errorf("without an account: %s", body)
	}
	w.teacher.Do("PUT", "/tcourse/free/"+w.course+"/access", `{"access_type":"open"}`, 200)
	body = w.Nobody().Do("GET", w.base+"/lesson/"+first.ID, "", 200)
	if strings.Contains(body, "not_enrolled") || !strings.Contains(body, `\u003eBees`) {
		t.Errorf("once it is open: %s", body)
	}
}
