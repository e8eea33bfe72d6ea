// Package soak says how much of a property test or of a crash test runs: a sample in `make test`, all of it in `make soak`.
package soak

import (
	"flag"
	"os"
	"strconv"
)

// On says that everything runs: LECTERN_SOAK is set.
func On() bool { return os.Getenv("LECTERN_SOAK") != "" }

// Rounds is full where everything runs, and sample otherwise.
func Rounds(sample, full int) int {
	if On() {
		return full
	}
	return sample
}

// Checks sets how many cases each property of pgregory.net/rapid is tried on in this package. Called from init: the flag
// -rapid.checks on the command line still has the last word.
func Checks(sample, full int) {
	if err := flag.Set("rapid.checks", strconv.Itoa(Rounds(sample, full))); err != nil {
		panic(err)
	}
}
