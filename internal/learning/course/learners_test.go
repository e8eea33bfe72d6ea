package course_test

import (
	"testing"

	"lectern/internal/learning/course"
)

// A number of learners that is public never exceeds the true one, and says nothing of few.
func TestShownLearners(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]int64{0: 0, 9: 0, 10: 10, 19: 10, 57: 50, 99: 90, 100: 100, 137: 130, 999: 990, 1000: 1000, 1950: 1900, 9999: 9900, 10_000: 10_000, 123_456: 10_000} {
		if got := course.ShownLearners(n); got != want {
			t.Errorf("%d: %d, not %d", n, got, want)
		}
	}
	for n := range int64(20_000) {
		if got := course.ShownLearners(n); got > n || got < course.ShownLearners(n-1) {
			t.Fatalf("%d: %d", n, got)
		}
	}
}
