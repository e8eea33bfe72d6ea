package settings

import (
	"slices"

	"lectern/internal/platform/fault"
)

// homeSections are the sections that the home page can have, in the order in which it has them at first.
var homeSections = [...]string{"courses", "batches", "catalogue", "instructors", "testimonials", "posts", "demo", "companies", "newsletter"}

// HomeSettings say what visitors see on the home page.
type HomeSettings struct {
	Search   bool     `json:"search" doc:"Whether the page begins with its title and the search."`
	Sections []string `json:"sections" enum:"courses,batches,catalogue,instructors,testimonials,posts,demo,companies,newsletter" msg:"This section doesn't exist" doc:"The sections that are shown, in this order. One without content is left out by itself."`
}

func (*HomeSettings) Key() string { return "home" }

func (g *HomeSettings) Normalize() {
	if g.Sections == nil {
		g.Sections = []string{}
	}
}

func (g *HomeSettings) Violations() (broken fault.Fields) {
	for i, section := range g.Sections {
		broken.Require(slices.Contains(homeSections[:], section), "sections", "unknown_value", "This section doesn't exist")
		broken.Require(!slices.Contains(g.Sections[:i], section), "sections", "duplicate", "A section is shown once")
	}
	broken.Require(g.Search || len(g.Sections) > 0, "sections", "required", "The home page needs at least one section")
	return broken
}
