package mail

import (
	"golang.org/x/text/language"
)

// The languages of emails.
const (
	English = "en"
	German  = "de"
)

// phrases is the text that frames every email.
type phrases struct {
	Lang           string // for HTML
	Hello          string
	ButtonFallback string // above the button's URL
	Questions      string // before the school's support address
	Reason         string // why the email was sent
	Settings       string
	Subscribed     string // why a newsletter was sent
	Preferences    string // of subscribers
	Unsubscribe    string
	DateLayout     string // of package time
}

// phrasesByLanguage: a new language needs an entry here, a field in Translations, and texts in every feature.
var phrasesByLanguage = map[string]phrases{
	English: {English, "Hello", "If the button doesn't work, open this link:",
		"Questions? Write to", "You receive this email because of your notification settings.", "Notification settings", "You receive this email because you subscribed to our newsletter.", "Newsletter settings", "Unsubscribe", "2 January 2006"},
	German: {German, "Guten Tag", "Wenn die Schaltfläche nicht funktioniert, öffnen Sie diesen Link:",
		"Fragen? Schreiben Sie an", "Sie erhalten diese E-Mail aufgrund Ihrer Benachrichtigungseinstellungen.", "Benachrichtigungseinstellungen", "Sie erhalten diese E-Mail, weil Sie unseren Newsletter abonniert haben.", "Newsletter-Einstellungen", "Abbestellen", "2.1.2006"},
}

var matcher = language.NewMatcher([]language.Tag{language.English, language.German})

// Language returns the language for a reader of these BCP 47 tags in order of preference, given as one locale or an
// Accept-Language header. English if none matches.
func Language(tags string) string {
	wanted, _, err := language.ParseAcceptLanguage(tags)
	if err != nil {
		return English
	}
	_, place, _ := matcher.Match(wanted...)
	return []string{English, German}[place]
}
