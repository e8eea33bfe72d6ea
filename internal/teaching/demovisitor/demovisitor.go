// Package demovisitor has what visitors who book a demo class say of themselves, and how they came.
package demovisitor

import (
	"net/mail"
	"strings"
	"unicode"

	"lectern/internal/platform/text"
)

// Marketing is how a visitor came to the booking page.
type Marketing struct {
	UTMSource   string `json:"source,omitempty" maxLength:"2000"`
	UTMMedium   string `json:"medium,omitempty" maxLength:"2000"`
	UTMCampaign string `json:"campaign,omitempty" maxLength:"2000"`
	UTMTerm     string `json:"term,omitempty" maxLength:"2000"`
	UTMContent  string `json:"content,omitempty" maxLength:"2000"`
	LandingPath string `json:"landingPath,omitempty" maxLength:"2000" doc:"The first page of this site."`
	Referrer    string `json:"referrer,omitempty" maxLength:"2000" doc:"The host that linked to it."`
}

// longestUTM is how many characters are kept of each.
const longestUTM = 100

// Printable returns it without what is not printed, shortened.
func (m Marketing) Printable() Marketing {
	for _, value := range []*string{&m.UTMSource, &m.UTMMedium, &m.UTMCampaign, &m.UTMTerm, &m.UTMContent, &m.LandingPath, &m.Referrer} {
		*value = text.Printable(*value, longestUTM)
	}
	return m
}

// IsAddress reports whether a text is an email address and nothing else.
func IsAddress(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email && strings.Contains(email, "@") && !strings.ContainsFunc(email, unicode.IsSpace)
}

// defaultName is the name of a visitor who gives none.
const defaultName = "Guest"

// NameOf leaves letters, spaces, hyphens and apostrophes of a name, as the specification says.
func NameOf(name string) string {
	name = text.OneLine(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsMark(r) || r == '-' || r == '\'' || r == '’' {
			return r
		}
		if unicode.IsSpace(r) {
			return ' '
		}
		return -1
	}, name))
	if !strings.ContainsFunc(name, unicode.IsLetter) {
		return defaultName
	}
	return text.Truncate(name, 120)
}
