package quiz

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/coursework"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// QuestionFilter is what the list of questions is narrowed by; the zero value of each member is no wish.
type QuestionFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the question or its tags."`
	Tag    string `query:"tag" maxLength:"80" msg:"tag must be at most 80 characters"`
	Kind   string `query:"kind" enum:"single,multiple,true_false,short,ordering,numeric" msg:"The kind of a question must be single, multiple, true_false, short, ordering or numeric"`
}

// QuestionTag is a tag with how many questions have it.
type QuestionTag struct {
	Tag   string `json:"tag"`
	Count int64  `json:"count"`
}

// QuestionChange replaces a question.
type QuestionChange struct {
	NewQuestion
	Revision int64 `json:"revision,omitempty" minimum:"0" msg:"The revision must be a number" doc:"Of the question that was edited: when somebody has changed it since, the answer is 412 with both. 0 or none overwrites."`
}

// Bank is a page of the questions of a course, the one that was changed last first. For teachers of the course.
func (s *Service) Bank(ctx context.Context, who access.Caller, courseID string, f QuestionFilter, page rest.Page, scroll rest.CursorParam) (qs []Question, n rest.Count, next string, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, n, "", err
	}
	before, id, err := behind(scroll, s.deps.Clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	limit, _ := page.LimitOffset()
	rows, err := questions(ctx, s.deps.DB.Reader(), courseID, f, before, id, limit+1)
	if err != nil {
		return nil, n, "", err
	}
	if int64(len(rows)) > limit {
		rows = rows[:limit]
		next = rest.EncodeCursor(rows[limit-1].UpdatedAt.Format(time.RFC3339Nano), rows[limit-1].ID)
	}
	for _, r := range rows {
		qs = append(qs, r.question())
	}
	total, err := countQuestions(ctx, s.deps.DB.Reader(), courseID, f, rest.MaxCount)
	return qs, rest.CountUpTo(total), next, err
}

// behind is where a page of a list begins that shows the newest first.
func behind(scroll rest.CursorParam, now time.Time) (before time.Time, id string, err error) {
	before = now.AddDate(100, 0, 0)
	values, err := scroll.Decode(2)
	if err != nil || values == nil {
		return before, "", err
	}
	if before, err = time.Parse(time.RFC3339Nano, values[0]); err != nil {
		err = rest.InvalidCursor()
	}
	return before, values[1], err
}

// Tags is the tags of a course's questions in alphabetical order. For teachers of the course.
func (s *Service) Tags(ctx context.Context, who access.Caller, courseID string) ([]QuestionTag, error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	return tags(ctx, s.deps.DB.Reader(), courseID)
}

// AddQuestion adds one to the bank of a course. For teachers of the course. fault.Invalid, fault.Conflict when the bank is full.
func (s *Service) AddQuestion(ctx context.Context, who access.Caller, courseID string, n NewQuestion) (q Question, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return q, err
	}
	if n, err = n.prepared(NewQuestion{}, s.deps.Cleaner); err != nil {
		return q, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		added, err := s.add(ctx, tx, courseID, []NewQuestion{n})
		if err == nil {
			q = added[0]
		}
		return err
	})
	return q, err
}

var errBankFull = fault.New(fault.Conflict, "bank_full", "A course has at most 10,000 questions. Please remove some first.")

// add stores questions that have been prepared.
func (s *Service) add(ctx context.Context, tx bun.IDB, courseID string, ns []NewQuestion) (added []Question, err error) {
	there, err := countQuestions(ctx, tx, courseID, QuestionFilter{}, maxBank)
	if err == nil && there+int64(len(ns)) > maxBank {
		err = errBankFull
	}
	if err != nil {
		return nil, err
	}
	now := s.deps.Clock.Now()
	for _, n := range ns {
		r := questionRow{ID: db.NewID(), CourseID: courseID, Kind: n.Kind, Body: db.JSON[NewQuestion]{V: n}, SearchText: n.searchText(), Revision: 1, CreatedAt: now, UpdatedAt: now}
		if err := insertQuestion(ctx, tx, r); err != nil {
			return nil, err
		}
		added = append(added, r.question())
	}
	return added, nil
}

// StaleQuestion is the error info of a change of a question that has been changed meanwhile: what stands now.
type StaleQuestion struct {
	Current Question `json:"current"`
}

// ChangeQuestion replaces one. Attempts that have begun keep it as it was until they are graded anew. For teachers of the course.
// errNoQuestion, fault.Invalid, fault.Precondition with a StaleQuestion.
func (s *Service) ChangeQuestion(ctx context.Context, who access.Caller, courseID, id string, c QuestionChange) (q Question, err error) {
	err = s.edit(ctx, who, courseID, id, func(r *questionRow) error {
		if c.Revision != 0 && c.Revision != r.Revision {
			return fault.New(fault.Precondition, "changed_meanwhile", "Somebody has changed this question meanwhile. Compare both and save again what should stand.").
				WithDetails(StaleQuestion{r.question()})
		}
		n, err := c.prepared(r.Body.V, s.deps.Cleaner)
		r.Body.V, r.Kind, r.SearchText = n, n.Kind, n.searchText()
		q = r.question()
		q.Revision, q.UpdatedAt = r.Revision+1, s.deps.Clock.Now()
		return err
	})
	return q, err
}

// RemoveQuestion takes one out of the bank. Quizzes that were published with it keep it. For teachers of the course.
func (s *Service) RemoveQuestion(ctx context.Context, who access.Caller, courseID, id string) error {
	return s.edit(ctx, who, courseID, id, func(r *questionRow) error {
		now := s.deps.Clock.Now()
		r.RemovedAt = &now
		return nil
	})
}

func (s *Service) edit(ctx context.Context, who access.Caller, courseID, id string, fn func(r *questionRow) error) error {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lockQuestion(ctx, tx, courseID, id)
		if err == nil {
			err = fn(&r)
		}
		if err != nil {
			return err
		}
		r.Revision, r.UpdatedAt = r.Revision+1, s.deps.Clock.Now()
		return updateQuestion(ctx, tx, r)
	})
}

// bankFormat names the form, so that a later one can be told from it.
const bankFormat = "lectern-questions-1"

// QuestionBank is questions that travel.
type QuestionBank struct {
	Format    string               `json:"format" enum:"lectern-questions-1" msg:"This is no file of questions that Lectern has exported"`
	Questions []TravellingQuestion `json:"questions" minItems:"1" maxItems:"10000" msg:"There are no questions in this file;maxItems=A course has at most 10,000 questions"`
}

// QuestionsImported says what an import has brought.
type QuestionsImported struct {
	Imported int64 `json:"imported"`
}

// ExportQuestions is all questions of a course as JSON. For teachers of the course.
func (s *Service) ExportQuestions(ctx context.Context, who access.Caller, courseID string) ([]byte, error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	rows, err := allQuestions(ctx, s.deps.DB.Reader(), courseID)
	if err != nil {
		return nil, err
	}
	b := QuestionBank{Format: bankFormat, Questions: []TravellingQuestion{}}
	for _, r := range rows {
		b.Questions = append(b.Questions, TravellingQuestion{r.ID, r.Body.V})
	}
	return json.MarshalIndent(b, "", "\t")
}

// ImportQuestions adds all questions of a file to the bank of a course, or none when one breaks a rule. For teachers of the course.
func (s *Service) ImportQuestions(ctx context.Context, who access.Caller, courseID string, b QuestionBank) (done QuestionsImported, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return done, err
	}
	clean := make([]NewQuestion, len(b.Questions))
	for i, one := range b.Questions {
		if clean[i], err = one.prepared(NewQuestion{}, s.deps.Cleaner); err != nil {
			return done, invalid(fmt.Sprintf("questions[%d]", i), "invalid", fmt.Sprintf("Question %d: %s", i+1, err))
		}
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		_, err := s.add(ctx, tx, courseID, clean)
		return err
	})
	done.Imported = int64(len(clean))
	return done, err
}
