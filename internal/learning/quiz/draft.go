package quiz

import (
	"context"
	"encoding/json"
	"slices"

	"lectern/internal/learning/coursework"
	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// Settings returns the draft settings of a quiz to teachers of the course. Others get errNoQuiz.
func (s *Service) Settings(ctx context.Context, who access.Caller, lessonID string) (QuizDraft, error) {
	l, settings, err := s.taught(ctx, who, lessonID)
	return QuizDraft{l.CourseID, l.Title, l.Revision, settings}, err
}

// Change replaces the settings of a quiz in the draft, for teachers of the course. It returns fault.Invalid, or
// fault.Precondition unless the revision of the lesson holds.
func (s *Service) Change(ctx context.Context, who access.Caller, lessonID string, c QuizChange, holds func(revision int64) bool) (QuizDraft, error) {
	l, _, err := s.taught(ctx, who, lessonID)
	if err == nil {
		err = coursework.PutSettings(ctx, s.deps.Tasks, who, l, c.Settings, holds)
	}
	if err != nil {
		return QuizDraft{}, err
	}
	return s.Settings(ctx, who, lessonID)
}

// QuizDraft holds the settings of a quiz in the draft.
type QuizDraft struct {
	CourseID string       `json:"course_id"`
	Title    string       `json:"title"`
	Revision int64        `json:"revision" doc:"Send it with the next change."`
	Settings QuizSettings `json:"settings"`
}

// EditVersion is compared with If-Match.
func (d QuizDraft) EditVersion() int64 { return d.Revision }

type QuizChange struct {
	rest.BaseRevision
	Settings QuizSettings `json:"settings"`
}

// NewQuizQuestions are questions that are written for a quiz.
type NewQuizQuestions struct {
	rest.BaseRevision
	Questions []question.NewQuestion `json:"questions" minItems:"1" maxItems:"200" msg:"Add at least one question;maxItems=A quiz asks at most 200 questions"`
}

// QuizQuestionsAdded are the questions as they are in the bank now.
type QuizQuestionsAdded struct {
	Revision  int64               `json:"revision" doc:"Of the lesson. Send it with the next change."`
	Questions []question.Question `json:"questions" doc:"In the order in which they were sent."`
}

// EditVersion is compared with If-Match.
func (a QuizQuestionsAdded) EditVersion() int64 { return a.Revision }

// AddQuestions adds questions to the bank of the course and to the end of a quiz in the draft: all in both, or none.
// For teachers of the course. It returns fault.Invalid, fault.Conflict when the bank is full, or fault.Precondition
// unless the revision of the lesson holds.
func (s *Service) AddQuestions(ctx context.Context, who access.Caller, lessonID string, n NewQuizQuestions, holds func(revision int64) bool) (added QuizQuestionsAdded, err error) {
	l, settings, err := s.taught(ctx, who, lessonID)
	if err != nil {
		return added, err
	}
	with := exportedQuiz{QuizSettings: settings}
	for _, q := range n.Questions {
		ref := db.NewID() // the same question again is another question
		with.Bank = append(with.Bank, question.TravellingQuestion{Ref: ref, NewQuestion: q})
		with.Questions = append(with.Questions, QuizPick{QuestionID: ref})
	}
	content, err := json.Marshal(with)
	if err != nil {
		return added, err
	}
	unchanged := func(revision int64) bool { return revision == l.Revision && holds(revision) }
	if added.Revision, err = s.deps.Tasks.Put(ctx, who, l.CourseID, lessonID, content, unchanged); err != nil {
		return added, err
	}
	_, now, err := s.taught(ctx, who, lessonID)
	if err != nil {
		return added, err
	}
	added.Questions, err = s.pickedSince(ctx, settings, now)
	return added, err
}

// pickedSince returns the questions that a quiz always asks now and did not ask before, in its order.
func (s *Service) pickedSince(ctx context.Context, before, now QuizSettings) ([]question.Question, error) {
	var ids []string
	for _, p := range now.Questions {
		if !slices.ContainsFunc(before.Questions, func(was QuizPick) bool { return was.QuestionID == p.QuestionID }) {
			ids = append(ids, p.QuestionID)
		}
	}
	rows, err := question.ByIDs(ctx, s.deps.DB.Reader(), ids)
	if err != nil {
		return nil, err
	}
	picked := make([]question.Question, len(rows))
	for i, r := range rows {
		picked[i] = r.View()
	}
	slices.SortFunc(picked, func(a, b question.Question) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return picked, nil
}
