package offline

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
)

// How long a description for search engines is, in characters: more is cut off by them, less says too little.
const (
	shortestDescription = 50
	longestDescription  = 160
	bestDescription     = 70
)

// mostCandidates is how many sentences are compared: the first ones, in which a post says what it is about.
const mostCandidates = 40

// Descriptions returns up to n sentences of the article that describe it, the best first. A keyword that one contains makes it better. Each has at most 160 characters and
// ends with a whole word; at least 50, if the article has as many.
func (a Article) Descriptions(keyword string, n int) []string {
	all := a.sentences()
	all = all[:min(len(all), mostCandidates)]
	type candidate struct {
		text  string
		score float64
	}
	counts, title := a.Words(), wordsOf(a.Title)
	keywords := wordsOf(keyword)
	most := slices.Max(append(slices.Collect(maps.Values(counts)), 0))
	var candidates []candidate
	for i, s := range all {
		text := fit(all[i:])
		if text == "" {
			continue
		}
		words := wordsOf(s.text)
		score := central(words, counts, most) + 1.4*share(title, words) + 0.35/math.Sqrt(float64(i+1)) + fitting(text)
		if len(keywords) > 0 {
			score += 0.5 * share(keywords, wordsOf(text))
		}
		candidates = append(candidates, candidate{text, score})
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int { return cmp.Compare(b.score, a.score) })
	found := []string{}
	for _, c := range candidates {
		if len(found) < n && !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, c.text) || strings.Contains(c.text, f) }) {
			found = append(found, c.text)
		}
	}
	if len(found) == 0 { // no sentences, only headings or code
		if text := a.anything(); text != "" {
			found = append(found, text)
		}
	}
	return found
}

// anything returns the beginning of what the article has of text.
func (a Article) anything() string {
	parts := []string{a.Title}
	for _, b := range a.Blocks {
		parts = append(parts, strings.Join(strings.Fields(b.Text), " "))
	}
	return shorten(strings.TrimSpace(strings.Join(parts, " ")))
}

// fit returns the first sentence, with those behind it while it is too short, cut where it is too long; "" for what is no text.
func fit(all []sentence) string {
	text := ""
	for _, s := range all {
		if text != "" {
			text += " "
		}
		if text += strings.Join(strings.Fields(s.text), " "); len([]rune(text)) >= shortestDescription {
			break
		}
	}
	if len([]rune(text)) < shortestDescription || isListing(text) {
		return ""
	}
	return shorten(text)
}

// isListing reports whether a text is rather a piece of a program or an address than a sentence.
func isListing(s string) bool {
	letters, signs := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case strings.ContainsRune("{}[]()=<>|_/\\;*#+", r):
			signs++
		}
	}
	return signs*8 > letters
}

// shorten cuts a text of more than 160 characters behind a sentence or a clause, or behind a word, with an ellipsis.
func shorten(s string) string {
	runes := []rune(s)
	if len(runes) <= longestDescription {
		return s
	}
	for _, ends := range []string{".!?", ",;:–—"} {
		for i := longestDescription - 2; i >= 90; i-- {
			if strings.ContainsRune(ends, runes[i]) && unicode.IsSpace(runes[i+1]) {
				if ends[0] == '.' {
					return string(runes[:i+1])
				}
				return strings.TrimRightFunc(string(runes[:i]), unicode.IsSpace) + "…"
			}
		}
	}
	for i := longestDescription - 1; i >= shortestDescription; i-- {
		if unicode.IsSpace(runes[i]) {
			return strings.TrimRightFunc(string(runes[:i]), func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) }) + "…"
		}
	}
	return string(runes[:longestDescription-1]) + "…" // a language without spaces
}

// central is how much of what the article often says a sentence says, 0 to 1.
func central(words []string, counts map[string]float64, most float64) float64 {
	if len(words) == 0 {
		return 0
	}
	sum := 0.0
	for _, w := range words {
		sum += math.Log(1+counts[w]) / math.Log(1+most)
	}
	return sum / float64(len(words))
}

// share is the part of wanted words that a sentence has.
func share(wanted, words []string) float64 {
	if len(wanted) == 0 {
		return 0
	}
	n := 0
	for _, w := range wanted {
		if slices.Contains(words, w) {
			n++
		}
	}
	return float64(n) / float64(len(wanted))
}

// fitting is how near a length is to the best one, 0 to 0.5.
func fitting(text string) float64 {
	away := math.Abs(float64(len([]rune(text)) - bestDescription))
	whole := 0.0
	if !strings.HasSuffix(text, "…") {
		whole = 0.1
	}
	return 0.4*max(0, 1-away/bestDescription) + whole
}
