package offline

import (
	"slices"
	"strings"
)

// commonWords are the most frequent words of languages, of which few are words of another one.
var commonWords = map[string][]string{
	"en": {"the", "and", "of", "to", "is", "that", "it", "you", "with", "for", "this", "are", "was", "have", "from"},
	"de": {"der", "die", "und", "das", "ist", "nicht", "ein", "eine", "mit", "auf", "für", "von", "den", "sich", "auch"},
	"fr": {"le", "les", "et", "des", "une", "est", "que", "pour", "dans", "qui", "pas", "sur", "avec", "du", "nous"},
	"es": {"el", "los", "las", "que", "una", "es", "por", "con", "para", "del", "se", "no", "como", "más", "pero"},
	"it": {"il", "che", "di", "della", "per", "non", "una", "sono", "con", "gli", "nel", "come", "più", "alla", "questo"},
	"nl": {"het", "een", "van", "en", "niet", "dat", "zijn", "voor", "met", "aan", "ook", "maar", "bij", "naar", "deze"},
}

func isKnownLanguage(tag string) bool {
	_, known := commonWords[strings.ToLower(strings.Split(tag, "-")[0])]
	return known
}

// Of all words of a text, how many must be common ones of a language, and how many times as many as of any other, for it to be in that.
const (
	commonShare = 0.08
	clearly     = 2
)

// language returns the language of the text; "" when it is not clear.
func (a Article) language() string {
	counts, all := map[string]int{}, 0
	for _, s := range a.sentences() {
		for _, w := range spokenWords(strings.ToLower(s.text)) {
			counts[w]++
			all++
		}
	}
	best, most, second := "", 0, 0
	for language, words := range commonWords {
		n := 0
		for _, w := range words {
			n += counts[w]
		}
		if n > most {
			best, most, second = language, n, most
		} else if n > second {
			second = n
		}
	}
	if float64(most) < commonShare*float64(all) || most < clearly*second {
		return ""
	}
	return best
}

// furtherCommonWords say nothing of a subject, in English and German.
var furtherCommonWords = strings.Fields("about after again because been before being between could does doing down during each even every here into just made make many more most much must need only other over same should some such than their them then there these they those through under until very what when where which while will would your mehr wenn kann wird sind ihre ihren oder aber noch nach beim über unter durch wurde werden haben diese dieser dieses einen einem einer")

func isCommon(word string) bool {
	for _, words := range commonWords {
		if slices.Contains(words, word) {
			return true
		}
	}
	return slices.Contains(furtherCommonWords, word)
}
