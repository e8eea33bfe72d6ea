package questiontext

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/learning/question"
)

// The columns of a sheet; "option 1" to "option 20" are further ones. The first row names them, in any order.
var columns = []string{"question", "type", "correct", "points", "tags", "explanation"}

// headings returns the known columns among the fields of a line, by their place.
func headings(line string) map[int]string {
	found := map[int]string{}
	r := csv.NewReader(strings.NewReader(line))
	r.Comma, r.LazyQuotes = separatorOf(line), true
	fields, err := r.Read()
	if err != nil {
		return found
	}
	for i, field := range fields {
		name := strings.ToLower(strings.TrimSpace(field))
		option, isOption := strings.CutPrefix(name, "option ")
		n, err := strconv.Atoi(option)
		if slices.Contains(columns, name) || isOption && err == nil && n >= 1 && n <= question.MaxOptions {
			found[i] = name
		}
	}
	return found
}

// separatorOf returns what separates the fields of a line most often.
func separatorOf(line string) rune {
	best := ','
	for _, c := range []rune{';', '\t'} {
		if strings.Count(line, string(c)) > strings.Count(line, string(best)) {
			best = c
		}
	}
	return best
}

func (r *Reading) readCSV(text string) {
	first, _, _ := strings.Cut(strings.TrimLeft(text, "\n"), "\n")
	names := headings(first)
	sheet := csv.NewReader(strings.NewReader(text))
	sheet.Comma, sheet.FieldsPerRecord, sheet.LazyQuotes = separatorOf(first), -1, true
	if _, err := sheet.Read(); err != nil || len(names) < 2 {
		r.leaveOut(1, "no_headings", "The first row must name the columns: question, type, correct, points, tags, explanation, option 1, option 2 and so on.")
		return
	}
	for {
		fields, err := sheet.Read()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			line := 1
			if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
				line = syntax.StartLine
			}
			r.leaveOut(line, "csv", "This row can't be read. Check its quotation marks.")
			return
		}
		line, _ := sheet.FieldPos(0)
		if row := rowOf(names, fields); len(row) > 0 {
			r.csvQuestion(line, row)
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

// csvChoice marks the right options, which are named by number, letter or text.
func (r *Reading) csvChoice(line int, q *question.NewQuestion, correct []string) bool {
	for _, name := range correct {
		at := slices.IndexFunc(q.Options, func(o question.QuestionOption) bool { return o.Text == name })
		if n, err := strconv.Atoi(name); at < 0 && err == nil {
			at = n - 1
		}
		if letter := strings.ToUpper(name); at < 0 && len(letter) == 1 {
			at = int(letter[0]) - 'A'
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
