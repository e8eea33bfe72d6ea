package quiz

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/question"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Kind implements the content of quiz lessons for package curriculum.
type Kind struct {
	Clock   clock.Clock
	Cleaner *text.Cleaner
}

// exportedQuiz is a quiz in an exported curriculum: its settings and the questions that they refer to.
type exportedQuiz struct {
	QuizSettings
	Bank []question.TravellingQuestion `json:"bank,omitempty"`
}

// Check returns quiz settings in stored form, or fault.Invalid. Questions that come with them are added to the
// course, each once.
func (k Kind) Check(ctx context.Context, tx bun.IDB, courseID string, content json.RawMessage) (json.RawMessage, error) {
	var t exportedQuiz
	if err := json.Unmarshal(content, &t); err != nil {
		return nil, fault.InvalidField("content", "malformed", "The content doesn't fit the type of this lesson.")
	}
	if len(t.Bank) > maxQuestions {
		return nil, fault.InvalidField("content.bank", "too_many", "A quiz can have at most 200 questions.")
	}
	names, err := k.addQuestions(ctx, tx, courseID, t.Bank)
	if err != nil {
		return nil, err
	}
	s := t.QuizSettings
	for i := range s.Questions {
		if id, ok := names[s.Questions[i].QuestionID]; ok {
			s.Questions[i].QuestionID = id
		}
	}
	if s, err = s.prepared(k.Cleaner); err != nil {
		return nil, err
	}
	bank, err := bankOf(ctx, tx, courseID, s)
	if err == nil {
		err = s.checkAgainst(bank)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(s)
}

// addQuestions adds imported questions to a course and returns their ids by imported ref. An id is derived from course and
// question, so importing a question again adds nothing.
func (k Kind) addQuestions(ctx context.Context, tx bun.IDB, courseID string, bank []question.TravellingQuestion) (map[string]string, error) {
	names := make(map[string]string, len(bank))
	rows := make([]question.Row, len(bank))
	for i, one := range bank {
		n, err := one.Prepare(one.NewQuestion, k.Cleaner)
		if err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
		if err := content.CheckReferences(ctx, tx, courseID, "prompt", n.Texts()...); err != nil {
			return nil, fmt.Errorf("question %d: %w", i+1, err)
		}
		written, err := json.Marshal(n)
		if err != nil {
			return nil, err
		}
		id := uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "lectern question %s %s %s", courseID, one.Ref, written)).String()
		now := k.Clock.Now()
		rows[i] = question.Row{ID: id, CourseID: courseID, Kind: n.Kind, Body: db.JSON[question.NewQuestion]{V: n}, SearchText: n.SearchText(), Revision: 1, CreatedAt: now, UpdatedAt: now}
		names[one.Ref] = id
	}
	for _, r := range rows {
		if err := question.Insert(ctx, tx, r); err != nil {
			return nil, err
		}
	}
	there, err := question.Count(ctx, tx, courseID, question.QuestionFilter{}, question.MaxInCourse)
	if err == nil && len(rows) > 0 && there > question.MaxInCourse {
		err = question.ErrBankFull
	}
	if err != nil {
		return nil, err
	}
	return names, nil
}

// prepared returns s in stored form, or fault.Invalid.
func (s QuizSettings) prepared(cleaner *text.Cleaner) (QuizSettings, error) {
	var broken fault.Fields
	s.Format = cmp.Or(s.Format, text.PlainFormat)
	s.Instructions = cleaner.Message(s.Format, s.Instructions)
	in := func(value, least, most int64) bool { return value >= least && value <= most }
	broken.Require(text.Length(s.Format, s.Instructions) <= maxInstructions, "content.instructions", "too_long", "Instructions have at most 10000 characters")
	broken.Require(s.Format == text.PlainFormat || s.Format == text.HTMLFormat, "content.format", "unknown_value", "The format of a text must be plain or html")
	broken.Require(in(s.count(), 0, maxQuestions) && len(s.Questions) <= maxQuestions && len(s.Draws) <= 50, "content.questions", "too_many", "A quiz asks at most 200 questions")
	broken.Require(in(s.TimeLimitSeconds, 0, 86400), "content.time_limit_seconds", "out_of_range", "The time limit must be 0 to 24 hours")
	broken.Require(in(s.Attempts, 0, 100), "content.attempts", "out_of_range", "The attempts must be 0 to 100")
	broken.Require(in(s.PassMark, 0, 100), "content.pass_mark", "out_of_range", "The pass mark must be 0 to 100")
	if s.Review.When == "" {
		s.Review.When = "after_submit"
	}
	broken.Require(slices.Contains([]string{"after_submit", "after_deadline", "never"}, s.Review.When), "content.review.when", "unknown_value", "Review must be after_submit, after_deadline or never")
	broken.Require(s.Review.When != "after_deadline" || s.Closes != nil, "content.closes", "required", "To show the review after the quiz closes, set when it closes")
	if s.Closes != nil {
		closes, wrong := s.Closes.Resolve()
		broken.Require(wrong == "", "content.closes", "invalid_format", wrong)
		s.Closes = &closes
	}
	for i := range s.Draws {
		s.Draws[i].Tags = question.NormalizeTags(s.Draws[i].Tags)
		broken.Require(len(s.Draws[i].Tags) > 0, fmt.Sprintf("content.draws[%d].tags", i), "required", "Choose at least one tag to draw questions from")
		broken.Require(in(s.Draws[i].Count, 1, maxQuestions), fmt.Sprintf("content.draws[%d].count", i), "out_of_range", "Draw at least one question")
		broken.Require(in(s.Draws[i].Points, 0, 1000), fmt.Sprintf("content.draws[%d].points", i), "out_of_range", "A question is worth 1 to 1000 points")
	}
	for i, p := range s.Questions {
		broken.Require(in(p.Points, 0, 1000), fmt.Sprintf("content.questions[%d].points", i), "out_of_range", "A question is worth 1 to 1000 points")
	}
	return s, broken.Err()
}

// checkAgainst checks settings against the bank. It returns fault.Invalid for a question that is not in the course, is
// named twice or has been removed, and for a draw of more questions than have its tags.
func (s QuizSettings) checkAgainst(bank []bankQuestion) error {
	var broken fault.Fields
	taken := map[string]bool{}
	for i, p := range s.Questions {
		known := slices.ContainsFunc(bank, func(q bankQuestion) bool { return q.ID == p.QuestionID && !q.Removed })
		broken.Require(known, fmt.Sprintf("content.questions[%d].question_id", i), "unknown_value", "This question doesn't belong to the course. Choose another one.")
		broken.Require(!taken[p.QuestionID], fmt.Sprintf("content.questions[%d].question_id", i), "duplicate", "A quiz can ask each question only once.")
		taken[p.QuestionID] = true
	}
	for i, d := range s.Draws {
		there := len(d.pool(bank, taken))
		broken.Require(there >= int(d.Count), fmt.Sprintf("content.draws[%d].count", i), "too_many",
			fmt.Sprintf("Only %d other questions have these tags (%s), but %d should be drawn. Draw fewer, or add questions.", there, strings.Join(d.Tags, ", "), d.Count))
	}
	return broken.Err()
}

// Deadline returns when the quiz closes.
func (Kind) Deadline(c content.Content) (*content.Deadline, error) {
	s, err := content.Decode[QuizSettings](c)
	if err != nil || s.Closes == nil {
		return nil, err
	}
	return &content.Deadline{At: s.Closes.At, Final: true}, nil
}

// ForLearner returns what may be known of a quiz before it begins: of its questions, only how many there are.
func (k Kind) ForLearner(content json.RawMessage) (json.RawMessage, error) {
	var s QuizSettings
	if err := json.Unmarshal(content, &s); err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"instructions": k.Cleaner.Message(s.Format, s.Instructions), "format": cmp.Or(s.Format, text.PlainFormat), "questions": s.count(), "time_limit_seconds": s.TimeLimitSeconds,
		"attempts": s.Attempts, "pass_mark": s.PassMark, "closes": s.Closes})
}

// Pack returns quiz settings with the questions that they refer to, for export.
func (Kind) Pack(ctx context.Context, q bun.IDB, courseID string, content json.RawMessage) (json.RawMessage, error) {
	var t exportedQuiz
	if err := json.Unmarshal(content, &t); err != nil {
		return nil, err
	}
	bank, err := bankOf(ctx, q, courseID, t.QuizSettings)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(bank, func(a, b bankQuestion) int { return t.later(a.ID) - t.later(b.ID) }) // those only drawn from may be left out, those picked may not
	for _, one := range bank[:min(len(bank), maxQuestions)] {
		t.Bank = append(t.Bank, question.TravellingQuestion{Ref: one.ID, NewQuestion: one.Question})
	}
	return json.Marshal(t)
}

// later sorts questions that are always asked before those that are only drawn from.
func (s QuizSettings) later(id string) int {
	if slices.ContainsFunc(s.Questions, func(p QuizPick) bool { return p.QuestionID == id }) {
		return 0
	}
	return 1
}
