// Package questiontext reads questions from texts that teachers paste: Aiken, GIFT and CSV. What a question of a course
// cannot express is reported with its line.
package questiontext

import (
	"regexp"
	"slices"
	"strings"

	"lectern/internal/learning/question"
	"lectern/internal/platform/fault"
)

const (
	Aiken = "aiken"
	GIFT  = "gift"
	CSV   = "csv"
)

const (
	MaxBytes     = 2 << 20
	MaxQuestions = 2000
	maxProblems  = 200 // reported
)

// FoundQuestion is a question with the line on which it begins.
type FoundQuestion struct {
	Line     int64                `json:"line" doc:"From 1."`
	Question question.NewQuestion `json:"question"`
}

// TextProblem is what could not be read, or only in part.
type TextProblem struct {
	Line     int64  `json:"line" doc:"From 1."`
	Severity string `json:"severity" enum:"error,warning" doc:"error: the question is left out. warning: part of it is."`
	Code     string `json:"code"`
	Message  string `json:"message" doc:"What is wrong, and what to do."`
}

// Reading is what a text contains.
type Reading struct {
	Format    string
	Questions []FoundQuestion
	Problems  []TextProblem // by line
}

// Read reads a text in a format, or in the one that it seems to have. It returns fault.Invalid for a text that is in
// none of them, or has more than MaxQuestions questions.
func Read(format, text string) (r Reading, err error) {
	text = strings.TrimPrefix(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.ToValidUTF8(text, "\uFFFD")), "\uFEFF")
	if r.Format = format; format == "" {
		r.Format = formatOf(text)
	}
	switch r.Format {
	case Aiken:
		r.readAiken(text)
	case GIFT:
		r.readGIFT(text)
	case CSV:
		r.readCSV(text)
	default:
		return r, fault.InvalidField("text", "unknown_format", "This text is not in Aiken, GIFT or CSV format. Choose the format and check the first lines.")
	}
	if len(r.Questions) > MaxQuestions {
		return r, fault.InvalidField("text", "too_many", "A text can have at most 2,000 questions. Split it.")
	}
	slices.SortStableFunc(r.Problems, func(a, b TextProblem) int { return int(a.Line - b.Line) })
	r.Problems = r.Problems[:min(len(r.Problems), maxProblems)]
	return r, nil
}

var answerLine = regexp.MustCompile(`(?mi)^[ \t]*ANSWER:`)

// formatOf returns the format that a text seems to have, "" for none.
func formatOf(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	switch {
	case isSheet(first):
		return CSV
	case answerLine.MatchString(text):
		return Aiken
	case unescaped(text, "{", 0) >= 0:
		return GIFT
	}
	return ""
}

func (r *Reading) add(line int, q question.NewQuestion) {
	r.Questions = append(r.Questions, FoundQuestion{int64(line), q})
}

// leaveOut reports the question that begins on a line.
func (r *Reading) leaveOut(line int, code, message string) {
	r.Problems = append(r.Problems, TextProblem{Line: int64(line), Severity: "error", Code: code, Message: message})
}

func (r *Reading) warn(line int, code, message string) {
	r.Problems = append(r.Problems, TextProblem{Line: int64(line), Severity: "warning", Code: code, Message: message})
}
