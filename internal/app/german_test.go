package app_test

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/internal/testapp/soak"
)

// german holds the German of the server's sentences by code and English text; the web app shows it to those who read German.
const german = "../../web/src/api/server-sentences.de.json"

// Every sentence of the server that screens may show has German, and none is left over. `-update` writes new ones into the file, to be
// translated, and removes the others.
func TestSentencesHaveGerman(t *testing.T) {
	soak.OnceOnly(t)
	t.Parallel()
	var translated map[string]map[string]string
	text, err := os.ReadFile(german)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &translated); err != nil {
		t.Fatal(err)
	}
	said := collectSentences(t)
	if *update {
		updateGerman(t, translated, said)
	}
	count := 0
	for code, sentences := range said {
		for english := range sentences {
			count++
			if translated[code][english] == "" && (code != parts || strings.Contains(strings.TrimSpace(english), " ")) { // single words may be names
				t.Errorf("%s has no German for %s: %q", german, code, english)
			}
		}
	}
	for code, sentences := range translated {
		for english, german := range sentences {
			if !said[code][english] {
				t.Errorf("nothing says any more, for %s: %q", code, english)
			}
			if wants, has := value.FindAllString(english, -1), value.FindAllString(strings.ReplaceAll(german, ":date}", "}"), -1); !sameValues(wants, has) {
				t.Errorf("the German of %q has the values %q", english, has)
			}
		}
	}
	if count < 900 {
		t.Errorf("only %d sentences were found", count)
	}
}

// sameValues reports whether no value is lost and none invented; German may repeat one.
func sameValues(wants, has []string) bool {
	slices.Sort(wants)
	slices.Sort(has)
	return slices.Equal(slices.Compact(wants), slices.Compact(has))
}

func updateGerman(t *testing.T, translated map[string]map[string]string, said map[string]map[string]bool) {
	t.Helper()
	for code, sentences := range translated {
		for english := range sentences {
			if !said[code][english] {
				delete(sentences, english)
			}
		}
		if len(sentences) == 0 {
			delete(translated, code)
		}
	}
	for code, sentences := range said {
		for english := range sentences {
			if translated[code] == nil {
				translated[code] = map[string]string{}
			}
			if _, ok := translated[code][english]; !ok && (code != parts || strings.Contains(strings.TrimSpace(english), " ")) {
				translated[code][english] = ""
			}
		}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(translated); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(german, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
