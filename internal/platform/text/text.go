// Package text prepares what people have written for being found again.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold is text as it is compared: lower case, without accents, with single blanks. "  Émile  ZOLA" becomes "emile zola".
func Fold(s string) string {
	var folded strings.Builder
	for _, r := range norm.NFKD.String(strings.ReplaceAll(s, "\x00", "")) {
		if !unicode.Is(unicode.Mn, r) {
			folded.WriteRune(unicode.ToLower(r))
		}
	}
	return strings.Join(strings.Fields(folded.String()), " ")
}

const (
	maxSearchKeys = 24 // of one text; a name has seldom more words
	maxSearchKey  = 64 // characters; nobody types more into a search
)

// SearchKeys is what a text can be found by, by the beginning of any of its words: from each word on to the end, folded.
// "Émile Zola" gives "emile zola" and "zola", so that "zo" and "emile z" find it. A letter or digit behind anything else begins a word.
func SearchKeys(s string) (tails []string) {
	folded := []rune(Fold(s))
	for i, r := range folded {
		begins := i == 0 || isWord(r) && !isWord(folded[i-1])
		if begins && len(tails) < maxSearchKeys {
			tails = append(tails, string(folded[i:min(len(folded), i+maxSearchKey)]))
		}
	}
	return tails
}

// SearchPrefix is text as it is looked for among tails.
func SearchPrefix(s string) string {
	folded := []rune(Fold(s))
	return string(folded[:min(len(folded), maxSearchKey)])
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// OneLine is s without blanks around it, and with every other run of blanks as one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
