package text

import (
	"strings"
	"unicode/utf8"
)

// The formats of texts that users write. A text that says nothing of its format is plain.
const (
	PlainFormat = "plain"
	HTMLFormat  = "html"
)

func none(string) bool { return false }

// Message returns what is stored and shown of a text that users write for each other: comments, answers, instructions. Plain text is
// trimmed. HTML is cleaned, and refers to no files or lessons: those are signed for readers of the lesson only, and an id in a message must not sign them for others.
func (c *Cleaner) Message(format, s string) string {
	if format != HTMLFormat {
		return strings.TrimSpace(s)
	}
	clean := c.HTML(s)
	if own := WithoutLessons(WithoutFiles(clean, none), none); own != clean {
		clean = c.HTML(own) // links without an address are none
	}
	if PlainLine(clean) == "" {
		return ""
	}
	return clean
}

// Words returns the words of a text, one line for each paragraph.
func Words(format, s string) string {
	if format == HTMLFormat {
		return PlainLines(s)
	}
	return s
}

// Length counts the characters of a text, without markup.
func Length(format, s string) int { return utf8.RuneCountInString(Words(format, s)) }
