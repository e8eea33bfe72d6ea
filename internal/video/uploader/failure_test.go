package uploader_test

import (
	"os"
	"strings"
	"testing"

	"lectern/internal/video/uploader"
)

// The browser and the terminal show the same messages.
func TestMessagesMatchTheBrowser(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../../web/src/upload-client/failure.ts")
	must(t, err)
	retryable := map[uploader.Class]bool{
		uploader.SessionExpired: true, uploader.BackendConfig: false, uploader.EmptyChunk: true, uploader.Mismatch: true,
		uploader.InvalidParameter: false, uploader.BackendResponse: false, uploader.Unauthorized: true, uploader.FileTooLarge: false,
		uploader.Unsupported: false, uploader.ServerTrouble: true, uploader.NetworkLost: true, uploader.SessionNotFound: false,
		uploader.TimedOut: true, uploader.Unknown: true,
	}
	for class, want := range retryable {
		e := &uploader.Error{Class: class}
		entry, _, found := strings.Cut(between(string(source), "  "+string(class)+": {", "\n  },"), "retryable: true")
		if e.Retryable() != want || found != want {
			t.Errorf("%s: retryable %v, in the browser %v, want %v", class, e.Retryable(), found, want)
		}
		for _, text := range []string{uploader.Message(class), e.Action()} {
			if text == "" || !strings.Contains(entry, "'"+text+"'") {
				t.Errorf("%s says %q, in the browser %s", class, text, entry)
			}
		}
	}
}

func between(s, start, end string) string {
	_, after, _ := strings.Cut(s, start)
	found, _, _ := strings.Cut(after, end)
	return found
}
