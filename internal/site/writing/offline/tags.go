package offline

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// Why a tag is suggested.
const (
	BecauseNeighbours = "neighbours" // similar posts have it
	BecauseMention    = "mention"    // it is a tag of the blog, and the post names it
	BecausePhrase     = "phrase"     // no post has it yet; the post is about it
)

// Neighbour is a post that is similar, with its tags.
type Neighbour struct {
	Similarity float64
	Tags       []string
}

// Tag is a suggestion.
type Tag struct {
	Name    string
	Score   float64
	Because string
}

// MostNeighbours is how many similar posts vote.
const MostNeighbours = 12

// What the tools are measured by on two real blogs, whose posts know only those before them: how many of a post's tags are among the first 5, how often at least one is,
// and how much descriptions have in common with those that their authors wrote (ROUGE-1).
const (
	LeastRecall  = 0.69
	LeastHits    = 0.84
	LeastOverlap = 0.25
)

const (
	worthMention = 0.5
	leastScore   = 0.25 // of what is suggested

	leastSimilarity = 0.04 // of a post that votes: below, two texts share little more than their language
)

// How much a mention of a tag counts by where it stands.
const (
	mentionInTitle   = 0.6
	mentionInHeading = 0.25
	mentionInText    = 0.1
)

// Nearest returns the posts that are most similar, the best first, by their similarity from 0 to 1.
func Nearest(scores map[string]float64, most int) []string {
	ids := slices.SortedFunc(maps.Keys(scores), func(a, b string) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	ids = slices.DeleteFunc(ids, func(id string) bool { return scores[id] < leastSimilarity })
	return ids[:min(len(ids), most)]
}

// Tags returns tags for an article, the best first: those of similar posts, and known ones that it mentions.
func (a Article) Tags(near []Neighbour, known []string) []Tag {
	all, votes := 0.0, map[string]float64{}
	for _, n := range near {
		all += n.Similarity
		for _, tag := range n.Tags {
			votes[tag] += n.Similarity
		}
	}
	mentions := a.mentions(known)
	found := []Tag{}
	for _, name := range slices.Sorted(maps.Keys(merged(votes, mentions))) {
		t := Tag{Name: name, Because: BecauseNeighbours}
		if all > 0 {
			t.Score = votes[name] / all
		}
		if mention := worthMention * mentions[name]; mention > 0 {
			if t.Score += mention; mention > t.Score/2 {
				t.Because = BecauseMention
			}
		}
		found = append(found, t)
	}
	slices.SortStableFunc(found, func(a, b Tag) int { return cmp.Compare(b.Score, a.Score) })
	return found
}

func merged(a, b map[string]float64) map[string]float64 {
	both := maps.Clone(a)
	maps.Copy(both, b)
	return both
}

// mentions returns how strongly an article mentions each of some tags, 0 to 1.
func (a Article) mentions(tags []string) map[string]float64 {
	line := func(s string) string { return " " + strings.Join(wordsOf(s), " ") + " " }
	title, headings, said := line(a.Title), "", strings.Builder{}
	for _, b := range a.Blocks {
		if b.Kind == heading {
			headings += line(b.Text)
		} else if b.Kind != code {
			said.WriteString(line(b.Text))
		}
	}
	text, found := said.String(), map[string]float64{}
	for _, tag := range tags {
		words := line(tag)
		if strings.TrimSpace(words) == "" {
			continue
		}
		score := 0.0
		if strings.Contains(title, words) {
			score += mentionInTitle
		}
		if strings.Contains(headings, words) {
			score += mentionInHeading
		}
		if n := strings.Count(text, words); n > 0 {
			score += mentionInText * min(4, float64(n)) / 2
		}
		if score > 0 {
			found[tag] = min(1, score)
		}
	}
	return found
}

// Sure returns those of some tags that are worth suggesting.
func Sure(tags []Tag, limit int) []Tag {
	sure := slices.DeleteFunc(slices.Clone(tags), func(t Tag) bool { return t.Score < leastScore })
	return sure[:min(len(sure), limit)]
}

const (
	mostPhrases  = 2
	phraseScore  = 0.3 // of a new tag: what is known comes first
	phraseTimes  = 3   // how often the text has it
	phraseLength = 4   // characters
)

// Phrases returns new tags: words of the title that the text often has, and that are none of the known tags. Of all the ways to find phrases that were measured none is good,
// so that there are at most 2.
func (a Article) Phrases(known []string) (found []Tag) {
	counts := Article{Blocks: a.Blocks}.Words()
	taken := map[string]bool{}
	for _, tag := range known {
		for _, w := range wordsOf(tag) {
			taken[w] = true
		}
	}
	for name := range strings.FieldsFuncSeq(a.Title, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("+#-", r)
	}) {
		words := wordsOf(name)
		if len(words) != 1 || len([]rune(words[0])) < phraseLength || taken[words[0]] || counts[words[0]] < phraseTimes || isCommon(words[0]) {
			continue
		}
		taken[words[0]] = true
		if found = append(found, Tag{Name: capitalised(name), Score: phraseScore, Because: BecausePhrase}); len(found) == mostPhrases {
			break
		}
	}
	return found
}

func capitalised(s string) string {
	runes := []rune(s)
	runes[0] = unicode.ToUpper(runes[0])
	return string(runes)
}
