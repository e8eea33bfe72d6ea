package assignment_test

import (
	"strings"
	"testing"
)

// A file that the assignment does not accept is refused before anything is stored.
func TestAcceptedFileTypes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, `"file_types":[".PDF","png","pdf"]`)
	if got := w.see(w.learner).Settings.FileTypes; strings.Join(got, " ") != "pdf png" {
		t.Errorf("accepts %v", got)
	}
	for name, want := range map[string]int{"hive.exe": 400, "hive": 400, "hive.pdf.exe": 400, "Hive.PDF": 201, "hive.png": 201} {
		if got := w.upload(name, "words"); got.Code != want {
			t.Errorf("%s: %d %s", name, got.Code, got.Body)
		}
	}
	if files := w.see(w.learner).Submission.DraftFiles; len(files) != 2 {
		t.Errorf("the draft holds %v", files)
	}
	w.teacher.Do("PUT", w.path+"/settings", `{"settings":{"file_types":["../x"]}}`, 400)
}
