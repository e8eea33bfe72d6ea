package faults

import (
	"os"
	"testing"
)

// missing ends a test that needs what this machine does not have: it skips when the package is run by hand, and fails in
// `make test`, which installs and starts everything and sets LECTERN_TEST_ALL.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("LECTERN_TEST_ALL") != "" {
		t.Fatalf("needs %s, which is not here", what)
	}
	t.Skipf("needs %s", what)
}
