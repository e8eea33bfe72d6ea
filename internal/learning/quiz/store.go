package quiz

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/question"
)

// bankOf returns the questions that a quiz picks, removed ones included, and those that have a tag of its draws.
func bankOf(ctx context.Context, q bun.IDB, courseID string, s QuizSettings) (bank []bankQuestion, err error) {
	ids, names := []string{""}, []string{""}
	for _, p := range s.Questions {
		ids = append(ids, p.QuestionID)
	}
	for _, d := range s.Draws {
		names = append(names, d.Tags...)
	}
	var rows []question.Row
	err = q.NewSelect().Model(&rows).Where("q.course_id = ?", courseID).
		Where(`(q.id IN (?) OR q.removed_at IS NULL AND q.id IN (SELECT question_id FROM quiz_question_tags WHERE course_id = ? AND tag IN (?)))`,
			bun.In(ids), courseID, bun.In(names)).OrderExpr("q.id").Scan(ctx)
	for _, r := range rows {
		bank = append(bank, bankQuestion{r.ID, r.Body.V, r.RemovedAt != nil})
	}
	return bank, err
}
