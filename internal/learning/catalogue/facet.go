package catalogue

import (
	"context"

	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/access"
)

// FacetValue is a value of a facet with the number of courses that have it.
type FacetValue struct {
	Value string `json:"value"`
	Count int64  `json:"count"`
}

// CourseFacets lists the values by which a list can be narrowed further. Each facet counts the courses that satisfy
// all other filters, most frequent first; values without courses are left out. Categories have the order of their tree.
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
	MinRating         []FacetValue `json:"min_rating" doc:"4 and 3: courses that min_rating leaves, the more demanding first."`
}

// Facets counts facet values. For anyone, as List.
func (s *Service) Facets(ctx context.Context, who access.Caller, f Filter) (CourseFacets, error) {
	q := s.db.Reader()
	p, err := s.parse(ctx, q, who, f)
	if err != nil {
		return CourseFacets{}, err
	}
	fresh := func() (CourseFacets, error) { return facets(ctx, q, who, p) }
	if !p.forAll() {
		return fresh()
	}
	version, err := searchindex.Version(ctx, q)
	if err != nil {
		return CourseFacets{}, err
	}
	return remember(&s.facets, version, p.Filter, fresh)
}
