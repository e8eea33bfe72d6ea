package writing

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode"
)

// secrets are what never leaves the school in a text: each is replaced by a name, such as [[email:1]], and put back into the answer.
var secrets = []struct {
	name    string
	pattern *regexp.Regexp
	holds   func(string) bool
}{
	{"key", regexp.MustCompile(`\b(?:sk|pk|rk|ghp|gho|xox[abp]|AKIA|AIza)[-_A-Za-z0-9]{16,}\b|\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}`), nil},
	{"email", regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}`), nil},
	{"iban", regexp.MustCompile(`\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b`), nil},
	{"card", regexp.MustCompile(`\b\d(?:[ -]?\d){12,18}\b`), isCard},
	{"phone", regexp.MustCompile(`(?:\+|\b00)\d(?:[ ()/.-]{0,2}\d){7,14}\b`), nil},
}

// isCard checks the digits of a card number (Luhn).
func isCard(s string) bool {
	sum, double := 0, false
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		n := int(s[i] - '0')
		if double {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum, double = sum+n, !double
	}
	return sum%10 == 0
}

// redaction is what was taken out of a text, by the name in its place.
type redaction map[string]string

// redact replaces the secrets of a text.
func (r redaction) redact(s string) string {
	for _, secret := range secrets {
		s = secret.pattern.ReplaceAllStringFunc(s, func(found string) string {
			if secret.holds != nil && !secret.holds(found) {
				return found
			}
			for name, known := range r {
				if known == found {
					return name
				}
			}
			name := fmt.Sprintf("[[%s:%d]]", secret.name, len(r)+1)
			r[name] = found
			return name
		})
	}
	return s
}

// replace puts them back into plain text.
func (r redaction) replace(s string) string {
	for name, found := range r {
		s = strings.ReplaceAll(s, name, found)
	}
	return s
}

// restore puts them back into HTML.
func (r redaction) restore(markup string) string {
	for name, found := range r {
		markup = strings.ReplaceAll(markup, name, html.EscapeString(found))
	}
	return markup
}

// plain removes characters that nobody sees: controls, and those that change the direction of text, have no width or tag it. They hide instructions.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == 0x200D: // joins emoji
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r >= 0xE0000 && r <= 0xE007F:
			return -1
		}
		return r
	}, s)
}
