package quiz

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/question"
	"lectern/internal/platform/text"
)

// ToCartridge writes a packed quiz as a QTI assessment with its answer key. address returns the path of a course
// file, relative to the assessment.
func (Kind) ToCartridge(id, title string, content json.RawMessage, address func(fileID string) string) (r cartridge.Resource, err error) {
	var t exportedQuiz
	if err := json.Unmarshal(content, &t); err != nil {
		return r, err
	}
	r.Type = qtiType
	var items []qtiItem
	for _, p := range t.Questions {
		at := slices.IndexFunc(t.Bank, func(q question.TravellingQuestion) bool { return q.Ref == p.QuestionID })
		if at < 0 {
			r.Lost = append(r.Lost, cartridge.Lost{Reason: "One of its questions was deleted from the course."})
			continue
		}
		q := t.Bank[at]
		if p.Points > 0 {
			q.Points = p.Points
		}
		if why := withoutProfile[q.Kind]; why != "" {
			r.Lost = append(r.Lost, cartridge.Lost{Title: shortened(q.PlainTitle()), Reason: why})
			continue
		}
		if q.Partial {
			r.Lost = append(r.Lost, cartridge.Lost{Title: shortened(q.PlainTitle()), Reason: "It was exported, but without partial points."})
		}
		items = append(items, itemOf(q, address))
	}
	r.Lost = append(r.Lost, t.lost()...)
	if len(items) == 0 {
		r.Lost = append(r.Lost, cartridge.Lost{Reason: "None of its questions can be exported to Common Cartridge."})
		return r, nil
	}
	r.XML, err = cartridge.Encode(qtiDocument{Namespace: qtiNamespace, Assessment: t.assessment(id, title, items)})
	return r, err
}

var withoutProfile = map[string]string{
	question.Ordering: "Common Cartridge has no ordering questions.",
	question.Numeric:  "Common Cartridge has no number questions.",
}

// assessment wraps items in the settings of the quiz. QTI gives the time limit in minutes.
func (s QuizSettings) assessment(id, title string, items []qtiItem) qtiAssessment {
	attempts := "unlimited"
	if s.Attempts > 0 {
		attempts = fmt.Sprint(s.Attempts)
	}
	a := qtiAssessment{Ident: "quiz-" + id, Title: title, Sections: []qtiSection{{Ident: "root_section", Items: items}},
		Fields: qtiFields{{"cc_profile", "cc.exam.v0p1"}, {"qmd_assessmenttype", "Examination"}, {"qmd_scoretype", "Percentage"}, {"cc_maxattempts", attempts}}}
	if s.TimeLimitSeconds > 0 {
		a.Fields = append(a.Fields, qtiField{"qmd_timelimit", fmt.Sprint((s.TimeLimitSeconds + 59) / 60)})
	}
	if s.Instructions != "" {
		instructions := material("text/"+cmp.Or(s.Format, text.PlainFormat), s.Instructions)
		a.Rubric = &instructions
	}
	return a
}

// lost lists the settings that QTI cannot express.
func (s QuizSettings) lost() (lost []cartridge.Lost) {
	var names []string
	for _, one := range []struct {
		set  bool
		name string
	}{{s.PassMark > 0, "the pass mark"}, {s.ShuffleQuestions || s.ShuffleOptions, "the shuffling"}, {s.Closes != nil, "its closing date"},
		{s.Review.Key || s.Review.When != "" && s.Review.When != "after_submit", "what learners see afterwards"}} {
		if one.set {
			names = append(names, one.name)
		}
	}
	if len(names) > 0 {
		lost = append(lost, cartridge.Lost{Reason: "It was exported without " + strings.Join(names, ", ") + ": Common Cartridge has no place for them."})
	}
	if len(s.Draws) > 0 {
		lost = append(lost, cartridge.Lost{Reason: "Random questions were left out: each learner gets different ones."})
	}
	if s.TimeLimitSeconds%60 > 0 {
		lost = append(lost, cartridge.Lost{Reason: "Its time limit was rounded up to a whole minute."})
	}
	return lost
}

// itemOf writes a question whose kind has a profile.
func itemOf(q question.TravellingQuestion, address func(fileID string) string) qtiItem {
	prompt := materialOf(q.NewQuestion, q.Prompt, address)
	i := qtiItem{Ident: "question-" + q.Ref, Title: shortened(q.PlainTitle()), Presentation: qtiPresentation{Material: &prompt},
		Fields:  qtiFields{{"cc_profile", profiles[q.Kind]}, {"cc_weighting", fmt.Sprint(max(1, q.Points))}},
		Outcome: &qtiOutcome{scoreName, "Decimal", "0", fullScore}}
	if len(q.Tags) > 0 {
		i.Fields = append(i.Fields, qtiField{"cc_question_category", strings.Join(q.Tags, ", ")})
	}
	if q.Explanation != "" {
		i.Conditions = append(i.Conditions, qtiCondition{Continue: "Yes", Terms: qtiTerms{Other: &struct{}{}}, Display: &qtiLinked{"Response", explanation}})
		i.Feedback = []qtiFeedback{{Ident: explanation, Flow: []qtiMaterial{materialOf(q.NewQuestion, q.Explanation, address)}}}
	}
	switch q.Kind {
	case question.Short:
		i.Presentation.Blank = &qtiBlank{Ident: response, Cardinality: "Single"}
		i.Presentation.Blank.Render.Prompt = "Dashline"
		for _, one := range q.Accepted { // a condition each, because all terms of one condition must hold
			i.Conditions = append(i.Conditions, right100(qtiTerms{Equal: []qtiEqual{equalTo(q.NewQuestion, one)}}))
		}
	case question.TrueFalse:
		i.Presentation.Choice = &qtiChoice{response, "Single", []qtiLabel{{"true", material(plainText, "True")}, {"false", material(plainText, "False")}}}
		i.Conditions = append(i.Conditions, right100(qtiTerms{Equal: []qtiEqual{{Response: response, Text: fmt.Sprint(q.Truth)}}}))
	default:
		writeChoice(q.NewQuestion, &i)
	}
	return i
}

// writeChoice writes the options of a question. For a multiple one, exactly the right options must be chosen.
func writeChoice(n question.NewQuestion, i *qtiItem) {
	i.Presentation.Choice = &qtiChoice{Ident: response, Cardinality: "Single"}
	var key qtiTerms
	for _, o := range n.Options {
		i.Presentation.Choice.Labels = append(i.Presentation.Choice.Labels, qtiLabel{"option-" + o.Ref, material(plainText, o.Text)})
		equal := qtiEqual{Response: response, Text: "option-" + o.Ref}
		if o.Correct {
			key.Equal = append(key.Equal, equal)
		} else if n.Kind == question.Multiple {
			key.Not = append(key.Not, qtiTerms{Equal: []qtiEqual{equal}})
		}
	}
	if n.Kind != question.Multiple {
		i.Conditions = append(i.Conditions, right100(key))
		return
	}
	i.Presentation.Choice.Cardinality = "Multiple"
	i.Conditions = append(i.Conditions, right100(qtiTerms{And: &key}))
}

func right100(terms qtiTerms) qtiCondition {
	return qtiCondition{Continue: "No", Terms: terms, Set: &qtiSet{"Set", scoreName, fullScore}}
}

func equalTo(n question.NewQuestion, answer string) qtiEqual {
	e := qtiEqual{Response: response, Text: answer}
	if n.CaseSensitive {
		e.Case = "Yes"
	}
	return e
}

func materialOf(n question.NewQuestion, said string, address func(fileID string) string) qtiMaterial {
	if n.Format == question.HTMLFormat {
		return material(htmlText, text.WithFiles(said, address))
	}
	return material(plainText, said)
}

// shortened cuts a question's title for a list.
func shortened(title string) string {
	const most = 80 // characters
	if runes := []rune(title); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return title
}
