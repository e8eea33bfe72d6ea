package course

import (
	"cmp"
	"slices"
	"strings"

	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// NewCourse is all that its author may set, when making a course and when changing it.
type NewCourse struct {
	Title             string     `json:"title" pattern:"\\S" maxLength:"200" msg:"Title is required;maxLength=Title must be at most 200 characters"`
	Summary           string     `json:"summary,omitempty" maxLength:"500" msg:"Summary must be a text;maxLength=Summary must be at most 500 characters"`
	Description       string     `json:"description,omitempty" maxLength:"20000" msg:"Description must be a text;maxLength=Description must be at most 20000 characters"`
	Category          string     `json:"category" pattern:"\\S" maxLength:"80" msg:"Category is required;maxLength=Category must be at most 80 characters"`
	CourseType        string     `json:"course_type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	Level             string     `json:"level,omitempty" enum:"beginner,intermediate,advanced" default:"beginner" msg:"Level must be beginner, intermediate or advanced"`
	Language          string     `json:"language,omitempty" pattern:"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$" maxLength:"35" default:"en" msg:"Language must be a code such as en or pt-BR"`
	IsCertification   bool       `json:"is_certification,omitempty" msg:"is_certification must be true or false"`
	IsAssignments     bool       `json:"is_assignments,omitempty" msg:"is_assignments must be true or false"`
	IsProjects        bool       `json:"is_projects,omitempty" msg:"is_projects must be true or false"`
	IsQuizzes         bool       `json:"is_quizzes,omitempty" msg:"is_quizzes must be true or false"`
	MinHoursPerWeek   int64      `json:"min_hours_per_week,omitempty" minimum:"0" maximum:"168" msg:"Hours per week must be a whole number from 0 to 168"`
	MaxHoursPerWeek   int64      `json:"max_hours_per_week,omitempty" minimum:"0" maximum:"168" msg:"Hours per week must be a whole number from 0 to 168"`
	NoOfSessions      int64      `json:"no_of_sessions,omitempty" minimum:"0" maximum:"10000" msg:"The number of sessions must be a whole number from 0 to 10000"`
	Outcomes          []string   `json:"outcomes,omitempty" maxItems:"50" msg:"At most 50 outcomes can be given"`
	Prerequisites     []string   `json:"prerequisites,omitempty" maxItems:"50" msg:"At most 50 prerequisites can be given"`
	Features          []string   `json:"features,omitempty" maxItems:"50" msg:"At most 50 features can be given"`
	ToolsTechnologies []string   `json:"tools_technologies,omitempty" maxItems:"50" msg:"At most 50 tools can be given"`
	FAQ               []FAQEntry `json:"faq,omitempty" maxItems:"50" msg:"At most 50 questions can be given"`
	Prices            []NewPrice `json:"prices,omitempty" maxItems:"50" msg:"At most 50 prices can be given" doc:"One for each currency. Absent: they stay as they are."`
}

// normalise is n as it is stored. Category is one line; blanks within it count as one, so that two spellings are one
// heading.
func (n NewCourse) normalise() NewCourse {
	n.Title, n.Category = line(n.Title), line(n.Category)
	n.Level, n.Language = cmp.Or(n.Level, "beginner"), cmp.Or(n.Language, "en") // who calls from within need not say
	n.Summary, n.Description = strings.TrimSpace(n.Summary), strings.TrimSpace(n.Description)
	n.Outcomes, n.Prerequisites = lines(n.Outcomes), lines(n.Prerequisites)
	n.Features, n.ToolsTechnologies = distinct(lines(n.Features)), distinct(lines(n.ToolsTechnologies))
	faq := make([]FAQEntry, len(n.FAQ)) // never null where it is shown
	for i, q := range n.FAQ {
		faq[i] = FAQEntry{line(q.Question), strings.TrimSpace(q.Answer)}
	}
	n.FAQ = faq
	if n.Prices != nil {
		prices := make([]NewPrice, len(n.Prices))
		for i, p := range n.Prices {
			prices[i] = p.normalise()
		}
		n.Prices = prices
	}
	return n
}

// line is a text on one line, with single blanks.
func line(s string) string { return strings.Join(strings.Fields(s), " ") }

// lines is what of a list holds anything, each on one line.
func lines(list []string) []string {
	kept := []string{}
	for _, s := range list {
		if s = line(s); s != "" {
			kept = append(kept, s)
		}
	}
	return kept
}

// distinct leaves of what differs in case and accents alone the first.
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

// check holds the members of a normalised n against each other.
func (n NewCourse) check() error {
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
	n.checkPrices(&broken)
	return broken.Err()
}

// page is the lists of a normalised n.
func (n NewCourse) page() Page {
	return Page{n.Outcomes, n.Prerequisites, n.Features, n.ToolsTechnologies, n.FAQ}
}
