package exchange_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lectern/internal/testapp/soak"
)

// What is exported can be imported again, up to the limits; beyond them the export is refused, in words, and not the import.
func TestLargestExportsImportAgain(t *testing.T) {
	if os.Getenv("TEST_POSTGRES") == "" && !soak.On() {
		t.Skip("cleaning 32 MB of HTML takes long, and depends on no database: runs on PostgreSQL, and on both in make soak")
	}
	t.Parallel()
	w := newClass(t)
	words := strings.Repeat("bees ", 500<<10/5) // of 512 KiB that a lesson takes
	first := w.Lesson(w.Section("").ID, `,"title":"Bees","content":{"html":"<p>`+words+`</p>"}`)
	duplicate := func() { w.Teacher.Do("POST", w.Base+"/lessons/"+first.ID+"/duplicate", "", 201) }
	const most = 65 // such lessons in 32 MB
	for range most - 1 {
		duplicate()
	}
	packed := w.Teacher.Do("GET", w.Base+"/export", "", 200)
	if a := w.imports(w.Course(w.Teacher), packed); a.Code != 200 || !strings.Contains(a.Body.String(), fmt.Sprintf(`"lessons":%d`, most)) {
		t.Errorf("what was exported is refused: %d %.300s", a.Code, a.Body)
	}
	duplicate()
	for _, format := range []string{"package", "imscc"} {
		refused := w.Teacher.Do("GET", w.Base+"/export?format="+format, "", 413)
		if !strings.Contains(refused, "Move some sections into another course") {
			t.Error(refused)
		}
	}
}

// A file that any program compresses to nothing does not make the package one that an import takes for harmful.
func TestExportsOfEmptyBytesImportAgain(t *testing.T) {
	t.Parallel()
	w := newClass(t)
	file := w.Teacher.AddFile(w.CourseID, "zeros.txt", strings.Repeat("0", 80<<20))
	section := w.Section("")
	w.Lesson(section.ID, fmt.Sprintf(`,"title":"Zeros","content":{"html":"<p><a href=\"file:%s\">zeros</a></p>"}`, file.ID))
	packed := w.Teacher.Do("GET", w.Base+"/export", "", 200)
	other := w.Course(w.Teacher)
	if a := w.imports(other, packed); a.Code != 200 {
		t.Fatal(a.Code, a.Body)
	}
	if was, is := w.shape(w.CourseID), w.shape(other); was != is {
		t.Errorf("%s\nbecame\n%s", was, is)
	}
}
