package curriculum_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/lesson"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Who may see and change what. The teacher of another course has no special rights.
func TestAccess(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	l := w.Lesson(s.ID, "")
	w.Publish()
	w.Lesson(s.ID, `,"title":"Draft"`)
	for name, c := range map[string]struct {
		who                     testapp.User
		read, draft, edit, open int // open: whether the lesson shows its content
	}{
		"nobody":              {w.Nobody(), 200, 403, 401, 0},
		"a student":           {w.User(access.Student), 200, 403, 403, 0},
		"an enrolled student": {w.Student, 200, 403, 403, 1},
		"another teacher":     {w.User(access.Instructor), 200, 403, 403, 0},
		"its teacher":         {w.Teacher, 200, 200, 200, 1},
		"an administrator":    {w.User(access.Admin), 200, 200, 200, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := w.LessonTitles(c.who, ""); !slices.Equal(got, []string{"Bees"}) {
				t.Errorf("sees %v", got)
			}
			for _, path := range []string{"", "/sections", "/sections/" + s.ID, "/lesson/" + l.ID} {
				c.who.Do("GET", w.Base+path, "", c.read)
				c.who.Do("GET", w.Base+path+"?draft=true", "", c.draft)
			}
			d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, c.who.Do("GET", w.Base+"/lesson/"+l.ID, "", 200)).Data
			if (string(d.Content) != "null") != (c.open == 1) || (d.Lock == nil) != (c.open == 1) {
				t.Errorf("content %s, lock %+v", d.Content, d.Lock)
			}
			for _, op := range []struct{ method, path, body string }{
				{"PUT", "", `{"title":"X"}`}, {"POST", "/get-or-create", ""}, {"PUT", "/sections/" + s.ID, "{}"}, {"PUT", "/lessons/" + l.ID, "{}"},
				{"POST", "/validate", ""}, {"POST", "/integrity-check", ""}, {"GET", "/versions", ""}, {"GET", "/diff?from=1", ""}, {"GET", "/stats", ""},
				{"GET", "/lesson/" + l.ID + "/analytics", ""}, {"GET", "/compatibility", ""}, {"GET", "/export", ""}, {"GET", "/files", ""},
				{"POST", "/sync-with-course", ""}, {"PUT", "/sections/reorder", `{"section_ids":["` + s.ID + `"]}`},
			} {
				c.who.Do(op.method, w.Base+op.path, op.body, c.edit)
			}
		})
	}
	w.Exec("UPDATE courses SET status = 'draft'")
	for name, who := range map[string]testapp.User{"nobody": w.Nobody(), "another teacher": w.User(access.Instructor), "a student": w.User(access.Student)} {
		other := strings.ReplaceAll(who.Do("GET", w.Base, "", 404), w.CourseID, "")
		if missing := who.Do("GET", "/curriculum/course/"+strings.Replace(w.CourseID, "0", "1", 1), "", 404); unlike(other, missing) {
			t.Errorf("%s can tell a course that is not theirs from none: %s, %s", name, other, missing)
		}
	}
}

// unlike compares two problems, ignoring the request id.
func unlike(a, b string) bool {
	strip := func(text string) string { before, _, _ := strings.Cut(text, `"request_id"`); return before }
	return strip(a) != strip(b)
}

func TestEmptyFallback(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	for range 2 {
		got := w.Curriculum(w.Student, "")
		if got.Title != "Getting Started" || got.Description != "This course curriculum is being set up. Check back soon!" || !got.IsFallback ||
			got.IsPublished || got.StructureType != "sectioned" || len(got.Sections) != 0 {
			t.Errorf("%+v", got)
		}
		w.Section("") // an unpublished draft changes nothing for learners
	}
	if a := testapp.Read[rest.Answer[lesson.Availability]](t, w.Student.Do("GET", w.Base+"/check-availability", "", 200)).Data; a.Available || a.Reason != "nothing_published" {
		t.Errorf("%+v", a)
	}
}

func TestRelease(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	s := w.Section("")
	first := w.Lesson(s.ID, `,"title":"First"`)
	w.Lesson(s.ID, `,"title":"Later","release":{"at":"`+w.Clock.Now().Add(time.Hour).Format(time.RFC3339)+`"}`)
	w.Lesson(s.ID, `,"title":"In days","release":{"days_after_enrolment":2}`)
	w.Lesson(s.ID, `,"title":"After","release":{"after_lesson":"`+first.ID+`"}`)
	w.Lesson(s.ID, `,"title":"Free","previewable":true,"release":{"days_after_enrolment":9}`)
	w.Teacher.Do("PUT", w.Base+"/lessons/"+first.ID, `{"release":{"after_lesson":"`+first.ID+`"}}`, 400)
	w.Publish()
	open := func(who testapp.User) (titles []string) {
		for _, l := range w.Curriculum(who, "").Lessons {
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
	check("at first", w.Student, "First", "Free")
	check("to nobody", w.Nobody(), "Free")
	check("to the teacher", w.Teacher, "First", "Later", "In days", "After", "Free")
	w.Student.Do("POST", "/progress/events", fmt.Sprintf(`{"events":[{"id":"0199aaaa-0000-7000-8000-000000000001","courseId":%q,"lessonId":%q,"type":"viewed","at":%q}]}`,
		w.CourseID, first.ID, w.Clock.Now().Format(time.RFC3339)), 200)
	check("after the first", w.Student, "First", "After", "Free")
	w.Clock.Advance(time.Hour)
	check("an hour later", w.Student, "First", "Later", "After", "Free")
	w.Clock.Advance(48 * time.Hour)
	check("days later", w.Student, "First", "Later", "In days", "After", "Free")
}

// Lessons of an open course are open without enrollment and without an account.
func TestOpenCourseNeedsNoEnrollment(t *testing.T) {
	t.Parallel()
	w := testapp.NewClass(t)
	first := w.Lesson(w.Section("").ID, `,"title":"First"`)
	w.Publish()
	w.Exec("UPDATE courses SET course_type = 'free' WHERE id = ?", w.CourseID)
	body := w.Nobody().Do("GET", w.Base+"/lesson/"+first.ID, "", 200)
	if !strings.Contains(body, "not_enrolled") || strings.Contains(body, `\u003eBees`) {
		t.Errorf("without an account: %s", body)
	}
	w.Teacher.Do("PUT", "/tcourse/free/"+w.CourseID+"/access", `{"access_type":"open"}`, 200)
	body = w.Nobody().Do("GET", w.Base+"/lesson/"+first.ID, "", 200)
	if strings.Contains(body, "not_enrolled") || !strings.Contains(body, `\u003eBees`) {
		t.Errorf("once it is open: %s", body)
	}
}
