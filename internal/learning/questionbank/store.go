package questionbank

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoQuestion = fault.New(fault.NotFound, "question_not_found", "There is no such question.")

// lockQuestion returns errNoQuestion if the course has no such question, or it has been removed.
func lockQuestion(ctx context.Context, tx bun.IDB, courseID, id string) (r question.Row, err error) {
	err = db.ForUpdate(tx.NewSelect().Model(&r)).Where("q.course_id = ? AND q.id = ? AND q.removed_at IS NULL", courseID, id).Scan(ctx)
	return r, db.One(err, errNoQuestion)
}

func questions(ctx context.Context, q bun.IDB, courseID string, f question.QuestionFilter, before time.Time, id string, limit int64) (rows []question.Row, err error) {
	return rows, question.Filtered(q, courseID, f).ColumnExpr("q.*").Where("(q.updated_at < ? OR q.updated_at = ? AND q.id < ?)", before, before, id).
		OrderExpr("q.updated_at DESC, q.id DESC").Limit(limit).Scan(ctx, &rows)
}

func tags(ctx context.Context, q bun.IDB, courseID string) (ts []QuestionTag, err error) {
	ts = []QuestionTag{}
	return ts, q.NewRaw("SELECT tag, count(*) AS count FROM quiz_question_tags WHERE course_id = ? GROUP BY tag ORDER BY tag", courseID).Scan(ctx, &ts)
}

// allQuestions returns the questions of a course, oldest first.
func allQuestions(ctx context.Context, q bun.IDB, courseID string) (rows []question.Row, err error) {
	return rows, q.NewSelect().Model(&rows).Where("q.course_id = ? AND q.removed_at IS NULL", courseID).OrderExpr("q.created_at, q.id").Limit(question.MaxInCourse).Scan(ctx)
}
