package mail

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"
)

// Text of an email in one language. Placeholders are in braces: {name}.
type Text struct {
	Subject   string
	Lines     []string
	Action    string // "" for no button
	Afterword []string
}

// Translations of an email. A new language is another field here; a test in package app finds the emails that lack it.
type Translations struct{ English, German Text }

// SetText sets the text in the email's language. filling alternates placeholders and their values.
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

// FormatDay formats a day for emails in this language.
func FormatDay(language string, t time.Time) string {
	return t.Format(phrasesByLanguage[Language(language)].DateLayout)
}

// Preferences returns users' language (BCP 47) and time zone (IANA), the school's unless they have chosen one; the language is "" when
// unknown. Package app provides it.
type Preferences interface {
	LanguageAndZone(ctx context.Context, q bun.IDB, userID string) (language, zone string, err error)
}

// LanguageFor returns the language of emails to a user: that of their profile, or else of the browser that caused the
// email, given as its Accept-Language header; "" when unknown.
func LanguageFor(ctx context.Context, t Preferences, q bun.IDB, userID, browser string) (string, error) {
	tag, _, err := t.LanguageAndZone(ctx, q, userID)
	if tag == "" {
		tag = browser
	}
	return Language(tag), err
}
