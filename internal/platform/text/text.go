// Package text cleans and compares texts that users write, and prepares them for search.
package text

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold normalises text for comparison: lower case, without accents, single spaces. "  Émile  ZOLA" becomes "emile zola".
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
	maxSearchKeys = 24 // per text; names seldom have more words
	maxSearchKey  = 64 // characters; nobody types more into a search
)

// SearchKeys returns the keys by whose beginnings a text can be found: the folded text from each word to its end. "Émile
// Zola" gives "emile zola" and "zola", so that "zo" and "emile z" find it. A word starts at a letter or digit after
// anything else.
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

// SearchPrefix returns a search text in the form of SearchKeys.
func SearchPrefix(s string) string {
	folded := []rune(Fold(s))
	return string(folded[:min(len(folded), maxSearchKey)])
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// OneLine trims s and replaces every run of white space by one space.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
