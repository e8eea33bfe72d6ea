// Package soak decides how much of a property or crash test runs: a sample in `make test`, everything in `make soak`.
package soak

import (
	"flag"
	"os"
	"strconv"
	"testing"
)

// On reports whether everything runs: LECTERN_SOAK is set.
func On() bool { return os.Getenv("LECTERN_SOAK") != "" }

// Rounds returns full when everything runs, otherwise sample.
func Rounds(sample, full int) int {
	if On() {
		return full
	}
	return sample
}

// OnceOnly skips a test on PostgreSQL, but in make soak: one whose outcome depends on no database, such as most walks over all operations.
func OnceOnly(t *testing.T) {
	t.Helper()
	if os.Getenv("TEST_POSTGRES") != "" && !On() {
		t.Skip("runs on SQLite, and on PostgreSQL in make soak")
	}
}

// Checks sets the number of cases for each property of pgregory.net/rapid in this package. Call it from init: the flag
// -rapid.checks on the command line still takes precedence.
func Checks(sample, full int) {
	if err := flag.Set("rapid.checks", strconv.Itoa(Rounds(sample, full))); err != nil {
		panic(err)
	}
}
