package text_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/text"
)

// A document is storable exactly if none of its texts contains U+0000, and StorableJSON changes nothing else.
func TestStorableJSON(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOf(rapid.StringMatching(`(\x00|\\|\\u0000|"|a)*`)).Draw(t, "texts")
		document, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(strings.Join(texts, ""), "\x00"); text.IsStorableJSON(document) == has {
			t.Fatalf("%s: storable %v", document, !has)
		}
		var got []string
		if err := json.Unmarshal(text.StorableJSON(document), &got); err != nil {
			t.Fatalf("%s: %v", document, err)
		}
		for i := range texts {
			if want := strings.ReplaceAll(texts[i], "\x00", "\uFFFD"); got[i] != want {
				t.Fatalf("%q became %q", texts[i], got[i])
			}
		}
	})
}

func TestIsStorable(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]bool{"": true, "é🙂": true, "a\x00b": false, "\xff": false} {
		if text.IsStorable(s) != want {
			t.Errorf("%q", s)
		}
	}
}
