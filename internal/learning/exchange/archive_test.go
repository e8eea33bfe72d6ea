package exchange

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestFileIDs(t *testing.T) {
	t.Parallel()
	form := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}`)
	const id = "01990000-0000-7000-8000-000000000001"
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{id, id[:20], id[9:], "0000000f", "-", "g", "-------"})).Draw(t, "text"), "")
		if got, want := fileIDs(text), form.FindAllString(text, -1); !slices.Equal(got, want) {
			t.Fatalf("%q: %q, want %q", text, got, want)
		}
	})
}
