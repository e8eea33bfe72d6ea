package app_test

import (
	"os"
	"regexp"
	"testing"
)

// The view enrolled_students alone defines who is enrolled. A feature that names the statuses itself would miss changes of
// the view for batches, payments or expiry.
func TestEnrolmentIsDefinedByTheViewAlone(t *testing.T) {
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
