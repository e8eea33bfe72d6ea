package questionbank

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/coursework"
	"lectern/internal/learning/question"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/rest"
)

// QuestionTag is a tag and the number of questions that have it.
type QuestionTag struct {
	Tag   string `json:"tag"`
	Count int64  `json:"count"`
}

type QuestionChange struct {
	question.NewQuestion
	rest.BaseRevision
}

// Bank lists the questions of a course, last changed first, for teachers of the course.
func (s *Service) Bank(ctx context.Context, who access.Caller, courseID string, f question.QuestionFilter, page rest.Page, scroll rest.CursorParam) (qs []question.Question, n rest.Count, next string, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, n, "", err
	}
	before, id, err := scroll.DecodeTime(s.deps.Clock.Now())
	if err != nil {
		return nil, n, "", err
	}
	limit, _ := page.LimitOffset()
	rows, err := questions(ctx, s.deps.DB.Reader(), courseID, f, before, id, limit+1)
	if err != nil {
		return nil, n, "", err
	}
	rows, next = rest.CutAtTime(rows, limit, func(r question.Row) (time.Time, string) { return r.UpdatedAt, r.ID })
	for _, r := range rows {
		qs = append(qs, r.View())
	}
	total, err := question.Count(ctx, s.deps.DB.Reader(), courseID, f, rest.MaxCount)
	return qs, rest.CountUpTo(total), next, err
}

// Tags lists the tags of a course's questions alphabetically, for teachers of the course.
func (s *Service) Tags(ctx context.Context, who access.Caller, courseID string) ([]QuestionTag, error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return nil, err
	}
	return tags(ctx, s.deps.DB.Reader(), courseID)
}

// AddQuestion adds a question to the bank, for teachers of the course. It returns fault.Invalid, or fault.Conflict
// when the bank is full.
func (s *Service) AddQuestion(ctx context.Context, who access.Caller, courseID string, n question.NewQuestion) (q question.Question, err error) {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return q, err
	}
	if n, err = n.Prepare(question.NewQuestion{}, s.deps.Cleaner); err != nil {
		return q, err
	}
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		if err := content.CheckReferences(ctx, tx, courseID, "prompt", n.Texts()...); err != nil {
			return err
		}
		added, err := s.add(ctx, tx, courseID, []question.NewQuestion{n})
		if err == nil {
			q = added[0]
		}
		return err
	})
	return q, err
}

// add stores questions returned by Prepare.
func (s *Service) add(ctx context.Context, tx bun.IDB, courseID string, ns []question.NewQuestion) (added []question.Question, err error) {
	there, err := question.Count(ctx, tx, courseID, question.QuestionFilter{}, question.MaxInCourse)
	if err == nil && there+int64(len(ns)) > question.MaxInCourse {
		err = question.ErrBankFull
	}
	if err != nil {
		return nil, err
	}
	now, rows := s.deps.Clock.Now(), []question.Row{}
	for _, n := range ns {
		r := newRow(courseID, preparedQuestion{n, n.SearchText()}, now)
		rows, added = append(rows, r), append(added, r.View())
	}
	return added, question.Insert(ctx, tx, rows...)
}

// StaleQuestion is the error detail when another user has changed the question: its current state.
type StaleQuestion struct {
	Current question.Question `json:"current"`
}

// ChangeQuestion replaces a question, for teachers of the course. Attempts already begun keep the old question until
// they are regraded. It returns errNoQuestion, fault.Invalid, or fault.Precondition with a StaleQuestion.
func (s *Service) ChangeQuestion(ctx context.Context, who access.Caller, courseID, id string, c QuestionChange, holds func(revision int64) bool) (q question.Question, err error) {
	err = s.edit(ctx, who, courseID, id, func(tx bun.IDB, r *question.Row) error {
		if !holds(r.Revision) {
			return fault.New(fault.Precondition, "stale_version", "Another user has changed this question. Compare both versions, then save the one to keep.").
				WithDetails(StaleQuestion{r.View()})
		}
		n, err := c.Prepare(r.Body.V, s.deps.Cleaner)
		if err == nil {
			err = content.CheckReferences(ctx, tx, courseID, "prompt", n.Texts()...)
		}
		r.Body.V, r.Kind, r.SearchText = n, n.Kind, n.SearchText()
		q = r.View()
		q.Revision, q.UpdatedAt = r.Revision+1, s.deps.Clock.Now()
		return err
	})
	return q, err
}

// RemoveQuestion takes a question out of the bank, for teachers of the course. Quizzes published with it keep it.
func (s *Service) RemoveQuestion(ctx context.Context, who access.Caller, courseID, id string) error {
	return s.edit(ctx, who, courseID, id, func(tx bun.IDB, r *question.Row) error {
		now := s.deps.Clock.Now()
		r.RemovedAt = &now
		return nil
	})
}

func (s *Service) edit(ctx context.Context, who access.Caller, courseID, id string, fn func(tx bun.IDB, r *question.Row) error) error {
	if err := coursework.RequireTeacher(ctx, s.deps.Courses, who, courseID); err != nil {
		return err
	}
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lockQuestion(ctx, tx, courseID, id)
		if err == nil {
			err = fn(tx, &r)
		}
		if err != nil {
			return err
		}
		r.Revision, r.UpdatedAt = r.Revision+1, s.deps.Clock.Now()
		return question.Update(ctx, tx, r)
	})
}
