// Package demovisitor has what visitors who book a demo class say of themselves.
package demovisitor

import (
	"net/mail"
	"strings"
	"unicode"

	"lectern/internal/platform/text"
)

// IsAddress reports whether a text is an email address and nothing else.
func IsAddress(email string) bool {
	a, err := mail.ParseAddress(email)
	return err == nil && a.Address == email && strings.Contains(email, "@") && !strings.ContainsFunc(email, unicode.IsSpace)
}

// defaultName is the name of a visitor who gives none.
const defaultName = "Guest"

// NameOf removes from a name what is no character of a name: digits, signs and punctuation besides hyphens and apostrophes, as the specification says. "Guest" if nothing is left.
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
