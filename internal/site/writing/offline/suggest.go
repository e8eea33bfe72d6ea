package offline

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"
)

// Kinds of suggestions.
const (
	kindTitles        = "titles"
	kindStructure     = "structure"
	kindReadability   = "readability"
	kindSEO           = "seo"
	kindLinks         = "links"
	kindAccessibility = "accessibility"
)

const (
	warning = "warning"
	hint    = "hint"
)

// Where a suggestion becomes worth making.
const (
	longTitle      = 60  // characters; search engines cut off more
	longSentence   = 30  // words
	longParagraph  = 150 // words
	withoutHeading = 300 // words
	wallOfBold     = 25  // words in bold, of a block that is mostly bold
	hardText       = 55  // LIX: that of official texts
	shortText      = 60  // words, of which nothing can be said as a whole
	mostOfRule     = 10
)

// Suggestion says what could be better, and where.
type Suggestion struct {
	Rule        string
	Kind        string
	Severity    string
	Message     string
	Figure      int    // how many words, characters or points the rule counts; 0 for others
	Block       int    // the block of text, counted from 0; -1 for the whole post
	From, To    int    // characters of the block
	Quote       string // what they are
	Replacement string // "" for none
}

// Figures describe how a text reads.
type Figures struct {
	Words           int
	Sentences       int
	LIX             int
	LongestSentence int // words
}

// Circumstances are what the rules know of a post besides its text.
type Circumstances struct {
	Excerpt  *string         // nil when it is not known
	Language string          // BCP 47; "" when it is not known
	Missing  map[string]bool // addresses of the site that lead nowhere
}

// spokenWords are the words of a text as readers count them, a single letter too.
func spokenWords(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '’' && r != '-'
	})
}

const longWordLetters = 6 // a word with more is a long one

// Figures counts the article. LIX is the mean number of words of a sentence and the percentage of words with more than six characters (Björnsson 1968): it needs no
// syllables and therefore serves all languages with spaces.
func (a Article) Figures() (f Figures) {
	long := 0
	for _, s := range a.sentences() {
		words := spokenWords(s.text)
		if len(words) == 0 {
			continue
		}
		f.Sentences++
		f.Words += len(words)
		f.LongestSentence = max(f.LongestSentence, len(words))
		for _, w := range words {
			if len([]rune(w)) > longWordLetters {
				long++
			}
		}
	}
	if f.Sentences > 0 {
		f.LIX = int(math.Round(float64(f.Words)/float64(f.Sentences) + 100*float64(long)/float64(f.Words)))
	}
	return f
}

// Suggestions returns what could be better in an article, in the order of its text; what is about the whole comes first.
func (a Article) Suggestions(c Circumstances) []Suggestion {
	all := slices.Concat(a.aboutTitle(), a.aboutWhole(c), a.aboutStructure(), a.aboutReading(), a.aboutLinks(c), a.aboutImages())
	slices.SortStableFunc(all, func(a, b Suggestion) int { return a.Block - b.Block })
	seen, kept := map[string]int{}, all[:0]
	for _, s := range all {
		if seen[s.Rule]++; seen[s.Rule] <= mostOfRule {
			kept = append(kept, s)
		}
	}
	return kept
}

func whole(rule, kind, severity, message string, figure int) Suggestion {
	return Suggestion{Rule: rule, Kind: kind, Severity: severity, Message: message, Figure: figure, Block: -1}
}

// at is a suggestion about characters of a block.
func (a Article) at(s Suggestion, block, from, to int) Suggestion {
	runes := []rune(a.Blocks[block].Text)
	s.Block, s.From, s.To = block, from, min(to, len(runes))
	s.Quote = string(runes[s.From:s.To])
	return s
}

func (a Article) atBlock(s Suggestion, block int) Suggestion {
	return a.at(s, block, 0, len([]rune(a.Blocks[block].Text)))
}

const (
	subjectLetters = 4 // of a word that names a subject: shorter ones are mostly articles and prepositions
	subjectTimes   = 2 // how often the text has it
)

func (a Article) aboutTitle() (found []Suggestion) {
	title := wordsOf(a.Title)
	if len(title) == 0 {
		return nil
	}
	if n := len([]rune(a.Title)); n > longTitle {
		found = append(found, whole("long_title", kindTitles, hint, fmt.Sprintf("The title has %d characters. Search engines show about %d.", n, longTitle), n))
	}
	counts := Article{Blocks: a.Blocks}.Words()
	named := slices.ContainsFunc(title, func(w string) bool {
		n := 0.0
		for other, times := range counts {
			if len([]rune(w)) >= subjectLetters && isSameWord(w, other) {
				n += times
			}
		}
		return n >= subjectTimes
	})
	if !named && len(spokenWords(a.text())) >= shortText {
		found = append(found, whole("title_without_subject", kindTitles, hint, "The title has none of the words that the text is about.", 0))
	}
	return found
}

func (a Article) text() string {
	var said strings.Builder
	for _, b := range a.Blocks {
		said.WriteString(b.Text + "\n")
	}
	return said.String()
}

// isSameWord compares two words without their endings: "loaf" and "loaves" are not the same, "bake" and "baking" are.
func isSameWord(a, b string) bool {
	x, y := []rune(a), []rune(b)
	n := min(len(x), len(y))
	if n < 4 || max(len(x), len(y))-n > 4 {
		return a == b
	}
	common := 0
	for common < n && x[common] == y[common] {
		common++
	}
	return common >= max(3, n-1)
}

func (a Article) aboutWhole(c Circumstances) (found []Suggestion) {
	f := a.Figures()
	if c.Excerpt != nil && strings.TrimSpace(*c.Excerpt) == "" {
		found = append(found, whole("no_summary", kindSEO, hint, "The post has no summary. Lists and search engines show it.", 0))
	}
	if spoken := a.language(); c.Language != "" && spoken != "" && f.Words >= shortText && spoken != strings.ToLower(strings.Split(c.Language, "-")[0]) && isKnownLanguage(c.Language) {
		found = append(found, whole("other_language", kindSEO, warning, "The text seems to be in another language than the post says.", 0))
	}
	if f.LIX > hardText && f.Words >= shortText {
		found = append(found, whole("hard_to_read", kindReadability, hint, fmt.Sprintf("The text is hard to read (LIX %d). Shorter sentences and words help.", f.LIX), f.LIX))
	}
	return found
}
