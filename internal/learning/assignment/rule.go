package assignment

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Kind implements the content of assignment lessons for package curriculum.
type Kind struct{ Cleaner *text.Cleaner }

// Check returns assignment settings in stored form, or fault.Invalid.
func (k Kind) Check(_ context.Context, _ bun.IDB, _ string, content json.RawMessage) (json.RawMessage, error) {
	var s AssignmentSettings
	if err := json.Unmarshal(content, &s); err != nil {
		return nil, fault.Fields{{Name: "content", Code: "malformed", Message: "The content doesn't fit the type of this lesson."}}.Err()
	}
	s, err := s.prepared(k.Cleaner)
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// ForLearner hides nothing: learners may know how their work is graded.
func (Kind) ForLearner(content json.RawMessage) (json.RawMessage, error) { return content, nil }

// Deadline returns when the work is due; it is final where late work is refused.
func (Kind) Deadline(c content.Content) (*content.Deadline, error) {
	s, err := content.Decode[AssignmentSettings](c)
	if err != nil || s.Due == nil {
		return nil, err
	}
	return &content.Deadline{At: s.Due.At, Final: s.Late.Rule == "refuse"}, nil
}

var (
	ways     = []string{"text", "file", "link"}
	fileType = regexp.MustCompile(`^[a-z0-9]{1,10}$`)
)

// prepared returns s in stored form with defaults filled in, or fault.Invalid.
func (s AssignmentSettings) prepared(cleaner *text.Cleaner) (AssignmentSettings, error) {
	s = s.filled()
	s.Instructions = cleaner.Message(s.Format, s.Instructions)
	var broken fault.Fields
	in := func(value, least, most int64) bool { return value >= least && value <= most }
	broken.Require(text.Length(s.Format, s.Instructions) <= maxTask, "content.instructions", "too_long", "Instructions have at most 20000 characters")
	broken.Require(s.Format == text.PlainFormat || s.Format == text.HTMLFormat, "content.format", "unknown_value", "The format of a text must be plain or html")
	if s.Due != nil {
		due, wrong := s.Due.Resolve()
		broken.Require(wrong == "", "content.due", "invalid_format", wrong)
		s.Due = &due
	}
	broken.Require(slices.Contains([]string{"accept", "penalty", "refuse"}, s.Late.Rule), "content.late.rule", "unknown_value", "The late rule must be accept, penalty or refuse")
	broken.Require(s.Late.Rule != "penalty" || in(s.Late.PercentADay, 1, 100), "content.late.percent_a_day", "out_of_range", "The penalty must be 1 to 100 percent a day")
	broken.Require(s.Late.Rule == "accept" || s.Due != nil, "content.due", "required", "A rule for late submissions needs a due date")
	broken.Require(in(s.Points, 1, 10000), "content.points", "out_of_range", "The points must be 1 to 10000")
	for _, way := range s.Accepts {
		broken.Require(slices.Contains(ways, way), "content.accepts", "unknown_value", "A submission can be a text, a file or a link")
	}
	broken.Require(in(s.MaxFiles, 1, maxFiles), "content.max_files", "out_of_range", "At most 20 files can be handed in")
	broken.Require(in(s.MaxFileSize, 1, 100*megabyte), "content.max_file_size", "out_of_range", "A file can be at most 100 MB")
	broken.Require(len(s.FileTypes) <= maxFileTypes, "content.file_types", "too_many", "At most 30 file types are allowed")
	for _, ending := range s.FileTypes {
		broken.Require(fileType.MatchString(ending), "content.file_types", "invalid_format", fmt.Sprintf("“%s” is not a file extension, such as pdf", ending))
	}
	broken.Require(in(s.Resubmissions, 0, 20), "content.resubmissions", "out_of_range", "An assignment can be handed in again at most 20 times")
	broken.Require(len(s.Rubric) <= maxCriteria, "content.rubric", "too_many", "A rubric has at most 30 criteria")
	for i, c := range s.Rubric {
		broken.Require(c.Title != "" && len(c.Title) <= 800, fmt.Sprintf("content.rubric[%d].title", i), "required", "Please enter a title for each criterion")
		broken.Require(in(c.Points, 1, 1000), fmt.Sprintf("content.rubric[%d].points", i), "out_of_range", "A criterion is worth 1 to 1000 points")
	}
	return s, broken.Err()
}

// filled returns s with defaults for missing values and a ref for each criterion.
func (s AssignmentSettings) filled() AssignmentSettings {
	s.Instructions, s.Format = strings.TrimSpace(s.Instructions), cmp.Or(s.Format, text.PlainFormat)
	set := func(value *int64, otherwise int64) {
		if *value == 0 {
			*value = otherwise
		}
	}
	set(&s.Points, 100)
	set(&s.MaxFiles, 5)
	set(&s.MaxFileSize, 20*megabyte)
	if s.Late.Rule == "" {
		s.Late.Rule = "accept"
	}
	if s.Late.Rule != "penalty" {
		s.Late.PercentADay = 0
	}
	if len(s.Accepts) == 0 {
		s.Accepts = ways
	}
	s.Accepts = slices.Compact(slices.Sorted(slices.Values(s.Accepts)))
	s.FileTypes = fileTypes(s.FileTypes)
	used, rubric := map[string]bool{"": true, wholeWork: true}, slices.Clone(s.Rubric)
	for i := range rubric {
		for n := 1; used[rubric[i].Ref]; n++ {
			rubric[i].Ref = fmt.Sprintf("c%d", n)
		}
		used[rubric[i].Ref] = true
		rubric[i].Title, rubric[i].Description = strings.Join(strings.Fields(rubric[i].Title), " "), strings.TrimSpace(rubric[i].Description)
	}
	s.Rubric = rubric
	return s
}

// fileTypes normalizes file extensions: lower case, without the dot, without duplicates.
func fileTypes(given []string) (endings []string) {
	for _, ending := range given {
		ending = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(ending), "."))
		if ending != "" && !slices.Contains(endings, ending) {
			endings = append(endings, ending)
		}
	}
	return endings
}

// penalty is the deduction for late work in percent; each day begun counts.
func (s AssignmentSettings) penalty(at time.Time) (late bool, percent int64) {
	if s.Due == nil || !at.After(s.Due.At) {
		return false, 0
	}
	if s.Late.Rule != "penalty" {
		return true, 0
	}
	const day = 24 * time.Hour
	days := int64((at.Sub(s.Due.At) + day - 1) / day)
	return true, min(wholePercent, days*s.Late.PercentADay)
}

// refusal says why nothing can be handed in, or is "" when it can.
func (s AssignmentSettings) refusal(number int64, now time.Time) string {
	if late, _ := s.penalty(now); late && s.Late.Rule == "refuse" {
		return "This assignment is overdue, and late submissions are not accepted."
	}
	if number > s.Resubmissions {
		if number == 1 {
			return "You have already handed in this assignment. It can't be handed in again."
		}
		return "You have handed in this assignment as often as it allows."
	}
	return ""
}

// check checks a draft that is about to be handed in against the settings.
func (s AssignmentSettings) check(text, link string, files int) error {
	var broken fault.Fields
	takes := func(way string) bool { return slices.Contains(s.Accepts, way) }
	broken.Require(text == "" || takes("text"), "text", "not_accepted", "This assignment doesn't accept text")
	broken.Require(link == "" || takes("link"), "link", "not_accepted", "This assignment doesn't accept links")
	broken.Require(link == "" || isLink(link), "link", "invalid_format", "A link must start with https://")
	broken.Require(files == 0 || takes("file"), "files", "not_accepted", "This assignment doesn't accept files")
	broken.Require(text != "" || link != "" || files > 0, "text", "required", "Add text, a file or a link before you hand in")
	return broken.Err()
}

func isLink(link string) bool {
	u, err := url.Parse(link)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Host != "" && u.User == nil
}

// hundredths converts points to an exact integer; ok is false if they have more than two decimals.
func hundredths(points float64) (n int64, ok bool) {
	n = int64(math.Round(points * 100))
	return n, math.Abs(points*100-float64(n)) < 1e-6
}

// newGrade returns the grade for marks, or fault.Invalid. Unless done, criteria may lack a mark.
func newGrade(criteria []Criterion, marks []Mark, done bool, penalty int64) (g Grade, err error) {
	g = Grade{Criteria: criteria, Marks: []Mark{}, Penalty: penalty, Done: done}
	var broken fault.Fields
	var sum int64
	marked := map[string]bool{}
	for i, m := range marks {
		at := slices.IndexFunc(criteria, func(c Criterion) bool { return c.Ref == m.Ref })
		broken.Require(at >= 0 && !marked[m.Ref], fmt.Sprintf("marks[%d].ref", i), "unknown_value", "This criterion doesn't belong to the assignment, or appears twice. Reload the page.")
		if at < 0 {
			continue
		}
		n, exact := hundredths(m.Points)
		broken.Require(exact, fmt.Sprintf("marks[%d].points", i), "invalid_format", "Points can have at most two decimals")
		broken.Require(n >= 0 && n <= criteria[at].Points*100, fmt.Sprintf("marks[%d].points", i), "out_of_range",
			fmt.Sprintf("“%s” is worth 0 to %d points", criteria[at].Title, criteria[at].Points))
		marked[m.Ref] = true
		sum += n
		g.Marks = append(g.Marks, Mark{m.Ref, float64(n) / 100, strings.TrimSpace(m.Comment)})
	}
	for _, c := range criteria {
		g.Possible += c.Points
		broken.Require(!done || marked[c.Ref], "marks", "required", fmt.Sprintf("Please grade “%s” too, or save the grade as a draft", c.Title))
	}
	left := sum * (wholePercent - penalty) // in units of 1/100 point × 1 percent: exact until the last division
	g.Earned = float64(left/wholePercent) / 100
	if g.Possible > 0 {
		g.Percent = left / (g.Possible * 100)
	}
	return g, broken.Err()
}
