package catalogue

import (
	"strconv"
	"strings"
	"time"

	"lectern/internal/learning/course"
	"lectern/internal/learning/searchindex"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Filter narrows a list of courses. Where the specification spells a name in two ways, both are accepted.
type Filter struct {
	Search        string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"The beginnings of words of title, summary, category, instructors, features or tools, each of which must occur; typos are forgiven where nothing begins so."`
	Category      string `query:"category" maxLength:"80" msg:"category must be at most 80 characters" doc:"With all that stand beneath it."`
	Type          string `query:"type" enum:"blended,live,free" msg:"Course type must be blended, live or free"`
	Level         string `query:"level" enum:"beginner,intermediate,advanced" msg:"level must be beginner, intermediate or advanced"`
	Language      string `query:"language" maxLength:"35" msg:"language must be at most 35 characters"`
	Status        string `query:"status" enum:"draft,Published,archived" msg:"status must be draft, Published or archived" doc:"Default: Published; of one's own courses, any."`
	Mine          bool   `query:"mine" msg:"mine must be true or false" doc:"Only the courses that the caller teaches."`
	IsFree        string `query:"isFree" enum:"Yes,No,true,false" msg:"isFree must be Yes or No"`
	Certification string `query:"is_certification" enum:"Yes,No" msg:"is_certification must be Yes or No" doc:"Also accepted as is_Certification."`
	Assignments   string `query:"is_assignments" enum:"Yes,No" msg:"is_assignments must be Yes or No" doc:"Also accepted as is_Assignments."`
	Projects      string `query:"is_projects" enum:"Yes,No" msg:"is_projects must be Yes or No" doc:"Also accepted as is_Projects."`
	Quizzes       string `query:"is_quizzes" enum:"Yes,No" msg:"is_quizzes must be Yes or No" doc:"Also accepted as is_Quizes."`
	MinHours      int64  `query:"min_hours_per_week" minimum:"0" msg:"min_hours_per_week must be 0 or more" doc:"Courses that take at least so many hours a week."`
	MaxHours      int64  `query:"max_hours_per_week" minimum:"0" msg:"max_hours_per_week must be 0 or more" doc:"Courses that take at most so many hours a week."`
	Sessions      string `query:"no_of_sessions" maxLength:"20" msg:"no_of_sessions must be a number such as 12, or a range such as 8-16" doc:"A number, or a range such as 8-16. Also accepted as no_of_Sessions."`
	Features      string `query:"features" maxLength:"500" msg:"features must be at most 500 characters" doc:"Separated by commas: courses that have any of them."`
	Tools         string `query:"tools_technologies" maxLength:"500" msg:"tools_technologies must be at most 500 characters" doc:"Separated by commas: courses that have any of them."`
	CreatedAt     string `query:"createdAt" maxLength:"40" msg:"createdAt must be a day such as 2026-11-20" doc:"Courses made on this day, in UTC, or since this instant, or later."`
	MinRating     int64  `query:"min_rating" minimum:"0" maximum:"5" msg:"min_rating must be 0 to 5" doc:"Courses whose average reads as so many stars or more, to one decimal; 0 for any."`
	Currency      string `query:"currency" maxLength:"3" msg:"currency must be a three-letter code such as EUR" doc:"Courses with a price in it, and free ones; of it min_price and max_price speak."`
	MinPrice      int64  `query:"min_price" minimum:"0" msg:"min_price must be 0 or more" doc:"Of a place in a batch, in the minor unit of currency (default: that of the school)."`
	MaxPrice      int64  `query:"max_price" minimum:"0" msg:"max_price must be 0 or more" doc:"0 for any."`

	// The specification's other spellings, which the document does not declare: generated clients cannot tell names apart by case alone.
	AlsoCertification string `query:"is_Certification" enum:"Yes,No" msg:"is_Certification must be Yes or No" hidden:"true"`
	AlsoAssignments   string `query:"is_Assignments" enum:"Yes,No" msg:"is_Assignments must be Yes or No" hidden:"true"`
	AlsoProjects      string `query:"is_Projects" enum:"Yes,No" msg:"is_Projects must be Yes or No" hidden:"true"`
	AlsoQuizzes       string `query:"is_Quizes" enum:"Yes,No" msg:"is_Quizes must be Yes or No" hidden:"true"`
	AlsoSessions      string `query:"no_of_Sessions" maxLength:"20" msg:"no_of_Sessions must be a number such as 12, or a range such as 8-16" hidden:"true"`
}

// Sort is a sort order. Each has an index.
type Sort string

const (
	newest      Sort = "newest"
	oldest      Sort = "oldest"
	byTitle     Sort = "title"
	byTitleDown Sort = "-title"
	byPrice     Sort = "price"
	byPriceDown Sort = "-price"
	byRating    Sort = "rating"
)

type parsedFilter struct {
	Filter
	since           time.Time
	sessionsFrom    int64
	sessionsTo      int64
	features, tools []string          // folded by text.Fold
	categories      []string          // the category of the filter and its descendants
	words           searchindex.Terms // of the search
	many            bool              // so many courses have each word that walking the list is cheaper than looking them up
	nothing         bool              // the search contains no word
	origin          string            // where the courses were created; "" for anywhere
	excluded        []string          // ids
}

// plain returns f in a canonical form, so that equal filters compare equal.
func (f Filter) plain() Filter {
	either := func(a, b *string) {
		if *a == "" {
			*a = *b
		}
		*b = ""
	}
	either(&f.Certification, &f.AlsoCertification)
	either(&f.Assignments, &f.AlsoAssignments)
	either(&f.Projects, &f.AlsoProjects)
	either(&f.Quizzes, &f.AlsoQuizzes)
	either(&f.Sessions, &f.AlsoSessions)
	switch f.IsFree {
	case "true":
		f.IsFree = "Yes"
	case "false":
		f.IsFree = "No"
	}
	f.Search, f.Category, f.Currency = text.Fold(f.Search), course.Line(f.Category), strings.ToUpper(f.Currency)
	if f.Status == "" && !f.Mine {
		f.Status = course.Published
	}
	return f
}

// read parses the texts of a canonical f. It returns fault.Invalid.
func (f Filter) read() (parsedFilter, error) {
	p := parsedFilter{Filter: f, features: keys(f.Features), tools: keys(f.Tools)}
	var broken fault.Fields
	if f.Sessions != "" {
		from, to, ranged := strings.Cut(f.Sessions, "-")
		if !ranged {
			to = from
		}
		var bad [2]error
		p.sessionsFrom, bad[0] = strconv.ParseInt(strings.TrimSpace(from), 10, 32)
		p.sessionsTo, bad[1] = strconv.ParseInt(strings.TrimSpace(to), 10, 32)
		broken.Require(bad[0] == nil && bad[1] == nil && p.sessionsFrom >= 0 && p.sessionsFrom <= p.sessionsTo, "no_of_sessions", "invalid_format",
			"no_of_sessions must be a number such as 12, or a range such as 8-16")
	}
	if f.CreatedAt != "" {
		at, err := time.Parse(time.RFC3339, f.CreatedAt)
		if err != nil {
			at, err = time.Parse(time.DateOnly, f.CreatedAt)
		}
		broken.Require(err == nil && at.Year() > 1900 && at.Year() < 9000, "createdAt", "invalid_format", "createdAt must be a day such as 2026-11-20, or a time such as 2026-11-20T10:00:00Z")
		p.since = at.UTC()
	}
	return p, broken.Err()
}

// keys splits a comma-separated list into folded entries.
func keys(list string) (keys []string) {
	for entry := range strings.SplitSeq(list, ",") {
		if key := text.Fold(entry); key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}
