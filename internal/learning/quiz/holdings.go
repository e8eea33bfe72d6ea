package quiz

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "quiz_attempts", Column: "user_id", Export: []string{"id", "course_id", "lesson_id", "number", "status", "started_at", "submitted_at", "earned", "possible", "percent", "passed"}},
	}
}

// Erase deletes a user's attempts, in the transaction that erases the user.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return erase(ctx, tx, user)
}
