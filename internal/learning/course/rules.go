package course

import (
	"cmp"
	"slices"
	"strings"

	"lectern/internal/learning/price"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Normalise is n as it is stored. Category is one line; blanks within it count as one, so that two spellings are one
// heading.
func (n NewCourse) Normalise() NewCourse {
	n.Title, n.Category = Line(n.Title), Line(n.Category)
	n.Level, n.Language = cmp.Or(n.Level, "beginner"), cmp.Or(n.Language, "en") // who calls from within need not say
	n.Summary, n.Description = strings.TrimSpace(n.Summary), strings.TrimSpace(n.Description)
	n.Outcomes, n.Prerequisites = lines(n.Outcomes), lines(n.Prerequisites)
	n.Features, n.ToolsTechnologies = distinct(lines(n.Features)), distinct(lines(n.ToolsTechnologies))
	faq := make([]FAQEntry, len(n.FAQ)) // never null where it is shown
	for i, q := range n.FAQ {
		faq[i] = FAQEntry{Line(q.Question), strings.TrimSpace(q.Answer)}
	}
	n.FAQ = faq
	if n.Prices != nil {
		prices := make([]price.NewPrice, len(n.Prices))
		for i, p := range n.Prices {
			prices[i] = p.Normalise()
		}
		n.Prices = prices
	}
	return n
}

// Line is a text on one line, with single blanks.
func Line(s string) string { return strings.Join(strings.Fields(s), " ") }

// lines drops what is blank from a list; the rest is on one line each.
func lines(list []string) []string {
	kept := []string{}
	for _, s := range list {
		if s = Line(s); s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

// distinct keeps the first of entries that differ in case and accents alone.
func distinct(list []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(list, func(s string) bool {
		key := text.Fold(s)
		double := seen[key]
		seen[key] = true
		return double
	})
}

const (
	longestEntry = 300 // characters of an outcome or a prerequisite
	longestTag   = 60  // characters of a feature or a tool
)

// Check compares the members of a normalised n with each other. fault.Invalid.
func (n NewCourse) Check() error {
	var broken fault.Fields
	short := func(name string, list []string, longest int, message string) {
		broken.Require(!slices.ContainsFunc(list, func(s string) bool { return len([]rune(s)) > longest }), name, "too_long", message)
	}
	short("outcomes", n.Outcomes, longestEntry, "An outcome must be at most 300 characters")
	short("prerequisites", n.Prerequisites, longestEntry, "A prerequisite must be at most 300 characters")
	short("features", n.Features, longestTag, "A feature must be at most 60 characters")
	short("tools_technologies", n.ToolsTechnologies, longestTag, "A tool must be at most 60 characters")
	comma := func(s string) bool { return strings.Contains(s, ",") }
	broken.Require(!slices.ContainsFunc(n.Features, comma), "features", "invalid_format", "A feature must not contain a comma: give two instead")
	broken.Require(!slices.ContainsFunc(n.ToolsTechnologies, comma), "tools_technologies", "invalid_format", "A tool must not contain a comma: give two instead")
	broken.Require(n.MaxHoursPerWeek == 0 || n.MinHoursPerWeek <= n.MaxHoursPerWeek, "max_hours_per_week", "out_of_range",
		"The most hours per week must not be fewer than the least")
	broken.Require(n.CourseType != Free || len(n.Prices) == 0, "prices", "not_allowed", "A free course has no prices: choose another type, or remove them")
	price.Check(n.Prices, &broken)
	return broken.Err()
}
