// Package words splits texts into words, and keeps a dictionary of those that searches find, with their prefixes and trigrams, so that a word is found
// by its beginning and, misspelt, by what is like it. Which course or post has which word is for the features to keep, in tables that package words
// knows by name.
package words

import (
	"strings"
	"unicode"

	"lectern/internal/platform/text"
)

const (
	longestWord   = 40 // characters; the rest of a longer word is ignored
	longestPrefix = 20 // characters of a prefix
	mostSearched  = 8  // words of one search
)

// Split splits a text into folded words: alphabetic characters and digits, and + and #, for C++ and C#.
func Split(s string) []string {
	words := strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '#' })
	kept := words[:0]
	for _, w := range words {
		if runes := []rune(w); len(runes) > longestWord {
			w = string(runes[:longestWord])
		}
		if strings.Trim(w, "+#") != "" {
			kept = append(kept, w)
		}
	}
	return kept
}

// prefixGram is the gram of words that begin with s.
func prefixGram(s string) string {
	runes := []rune(s)
	return "^" + string(runes[:min(len(runes), longestPrefix)])
}

// trigrams returns the distinct trigrams of a word, padded with two blanks before and one after.
func trigrams(word string) []string {
	runes := []rune("  " + word + " ")
	seen := map[string]bool{}
	var grams []string
	for i := range len(runes) - 2 {
		if g := string(runes[i : i+3]); !seen[g] {
			seen[g] = true
			grams = append(grams, g)
		}
	}
	return grams
}

// gramsOf returns the prefixes and trigrams of a word.
func gramsOf(word string) []string {
	runes := []rune(word)
	grams := trigrams(word)
	for i := 1; i <= min(len(runes), longestPrefix); i++ {
		grams = append(grams, "^"+string(runes[:i]))
	}
	return grams
}

// Similarity is the share of trigrams that two titles have in common, from 0 to 1.
func Similarity(a, b map[string]bool) float64 {
	common := 0
	for g := range a {
		if b[g] {
			common++
		}
	}
	if all := len(a) + len(b) - common; all > 0 {
		return float64(common) / float64(all)
	}
	return 0
}

// TitleGrams returns the trigrams by which titles are compared.
func TitleGrams(title string) map[string]bool {
	set := map[string]bool{}
	for _, w := range Split(title) {
		for _, g := range trigrams(w) {
			set[g] = true
		}
	}
	return set
}

// typos is the number of mistakes allowed in a word of a length.
func typos(length int) int {
	switch {
	case length < 3:
		return 0
	case length < 6:
		return 1
	}
	return 2
}

// mistakes is the edit distance with adjacent transpositions (optimal string alignment) between a and b, or a prefix
// of b of about the same length.
func mistakes(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range y {
		rows[0][j+1] = j + 1
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			rows[i][j] = min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				rows[i][j] = min(rows[i][j], rows[i-2][j-2]+1)
			}
		}
	}
	best := rows[len(x)][len(y)]
	for j := max(0, len(x)-1); j <= min(len(y), len(x)+1); j++ {
		best = min(best, rows[len(x)][j])
	}
	return best
}
