package catalogue

import (
	"context"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/words"
)

// Suggestion is something that the user may be looking for.
type Suggestion struct {
	Kind     string `json:"kind" enum:"word,course,category,instructor"`
	Text     string `json:"text"`
	CourseID string `json:"course_id" doc:"Of a course; otherwise empty."`
	PersonID string `json:"person_id" doc:"Of an instructor; otherwise empty."`
}

// Limits for each kind of suggestion.
const (
	mostWordsSuggested = 3
	mostCourses        = 6
	mostOthers         = 2
	mostLookedAt       = 100 // newest courses examined
)

// Suggest returns words, course titles, categories and instructors that may complete what a user is typing. For
// anyone, from the public catalogue only.
func (s *Service) Suggest(ctx context.Context, typed string) ([]Suggestion, error) {
	q := s.db.Reader()
	p, err := s.parse(ctx, q, access.Caller{}, Filter{Search: typed})
	if err != nil || p.Search == "" || p.nothing {
		return []Suggestion{}, err
	}
	if _, err := s.weigh(ctx, q, access.Caller{}, &p); err != nil {
		return nil, err
	}
	cs, err := listPage{access.Caller{}, p, newest, mostLookedAt, 0, nil}.read(ctx, q)
	if err != nil {
		return nil, err
	}
	if err := course.ReadInstructors(ctx, q, cs); err != nil {
		return nil, err
	}
	suggested, err := suggestWords(ctx, q, p.words)
	return append(suggested, suggestCourses(p.words, cs)...), err
}

// suggestWords completes or corrects the last word of the search.
func suggestWords(ctx context.Context, q bun.IDB, terms []searchindex.Term) ([]Suggestion, error) {
	last := terms[len(terms)-1]
	ends := last.Corrections
	if last.IsPrefix {
		var err error
		if ends, err = searchindex.Completions(ctx, q, last.Typed, mostWordsSuggested); err != nil {
			return nil, err
		}
	}
	before := ""
	for _, w := range terms[:len(terms)-1] {
		if !w.IsPrefix && len(w.Corrections) > 0 {
			w.Typed = w.Corrections[0]
		}
		before += w.Typed + " "
	}
	suggested := []Suggestion{}
	for _, end := range ends[:min(len(ends), mostWordsSuggested)] {
		suggested = append(suggested, Suggestion{Kind: "word", Text: before + end})
	}
	return suggested, nil
}

// suggestCourses returns titles, categories and instructors that contain the words, those with all of them first.
func suggestCourses(terms []searchindex.Term, cs []course.Course) (suggested []Suggestion) {
	slices.SortStableFunc(cs, func(a, b course.Course) int { return has(terms, b.Title) - has(terms, a.Title) })
	for _, c := range cs[:min(len(cs), mostCourses)] {
		suggested = append(suggested, Suggestion{Kind: "course", Text: c.Title, CourseID: c.ID})
	}
	seen := map[string]bool{}
	left := map[string]int{"category": mostOthers, "instructor": mostOthers}
	add := func(s Suggestion) {
		if !seen[s.Kind+s.Text+s.PersonID] && left[s.Kind] > 0 && has(terms, s.Text) == len(terms) {
			seen[s.Kind+s.Text+s.PersonID] = true
			left[s.Kind]--
			suggested = append(suggested, s)
		}
	}
	for _, c := range cs {
		add(Suggestion{Kind: "category", Text: c.Category})
		for _, i := range c.Instructors {
			add(Suggestion{Kind: "instructor", Text: i.FullName, PersonID: i.ID})
		}
	}
	return suggested
}

// has counts the words that occur in a text.
func has(terms []searchindex.Term, text string) (n int) {
	in := words.Split(text)
	for _, w := range terms {
		if slices.ContainsFunc(in, func(word string) bool {
			return w.IsPrefix && strings.HasPrefix(word, w.Typed) || slices.Contains(w.Corrections, word)
		}) {
			n++
		}
	}
	return n
}
