package exchange_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/learning/content"
	"lectern/internal/learning/exchange"
	"lectern/internal/learning/lesson"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

type imported = rest.Answer[exchange.Imported]

// bring imports a package into a new course and returns the report and the resulting draft.
func (w *class) bring(packed string) (exchange.Imported, outline.Curriculum, string) {
	w.t.Helper()
	course := w.Course(w.Teacher)
	r := httptest.NewRequest("POST", "/api/v1/curriculum/course/"+course+"/import", strings.NewReader(packed))
	r.Header.Set("Content-Type", "application/zip")
	a := w.Teacher.SendRaw(r)
	if a.Code != 200 {
		w.t.Fatal(a.Code, a.Body)
	}
	shown := testapp.Read[rest.Answer[outline.Curriculum]](w.t, w.Teacher.Do("GET", "/curriculum/course/"+course+"?draft=true", "", 200)).Data
	return testapp.Read[imported](w.t, a.Body.String()).Data, shown, course
}

// What a cartridge can hold survives export and import; the rest is reported.
func TestCartridgeRoundTrip(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	image := w.Teacher.AddFile(w.CourseID, "bee.png", "\x89PNG\r\n\x1a\n…")
	list := w.Teacher.AddFile(w.CourseID, "list.pdf", "%PDF-1.7 …")
	week := w.Section(`,"kind":"week","title":"Week & more"`)
	inner := w.Section(`,"title":"Inner","parent_id":"` + week.ID + `"`)
	w.Lesson(week.ID, fmt.Sprintf(`,"title":"Text <b>","content":{"html":"<p>a <strong>b</strong> <img src=\"file:%s\" alt=\"x\"></p>"}`, image.ID))
	w.Lesson(week.ID, `,"title":"List","type":"pdf","content":{"file_id":"`+list.ID+`"}`)
	w.Lesson(inner.ID, `,"title":"Film","type":"embed","content":{"url":"https://youtu.be/x1"}`)
	w.Lesson(inner.ID, `,"title":"Meeting","type":"live_session","content":{"date":"2027-01-10","start_time":"18:00","duration_minutes":60,"timezone":"UTC"}`)

	packed := w.Teacher.Do("GET", w.Base+"/export?format=imscc", "", 200)
	if entries := unzipped(t, packed); !strings.Contains(entries["imsmanifest.xml"], "<schemaversion>1.3.0</schemaversion>") ||
		!strings.Contains(entries["imsmanifest.xml"], `<dependency identifierref="file-`+image.ID+`">`) ||
		!strings.Contains(entries["not-included.txt"], "Meeting") {
		t.Errorf("%+v", entries)
	}
	report, shown, course := w.bring(packed)
	if report.Sections != 2 || report.Lessons != 3 || len(report.LeftOut) != 0 {
		t.Errorf("%+v", report)
	}
	got := ""
	for _, l := range shown.Lessons {
		got += l.Type + " " + l.Title + "; "
	}
	if got != "text Text <b>; pdf List; embed Film; " || shown.Sections[0].Title != "Week & more" || shown.Sections[0].Kind != "week" {
		t.Errorf("%s %+v", got, shown.Sections)
	}
	d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/preview/"+shown.Lessons[0].ID, "", 200)).Data
	if content := string(d.Content); !strings.Contains(content, `/api/v1/curriculum/files/`) || strings.Contains(content, image.ID) {
		t.Errorf("the image is not a file of the new course: %s", content)
	}
	w.Teacher.Do("GET", w.Base+"/export?format=scorm", "", 400)
}

// Web links and links between lessons come back as what they were.
func TestCartridgeLinksRoundTrip(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	pdf, in := w.Teacher.AddFile(w.CourseID, "list.pdf", "%PDF-1.7 …").ID, w.Section("")
	file := w.task(in.ID, "pdf", "List", content.File{FileID: pdf})
	page := w.task(in.ID, "text", "Page", content.Text{HTML: "<p>Bees</p>"})
	task := w.task(in.ID, "assignment", "Essay", map[string]any{"instructions": "Write"})
	film := testapp.Read[rest.Answer[outline.LessonEntry]](t, w.Teacher.Do("POST", w.Base+"/sections/"+in.ID+"/lessons", `{"type":"video","title":"Film"}`, 201)).Data.ID
	w.task(in.ID, "text", "Reading", content.Text{HTML: `<p><a href="https://example.org/a?b=1&amp;c=2">Reading</a></p>`})
	w.task(in.ID, "text", "No link", content.Text{HTML: `<p><a href="https://example.org/">There</a></p>`})
	w.task(in.ID, "text", "Links", content.Text{HTML: `<p><a href="lesson:` + page + `">1</a><a href="lesson:` + file + `">2</a><a href="lesson:` + task + `">3</a><a href="file:` + pdf + `">4</a><a href="lesson:` + film + `">5</a></p>`})
	packed := w.Teacher.Do("GET", w.Base+"/export?format=imscc", "", 200)
	entries := unzipped(t, packed)
	if manifest := entries["imsmanifest.xml"]; strings.Count(manifest, `type="imswl_xmlv1p3"`) != 1 || !strings.Contains(entries["not-included.txt"], "Links: Its links to lessons that are not in the cartridge") {
		t.Errorf("%s\n%s", manifest, entries["not-included.txt"])
	}
	report, shown, course := w.bring(packed)
	ids, contents := map[string]string{}, map[string]string{}
	for _, l := range shown.Lessons {
		ids[l.Title] = l.ID
		contents[l.Title] = string(testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+l.ID+"?draft=true", "", 200)).Data.Content)
	}
	link := func(to string) string { return `\u003ca href=\"` + to }
	for title, parts := range map[string][]string{
		"Reading": {link("https://example.org/a?b=1\\u0026amp;c=2"), `\u003eReading\u003c/a\u003e\u003c/p\u003e"`},
		"No link": {link("https://example.org/"), `\u003eThere\u003c`},
		"Links":   {link("lesson:" + ids["Page"]), link("lesson:" + ids["List"]), link("lesson:" + ids["Essay"])},
	} {
		for _, part := range parts {
			if !strings.Contains(contents[title], part) {
				t.Errorf("%q is not in %s: %s", part, title, contents[title])
			}
		}
	}
	if len(report.LeftOut) != 1 || !strings.Contains(report.LeftOut[0].Reason, "plain text here: 5") {
		t.Errorf("%+v", report.LeftOut)
	}
}

// A cartridge of another system, with supported, unsupported and malicious parts.
func TestForeignCartridge(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	item := func(resource, title string) string {
		return `<item identifier="i` + resource + `" identifierref="` + resource + `"><title>` + title + `</title></item>`
	}
	report, shown, course := w.bring(zipped(t, map[string]string{
		"imsmanifest.xml": `<?xml version="1.0"?><manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"><organizations><organization><item identifier="root">
			<item identifier="f"><title>Unit</title>` + item("page", "Page") + item("link", "Link") + item("quiz", "Quiz") + item("gone", "Gone") + item("up", "Up") + `
			<item identifier="g"><title>Deep</title><item identifier="h"><title>Deeper</title>` + item("file", "File") + `</item></item></item>
			` + item("page", "Loose") + `</item></organization></organizations><resources>
			<resource identifier="page" type="webcontent" href="a%20b/page.html"><file href="a%20b/page.html"/></resource>
			<resource identifier="file" type="webcontent"><file href="data.bin"/></resource>
			<resource identifier="link" type="imswl_xmlv1p1"><file href="link.xml"/></resource>
			<resource identifier="quiz" type="imsqti_xmlv1p2/imscc_xmlv1p1/assessment"><file href="quiz.xml"/></resource>
			<resource identifier="up" type="webcontent" href="../../etc/passwd"/></resources></manifest>`,
		"a b/page.html":         `<html><head><script>alert(1)</script></head><body onload="x()"><p onclick="x()">Hello <img src="$IMS-CC-FILEBASE$/bee.png"></p><script>alert(2)</script></body></html>`,
		"web_resources/bee.png": "\x89PNG\r\n\x1a\n…",
		"data.bin":              "data",
		"link.xml":              `<webLink><title>x</title><url href="https://example.org/a?b=1&amp;c=2"/></webLink>`,
		"quiz.xml":              `<questestinterop/>`,
	}))
	got, contents := "", ""
	for _, l := range shown.Lessons {
		got += l.Type + " " + l.Title + "; "
		d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+l.ID+"?draft=true", "", 200)).Data
		contents += string(d.Content)
	}
	if got != "text Page; text Link; file File; text Loose; " {
		t.Error(got)
	}
	for _, bad := range []string{"script", "onclick", "alert", "FILEBASE", "passwd"} {
		if strings.Contains(contents, bad) {
			t.Errorf("%s is in %s", bad, contents)
		}
	}
	if !strings.Contains(contents, "Hello") || !strings.Contains(contents, "file:") || !strings.Contains(contents, "example.org/a?b=1") {
		t.Error(contents)
	}
	if len(report.LeftOut) != 5 || !strings.Contains(report.LeftOut[3].Reason, "Scripts") || report.LeftOut[0].Title != "Quiz" || report.LeftOut[1].Title != "Gone" || report.LeftOut[2].Title != "Up" {
		t.Errorf("%+v", report.LeftOut)
	}
	for _, manifest := range []string{"", "<", `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><manifest>&b;</manifest>`} {
		r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/import", strings.NewReader(zipped(t, map[string]string{"imsmanifest.xml": manifest})))
		if a := w.Teacher.SendRaw(r); a.Code != 400 {
			t.Errorf("%q: %d %s", manifest, a.Code, a.Body)
		}
	}
}

func zipped(t *testing.T, entries map[string]string) string {
	t.Helper()
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for name, body := range entries {
		entry, err := z.Create(name)
		if err == nil {
			_, err = entry.Write([]byte(body))
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

func unzipped(t *testing.T, packed string) map[string]string {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(packed), int64(len(packed)))
	if err != nil {
		t.Fatal(err)
	}
	entries := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var body bytes.Buffer
		if _, err := body.ReadFrom(r); err != nil {
			t.Fatal(err)
		}
		entries[f.Name] = body.String()
	}
	return entries
}
