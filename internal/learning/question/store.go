package question

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// Row is a stored question.
type Row struct {
	bun.BaseModel `bun:"table:quiz_questions,alias:q"`

	ID         string `bun:",pk"`
	CourseID   string
	Kind       string
	Body       db.JSON[NewQuestion]
	SearchText string
	Revision   int64
	CreatedAt  time.Time
	UpdatedAt  time.Time
	RemovedAt  *time.Time
}

// View returns the question as teachers of its course see it.
func (r Row) View() Question {
	return Question{ID: r.ID, NewQuestion: r.Body.V, Title: r.Body.V.PlainTitle(), Revision: r.Revision, UpdatedAt: r.UpdatedAt}
}

// tag is a row of a question's tags.
type tag struct {
	bun.BaseModel `bun:"table:quiz_question_tags"`

	QuestionID string
	CourseID   string
	Tag        string
}

// Insert stores questions with their tags, those whose id exists already excepted. Many are stored in one statement, so give it some
// hundred at most.
func Insert(ctx context.Context, tx bun.IDB, rows ...Row) error {
	if _, err := tx.NewInsert().Model(&rows).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
		return err
	}
	return putTags(ctx, tx, rows...)
}

func putTags(ctx context.Context, tx bun.IDB, rows ...Row) error {
	var tags []tag
	for _, r := range rows {
		for _, name := range r.Body.V.Tags {
			tags = append(tags, tag{QuestionID: r.ID, CourseID: r.CourseID, Tag: name})
		}
	}
	if len(tags) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&tags).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

// Filtered selects from the questions of a course.
func Filtered(q bun.IDB, courseID string, f QuestionFilter) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("quiz_questions AS q").Where("q.course_id = ? AND q.removed_at IS NULL", courseID)
	if f.Kind != "" {
		s = s.Where("q.kind = ?", f.Kind)
	}
	if f.IDs != "" {
		s = s.Where("q.id IN (?)", bun.In(strings.Split(f.IDs, ",")))
	}
	if f.Search != "" {
		s = s.Where(`q.search_text LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	if f.Tag != "" {
		s = s.Where("EXISTS (SELECT 1 FROM quiz_question_tags AS t WHERE t.question_id = q.id AND t.tag = ?)", f.Tag)
	}
	return s
}

// Count counts up to most+1.
func Count(ctx context.Context, q bun.IDB, courseID string, f QuestionFilter, most int64) (n int64, err error) {
	counted := Filtered(q, courseID, f).ColumnExpr("1").Limit(most + 1)
	return n, q.NewSelect().TableExpr("(?) AS c", counted).ColumnExpr("count(*)").Scan(ctx, &n)
}

// ByID returns a question in its current state, even if it has been removed; ok is false if there is none.
func ByID(ctx context.Context, q bun.IDB, courseID, id string) (n NewQuestion, ok bool, err error) {
	var r Row
	err = q.NewSelect().Model(&r).Where("q.course_id = ? AND q.id = ?", courseID, id).Scan(ctx)
	if ok, err = db.Found(err); err != nil {
		return n, false, fmt.Errorf("question %s: %w", id, err)
	}
	return r.Body.V, ok, nil
}

// ByIDs returns questions of any course, removed ones included.
func ByIDs(ctx context.Context, q bun.IDB, ids []string) (rows []Row, err error) {
	return rows, q.NewSelect().Model(&rows).Where("q.id IN (?)", bun.In(append([]string{""}, ids...))).Scan(ctx)
}

var ErrBankFull = fault.New(fault.Conflict, "bank_full", "A course has at most 10,000 questions. Remove some first.")

const MaxInCourse = 10000

// Update stores a changed question with its tags. A removed question loses its tags.
func Update(ctx context.Context, tx bun.IDB, r Row) error {
	if _, err := tx.NewUpdate().Model(&r).WherePK().Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM quiz_question_tags WHERE question_id = ?", r.ID).Exec(ctx); err != nil || r.RemovedAt != nil {
		return err
	}
	return putTags(ctx, tx, r)
}
