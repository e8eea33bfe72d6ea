package rest_test

import (
	"testing"
	"time"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// A cursor is a client's text: what it holds is checked like any other.
func TestCursorsHoldStorableTexts(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	for id, want := range map[string]bool{"0199": true, "a\x00b": false} {
		_, _, err := rest.CursorParam{Cursor: rest.EncodeTimeCursor(now, id)}.DecodeTime(now)
		if (err == nil) != want || err != nil && !fault.Is(err, fault.Invalid) {
			t.Errorf("%q: %v", id, err)
		}
	}
}
