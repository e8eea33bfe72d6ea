package faults

import (
	"os"
	"testing"
)

// missing ends a test that needs what this machine has not: it is left out when somebody runs the package by hand, and
// fails in `make test`, which installs and starts all of it and sets LECTERN_TEST_ALL.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("LECTERN_TEST_ALL") != "" {
		t.Fatalf("needs %s, which is not here", what)
	}
	t.Skipf("needs %s", what)
}
