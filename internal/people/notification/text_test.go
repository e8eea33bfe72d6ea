package notification

import "testing"

// Digests are written in every language, and so is what is said instead of the name of a user whose account is closed.
func TestTextsOfDigests(t *testing.T) {
	t.Parallel()
	for language, d := range digests {
		if d.subject(1) == "" || d.subject(2) == "" || d.intro == "" || someone[language] == "" {
			t.Errorf("%s lacks a text", language)
		}
	}
	if len(digests) != len(someone) {
		t.Error("a language has no digests, or no word for someone")
	}
}
