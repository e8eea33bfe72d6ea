package quiz

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// questionRow is a question as it is stored.
type questionRow struct {
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

func (r questionRow) question() Question {
	return Question{ID: r.ID, NewQuestion: r.Body.V, Title: r.Body.V.title(), Revision: r.Revision, UpdatedAt: r.UpdatedAt}
}

var errNoQuestion = fault.New(fault.NotFound, "question_not_found", "There is no such question.")

// insertQuestion stores a question with its tags; one of this id that is there already stays as it is.
func insertQuestion(ctx context.Context, tx bun.IDB, r questionRow) error {
	if _, err := tx.NewInsert().Model(&r).On("CONFLICT (id) DO NOTHING").Exec(ctx); err != nil {
		return err
	}
	return putTags(ctx, tx, r)
}

func updateQuestion(ctx context.Context, tx bun.IDB, r questionRow) error {
	if _, err := tx.NewUpdate().Model(&r).WherePK().Exec(ctx); err != nil {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM quiz_question_tags WHERE question_id = ?", r.ID).Exec(ctx); err != nil || r.RemovedAt != nil {
		return err
	}
	return putTags(ctx, tx, r)
}

func putTags(ctx context.Context, tx bun.IDB, r questionRow) error {
	for _, tag := range r.Body.V.Tags {
		_, err := tx.NewRaw("INSERT INTO quiz_question_tags (question_id, course_id, tag) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", r.ID, r.CourseID, tag).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// lockQuestion is a question of a course that has not been removed; errNoQuestion.
func lockQuestion(ctx context.Context, tx bun.IDB, courseID, id string) (r questionRow, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&r)).Where("q.course_id = ? AND q.id = ? AND q.removed_at IS NULL", courseID, id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoQuestion
	}
	return r, err
}

// narrowed is a list of the questions of a course.
func narrowed(q bun.IDB, courseID string, f QuestionFilter) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("quiz_questions AS q").Where("q.course_id = ? AND q.removed_at IS NULL", courseID)
	if f.Kind != "" {
		s = s.Where("q.kind = ?", f.Kind)
	}
	if f.Search != "" {
		s = s.Where(`q.search_text LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	if f.Tag != "" {
		s = s.Where("EXISTS (SELECT 1 FROM quiz_question_tags AS t WHERE t.question_id = q.id AND t.tag = ?)", f.Tag)
	}
	return s
}

func questions(ctx context.Context, q bun.IDB, courseID string, f QuestionFilter, before time.Time, id string, limit int64) (rows []questionRow, err error) {
	return rows, narrowed(q, courseID, f).ColumnExpr("q.*").Where("(q.updated_at < ? OR q.updated_at = ? AND q.id < ?)", before, before, id).
		OrderExpr("q.updated_at DESC, q.id DESC").Limit(limit).Scan(ctx, &rows)
}

// countQuestions stops one behind most.
func countQuestions(ctx context.Context, q bun.IDB, courseID string, f QuestionFilter, most int64) (n int64, err error) {
	counted := narrowed(q, courseID, f).ColumnExpr("1").Limit(most + 1)
	return n, q.NewSelect().TableExpr("(?) AS c", counted).ColumnExpr("count(*)").Scan(ctx, &n)
}

func tags(ctx context.Context, q bun.IDB, courseID string) (ts []QuestionTag, err error) {
	ts = []QuestionTag{}
	return ts, q.NewRaw("SELECT tag, count(*) AS count FROM quiz_question_tags WHERE course_id = ? GROUP BY tag ORDER BY tag", courseID).Scan(ctx, &ts)
}

// bankOf is what a quiz can draw from: the questions that it picks, also removed ones, and those that have one of the tags of its draws.
func bankOf(ctx context.Context, q bun.IDB, courseID string, s QuizSettings) (bank []stored, err error) {
	ids, names := []string{""}, []string{""}
	for _, p := range s.Questions {
		ids = append(ids, p.QuestionID)
	}
	for _, d := range s.Draws {
		names = append(names, d.Tags...)
	}
	var rows []questionRow
	err = q.NewSelect().Model(&rows).Where("q.course_id = ?", courseID).
		Where(`(q.id IN (?) OR q.removed_at IS NULL AND q.id IN (SELECT question_id FROM quiz_question_tags WHERE course_id = ? AND tag IN (?)))`,
			bun.In(ids), courseID, bun.In(names)).OrderExpr("q.id").Scan(ctx)
	for _, r := range rows {
		bank = append(bank, stored{r.ID, r.Body.V, r.RemovedAt != nil})
	}
	return bank, err
}

// allQuestions are those of a course, the oldest first.
func allQuestions(ctx context.Context, q bun.IDB, courseID string) (rows []questionRow, err error) {
	return rows, q.NewSelect().Model(&rows).Where("q.course_id = ? AND q.removed_at IS NULL", courseID).OrderExpr("q.created_at, q.id").Limit(maxBank).Scan(ctx)
}

// keyOf is a question as it is in the bank now, also a removed one; ok is false for none.
func keyOf(ctx context.Context, q bun.IDB, courseID, id string) (n NewQuestion, ok bool, err error) {
	var r questionRow
	err = q.NewSelect().Model(&r).Where("q.course_id = ? AND q.id = ?", courseID, id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return n, false, nil
	}
	if err != nil {
		return n, false, fmt.Errorf("question %s: %w", id, err)
	}
	return r.Body.V, true, nil
}
