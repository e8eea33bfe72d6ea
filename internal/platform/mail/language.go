package mail

import (
	"golang.org/x/text/language"
)

// The languages that letters are written in.
const (
	English = "en"
	German  = "de"
)

// phrases is the words of every letter around those of its own.
type phrases struct {
	Lang           string // as HTML names it
	Hello          string
	ButtonFallback string // above the address of the button
	Reason         string // why this letter came
	Settings       string
	Unsubscribe    string
	DateLayout     string // as package time lays days out
}

// phrasesByLanguage are those of each language. Another language is another frame here, another field of Texts, and what the features say in it.
var phrasesByLanguage = map[string]phrases{
	English: {English, "Hello", "If the button does not work, open this address:",
		"You get this letter because you have not switched it off.", "Choose what comes", "Stop these letters", "2 January 2006"},
	German: {German, "Guten Tag", "Wenn der Knopf nicht geht, öffnen Sie diese Adresse:",
		"Sie bekommen diesen Brief, weil Sie ihn nicht abbestellt haben.", "Auswählen, was kommt", "Diese Briefe abbestellen", "2.1.2006"},
}

var matcher = language.NewMatcher([]language.Tag{language.English, language.German})

// Language is the language of letters for somebody who reads these: tags of BCP 47 in the order of preference, as one
// locale or as a header Accept-Language has them. English for all others.
func Language(tags string) string {
	wanted, _, err := language.ParseAcceptLanguage(tags)
	if err != nil {
		return English
	}
	_, place, _ := matcher.Match(wanted...)
	return []string{English, German}[place]
}
