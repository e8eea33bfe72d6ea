package exchange_test

import (
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"lectern/internal/learning/lesson"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// Pictures that stand in a page, large or small, become files of the course, the same one only once; what is none is reported, and a
// text about such addresses stays.
func TestPicturesInPages(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	inline := func(size int) string {
		return "data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n"+strings.Repeat("x", size)))
	}
	large := inline(200 << 10)
	broken := large[:9000] + "\r\n" + large[9000:]
	report, shown, course := w.bring(zipped(t, map[string]string{
		"page.html": `<p><img alt="small" src="` + inline(100) + `"><img alt="large" src="` + large + `"><img alt="again" src='` + large + `'><img alt="in lines" src="` + broken + `"></p>
			<p><img alt="no picture" src="data:image/png;base64,` + strings.Repeat("A", 8000) + `"><img alt="cut off" src="` + large[:len(large)-3] + `"></p>
			<pre>` + inline(10) + `</pre><p>The end</p>`,
		"imsmanifest.xml": `<manifest><organizations><organization><item identifier="root"><item identifier="a" identifierref="p"><title>Page</title></item></item></organization></organizations>
			<resources><resource identifier="p" type="webcontent" href="page.html"><file href="page.html"/></resource></resources></manifest>`}))
	d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+shown.Lessons[0].ID+"?draft=true", "", 200)).Data
	content := string(d.Content)
	found := regexp.MustCompile(`src=\\"file:([0-9a-f-]{36})`).FindAllStringSubmatch(content, -1)
	if len(found) != 4 || found[1][1] == found[0][1] || found[2][1] != found[1][1] || found[3][1] != found[1][1] {
		t.Errorf("pictures %q", found)
	}
	if n := w.Count("SELECT count(*) FROM course_files WHERE course_id = ?", course); n != 2 {
		t.Errorf("%d files", n)
	}
	for _, want := range []string{inline(10), "The end", "no picture", "cut off"} {
		if !strings.Contains(content, want) {
			t.Errorf("%q is not in %.2000s", want, content)
		}
	}
	if len(report.LeftOut) != 1 || !strings.Contains(report.LeftOut[0].Reason, ": cut off, no picture.") {
		t.Errorf("%+v", report.LeftOut)
	}
}
