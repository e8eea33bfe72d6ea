package exchange_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
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
		`,"content":{"html":"a\u0000b"}`: `cannot be stored (U+0000)`,
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
