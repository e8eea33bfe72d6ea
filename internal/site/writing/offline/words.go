package offline

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"lectern/internal/platform/text"
)

const (
	shortestWord = 2  // characters; single ones say nothing of a subject
	longestWord  = 40 // characters; the rest is ignored
)

// wordsOf splits a text into folded words of letters and digits; + and # count as letters, for C++ and C#.
func wordsOf(s string) []string {
	words := strings.FieldsFunc(text.Fold(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '#' })
	kept := words[:0]
	for _, w := range words {
		runes := []rune(w)
		if len(runes) > longestWord {
			w = string(runes[:longestWord])
		}
		if len(runes) >= shortestWord && strings.ContainsFunc(w, unicode.IsLetter) {
			kept = append(kept, w)
		}
	}
	return kept
}

// How much a word counts by where it stands.
const (
	inTitle   = 5
	inHeading = 2
	inText    = 1
)

// Words returns how often each word occurs in the article; those in its title and in headings count more.
func (a Article) Words() map[string]float64 {
	counts := map[string]float64{}
	add := func(s string, weight float64) {
		for _, w := range wordsOf(s) {
			counts[w] += weight
		}
	}
	add(a.Title, inTitle)
	for _, b := range a.Blocks {
		switch b.Kind {
		case heading:
			add(b.Text, inHeading)
		case code: // names of a program are not words of a subject
		default:
			add(b.Text, inText)
		}
	}
	return counts
}

// Term is a word with its weight.
type Term struct {
	Word   string
	Weight float64
}

// mostTerms is how many words describe an article.
const mostTerms = 100

// Strongest returns the words that describe an article best, by how often they occur in it and how few others have them: df is how many of all posts have a word.
// The squares of their weights add up to 1.
func Strongest(counts map[string]float64, df map[string]int, posts int) []Term {
	terms := make([]Term, 0, len(counts))
	for w, n := range counts {
		terms = append(terms, Term{w, (1 + math.Log(n)) * idf(df[w], posts)})
	}
	slices.SortFunc(terms, func(a, b Term) int { return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Word, b.Word)) })
	terms = slices.Clone(terms[:min(len(terms), mostTerms)])
	sum := 0.0
	for _, t := range terms {
		sum += t.Weight * t.Weight
	}
	for i := range terms {
		terms[i].Weight /= math.Sqrt(sum)
	}
	return terms
}

func idf(df, posts int) float64 { return math.Log(float64(posts+1)/float64(df+1)) + 0.6 }
