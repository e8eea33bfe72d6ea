package course

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/learning/price"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Normalise returns n in stored form, but for HTML, which its caller cleans. Repeated spaces in the category collapse, so that two spellings do not become
// two categories.
func (n NewCourse) Normalise() NewCourse {
	n.Title, n.Category = Line(n.Title), Line(n.Category)
	n.Level, n.Language = cmp.Or(n.Level, "beginner"), cmp.Or(n.Language, "en") // internal callers may leave these out
	n.SummaryFormat, n.DescriptionFormat = cmp.Or(n.SummaryFormat, text.PlainFormat), cmp.Or(n.DescriptionFormat, text.PlainFormat)
	n.Summary, n.Description = strings.TrimSpace(n.Summary), strings.TrimSpace(n.Description)
	n.Outcomes, n.Prerequisites, n.Audience = lines(n.Outcomes), lines(n.Prerequisites), lines(n.Audience)
	n.Features, n.ToolsTechnologies = distinct(lines(n.Features)), distinct(lines(n.ToolsTechnologies))
	faq := make([]FAQEntry, len(n.FAQ)) // an empty list, never null
	for i, q := range n.FAQ {
		faq[i] = FAQEntry{Line(q.Question), strings.TrimSpace(q.Answer), cmp.Or(q.Format, text.PlainFormat)}
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

// Line returns s on one line, with single spaces.
func Line(s string) string { return strings.Join(strings.Fields(s), " ") }

// lines drops blank entries and puts each other one on one line.
func lines(list []string) []string {
	kept := []string{}
	for _, s := range list {
		if s = Line(s); s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

// distinct drops entries that differ from an earlier one only in case or accents.
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
	longestEntry = 300 // characters of an outcome, a prerequisite or an audience
	longestTag   = 60  // characters of a feature or a tool

	longestSummary = 500  // characters without markup
	longestAnswer  = 3000 // characters without markup
)

// Check compares the fields of a normalised n with each other. It returns fault.Invalid.
func (n NewCourse) Check() error {
	var broken fault.Fields
	broken.Require(text.Length(n.SummaryFormat, n.Summary) <= longestSummary, "summary", "too_long", "Summary must be at most 500 characters")
	for i, q := range n.FAQ {
		broken.Require(q.Answer != "", fmt.Sprintf("faq[%d].answer", i), "required", "Each FAQ question needs an answer") // nothing but markup
		broken.Require(text.Length(q.Format, q.Answer) <= longestAnswer, fmt.Sprintf("faq[%d].answer", i), "too_long", "An answer must be at most 3000 characters")
	}
	short := func(name string, list []string, longest int, message string) {
		broken.Require(!slices.ContainsFunc(list, func(s string) bool { return len([]rune(s)) > longest }), name, "too_long", message)
	}
	short("outcomes", n.Outcomes, longestEntry, "An outcome must be at most 300 characters")
	short("prerequisites", n.Prerequisites, longestEntry, "A prerequisite must be at most 300 characters")
	short("audience", n.Audience, longestEntry, "An audience must be at most 300 characters")
	short("features", n.Features, longestTag, "A feature must be at most 60 characters")
	short("tools_technologies", n.ToolsTechnologies, longestTag, "A tool must be at most 60 characters")
	comma := func(s string) bool { return strings.Contains(s, ",") }
	broken.Require(!slices.ContainsFunc(n.Features, comma), "features", "invalid_format", "A feature can't contain a comma. Enter two features instead")
	broken.Require(!slices.ContainsFunc(n.ToolsTechnologies, comma), "tools_technologies", "invalid_format", "A tool can't contain a comma. Enter two tools instead")
	broken.Require(n.MaxHoursPerWeek == 0 || n.MinHoursPerWeek <= n.MaxHoursPerWeek, "max_hours_per_week", "out_of_range",
		"The maximum hours per week can't be less than the minimum")
	broken.Require(n.CourseType != Free || len(n.Prices) == 0, "prices", "not_allowed", "A self-paced course has no prices. Choose another format, or remove the prices")
	price.Check(n.Prices, &broken)
	return broken.Err()
}
