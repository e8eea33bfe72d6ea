package media

import (
	"errors"
	"testing"
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
		err := asRefusal(&ToolError{Tool: "ffprobe", Class: ToolFailed, Tail: words})
		if _, ok := errors.AsType[*Refusal](err); ok != refused {
			t.Errorf("%q: refused %v, want %v", words, ok, refused)
		}
	}
}
