package quiz

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lectern/internal/learning/cartridge"
	"lectern/internal/learning/question"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// FromCartridge reads a QTI assessment as a quiz with its questions. named replaces names of files of the package in
// HTML by those of course files. It returns cartridge.ErrMalformed, or a fault for content that is unsafe.
func (k Kind) FromCartridge(file []byte, named func(html string) string) (l cartridge.Lesson, err error) {
	var d qtiDocument
	if err := cartridge.Decode(file, &d); err != nil {
		return l, err
	}
	l.Title = d.Assessment.Title
	var t exportedQuiz
	refs := map[string]bool{}
	for i, one := range itemsOf(d.Assessment.Sections) {
		r := itemReader{item: one, kind: k, named: named}
		q, err := r.question()
		if err != nil {
			l.Lost = append(l.Lost, r.lose(i, err.Error()))
			continue
		}
		if len(t.Bank) == maxQuestions {
			l.Lost = append(l.Lost, cartridge.Lost{Reason: "A quiz asks at most 200 questions: those after the first 200 were left out."})
			break
		}
		for _, left := range r.lost {
			l.Lost = append(l.Lost, r.lose(i, left.Reason))
		}
		q.Ref = refOf(fmt.Sprint(i), one.Ident)
		if one.Ident != "" && !refs[one.Ident] { // the same ref wherever the item occurs, so that it is imported once
			q.Ref = refOf(one.Ident)
		}
		refs[one.Ident] = true
		t.Bank = append(t.Bank, q)
		t.Questions = append(t.Questions, QuizPick{QuestionID: q.Ref})
	}
	l.Lost = append(l.Lost, t.readAssessment(d.Assessment, k)...)
	if len(t.Bank) == 0 {
		l.Lost = append(l.Lost, cartridge.Lost{Reason: "None of its questions are supported here."})
		return l, nil
	}
	l.Content, err = json.Marshal(t)
	return l, err
}

func itemsOf(sections []qtiSection) (items []qtiItem) {
	for _, s := range sections {
		items = append(append(items, s.Items...), itemsOf(s.Sections)...)
	}
	return items
}

// readAssessment reads the settings of an assessment and returns those that Lectern has no equivalent for.
func (s *QuizSettings) readAssessment(a qtiAssessment, k Kind) (lost []cartridge.Lost) {
	if a.Rubric != nil {
		s.Format, s.Instructions = written(*a.Rubric, "", strings.TrimSpace)
	}
	if given := a.Fields.of("cc_maxattempts"); given != "" && !strings.EqualFold(given, "unlimited") {
		n, err := strconv.ParseInt(given, 10, 64)
		if err == nil && n >= 1 && n <= 100 {
			s.Attempts = n
		} else {
			lost = append(lost, cartridge.Lost{Reason: "Its number of attempts is not between 1 and 100, so attempts are unlimited."})
		}
	}
	if given := a.Fields.of("qmd_timelimit"); given != "" && given != "0" {
		minutes, err := strconv.ParseInt(given, 10, 64)
		if err == nil && minutes >= 1 && minutes <= 24*60 {
			s.TimeLimitSeconds = minutes * 60
		} else {
			lost = append(lost, cartridge.Lost{Reason: "Its time limit is not between 1 minute and 24 hours, so it has none."})
		}
	}
	if _, err := s.prepared(k.Cleaner); err != nil {
		s.Instructions = ""
		lost = append(lost, cartridge.Lost{Reason: "Its instructions were left out: " + err.Error() + "."})
	}
	return lost
}

// plain returns a text without its markup.
func (k Kind) plain(m qtiMaterial) string {
	var parts []string
	for _, t := range m.Texts {
		if strings.EqualFold(t.Type, htmlText) {
			t.Text = text.PlainLines(k.Cleaner.HTML(t.Text))
		}
		parts = append(parts, strings.TrimSpace(t.Text))
	}
	return strings.TrimSpace(strings.Join(parts, "\n"))
}

// itemReader reads one item as a question.
type itemReader struct {
	item  qtiItem
	kind  Kind
	named func(html string) string
	lost  []cartridge.Lost // parts of an imported question that were left out
}

// lose is an entry for the item in the import report.
func (r itemReader) lose(index int, reason string) cartridge.Lost {
	for _, title := range []string{r.kind.plain(r.presentation().said()), r.item.Title} {
		if title = strings.Join(strings.Fields(title), " "); title != "" {
			return cartridge.Lost{Title: shortened(title), Reason: reason}
		}
	}
	return cartridge.Lost{Title: fmt.Sprintf("Question %d", index+1), Reason: reason, Number: int64(index + 1)}
}

// question converts the item, or returns a fault that says why it cannot.
func (r *itemReader) question() (q question.TravellingQuestion, err error) {
	q.Format, q.Prompt = written(r.presentation().said(), "", r.named)
	for _, f := range r.item.Feedback {
		if f.Ident != r.explanation() {
			r.lost = append(r.lost, cartridge.Lost{Reason: "It was imported without its feedback on single answers."})
			break
		}
	}
	for _, f := range r.item.Feedback {
		if f.Ident == r.explanation() {
			said := qtiMaterial{}
			for _, m := range append(f.Flow, f.Plain...) {
				said.Texts = append(said.Texts, m.Texts...)
			}
			r.explain(&q.NewQuestion, said)
		}
	}
	r.readPoints(&q.NewQuestion)
	for tag := range strings.SplitSeq(r.item.Fields.of("cc_question_category"), ",") {
		q.Tags = append(q.Tags, tag)
	}
	if q.Tags = question.NormalizeTags(q.Tags); len(q.Tags) > maxTags {
		q.Tags = q.Tags[:maxTags]
	}
	if err := r.answer(&q.NewQuestion); err != nil {
		return q, err
	}
	if q.NewQuestion, err = q.Prepare(q.NewQuestion, r.kind.Cleaner); err != nil {
		return q, fault.New(fault.Invalid, "unknown_format", "This question can't be used here: "+err.Error()+".")
	}
	return q, nil
}

// presentation returns what is shown, without the elements around it that only lay it out.
func (r itemReader) presentation() qtiPresentation {
	p := r.item.Presentation
	for p.Flow != nil {
		inner := *p.Flow
		if inner.Material == nil {
			inner.Material = p.Material
		}
		p = inner
	}
	return p
}

func (p qtiPresentation) said() qtiMaterial {
	if p.Material == nil {
		return qtiMaterial{}
	}
	return *p.Material
}

// written returns a text with its format: HTML if any part is, or if format says so. named renames the files in HTML.
func written(m qtiMaterial, format string, named func(html string) string) (string, string) {
	for _, t := range m.Texts {
		if strings.EqualFold(t.Type, htmlText) {
			format = question.HTMLFormat
		}
	}
	var parts []string
	for _, t := range m.Texts {
		switch {
		case format != question.HTMLFormat:
			parts = append(parts, strings.TrimSpace(t.Text))
		case strings.EqualFold(t.Type, htmlText):
			parts = append(parts, named(t.Text))
		default:
			parts = append(parts, asHTML(t.Text))
		}
	}
	return format, strings.Join(parts, "\n")
}

// explain sets the explanation. Prompt and explanation share one format.
func (r itemReader) explain(q *question.NewQuestion, said qtiMaterial) {
	format, words := written(said, q.Format, r.named)
	if format == question.HTMLFormat && q.Format != question.HTMLFormat {
		q.Prompt = asHTML(q.Prompt)
	}
	q.Format, q.Explanation = format, words
}

// readPoints sets the points, which must be whole numbers.
func (r *itemReader) readPoints(q *question.NewQuestion) {
	q.Points = 1
	given := cmp.Or(r.item.Fields.of("cc_weighting"), r.item.Fields.of("points_possible")) // the latter of Canvas
	if given == "" {
		return
	}
	points, err := strconv.ParseFloat(given, 64)
	if err != nil || !(points > 0 && points <= 1000) {
		r.lost = append(r.lost, cartridge.Lost{Reason: "It is worth 1 point: its weight is not 1 to 1000."})
		return
	}
	if q.Points = int64(math.Ceil(points)); float64(q.Points) != points {
		r.lost = append(r.lost, cartridge.Lost{Reason: "Its points were rounded up."})
	}
}
