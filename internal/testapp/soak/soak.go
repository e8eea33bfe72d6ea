// Package soak says how much of a property test or of a crash test runs: a sample in `make test`, all of it in `make soak`.
package soak

import "os"

// On says that everything runs: LECTERN_SOAK is set.
func On() bool { return os.Getenv("LECTERN_SOAK") != "" }

// Rounds is full where everything runs, and sample otherwise.
func Rounds(sample, full int) int {
	if On() {
		return full
	}
	return sample
}
