package exchange_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"net/http/httptest"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/learning/lesson"
	"lectern/internal/platform/rest"
	"lectern/internal/testapp"
)

// sendPackage sends a package to the import of the course.
func (w *class) sendPackage(packed string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/api/v1"+w.Base+"/import", strings.NewReader(packed))
	r.Header.Set("Content-Type", "application/zip")
	return w.Teacher.SendRaw(r)
}

// tarred is a tar.gz archive of empty files.
func tarred(t *testing.T, names ...string) string {
	t.Helper()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	files := tar.NewWriter(z)
	for _, name := range names {
		if err := files.WriteHeader(&tar.Header{Name: name, Mode: 0o600}); err != nil {
			t.Fatal(err)
		}
	}
	if files.Close() != nil || z.Close() != nil {
		t.Fatal("not packed")
	}
	return packed.String()
}

// Packages of formats that cannot be imported are refused by the name of the format, and change nothing.
func TestForeignFormatsAreNamed(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	only := func(names ...string) string {
		entries := map[string]string{"readme.txt": "x"}
		for _, name := range names {
			entries[name] = "x"
		}
		return zipped(t, entries)
	}
	before := w.shape(w.CourseID)
	for _, c := range []struct{ packed, says string }{
		{tarred(t, ".ARCHIVE_INDEX", "moodle_backup.xml"), "a Moodle backup, which can't be imported. Export the course there as a Common Cartridge"},
		{tarred(t, "./moodle_backup.xml"), "a Moodle backup"},
		{only("moodle_backup.xml", "course/course.xml"), "a Moodle backup"},
		{tarred(t, "course/course.xml"), "an Open edX export"},
		{tarred(t, "a.txt"), "a tar.gz archive"},
		{tarred(t), "a tar.gz archive"},
		{only("h5p.json", "content/content.json"), "an H5P exercise"},
		{only("Bees/H5P.json"), "an H5P exercise"},
		{only("course.au", "COURSE.CRS", "course.des", "course.cst"), "an AICC package"},
		{only("cmi5.xml"), "a cmi5 package"},
		{only("tincan.xml"), "an xAPI (Tin Can) package"},
		{only("[Content_Types].xml", "word/document.xml"), "an Office document"},
		{only("META-INF/container.xml"), "an EPUB book"},
		{zipped(t, map[string]string{".bb-package-info": "x", "imsmanifest.xml": `<manifest xmlns:bb="http://www.blackboard.com/content-packaging/"><organizations/>
			<resources><resource identifier="r" type="resource/x-bb-document" bb:file="res00001.dat"/></resources></manifest>`}), "a course in Blackboard's own format"},
		{"Rar!\x1a\x07\x01\x00", "a RAR archive"},
		{"%PDF-1.7", "a PDF"},
		{zipped(t, map[string]string{"a/imsmanifest.xml": "<manifest/>", "b/imsmanifest.xml": "<manifest/>"}), "several packages"},
		{zipped(t, map[string]string{"course/imsmanifest.xml": `<manifest xmlns:adlcp="x"><resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="i.html"/></resources></manifest>`}), "a SCORM 1.2 package"},
		{only(), "This is not a curriculum"},
	} {
		if a := w.sendPackage(c.packed); a.Code != 400 || !strings.Contains(a.Body.String(), c.says) {
			t.Errorf("%s: %d %s", c.says, a.Code, a.Body)
		}
	}
	if now := w.shape(w.CourseID); now != before {
		t.Errorf("what was refused has changed the draft: %s", now)
	}
}

// A cartridge packed with its folder, in encodings other than UTF-8, is read as it was meant.
func TestCartridgeInAFolderAndOtherEncodings(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(`<?xml version="1.0" encoding="UTF-16"?><manifest><organizations><organization><item identifier="root">
		<item identifier="f"><title>Übung</title><item identifier="a" identifierref="page"><title>Höhe</title></item></item></item></organization></organizations>
		<resources><resource identifier="page" type="webcontent" href="page.html"><file href="page.html"/></resource></resources></manifest>`)
	if err != nil {
		t.Fatal(err)
	}
	page, err := charmap.Windows1252.NewEncoder().String(`<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"></head><body><p>„Größe“</p></body></html>`)
	if err != nil {
		t.Fatal(err)
	}
	report, shown, course := w.bring(zipped(t, map[string]string{"My course/imsmanifest.xml": utf16, "My course/page.html": page, "__MACOSX/My course/._imsmanifest.xml": "x", ".DS_Store": "x"}))
	if report.Lessons != 1 || len(report.LeftOut) != 0 || shown.Sections[0].Title != "Übung" || shown.Lessons[0].Title != "Höhe" {
		t.Fatalf("%+v %+v", report, shown.Sections)
	}
	d := testapp.Read[rest.Answer[lesson.LessonDetail]](t, w.Teacher.Do("GET", "/curriculum/course/"+course+"/lesson/"+shown.Lessons[0].ID+"?draft=true", "", 200)).Data
	if !strings.Contains(string(d.Content), "„Größe“") {
		t.Errorf("%s", d.Content)
	}
}
