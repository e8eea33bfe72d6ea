package quiz

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"html"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/question"
	"lectern/internal/platform/fault"
)

const maxTags = 20

var errNotAsked = fault.New(fault.Invalid, "unknown_format", "This question type is not supported. Use single choice, multiple choice, true or false, or short answer.")

// canvasTypes maps our kinds of question to the types of Canvas, which has more.
var canvasTypes = map[string]string{question.Single: "multiple_choice_question", question.Multiple: "multiple_answers_question", question.TrueFalse: "true_false_question", question.Short: "short_answer_question"}

// kindOf determines the kind of a question from its profile, or else from what it asks for.
func (r itemReader) kindOf() string {
	profile := strings.ToLower(cmp.Or(r.item.Fields.of("cc_profile"), r.item.Fields.of("question_type")))
	for kind, name := range profiles {
		if profile == name || profile == canvasTypes[kind] {
			return kind
		}
	}
	switch p := r.presentation(); {
	case profile != "":
		return ""
	case p.Choice != nil && strings.EqualFold(p.Choice.Cardinality, "Multiple"):
		return question.Multiple
	case p.Choice != nil:
		return question.Single
	case p.Blank != nil && len(r.rightTerms()) > 0: // without an answer, it is an essay
		return question.Short
	}
	return ""
}

// answer sets the kind, the options and the answer key of a question.
func (r *itemReader) answer(q *question.NewQuestion) error {
	q.Kind = r.kindOf()
	terms := r.rightTerms()
	if slices.ContainsFunc(terms, qtiTerms.byPart) {
		return fault.New(fault.Invalid, "unknown_format", "Answers that are matched only in part can't be graded here.")
	}
	var equal []qtiEqual
	for _, t := range terms {
		equal = append(equal, t.equal()...)
	}
	switch p := r.presentation(); {
	case q.Kind == question.Short && p.Blank != nil:
		for _, e := range equal {
			q.Accepted = append(q.Accepted, e.Text)
			q.CaseSensitive = q.CaseSensitive || strings.EqualFold(e.Case, "Yes")
		}
		return nil
	case q.Kind == "" || q.Kind == question.Short || p.Choice == nil:
		return errNotAsked
	default:
		return r.choose(q, *p.Choice, equal)
	}
}

// choose sets the options of a question. A true/false question in words that we do not recognise becomes one with two
// options.
func (r *itemReader) choose(q *question.NewQuestion, choice qtiChoice, equal []qtiEqual) error {
	right := map[string]bool{}
	for _, e := range equal {
		right[strings.TrimSpace(e.Text)] = true
	}
	if len(choice.Labels) > question.MaxOptions {
		return fault.New(fault.Invalid, "too_many", "The question has more than 20 options.")
	}
	if q.Kind == question.TrueFalse {
		for _, label := range choice.Labels {
			for _, name := range []string{label.Ident, r.kind.plain(label.Material)} {
				holds, err := strconv.ParseBool(strings.ToLower(name))
				if err == nil && len(name) > 1 && right[label.Ident] && len(right) == 1 {
					q.Truth = holds
					return nil
				}
			}
		}
		q.Kind = question.Single
	}
	for _, label := range choice.Labels {
		if slices.ContainsFunc(label.Material.Texts, func(t qtiText) bool {
			return strings.Contains(strings.ToLower(t.Text), "<img") && strings.EqualFold(t.Type, htmlText)
		}) {
			r.lost = append(r.lost, cartridge.Lost{Reason: "Pictures in its options were replaced by their alternative texts."})
		}
		q.Options = append(q.Options, question.QuestionOption{Ref: refOf(r.item.Ident, label.Ident), Text: r.kind.plain(label.Material), Correct: right[label.Ident]})
	}
	return nil
}

// rightTerms returns the conditions of an answer that earns the most.
func (r itemReader) rightTerms() (terms []qtiTerms) {
	most := 0.0
	for _, c := range r.item.Conditions {
		if c.Set == nil || c.Set.Name != "" && !strings.EqualFold(c.Set.Name, scoreName) {
			continue
		}
		value, err := strconv.ParseFloat(strings.TrimSpace(c.Set.Value), 64)
		if err != nil || value <= 0 || value < most {
			continue
		}
		if value > most {
			most, terms = value, nil
		}
		terms = append(terms, c.Terms)
	}
	return terms
}

// equal lists the values that an answer must have, leaving out negated ones.
func (t qtiTerms) equal() []qtiEqual {
	equal := slices.Clone(t.Equal)
	for _, inner := range []*qtiTerms{t.And, t.Or} {
		if inner != nil {
			equal = append(equal, inner.equal()...)
		}
	}
	return equal
}

func (t qtiTerms) byPart() bool {
	return t.Substring != nil || t.And != nil && t.And.byPart() || t.Or != nil && t.Or.byPart()
}

// explanation names the feedback that is shown whatever the answer.
func (r itemReader) explanation() string {
	for _, c := range r.item.Conditions {
		if c.Terms.Other != nil && c.Set == nil && c.Display != nil {
			return c.Display.To
		}
	}
	return explanation
}

func asHTML(plain string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(strings.TrimSpace(plain)), "\n", "<br>") + "</p>"
}

// refOf derives a ref from names in a package: stable, so that what is imported twice exists once, and opaque.
func refOf(names ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(names, "\x00")))
	return hex.EncodeToString(sum[:5])
}
