package text_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lectern/internal/platform/text"
)

func TestSearchKeys(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][]string{
		"  Émile \t ZOLA":      {"emile zola", "zola"},
		"Anne-Marie O'Neil":    {"anne-marie o'neil", "marie o'neil", "o'neil", "neil"},
		"ann.lee@lectern.test": {"ann.lee@lectern.test", "lee@lectern.test", "lectern.test", "test"},
		"Ångström":             {"angstrom"},
		"...":                  {"..."},
		"李小龍":                  {"李小龍"},
		"":                     nil,
		"a\x00b":               {"ab"},
	} {
		if got := text.SearchKeys(name); !slices.Equal(got, want) {
			t.Errorf("%q: %q", name, got)
		}
	}
	if got := text.SearchKeys(strings.Repeat("word ", 100)); len(got) != 24 || len(got[0]) != 64 {
		t.Errorf("%d tails, the first of %d characters", len(got), len(got[0]))
	}
}

// The beginning of any part of a name finds it, whatever the case.
func TestNamePrefixFindsTheName(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := []rune(rapid.String().Draw(t, "name"))
		start := text.SearchPrefix(strings.ToUpper(string(name[:rapid.IntRange(0, len(name)).Draw(t, "typed")])))
		tails := text.SearchKeys(strings.ToUpper(string(name)))
		if start != "" && !slices.ContainsFunc(tails, func(tail string) bool { return strings.HasPrefix(tail, start) }) {
			t.Fatalf("%q does not find %q among %q", start, string(name), tails)
		}
	})
}
