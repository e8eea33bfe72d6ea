package note_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/learning/note"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// lessonOf publishes a course with one open lesson.
func lessonOf(t *testing.T, app *testapp.App, teacher testapp.User, members string) (course, lesson string) {
	t.Helper()
	type made = rest.Answer[struct{ ID string }]
	course = app.Course(teacher)
	base := "/curriculum/course/" + course
	section := testapp.Read[made](t, teacher.Do("POST", base+"/sections", `{"title":"S"}`, 201)).Data.ID
	lesson = testapp.Read[made](t, teacher.Do("POST", base+"/sections/"+section+"/lessons", `{"type":"text","title":"L","content":{"html":"x"}`+members+`}`, 201)).Data.ID
	teacher.Do("POST", base+"/publish", "{}", 200)
	return course, lesson
}

func notesOf(t *testing.T, who testapp.User, lesson string) []note.Note {
	t.Helper()
	return testapp.Read[rest.Answer[[]note.Note]](t, who.Do("GET", "/progress/lessons/"+lesson+"/notes", "", 200)).Data
}

// Nobody but its author reads, changes or deletes a note: no learner, no teacher of the course, no administrator.
func TestNotesArePrivate(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, writer, other := app.User(access.Instructor), app.User(access.Student), app.User(access.Student)
	course, lesson := lessonOf(t, app, teacher, "")
	app.Enroll(writer, course)
	app.Enroll(other, course)
	at := "/progress/lessons/" + lesson + "/notes"
	secret := "My own thought"
	n := testapp.Read[rest.Answer[note.Note]](t, writer.Do("POST", at, `{"body":" `+secret+` ","timestamp":61.5}`, 201)).Data
	if n.Body != secret || n.Timestamp == nil || *n.Timestamp != 61.5 {
		t.Errorf("%+v", n)
	}
	app.Nobody().Do("GET", at, "", 401)
	for name, who := range map[string]testapp.User{"a learner": other, "the teacher": teacher, "an administrator": app.User(access.Admin)} {
		if answer := who.Do("GET", at, "", 200); strings.Contains(answer, secret) {
			t.Errorf("the %s reads it: %s", name, answer)
		}
		who.Do("PUT", "/progress/notes/"+n.ID, `{"body":"Taken"}`, 404)
		who.Do("DELETE", "/progress/notes/"+n.ID, "", 404)
	}
	outsider := app.User(access.Student)
	outsider.Do("GET", at, "", 404)
	outsider.Do("POST", at, `{"body":"x"}`, 404)
	if all := notesOf(t, writer, lesson); len(all) != 1 || all[0].Body != secret || app.Count("SELECT count(*) FROM lesson_notes") != 1 {
		t.Errorf("%+v", all)
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, writer := app.User(access.Instructor), app.User(access.Student)
	course, lesson := lessonOf(t, app, teacher, "")
	app.Enroll(writer, course)
	at := "/progress/lessons/" + lesson + "/notes"
	for _, body := range []string{`{}`, `{"body":"  "}`, `{"body":"x","timestamp":-1}`, `{"body":"` + strings.Repeat("x", 5001) + `"}`} {
		writer.Do("POST", at, body, 400)
	}
	writer.Do("POST", at, `{"body":"Later","timestamp":90}`, 201)
	writer.Do("POST", at, `{"body":"Of the whole"}`, 201)
	first := testapp.Read[rest.Answer[note.Note]](t, writer.Do("POST", at, `{"body":"Early","timestamp":3}`, 201)).Data
	order := func() (said string) {
		for _, n := range notesOf(t, writer, lesson) {
			said += n.Body + ";"
		}
		return said
	}
	if got := order(); got != "Early;Later;Of the whole;" {
		t.Error(got)
	}
	writer.Do("PUT", "/progress/notes/"+first.ID, `{"body":"Moved","timestamp":100}`, 200)
	if got := order(); got != "Later;Moved;Of the whole;" {
		t.Error(got)
	}
	writer.Do("DELETE", "/progress/notes/"+first.ID, "", 200)
	writer.Do("DELETE", "/progress/notes/"+first.ID, "", 404)
	writer.Do("GET", "/progress/lessons/"+db.NewID()+"/notes", "", 404)
	if got := order(); got != "Later;Of the whole;" {
		t.Error(got)
	}
}

func TestLockedLessonsRefuseNotes(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	teacher, writer := app.User(access.Instructor), app.User(access.Student)
	course, lesson := lessonOf(t, app, teacher, `,"release":{"at":"2099-01-01T00:00:00Z"}`)
	app.Enroll(writer, course)
	writer.Do("POST", "/progress/lessons/"+lesson+"/notes", `{"body":"x"}`, 404)
	if n := app.Count("SELECT count(*) FROM lesson_notes"); n != 0 {
		t.Errorf("%d notes", n)
	}
}

// Users find their own notes in a course by text, and no one else's.
func TestSearchNotes(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, bob, teacher := app.User(access.Student), app.User(access.Student), app.User(access.Instructor)
	course, lesson := lessonOf(t, app, teacher, "")
	app.Enroll(ann, course)
	app.Enroll(bob, course)
	at := "/progress/lessons/" + lesson + "/notes"
	for _, body := range []string{"The Queen's dance", "100% café", "Honey"} {
		app.Clock.Advance(time.Second)
		ann.Do("POST", at, fmt.Sprintf(`{"body":%q}`, body), 201)
	}
	bob.Do("POST", at, `{"body":"Bob's dance"}`, 201)
	found := func(query string) (bodies string) {
		for _, n := range testapp.Read[rest.List[note.Note]](t, ann.Do("GET", "/progress/courses/"+course+"/notes"+query, "", 200)).Data {
			bodies += n.Body + ";"
		}
		return bodies
	}
	for query, want := range map[string]string{"": "Honey;100% café;The Queen's dance;", "?search=DANCE": "The Queen's dance;", "?search=cafe": "100% café;", "?search=0%25": "100% café;", "?search=_": ""} {
		if got := found(query); got != want {
			t.Errorf("%q finds %q, not %q", query, got, want)
		}
	}
	seen, cursor := "", ""
	for range 2 {
		page := testapp.Read[rest.List[note.Note]](t, ann.Do("GET", "/progress/courses/"+course+"/notes?limit=2&cursor="+cursor, "", 200))
		for _, n := range page.Data {
			seen += n.Body + ";"
		}
		cursor = page.NextCursor
	}
	if seen != "Honey;100% café;The Queen's dance;" || cursor != "" {
		t.Errorf("scrolled over %q, then %q", seen, cursor)
	}
	ann.Do("GET", "/progress/courses/"+course+"/notes?cursor=x", "", 400)
}

// The notes of all courses are listed to their author alone, of the courses that are still open to them.
func TestNotesOfAllCourses(t *testing.T) {
	t.Parallel()
	app := testapp.New(t)
	ann, bob, teacher := app.User(access.Student), app.User(access.Student), app.User(access.Instructor)
	first, dance := lessonOf(t, app, teacher, "")
	second, honey := lessonOf(t, app, teacher, "")
	for _, id := range []string{first, second} {
		app.Enroll(ann, id)
		app.Enroll(bob, id)
	}
	write := func(who testapp.User, lesson, body string) {
		app.Clock.Advance(time.Second)
		who.Do("POST", "/progress/lessons/"+lesson+"/notes", fmt.Sprintf(`{"body":%q,"timestamp":2}`, body), 201)
	}
	write(ann, dance, "Waggle")
	write(ann, honey, "Wax")
	write(ann, dance, "Round dance")
	write(bob, dance, "Bob's")
	write(teacher, dance, "Teacher's")
	all := func(who testapp.User, query string) (bodies string) {
		for _, n := range testapp.Read[rest.List[note.Note]](t, who.Do("GET", "/progress/notes"+query, "", 200)).Data {
			if bodies += n.Body + ";"; n.CourseTitle == "" || n.LessonTitle != "L" || n.LessonPosition != 1 {
				t.Errorf("%+v", n)
			}
		}
		return bodies
	}
	app.Nobody().Do("GET", "/progress/notes", "", 401)
	app.Nobody().Do("GET", "/progress/noted-lessons", "", 401)
	for query, want := range map[string]string{
		"": "Round dance;Wax;Waggle;", "?search=DANCE": "Round dance;", "?courseId=" + first: "Round dance;Waggle;", "?lessonId=" + honey: "Wax;",
		"?courseId=" + first + "&lessonId=" + honey: "", "?courseId=" + db.NewID(): "", "?limit=1": "Round dance;",
	} {
		if got := all(ann, query); got != want {
			t.Errorf("%q: %q, not %q", query, got, want)
		}
	}
	if got := all(teacher, ""); got != "Teacher's;" {
		t.Error(got)
	}
	if got := all(app.User(access.Admin), ""); got != "" {
		t.Errorf("an administrator reads %q", got)
	}
	page := testapp.Read[rest.List[note.Note]](t, ann.Do("GET", "/progress/notes?limit=2", "", 200))
	if got := all(ann, "?limit=2&cursor="+page.NextCursor); got != "Waggle;" {
		t.Error(got)
	}
	type lessons = rest.Answer[[]note.NotedLesson]
	noted := testapp.Read[lessons](t, ann.Do("GET", "/progress/noted-lessons", "", 200)).Data
	if len(noted) != 2 || noted[0].Notes+noted[1].Notes != 3 || noted[0].LessonTitle != "L" || noted[0].CourseTitle == "" {
		t.Errorf("%+v", noted)
	}
	app.Exec("UPDATE enrollments SET status = 'suspended' WHERE user_id = ? AND course_id = ?", ann.ID, first)
	if got := all(ann, ""); got != "Wax;" {
		t.Errorf("notes in a course that is closed to their author: %q", got)
	}
	if noted := testapp.Read[lessons](t, ann.Do("GET", "/progress/noted-lessons", "", 200)).Data; len(noted) != 1 || noted[0].LessonID != honey {
		t.Errorf("%+v", noted)
	}
}
