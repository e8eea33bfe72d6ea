package app_test

import (
	"os"
	"regexp"
	"testing"
)

// Who is in a course is said once, by the view enrolled_students. A feature that names the statuses itself would not follow when
// batches, payments or expiry change what the view says.
func TestOnlyTheViewSaysWhoIsEnrolled(t *testing.T) {
	t.Parallel()
	statuses := regexp.MustCompile(`(?i)'(active|completed)'\s*,\s*'(active|completed)'`)
	for _, f := range sourceFiles(t) {
		source, err := os.ReadFile(f.path)
		if err != nil {
			t.Fatal(err)
		}
		if found := statuses.Find(source); found != nil {
			t.Errorf("%s says %s: JOIN the view enrolled_students, or ask EXISTS of it", f.path, found)
		}
	}
}
