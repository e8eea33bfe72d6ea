package text

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// IsStorable reports whether both databases can store and compare a text: UTF-8 without U+0000, which PostgreSQL refuses and at
// which SQLite's functions end a text.
func IsStorable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// IsUnprintable reports whether a line of text that users see may not hold a character: a control character, or one that turns round the
// direction of the text behind it (Unicode Standard Annex 9, 2.1 and 2.2), which can make a name look like another. The marks that
// Arabic and Hebrew need may stay.
func IsUnprintable(r rune) bool {
	return unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069'
}

// Printable returns a line of at most n characters without what may not be shown, for texts of which nobody must be told that they
// were refused.
func Printable(s string, n int) string {
	return Truncate(strings.Map(func(r rune) rune {
		if IsUnprintable(r) || r == utf8.RuneError {
			return -1
		}
		return r
	}, s[:min(len(s), 4*n)]), n)
}

// IsStorableJSON reports whether no text of a JSON document contains U+0000, which JSON can only write as an escape.
func IsStorableJSON(document []byte) bool { return nextEscapedNUL(document) < 0 }

// StorableJSON replaces U+0000 in the texts of a JSON document by the replacement character.
func StorableJSON(document []byte) []byte {
	var clean []byte
	for {
		i := nextEscapedNUL(document)
		if i < 0 {
			return append(clean, document...)
		}
		clean = append(append(clean, document[:i]...), `\ufffd`...)
		document = document[i+len(escapedNUL):]
	}
}

const escapedNUL = `\u0000`

// nextEscapedNUL returns the index of the first escaped U+0000, or -1.
func nextEscapedNUL(document []byte) int {
	for from := 0; ; {
		i := bytes.Index(document[from:], []byte(escapedNUL))
		if i < 0 {
			return -1
		}
		i += from
		before := 0 // preceding backslashes: an odd number escapes this one
		for i-before > 0 && document[i-before-1] == '\\' {
			before++
		}
		if before%2 == 0 {
			return i
		}
		from = i + 2
	}
}
