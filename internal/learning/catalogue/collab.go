package catalogue

import (
	"context"
	"slices"
	"strings"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/words"
)

// Collaboration holds the parameters of a search over courses of both origins.
type Collaboration struct {
	Source      string  `query:"source" enum:"all,courses,tcourse" default:"all" msg:"source must be all, courses or tcourse" doc:"At which address the courses were made."`
	Strategy    string  `query:"merge_strategy" enum:"unified,separate,prioritize_typed" default:"unified" msg:"merge_strategy must be unified, separate or prioritize_typed" doc:"unified: one order. separate: also by source. prioritize_typed: those made as typed courses first."`
	Deduplicate bool    `query:"deduplicate" msg:"deduplicate must be true or false" doc:"One course of each group with titles alike is kept, and names the others."`
	Threshold   float64 `query:"similarity_threshold" minimum:"0" maximum:"1" default:"0.8" msg:"similarity_threshold must be from 0 to 1" doc:"From which similarity on titles are alike: trigrams that both have, of all that either has."`
	Metadata    bool    `query:"include_metadata" msg:"include_metadata must be true or false" doc:"Also how each course matched."`
	Comparison  bool    `query:"comparison_mode" msg:"comparison_mode must be true or false" doc:"Also how alike the titles of the page are, two by two."`
	SortBy      string  `query:"sort_by" enum:"createdAt,title,course_fee,relevance" default:"createdAt" msg:"sort_by must be createdAt, title, course_fee or relevance"`
	SortOrder   string  `query:"sort_order" enum:"asc,desc" default:"desc" msg:"sort_order must be asc or desc"`
	ByType      bool    `query:"group_by_type" msg:"group_by_type must be true or false" doc:"Also by type."`
	Exclude     string  `query:"exclude_ids" maxLength:"4000" msg:"exclude_ids must be at most 4000 characters" doc:"Ids of courses to leave out, separated by commas."`
}

type CollabCourse struct {
	course.Course
	Source     string          `json:"source" enum:"courses,tcourse"`
	Duplicates []NearDuplicate `json:"near_duplicates" doc:"Of a search that groups titles alike: the others of its group."`
	Match      *CollabMatch    `json:"match,omitempty" doc:"How it matched; only with include_metadata."`
	grams      map[string]bool
	score      float64
}

// NearDuplicate is a course with a similar title.
type NearDuplicate struct {
	ID         string  `json:"id"`
	Title      string  `json:"title"`
	Similarity float64 `json:"similarity"`
}

// CollabMatch says how well a course matched a search.
type CollabMatch struct {
	Score float64  `json:"score" doc:"From 0 to 1: the share of words in the title, those in category or instructors counting half and those elsewhere a quarter."`
	Words []string `json:"words" doc:"Of the search that stand in its title."`
}

// TitleComparison is the similarity of two titles.
type TitleComparison struct {
	A          string  `json:"a" doc:"Id of a course."`
	B          string  `json:"b" doc:"Id of another."`
	Similarity float64 `json:"similarity"`
}

// CollabResult is a page of hits.
type CollabResult struct {
	Courses     []CollabCourse    `json:"courses" doc:"In the order that was asked for."`
	BySource    *CollabSources    `json:"by_source,omitempty" doc:"With merge_strategy separate: the same courses."`
	ByType      *CollabTypes      `json:"by_type,omitempty" doc:"With group_by_type: the same courses."`
	Comparisons []TitleComparison `json:"comparisons,omitempty" doc:"With comparison_mode."`
	Capped      bool              `json:"capped" doc:"There were more than 500 candidates; the rest was not looked at."`
	Pagination  rest.Pagination   `json:"pagination"`
}

// CollabSources groups courses by origin.
type CollabSources struct {
	Courses []CollabCourse `json:"courses"`
	TCourse []CollabCourse `json:"tcourse"`
}

// CollabTypes groups courses by type.
type CollabTypes struct {
	Blended []CollabCourse `json:"blended"`
	Live    []CollabCourse `json:"live"`
	Free    []CollabCourse `json:"free"`
}

const mostCollab = 500 // courses that a search examines

// Collaborate searches the courses that the caller may see, of both origins. For anyone, as List.
func (s *Service) Collaborate(ctx context.Context, who access.Caller, f Filter, c Collaboration, page rest.Page) (r CollabResult, err error) {
	q := s.db.Reader()
	p, err := s.parse(ctx, q, who, f)
	if err != nil {
		return r, err
	}
	if _, err := s.weigh(ctx, q, who, &p); err != nil {
		return r, err
	}
	p.origin, p.excluded = strings.TrimPrefix(c.Source, "all"), keys(c.Exclude)
	if len(p.excluded) > rest.MaxLimit {
		return r, fault.Fields{{Name: "exclude_ids", Code: "too_many", Message: "At most 100 courses can be excluded"}}.Err()
	}
	cs, err := listPage{who, p, c.sort(), mostCollab + 1, 0, nil}.read(ctx, q)
	if err != nil {
		return r, err
	}
	r.Capped = len(cs) > mostCollab
	cs = cs[:min(len(cs), mostCollab)]
	if err := course.Complete(ctx, q, cs); err != nil {
		return r, err
	}
	found := c.arrange(scored(cs, p.words))
	limit, offset := page.LimitOffset()
	total := int64(len(found))
	found = found[min(offset, total):min(offset+limit, total)]
	list, _ := rest.Many(page, found, total, nil)
	r.Courses, r.Pagination = list.Data, list.Pagination
	c.group(&r)
	return r, nil
}

// sort is the order in which candidates are read.
func (c Collaboration) sort() Sort {
	sorts := map[string][2]Sort{"title": {byTitle, byTitleDown}, "course_fee": {byPrice, byPriceDown}}
	pair, known := sorts[c.SortBy]
	if !known {
		pair = [2]Sort{oldest, newest}
	}
	if c.SortOrder == "asc" {
		return pair[0]
	}
	return pair[1]
}

// scored computes how well each course matches.
func scored(cs []course.Course, terms []searchindex.Term) []CollabCourse {
	found := make([]CollabCourse, len(cs))
	for i, c := range cs {
		f := CollabCourse{Course: c, Source: c.Origin, Duplicates: []NearDuplicate{}, Match: &CollabMatch{Words: []string{}}, grams: words.TitleGrams(c.Title)}
		aside := []string{c.Category}
		for _, person := range c.Instructors {
			aside = append(aside, person.FullName)
		}
		for _, w := range terms {
			one := []searchindex.Term{w}
			switch {
			case has(one, c.Title) > 0:
				f.score++
				f.Match.Words = append(f.Match.Words, w.Typed)
			case has(one, strings.Join(aside, " ")) > 0:
				f.score += 0.5
			default:
				f.score += 0.25
			}
		}
		if len(terms) > 0 {
			f.score /= float64(len(terms))
		}
		f.Match.Score = f.score
		found[i] = f
	}
	return found
}

// arrange sorts courses as requested and keeps one of each group of similar titles.
func (c Collaboration) arrange(found []CollabCourse) []CollabCourse {
	if c.SortBy == "relevance" {
		slices.SortStableFunc(found, func(a, b CollabCourse) int {
			down := compare(b.score, a.score)
			if c.SortOrder == "asc" {
				return -down
			}
			return down
		})
	}
	if c.Strategy == "prioritize_typed" {
		slices.SortStableFunc(found, func(a, b CollabCourse) int { return strings.Compare(b.Source, a.Source) })
	}
	if c.Deduplicate {
		found = c.distinct(found)
	}
	if !c.Metadata {
		for i := range found {
			found[i].Match = nil
		}
	}
	return found
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// distinct keeps the best course of each group of similar titles, at the position of the first: the best match, then
// typed courses, then the newest. A title belongs to the first group whose first title it resembles.
func (c Collaboration) distinct(found []CollabCourse) (kept []CollabCourse) {
	var groups [][]CollabCourse
	for _, f := range found {
		at := slices.IndexFunc(groups, func(g []CollabCourse) bool { return words.Similarity(g[0].grams, f.grams) >= c.Threshold })
		if at < 0 {
			groups = append(groups, []CollabCourse{f})
		} else {
			groups[at] = append(groups[at], f)
		}
	}
	for _, g := range groups {
		best := slices.MinFunc(g, func(a, b CollabCourse) int {
			if d := compare(b.score, a.score); d != 0 {
				return d
			}
			if d := strings.Compare(b.Source, a.Source); d != 0 {
				return d
			}
			return b.CreatedAt.Compare(a.CreatedAt)
		})
		for _, f := range g {
			if f.ID != best.ID {
				best.Duplicates = append(best.Duplicates, NearDuplicate{f.ID, f.Title, words.Similarity(best.grams, f.grams)})
			}
		}
		kept = append(kept, best)
	}
	return kept
}

// group adds the requested groupings to a page.
func (c Collaboration) group(r *CollabResult) {
	of := func(holds func(f CollabCourse) bool) []CollabCourse {
		some := []CollabCourse{}
		for _, f := range r.Courses {
			if holds(f) {
				some = append(some, f)
			}
		}
		return some
	}
	source := func(name string) []CollabCourse { return of(func(f CollabCourse) bool { return f.Source == name }) }
	kind := func(name string) []CollabCourse { return of(func(f CollabCourse) bool { return f.CourseType == name }) }
	if c.Strategy == "separate" {
		r.BySource = &CollabSources{source("courses"), source("tcourse")}
	}
	if c.ByType {
		r.ByType = &CollabTypes{kind(course.Blended), kind(course.Live), kind(course.Free)}
	}
	if !c.Comparison {
		return
	}
	for i, a := range r.Courses {
		for _, b := range r.Courses[:i] {
			r.Comparisons = append(r.Comparisons, TitleComparison{a.ID, b.ID, words.Similarity(a.grams, b.grams)})
		}
	}
}
