package notificationkind

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lectern/internal/platform/mail"
)

var placeholder = regexp.MustCompile(`\{(\w+)\}`)

// Every language has a text for every kind, with the same placeholders as English, and English has every kind.
func TestLanguagesAreComplete(t *testing.T) {
	t.Parallel()
	for kind, about := range Catalogue {
		english, ok := languages[mail.English][kind]
		if !ok || english.Title == "" || english.Body == "" || about.Title == "" || !slices.Contains(Groups, about.Group) {
			t.Errorf("%s has no description", kind)
		}
		for language, words := range languages {
			w := words[kind]
			for what, pair := range map[string][2]string{"title": {english.Title, w.Title}, "body": {english.Body, w.Body}, "button": {english.Button, w.Button}} {
				if (pair[0] == "") != (pair[1] == "") || !slices.Equal(placeholder.FindAllString(pair[0], -1), placeholder.FindAllString(pair[1], -1)) {
					t.Errorf("%s of %s in %s: %q, in English %q", what, kind, language, pair[1], pair[0])
				}
			}
		}
	}
	for language, words := range languages {
		if len(words) != len(Catalogue) {
			t.Errorf("%s has texts of unknown kinds", language)
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
	for kind := range Catalogue {
		if !strings.Contains(string(named), "'"+string(kind)+"'") {
			t.Errorf("web/src/features/people/notification/kinds.ts has no words for %s", kind)
		}
	}
}
