package exchange_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/learning/exchange"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/access"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// An exported curriculum imports as it was, except for its ids.
func TestExportImportRoundTrip(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	image := w.Teacher.AddFile(w.CourseID, "bee.png", "\x89PNG\r\n\x1a\n…")
	week := w.Section(`,"kind":"week","description":"D"`)
	inner := w.Section(`,"title":"Inner","parent_id":"` + week.ID + `"`)
	first := w.Lesson(inner.ID, `,"title":"First","required":false,"previewable":true,"duration_seconds":90`)
	w.Lesson(week.ID, `,"title":"Second","release":{"after_lesson":"`+first.ID+`"},"completion":{"rule":"manual"}`)
	w.Lesson(week.ID, fmt.Sprintf(`,"title":"Image","content":{"html":"<p><img src=\"file:%s\" alt=\"x\"></p>"}`, image.ID))
	w.Lesson(inner.ID, fmt.Sprintf(`,"title":"Links","content":{"html":"<p><a href=\"lesson:%s\">first</a> <a href=\"file:%s\">bee</a></p>"}`, first.ID, image.ID))
	packed := w.Teacher.Do("GET", w.Base+"/export", "", 200)

	other := w.Course(w.Teacher)
	r := httptest.NewRequest("POST", "/api/v1/curriculum/course/"+other+"/import", strings.NewReader(packed))
	r.Header.Set("Content-Type", "application/zip")
	if a := w.Teacher.SendRaw(r); a.Code != 200 || !strings.Contains(a.Body.String(), `"lessons":4,"left_out":[]`) {
		t.Fatal(a.Code, a.Body)
	}
	was, is := w.shape(w.CourseID), w.shape(other)
	if was != is || !strings.Contains(is, "lesson:lesson2") {
		t.Errorf("%s\nbecame\n%s", was, is)
	}
	for _, garbage := range []string{"", "x", "{}", "PK\x03\x04", `{"format":"lectern-curriculum-1","sections":[{"kind":"section","title":"x","lessons":[{"type":"evil"}]}]}`} {
		r := httptest.NewRequest("POST", "/api/v1/curriculum/course/"+other+"/import", strings.NewReader(garbage))
		if a := w.Teacher.SendRaw(r); a.Code != 400 {
			t.Errorf("%q: %d %s", garbage, a.Code, a.Body)
		}
	}
	if w.shape(other) != is {
		t.Error("a refused import has changed the draft")
	}
}

// shape describes a draft and the contents of its lessons, without ids.
func (w *class) shape(course string) string {
	w.t.Helper()
	shown := testapp.Read[rest.Answer[outline.Curriculum]](w.t, w.Teacher.Do("GET", "/curriculum/course/"+course+"?draft=true", "", 200)).Data
	names := []string{}
	for i, l := range shown.Lessons {
		names = append(names, l.ID, fmt.Sprint("lesson", i))
	}
	text := ""
	for _, s := range shown.Sections {
		text += fmt.Sprintln(s.Kind, s.Title, s.Description, len(s.Lessons), len(s.Sections))
	}
	for _, l := range shown.Lessons {
		held := testapp.Read[rest.Answer[lesson.LessonDetail]](w.t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+l.ID+"?draft=true", "", 200)).Data
		at := strings.Index(string(held.Content), "file:")
		content := string(held.Content)
		if at > 0 {
			content = content[:at] + content[at+41:]
		}
		text += fmt.Sprintln(l.Type, l.Title, l.Required, l.Previewable, l.DurationSeconds, l.Completion, l.Release.AfterLesson, held.SectionTitle, content)
	}
	return strings.NewReplacer(names...).Replace(text)
}

// Anyone who has the join address of a live session can enter it. It stays with its course, also where an older template has kept one.
func TestTemplatesCarryNoJoinAddresses(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	section := w.Section(`,"kind":"week"`).ID
	inner := w.Section(`,"parent_id":"` + section + `"`).ID
	const live = `,"title":"Meeting","type":"live_session","content":{"date":"2027-01-10","start_time":"18:00","duration_minutes":60,"timezone":"UTC","join_url":"https://meet.example/secret-room"}`
	w.Lesson(section, live)
	w.Lesson(inner, live)
	made := testapp.Read[rest.Answer[exchange.CurriculumTemplate]](t, w.Teacher.Do("POST", "/curriculum/templates",
		`{"course_id":"`+w.CourseID+`","title":"Bees","category":"Nature"}`, 201)).Data
	if n := w.Count("SELECT count(*) FROM curriculum_templates WHERE CAST(archive AS TEXT) LIKE '%secret-room%'"); n != 0 {
		t.Error("the template has the address")
	}
	w.Exec("UPDATE curriculum_templates SET archive = " + map[bool]string{true: "CAST(", false: "("}[w.DB.Postgres] +
		`replace(CAST(archive AS TEXT), '"timezone"', '"join_url":"https://meet.example/secret-room","timezone"')` + map[bool]string{true: " AS JSONB)", false: ")"}[w.DB.Postgres])
	other := w.Course(w.Teacher)
	w.Teacher.Do("POST", "/curriculum/course/"+other+"/import/"+made.ID, "", 200)
	shown := testapp.Read[rest.Answer[outline.Curriculum]](t, w.Teacher.Do("GET", "/curriculum/course/"+other+"?draft=true", "", 200)).Data
	if len(shown.Lessons) != 2 {
		t.Fatalf("%+v", shown.Lessons)
	}
	for _, l := range shown.Lessons {
		held := w.Teacher.Do("GET", "/curriculum/course/"+other+"/lesson/"+l.ID+"?draft=true", "", 200)
		if strings.Contains(held, "secret-room") || !strings.Contains(held, "2027-01-10") {
			t.Errorf("the lesson from the template: %s", held)
		}
	}
}

func TestTemplates(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	w.Lesson(w.Section(`,"kind":"week"`).ID, "")
	made := testapp.Read[rest.Answer[exchange.CurriculumTemplate]](t, w.Teacher.Do("POST", "/curriculum/templates",
		`{"course_id":"`+w.CourseID+`","title":"Bees in a week","category":"Nature","difficulty":"advanced"}`, 201)).Data
	count := func(query string) int {
		return len(testapp.Read[rest.List[exchange.CurriculumTemplate]](t, w.Teacher.Do("GET", "/curriculum/templates?"+query, "", 200)).Data)
	}
	if count("category=Nature&difficulty=advanced&duration=1") != 1 || count("difficulty=beginner") != 0 || made.Weeks != 1 || made.Lessons != 1 {
		t.Errorf("%+v", made)
	}
	other := w.Course(w.Teacher)
	w.Teacher.Do("POST", "/curriculum/course/"+other+"/import/"+made.ID, "", 200)
	w.Teacher.Do("POST", "/curriculum/course/"+other+"/import/none", "", 404)
	if w.shape(w.CourseID) != w.shape(other) {
		t.Errorf("%s", w.shape(other))
	}
	outsider := w.User(access.Instructor)
	outsider.Do("POST", "/curriculum/templates", `{"course_id":"`+w.CourseID+`","title":"X","category":"Y"}`, 403)
	for who, may := range map[*testapp.User]bool{&w.Teacher: true, &outsider: false} {
		shown := testapp.Read[rest.List[exchange.CurriculumTemplate]](t, who.Do("GET", "/curriculum/templates", "", 200)).Data
		if len(shown) != 1 || shown[0].Removable != may {
			t.Errorf("%+v", shown)
		}
	}
	outsider.Do("DELETE", "/curriculum/templates/"+made.ID, "", 404)
	w.Teacher.Do("DELETE", "/curriculum/templates/"+made.ID, "", 200)
	if count("") != 0 {
		t.Error("it is still there")
	}
}
