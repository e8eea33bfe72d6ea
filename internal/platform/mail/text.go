package mail

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// Text are what a letter says in one language. What differs from one letter to the next stands in braces: {name}.
type Text struct {
	Subject   string
	Lines     []string
	Action    string // "" for no button
	Afterword []string
}

// Translations are the words of a letter in every language. Another language is another field here; a test in package app finds the
// letters that are not written in it yet.
type Translations struct{ English, German Text }

// SetText writes the letter in its language. The filling is what stands in braces, and what to put there, in turn.
func (l *Email) SetText(t Translations, filling ...string) {
	words := t.English
	if l.Language == German {
		words = t.German
	}
	fill := strings.NewReplacer(filling...).Replace
	l.Subject, l.Action = fill(words.Subject), fill(words.Action)
	l.Lines, l.Afterword = nil, nil
	for _, line := range words.Lines {
		l.Lines = append(l.Lines, fill(line))
	}
	for _, line := range words.Afterword {
		l.Afterword = append(l.Afterword, fill(line))
	}
}

// FormatDay is a day as a letter in this language has it.
func FormatDay(language string, t time.Time) string {
	return t.Format(phrasesByLanguage[Language(language)].DateLayout)
}

// Preferences is asked in which language somebody reads (BCP 47) and by which clock they live (IANA); each is "" when it is not
// known. Package app fills it.
type Preferences interface {
	LanguageAndZone(ctx context.Context, q bun.IDB, userID string) (language, zone string, err error)
}

// LanguageFor is the language of letters to a user: the one of their profile, otherwise that of the browser which made the
// letter necessary, as its header Accept-Language has it; "" when that is not known.
func LanguageFor(ctx context.Context, t Preferences, q bun.IDB, userID, browser string) (string, error) {
	tag, _, err := t.LanguageAndZone(ctx, q, userID)
	if tag == "" {
		tag = browser
	}
	return Language(tag), err
}
