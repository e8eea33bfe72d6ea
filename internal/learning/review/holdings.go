package review

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "course_reviews", Column: "user_id", Export: []string{"course_id", "stars", "body", "created_at", "edited_at", "hidden_at", "hidden_reason"}},
		{Table: "course_reviews", Column: "answered_by", Export: []string{"course_id", "answer", "answered_at", "answer_edited_at"}},
		{Table: "course_reviews", Column: "hidden_by", Excuse: personaldata.Others},
		{Table: "course_review_reports", Column: "user_id", Export: []string{"reason", "details", "created_at"}},
	}
}

// Erase deletes the reviews, answers and reports of a user, in the transaction that erases the user: the ratings of the courses
// no longer count them.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	own, err := byAuthor(ctx, tx, user)
	if err != nil {
		return err
	}
	for _, r := range own {
		if err := s.remove(ctx, tx, r.CourseID, user, false); err != nil {
			return err
		}
	}
	if err := eraseAnswers(ctx, tx, user); err != nil {
		return err
	}
	return eraseReports(ctx, tx, user)
}
