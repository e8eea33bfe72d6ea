package media

import (
	"errors"
	"math"
	"strings"
	"testing"

	"lectern/internal/video/sandbox"
)

// A refused file is deleted, so only messages about its bytes may count against it.
func TestOnlyFileErrorsAreRefusals(t *testing.T) {
	t.Parallel()
	for words, refused := range map[string]bool{
		"/in/source: Invalid data found when processing input":     true,
		"[mov] moov atom not found":                                true,
		"/in/source: Input/output error":                           false,
		"bwrap: Creating new namespace failed: Resource exhausted": false,
		"prlimit: failed to set the AS resource limit":             false,
		"/in/source: Cannot allocate memory":                       false,
		"":                                                         false,
	} {
		err := asRefusal(&sandbox.Error{Tool: "ffprobe", Class: sandbox.Failed, Tail: words})
		if _, ok := errors.AsType[*Refusal](err); ok != refused {
			t.Errorf("%q: refused %v, want %v", words, ok, refused)
		}
	}
}

func TestTooLongFilmIsToldByHowMuch(t *testing.T) {
	t.Parallel()
	for seconds, want := range map[float64]string{
		MaxDuration + 19.2: "this one is 20 s too long.", MaxDuration + 125: "this one is 2 min 5 s too long.",
		MaxDuration + 7384: "this one is 2 h 3 min too long.", math.Inf(1): "this one is longer than that.",
	} {
		if r := tooLong(seconds); r.Code != RefusedTooLong || !strings.Contains(r.Message, want) {
			t.Errorf("%v s: %q", seconds, r.Message)
		}
	}
}
