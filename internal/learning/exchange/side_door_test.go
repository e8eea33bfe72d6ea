package exchange_test

import (
	"archive/zip"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/learning/lesson"
	"lectern/internal/platform/access"
	"lectern/internal/platform/objectkey"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

func (w *class) imports(course, packed string) *httptest.ResponseRecorder {
	return w.Teacher.SendRaw(httptest.NewRequest("POST", "/api/v1/curriculum/course/"+course+"/import", strings.NewReader(packed)))
}

// What an editor cannot send does not come in by a package either, packed or not, and what is refused changes nothing.
func TestPackagesPassTheChecksOfTheEditor(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	const lessonOf = `{"format":"lectern-curriculum-1","sections":[{"kind":"week","title":"W","lessons":[],"sections":[{"kind":"section","title":"S","lessons":[{"type":"text","title":"L"%s}]}]}]}`
	for more, says := range map[string]string{
		`,"release":{"days_after_enrolment":-9}`:            `"sections[0].sections[0].lessons[0].release.days_after_enrolment","code":"out_of_range","message":"The days after enrolment must be 0 to 3650"`,
		`,"completion":{"rule":"evil"}`:                     `"The completion rule must be view, manual, watched, submission or score"`,
		`,"completion":{"rule":"view","minimum_score":900}`: `"The minimum score must be 0 to 100"`,
		`,"duration_seconds":-1`:                            `"The duration must be 0 to 100 hours"`,
		`,"summary":"` + strings.Repeat("x", 2001) + `"`:    `"A summary has at most 2000 characters"`,
		`,"summary":7`:                   `"code":"invalid_type"`,
		`,"content":{"html":"a\u0000b"}`: `can't be stored (U+0000)`,
	} {
		document := fmt.Sprintf(lessonOf, more)
		for _, packed := range []string{document, zipped(t, map[string]string{"curriculum.json": document})} {
			if a := w.imports(w.CourseID, packed); a.Code != 400 || !strings.Contains(a.Body.String(), says) {
				t.Errorf("%.80s: %d %s", more, a.Code, a.Body)
			}
		}
	}
	nulls := `{"format":"lectern-curriculum-1","sections":null}`
	if a := w.imports(w.CourseID, nulls); a.Code != 200 {
		t.Errorf("null for no sections: %d %s", a.Code, a.Body)
	}
	kind := `{"format":"lectern-curriculum-1","sections":[{"kind":"evil","title":"S","lessons":[]}]}`
	if a := w.imports(w.CourseID, kind); a.Code != 400 || !strings.Contains(a.Body.String(), "The kind of a section must be week or section") {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	if n := w.Count("SELECT count(*) FROM lessons") + w.Count("SELECT count(*) FROM lesson_contents"); n != 0 {
		t.Errorf("%d rows were left behind", n)
	}
}

// A file of another course is never shown, whichever way its id came into a text: an editor's is refused, an import loses it with a report,
// and of what is stored already no URL opens it.
func TestFilesInTextsAreOfTheCourse(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	stranger := w.User(access.Instructor)
	secret := stranger.AddFile(w.Course(stranger), "exam.pdf", "%PDF-1.4 the exam")
	html := fmt.Sprintf(`<p><img src=\"file:%[1]s\" alt=\"x\"> <a href=\"file:%[1]s\">kept</a></p>`, secret.ID)
	body := `{"type":"text","title":"L","content":{"html":"` + html + `"}}`
	question := `{"kind":"true_false","format":"html","prompt":"` + html + `"}`

	own, lessons := w.Section(""), w.Base+"/sections/"
	l := w.Lesson(own.ID, "")
	w.Teacher.Do("POST", lessons+own.ID+"/lessons", body, 400)
	w.Teacher.Do("PUT", w.Base+"/lessons/"+l.ID, `{"content":{"html":"`+html+`"}}`, 400)
	w.Teacher.Do("POST", "/question-banks/"+w.CourseID+"/questions", question, 400)
	w.Teacher.Do("POST", "/question-banks/"+w.CourseID+"/import", `{"format":"lectern-questions-1","questions":[`+question+`]}`, 400)
	if contents, questions := w.Count("SELECT count(*) FROM lesson_contents"), w.Count("SELECT count(*) FROM quiz_questions"); contents != 1 || questions != 0 {
		t.Errorf("what was refused left %d contents, %d questions", contents-1, questions)
	}

	a := w.imports(w.CourseID, `{"format":"lectern-curriculum-1","sections":[{"kind":"section","title":"S","lessons":[`+body+`,
		{"type":"quiz","title":"Q","content":{"questions":[{"question_id":"q"}],"bank":[{"ref":"q","kind":"true_false","format":"html","prompt":"`+html+`"}]}}]}]}`)
	if a.Code != 200 || strings.Count(a.Body.String(), "2 files in its text are left out: they are not of this course.") != 2 {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	const texts = "SELECT content AS text FROM lesson_contents UNION ALL SELECT body FROM quiz_questions"
	if foreign := w.Count("SELECT count(*) FROM ("+texts+") AS t WHERE CAST(text AS TEXT) LIKE ?", "%"+secret.ID+"%"); foreign != 0 {
		t.Errorf("%d texts show the file of another course", foreign)
	}
	if kept := w.Count("SELECT count(*) FROM (" + texts + ") AS t WHERE CAST(text AS TEXT) LIKE '%kept%'"); kept != 2 {
		t.Errorf("%d texts are kept", kept)
	}

	w.Exec("UPDATE lesson_contents SET content = ?", strings.ReplaceAll(`{"html":"`+html+`"}`, "kept", "old"))
	preview := string(testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", w.Base+"/preview/"+l.ID, "", 200)).Data.Content)
	_, signed, found := strings.Cut(preview, "/api/v1")
	if signed, _, _ = strings.Cut(signed, `\"`); !found {
		t.Fatal(preview)
	}
	if body := w.Teacher.Do("GET", signed, "", 401); strings.Contains(body, "the exam") {
		t.Error(body)
	}
	_, address, _ := strings.Cut(secret.Address, "/api/v1")
	if body := stranger.Do("GET", address, "", 200); !strings.Contains(body, "the exam") {
		t.Error(body)
	}
}

// A text links to lessons of its course alone, whichever way it comes in: an editor's other links are refused, an import keeps their words
// with a report, and what links within the package leads to the new lessons.
func TestLinksInTextsLeadToLessonsOfTheCourse(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	own := w.Section("")
	l, foreign := w.Lesson(own.ID, ""), "0199cccc-0000-7000-8000-000000000000"
	w.Exec("INSERT INTO lessons (id, course_id, created_at) VALUES (?, ?, ?)", foreign, w.Course(w.User(access.Instructor)), testapp.Start)
	html := func(id string) string { return fmt.Sprintf(`<p><a href=\"lesson:%s\">kept</a></p>`, id) }
	question := func(id string) string { return `{"kind":"true_false","format":"html","prompt":"` + html(id) + `"}` }
	for id, want := range map[string]int{foreign: 400, "0199aaaa-0000-7000-8000-000000000000": 400, l.ID: 200} {
		made := max(want, 201)
		before := w.Count("SELECT count(*) FROM lesson_contents") + w.Count("SELECT count(*) FROM quiz_questions")
		w.Teacher.Do("POST", w.Base+"/sections/"+own.ID+"/lessons", `{"type":"text","title":"L","content":{"html":"`+html(id)+`"}}`, made)
		w.Teacher.Do("POST", "/question-banks/"+w.CourseID+"/questions", question(id), made)
		w.Teacher.Do("POST", "/question-banks/"+w.CourseID+"/import", `{"format":"lectern-questions-1","questions":[`+question(id)+`]}`, want)
		after := w.Count("SELECT count(*) FROM lesson_contents") + w.Count("SELECT count(*) FROM quiz_questions")
		if want == 400 && after != before {
			t.Errorf("what was refused left %d rows", after-before)
		}
	}
	a := w.imports(w.CourseID, fmt.Sprintf(`{"format":"lectern-curriculum-1","sections":[{"kind":"section","title":"S","lessons":[
		{"key":"one","type":"text","title":"One","content":{"html":"%s"}},{"key":"two","type":"text","title":"Two","content":{"html":"%s"}}]}]}`,
		html(foreign), strings.ReplaceAll(html(l.ID), "kept", "old")))
	if a.Code != 200 || strings.Count(a.Body.String(), "it led to a lesson of another course") != 1 {
		t.Fatalf("%d %s", a.Code, a.Body)
	}
	if n := w.Count("SELECT count(*) FROM lesson_contents WHERE CAST(content AS TEXT) LIKE ?", "%lesson:"+foreign+"%"); n != 0 {
		t.Errorf("%d texts link to the other course", n)
	}
	if n := w.Count("SELECT count(*) FROM lesson_contents WHERE CAST(content AS TEXT) LIKE ?", "%lesson:"+l.ID+"%old%"); n != 1 {
		t.Errorf("%d texts keep the link within the course", n)
	}
}

// Of a package's files, those that no lesson names are not stored: nobody would find them, and they would take room for ever.
func TestImportsKeepNamedFilesOnly(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	const named, other = "0199aaaa-0000-7000-8000-000000000000", "0199bbbb-0000-7000-8000-000000000000"
	a := w.imports(w.CourseID, zipped(t, map[string]string{
		"files/" + named + ".png": "\x89PNG\r\n\x1a\n…", "files/" + other + ".png": "\x89PNG\r\n\x1a\n…", "files/short": "text",
		"curriculum.json": `{"format":"lectern-curriculum-1","sections":[{"kind":"section","title":"S","lessons":[
			{"type":"text","title":"T","content":{"html":"<img src=\"file:` + named + `\">"}},{"type":"file","title":"F","content":{"file_id":"short"}}]}]}`}))
	objects, err := w.Blob.List(t.Context(), objectkey.CourseFiles)
	if a.Code != 200 || err != nil || len(objects) != 2 || w.Count("SELECT count(*) FROM course_files") != 2 || strings.Contains(a.Body.String(), "left out") {
		t.Errorf("%d %s, %d objects (%v)", a.Code, a.Body, len(objects), err)
	}
}

// A file that cannot be unpacked refuses the package, and leaves nothing behind.
func TestDamagedPackages(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	const bytes = "bytes that are stored as they are"
	packed := stored(t, map[string]string{"files/a": bytes, "curriculum.json": `{"format":"lectern-curriculum-1","sections":[{"kind":"section","title":"S","lessons":[
		{"type":"file","title":"F","content":{"file_id":"a"}}]}]}`})
	a := w.imports(w.CourseID, strings.Replace(packed, bytes, strings.ToUpper(bytes), 1))
	objects, err := w.Blob.List(t.Context(), objectkey.CourseFiles)
	if a.Code != 400 || !strings.Contains(a.Body.String(), "A file in this package is damaged: a. Nothing was imported.") || err != nil || len(objects) != 0 {
		t.Errorf("%d %s, %d objects (%v)", a.Code, a.Body, len(objects), err)
	}
	if n := w.Count("SELECT count(*) FROM course_files") + w.Count("SELECT count(*) FROM lessons"); n != 0 {
		t.Errorf("%d rows were left behind", n)
	}
}

// stored packs files without compressing them.
func stored(t *testing.T, files map[string]string) string {
	t.Helper()
	var packed strings.Builder
	z := zip.NewWriter(&packed)
	for name, body := range files {
		f, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		if err == nil {
			_, err = io.WriteString(f, body)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return packed.String()
}
