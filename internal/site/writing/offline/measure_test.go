package offline

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// known is a post of a real blog, as the tools read it.
type sample struct {
	Title, Summary string
	Tags, Heads    []string
	Body           string
}

func (s sample) article() Article {
	a := Article{Title: s.Title}
	for _, h := range s.Heads {
		a.Blocks = append(a.Blocks, Block{Kind: heading, Level: 2, Text: h})
	}
	for block := range strings.SplitSeq(s.Body, "\n\n") {
		if line := strings.Join(strings.Fields(block), " "); line != "" {
			a.Blocks = append(a.Blocks, Block{Kind: paragraph, Text: line})
		}
	}
	return a
}

func samples(t *testing.T, name string) (all []sample) {
	t.Helper()
	file, err := os.Open("testdata/" + name + ".jsonl.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	packed, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(packed)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s sample
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

func TestTagsOfRealBlogs(t *testing.T) {
	for name, want := range map[string]struct{ recall, hit float64 }{"go-blog": {LeastRecall, LeastHits}, "carpentries-blog": {LeastRecall, 0.90}} {
		posts := samples(t, name)
		df, postings, known := map[string]int{}, map[string][]int{}, []string{}
		weights := map[string]map[int]float64{}
		recall, hit, n := 0.0, 0.0, 0
		for i, p := range posts {
			a := p.article()
			counts := a.Words()
			terms := Strongest(counts, df, i)
			var old []string
			for _, tag := range p.Tags {
				if slices.Contains(known, tag) {
					old = append(old, tag)
				}
			}
			if len(p.Tags) > 0 && i >= len(posts)/10 {
				similar := map[int]float64{}
				for _, term := range terms {
					for _, j := range postings[term.Word] {
						similar[j] += term.Weight * weights[term.Word][j]
					}
				}
				scores := map[string]float64{}
				for j, score := range similar {
					if len(posts[j].Tags) > 0 {
						scores[strconv.Itoa(j)] = score
					}
				}
				var near []Neighbour
				for _, id := range Nearest(scores, MostNeighbours) {
					j, _ := strconv.Atoi(id)
					near = append(near, Neighbour{similar[j], posts[j].Tags})
				}
				got := a.Tags(near, known)
				right := 0
				for _, tag := range got[:min(5, len(got))] {
					if slices.Contains(old, tag.Name) {
						right++
					}
				}
				n++
				recall += float64(right) / float64(len(p.Tags))
				if right > 0 {
					hit++
				}
			}
			for w := range counts {
				df[w]++
			}
			for _, term := range terms {
				if weights[term.Word] == nil {
					weights[term.Word] = map[int]float64{}
				}
				postings[term.Word] = append(postings[term.Word], i)
				weights[term.Word][i] = term.Weight
			}
			for _, tag := range p.Tags {
				if !slices.Contains(known, tag) {
					known = append(known, tag)
				}
			}
		}
		t.Logf("%s: %d posts, R@5 %.3f hit@5 %.3f", name, n, recall/float64(n), hit/float64(n))
		if recall/float64(n) < want.recall || hit/float64(n) < want.hit {
			t.Errorf("%s", name)
		}
	}
}

// The share of words that a description has in common with what its author wrote (ROUGE-1, F1).
func overlap(got, want string) float64 {
	all := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	left := map[string]int{}
	words := all(want)
	for _, w := range words {
		left[w]++
	}
	common, said := 0, all(got)
	for _, w := range said {
		if left[w] > 0 {
			left[w]--
			common++
		}
	}
	if common == 0 {
		return 0
	}
	precision, recall := float64(common)/float64(len(said)), float64(common)/float64(len(words))
	return 2 * precision * recall / (precision + recall)
}

func TestDescriptionsOfRealBlogs(t *testing.T) {
	for name, want := range map[string]float64{"go-blog": 0.28, "carpentries-blog": LeastOverlap} {
		sum, n, first := 0.0, 0, 0.0
		for _, p := range samples(t, name) {
			a := p.article()
			got := a.Descriptions("", 3)
			if len(got) == 0 {
				t.Errorf("%s: none", p.Title)
				continue
			}
			for _, d := range got {
				if size := len([]rune(d)); size > longestDescription || size < shortestDescription {
					t.Errorf("%s: %d characters: %s", p.Title, size, d)
				}
			}
			if strings.TrimSpace(p.Summary) == "" {
				continue
			}
			sum += overlap(got[0], p.Summary)
			if s := a.sentences(); len(s) > 0 {
				first += overlap(s[0].text, p.Summary)
			}
			n++
		}
		t.Logf("%s: %d posts, ROUGE-1 %.3f, first sentence %.3f", name, n, sum/float64(n), first/float64(n))
		if sum/float64(n) < want {
			t.Errorf("%s", name)
		}
	}
}
