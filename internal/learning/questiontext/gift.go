package questiontext

import (
	"regexp"
	"strings"

	"lectern/internal/learning/question"
)

// The format: https://docs.moodle.org/en/GIFT_format. Questions are separated by blank lines.

// readGIFT reads the questions of a text, each a block of lines. Comments are dropped, also within a block.
func (r *Reading) readGIFT(text string) {
	var block []string
	first := 0
	end := func() {
		if len(block) > 0 {
			r.giftQuestion(first, strings.Join(block, "\n"))
		}
		block = nil
	}
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(trimmed, "//"):
		case strings.HasPrefix(trimmed, "$CATEGORY:"):
			end()
			r.warn(i+1, "category", "Categories aren't kept. Use tags instead.")
		case trimmed == "":
			end()
		default:
			if len(block) == 0 {
				first = i + 1
			}
			block = append(block, trimmed)
		}
	}
	end()
}

// giftBlock is a question in its parts.
type giftBlock struct {
	line     int
	question question.NewQuestion // its prompt and format
	answers  string               // between the braces
}

func (r *Reading) giftQuestion(line int, text string) {
	b := giftBlock{line: line}
	if rest, ok := strings.CutPrefix(text, "::"); ok {
		if at := unescaped(rest, "::", 0); at >= 0 {
			r.warn(line, "title", "The name of the question isn't kept; learners see its text.")
			text = rest[at+2:]
		}
	}
	open := unescaped(text, "{", 0)
	if open < 0 {
		r.leaveOut(line, "no_answers", "This text has no answers in braces, so it isn't a question. Add the answers, such as {T}.")
		return
	}
	closing := unescaped(text, "}", open)
	if closing < 0 {
		r.leaveOut(line, "open_brace", "The brace { isn't closed. Add } after the answers, and leave no blank line between them.")
		return
	}
	if unescaped(text, "{", open+1) >= 0 || unescaped(text, "}", closing+1) >= 0 {
		r.leaveOut(line, "braces", "A question has its answers in one pair of braces. Write other braces as \\{ and \\}.")
		return
	}
	before, after := strings.TrimSpace(text[:open]), strings.TrimSpace(text[closing+1:])
	b.question.Format, before = r.giftFormat(line, before)
	b.question.Prompt = plain(before)
	if after != "" { // the missing word of a sentence
		b.question.Prompt = strings.TrimSpace(plain(before) + " _____ " + plain(after))
	}
	b.answers = strings.TrimSpace(text[open+1 : closing])
	r.giftAnswers(b)
}

var giftMarkup = regexp.MustCompile(`^\[(html|markdown|plain|moodle)\]`)

// giftFormat returns the format that a text names, and the text without its name.
func (r *Reading) giftFormat(line int, text string) (format, rest string) {
	named := giftMarkup.FindStringSubmatch(text)
	if named == nil {
		return question.PlainFormat, text
	}
	rest = strings.TrimSpace(text[len(named[0]):])
	if named[1] == "html" {
		return question.HTMLFormat, rest
	}
	if named[1] == "markdown" {
		r.warn(line, "markdown", "Markdown is kept as plain text. Check how the question looks.")
	}
	return question.PlainFormat, rest
}

// unescaped returns where a mark stands that no backslash precedes, or -1.
func unescaped(text, mark string, from int) int {
	for i := from; i < len(text); i++ {
		if text[i] == '\\' {
			i++
			continue
		}
		if strings.HasPrefix(text[i:], mark) {
			return i
		}
	}
	return -1
}

var escapes = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\~`, "~", `\=`, "=", `\#`, "#", `\{`, "{", `\}`, "}", `\:`, ":")

// plain returns a text without its escapes.
func plain(text string) string { return strings.TrimSpace(escapes.Replace(text)) }
