package questionbank

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoQuestion = fault.New(fault.NotFound, "question_not_found", "This question doesn't exist.")

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

// questionsAfter returns some questions of a course behind another one, the one changed last at the end.
func questionsAfter(ctx context.Context, q bun.IDB, courseID string, after time.Time, id string, limit int64) (rows []question.Row, err error) {
	return rows, q.NewSelect().Model(&rows).Where("q.course_id = ? AND q.removed_at IS NULL", courseID).
		Where("(q.updated_at > ? OR q.updated_at = ? AND q.id > ?)", after, after, id).OrderExpr("q.updated_at, q.id").Limit(limit).Scan(ctx)
}

// bankSize returns about how many bytes the questions of a course have in a file.
func bankSize(ctx context.Context, q bun.IDB, courseID string) (bytes int64, err error) {
	return bytes, q.NewRaw(`SELECT coalesce(sum(octet_length(CAST(body AS TEXT)) + 100), 0) FROM quiz_questions WHERE course_id = ? AND removed_at IS NULL`, courseID).Scan(ctx, &bytes)
}
