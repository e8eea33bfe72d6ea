package text

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// IsStorable reports whether both databases can store and compare a text: UTF-8 without U+0000, which PostgreSQL refuses and at
// which SQLite's functions end a text.
func IsStorable(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

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
