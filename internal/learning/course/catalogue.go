package course

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

const deepest = 500 // page that can be asked for by number

// Listing is which page of the courses somebody wants.
type Listing struct {
	Filter Filter
	Sort   Sort
	Page   rest.Page
	Scroll rest.CursorParam
}

// List is one page of the courses that the caller may see, how many there are in all, and the cursor of the next page. For
// anybody; fault.Unauthenticated when nobody asks for their own, fault.Invalid for a filter or a cursor that is none.
func (s *Service) List(ctx context.Context, who access.Caller, l Listing) (cs []Course, n rest.Count, next string, err error) {
	q := s.DB.Reader()
	p, err := s.pick(ctx, q, who, l.Filter)
	if err != nil {
		return nil, n, "", err
	}
	if l.Page.Number > deepest && l.Scroll.Cursor == "" {
		return nil, n, "", fault.Fields{{Name: "page", Code: "out_of_range", Message: "Pages beyond 500 are reached by the cursor; a narrower filter is handier"}}.Err()
	}
	if n, err = s.weigh(ctx, q, who, &p); err != nil {
		return nil, n, "", err
	}
	limit, offset := l.Page.LimitOffset()
	page := listPage{who, p, l.Sort, limit + 1, offset, nil}
	if page.behind, err = l.Scroll.Decode(len(page.order().columns)); err != nil {
		return nil, n, "", err
	}
	if cs, err = page.read(ctx, q); err != nil {
		return nil, n, "", err
	}
	if int64(len(cs)) > limit {
		cs = cs[:limit]
		next = page.order().mark(cs[limit-1])
	}
	return cs, n, next, readInstructors(ctx, q, cs)
}

// pick makes sense of a filter for a caller.
func (s *Service) pick(ctx context.Context, q bun.IDB, who access.Caller, f Filter) (picked, error) {
	if f.Mine && who.ID == "" {
		return picked{}, fault.New(fault.Unauthenticated, "not_signed_in", "Please sign in to see your courses.")
	}
	p, err := f.plain().read()
	if err != nil {
		return p, err
	}
	if p.Category != "" {
		cs, err := categories(ctx, q)
		if err != nil {
			return p, err
		}
		p.categories = beneath(cs, p.Category)
	}
	if p.Currency == "" && (p.MinPrice > 0 || p.MaxPrice > 0) {
		codes, err := currencies(ctx, q)
		if err != nil {
			return p, err
		}
		p.Currency = codes[0]
	}
	if p.Search != "" {
		if p.words, err = resolve(ctx, q, p.Search, p.forAll()); err != nil {
			return p, err
		}
		p.nothing = len(p.words) == 0
	}
	return p, nil
}

// forAll says that the filter picks the same courses for everybody.
func (p picked) forAll() bool { return p.Status == published && !p.Mine }

// weigh counts what a filter picks, by which it is settled how the courses of its search are found.
func (s *Service) weigh(ctx context.Context, q bun.IDB, who access.Caller, p *picked) (rest.Count, error) {
	n, err := s.count(ctx, q, who, *p)
	p.many = len(p.words) > 0 && (n.Total >= manyFound || p.words[p.rarest()].courses > rest.MaxCount)
	return n, err
}

// count is how many courses a filter picks.
func (s *Service) count(ctx context.Context, q bun.IDB, who access.Caller, p picked) (rest.Count, error) {
	fresh := func() (rest.Count, error) {
		n, err := counted(ctx, q, who, p)
		return rest.CountUpTo(n), err
	}
	if !p.forAll() {
		return fresh()
	}
	version, err := versionOf(ctx, q)
	if err != nil {
		return rest.Count{}, err
	}
	return remember(&s.counts, version, p.Filter, fresh)
}

// FacetValue is one value of a facet and how many courses have it.
type FacetValue struct {
	Value string `json:"value"`
	Count int64  `json:"count"`
}

// CourseFacets is by what a list can be narrowed further. Each facet counts the courses that fit all else that the list is
// narrowed by; values that no course has are left out, the most frequent come first.
type CourseFacets struct {
	Total             int64        `json:"total"`
	Category          []FacetValue `json:"category"`
	CourseType        []FacetValue `json:"course_type"`
	Level             []FacetValue `json:"level"`
	Language          []FacetValue `json:"language"`
	IsFree            []FacetValue `json:"is_free" doc:"Yes and No."`
	IsCertification   []FacetValue `json:"is_certification" doc:"Yes and No."`
	IsAssignments     []FacetValue `json:"is_assignments" doc:"Yes and No."`
	IsProjects        []FacetValue `json:"is_projects" doc:"Yes and No."`
	IsQuizzes         []FacetValue `json:"is_quizzes" doc:"Yes and No."`
	Features          []FacetValue `json:"features" doc:"At most 50."`
	ToolsTechnologies []FacetValue `json:"tools_technologies" doc:"At most 50."`
}

// Facets is by what a list of courses can be narrowed further. For anybody, as List.
func (s *Service) Facets(ctx context.Context, who access.Caller, f Filter) (CourseFacets, error) {
	q := s.DB.Reader()
	p, err := s.pick(ctx, q, who, f)
	if err != nil {
		return CourseFacets{}, err
	}
	fresh := func() (CourseFacets, error) { return facets(ctx, q, who, p) }
	if !p.forAll() {
		return fresh()
	}
	version, err := versionOf(ctx, q)
	if err != nil {
		return CourseFacets{}, err
	}
	return remember(&s.facets, version, p.Filter, fresh)
}

// memory keeps what was counted until the catalogue changes, on whichever server that happens: the version is read from the
// database before anything is counted, so that what is kept under it is never older.
type memory[T any] struct {
	lock    sync.Mutex
	version int64
	kept    map[Filter]T
}

const mostKept = 2000 // filters

func remember[T any](m *memory[T], version int64, f Filter, count func() (T, error)) (T, error) {
	m.lock.Lock()
	if m.kept == nil || m.version != version || len(m.kept) > mostKept {
		m.version, m.kept = version, map[Filter]T{}
	}
	value, known := m.kept[f]
	m.lock.Unlock()
	if known {
		return value, nil
	}
	value, err := count()
	if err != nil {
		return value, err
	}
	m.lock.Lock()
	defer m.lock.Unlock()
	if m.version == version {
		m.kept[f] = value
	}
	return value, nil
}

// Suggestion is something that somebody who types may mean.
type Suggestion struct {
	Kind     string `json:"kind" enum:"word,course,category,instructor"`
	Text     string `json:"text"`
	CourseID string `json:"course_id" doc:"Of a course; otherwise empty."`
	PersonID string `json:"person_id" doc:"Of an instructor; otherwise empty."`
}

// How many suggestions there are of each kind at most.
const (
	mostWordsSuggested = 3
	mostCourses        = 6
	mostOthers         = 2
	mostLookedAt       = 100 // courses, the newest
)

// Suggest is what somebody may mean who has typed so much: words, titles of courses, categories, instructors. For anybody;
// of the catalogue alone.
func (s *Service) Suggest(ctx context.Context, typed string) ([]Suggestion, error) {
	q := s.DB.Reader()
	p, err := s.pick(ctx, q, access.Caller{}, Filter{Search: typed})
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
	if err := readInstructors(ctx, q, cs); err != nil {
		return nil, err
	}
	suggested, err := suggestWords(ctx, q, p.words)
	return append(suggested, suggestCourses(p.words, cs)...), err
}

// suggestWords is searches that come of what was typed when its last word is completed, or corrected.
func suggestWords(ctx context.Context, q bun.IDB, words []wanted) ([]Suggestion, error) {
	last := words[len(words)-1]
	ends := last.instead
	if last.begins {
		var err error
		if ends, err = completions(ctx, q, last.typed, mostWordsSuggested); err != nil {
			return nil, err
		}
	}
	before := ""
	for _, w := range words[:len(words)-1] {
		if !w.begins && len(w.instead) > 0 {
			w.typed = w.instead[0]
		}
		before += w.typed + " "
	}
	suggested := []Suggestion{}
	for _, end := range ends[:min(len(ends), mostWordsSuggested)] {
		suggested = append(suggested, Suggestion{Kind: "word", Text: before + end})
	}
	return suggested, nil
}

// suggestCourses is titles, categories and instructors in which the words stand, those with all of them first.
func suggestCourses(words []wanted, cs []Course) (suggested []Suggestion) {
	slices.SortStableFunc(cs, func(a, b Course) int { return has(words, b.Title) - has(words, a.Title) })
	for _, c := range cs[:min(len(cs), mostCourses)] {
		suggested = append(suggested, Suggestion{Kind: "course", Text: c.Title, CourseID: c.ID})
	}
	seen := map[string]bool{}
	left := map[string]int{"category": mostOthers, "instructor": mostOthers}
	add := func(s Suggestion) {
		if !seen[s.Kind+s.Text+s.PersonID] && left[s.Kind] > 0 && has(words, s.Text) == len(words) {
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

// has is how many of the words stand in a text.
func has(words []wanted, text string) (n int) {
	in := wordsOf(text)
	for _, w := range words {
		if slices.ContainsFunc(in, func(word string) bool {
			return w.begins && strings.HasPrefix(word, w.typed) || slices.Contains(w.instead, word)
		}) {
			n++
		}
	}
	return n
}
