package notification

import (
	"os"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/mail"
)

// Every language has a text for every kind, with the same placeholders as English, and English has every kind.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	for kind, about := range catalogue {
		english, ok := languages[mail.English][kind]
		if !ok || english.title == "" || english.body == "" || about.Title == "" || !slices.Contains(groups, about.Group) {
			t.Errorf("%s has no description", kind)
		}
		for language, words := range languages {
			w := words[kind]
			for what, pair := range map[string][2]string{"title": {english.title, w.title}, "body": {english.body, w.body}, "button": {english.button, w.button}} {
				if (pair[0] == "") != (pair[1] == "") || !slices.Equal(placeholder.FindAllString(pair[0], -1), placeholder.FindAllString(pair[1], -1)) {
					t.Errorf("%s of %s in %s: %q, in English %q", what, kind, language, pair[1], pair[0])
				}
			}
		}
	}
	for language, words := range languages {
		if someone[language] == "" {
			t.Errorf("%s has no word for somebody", language)
		}
		if len(words) != len(catalogue) || digests[language].subject(2) == "" || digests[language].intro == "" {
			t.Errorf("%s has texts of unknown kinds, or none for digests", language)
		}
	}
}

// The settings name every kind in the language of the app.
func TestKindsAreNamedOnTheScreen(t *testing.T) {
	t.Parallel()
	named, err := os.ReadFile("../../../web/src/features/people/notification/kinds.ts")
	if err != nil {
		t.Fatal(err)
	}
	for kind := range catalogue {
		if !strings.Contains(string(named), "'"+string(kind)+"'") {
			t.Errorf("web/src/features/people/notification/kinds.ts has no words for %s", kind)
		}
	}
}
