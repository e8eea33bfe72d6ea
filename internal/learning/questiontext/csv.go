package questiontext

import (
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/learning/question"
	"lectern/internal/platform/sheet"
)

// The columns of a sheet; "option 1" to "option 20" are further ones. The first row names them, in any order.
var columns = []string{"question", "type", "correct", "points", "tags", "explanation"}

// headings returns the known columns among the cells of a row, by their place.
func headings(cells []string) map[int]string {
	found := map[int]string{}
	for i, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		option, isOption := strings.CutPrefix(name, "option ")
		n, err := strconv.Atoi(option)
		if slices.Contains(columns, name) || isOption && err == nil && n >= 1 && n <= question.MaxOptions {
			found[i] = name
		}
	}
	return found
}

// isSheet reports whether a line names columns.
func isSheet(line string) bool {
	for row, err := range sheet.Read(strings.NewReader(line)) {
		return err == nil && len(headings(row.Cells)) > 1
	}
	return false
}

func (r *Reading) readCSV(text string) {
	var names map[int]string
	for row, err := range sheet.Read(strings.NewReader(text)) {
		switch {
		case err != nil:
			line := 1
			if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
				line = syntax.StartLine
			}
			r.leaveOut(line, "csv", "This row can't be read. Check its quotation marks.")
			return
		case names == nil:
			if names = headings(row.Cells); len(names) < 2 {
				r.leaveOut(row.Line, "no_headings", "The first row must name the columns: question, type, correct, points, tags, explanation, option 1, option 2 and so on.")
				return
			}
		default:
			r.csvQuestion(row.Line, rowOf(names, row.Cells))
		}
	}
}

// rowOf returns the fields that are not blank, by their columns.
func rowOf(names map[int]string, fields []string) map[string]string {
	row := map[string]string{}
	for i, field := range fields {
		if field = strings.TrimSpace(field); field != "" && names[i] != "" {
			row[names[i]] = field
		}
	}
	return row
}

func (r *Reading) csvQuestion(line int, row map[string]string) {
	q := question.NewQuestion{Kind: strings.ToLower(row["type"]), Prompt: row["question"], Explanation: row["explanation"], Points: 1}
	if points, ok := row["points"]; ok {
		n, err := strconv.ParseInt(points, 10, 64)
		if err != nil || n < 1 {
			r.leaveOut(line, "points", "The points must be a whole number from 1 to 1000.")
			return
		}
		q.Points = n
	}
	q.Tags = listOf(row["tags"])
	for i := range question.MaxOptions {
		if text, ok := row[fmt.Sprintf("option %d", i+1)]; ok {
			q.Options = append(q.Options, question.QuestionOption{Text: text})
		}
	}
	if r.csvAnswer(line, &q, row["correct"]) {
		r.add(line, q)
	}
}

// listOf splits a field with several values.
func listOf(field string) (values []string) {
	for value := range strings.SplitSeq(field, "|") {
		if value = strings.TrimSpace(value); value != "" {
			values = append(values, value)
		}
	}
	return values
}

// csvAnswer sets what is correct, or reports why that is not clear.
func (r *Reading) csvAnswer(line int, q *question.NewQuestion, correct string) bool {
	switch q.Kind {
	case question.TrueFalse:
		truth, _, ok := giftTruth(correct)
		q.Truth = truth
		if !ok {
			r.leaveOut(line, "truth", "Write true or false in the column “correct”.")
		}
		return ok
	case question.Short:
		q.Accepted = listOf(correct)
	case question.Numeric:
		value, tolerance, ok := numberOf(correct)
		q.Value, q.Tolerance = value, tolerance
		if !ok {
			r.leaveOut(line, "number", "The answer isn't a number. Write it as 5, as 5:0.1 with a tolerance, or as 4.9..5.1.")
		}
		return ok
	case question.Ordering:
	case "", question.Single, question.Multiple:
		return r.csvChoice(line, q, listOf(correct))
	default:
		r.leaveOut(line, "unknown_kind", "The type must be single, multiple, true_false, short, ordering or numeric.")
		return false
	}
	return true
}

// csvChoice marks the right options, which are named by number (2), label (B) or text.
func (r *Reading) csvChoice(line int, q *question.NewQuestion, correct []string) bool {
	for _, name := range correct {
		at := slices.IndexFunc(q.Options, func(o question.QuestionOption) bool { return o.Text == name })
		if n, err := strconv.Atoi(name); at < 0 && err == nil {
			at = n - 1
		}
		if label := strings.ToUpper(name); at < 0 && len(label) == 1 {
			at = int(label[0]) - 'A'
		}
		if at < 0 || at >= len(q.Options) {
			r.leaveOut(line, "unknown_option", "The column “correct” names an option that doesn't exist. Write its number, such as 2, or several, such as 1|3.")
			return false
		}
		q.Options[at].Correct = true
	}
	if q.Kind == "" {
		q.Kind = question.Single
		if len(correct) > 1 {
			q.Kind = question.Multiple
		}
	}
	return true
}
