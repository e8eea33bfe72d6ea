package quiz

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "quiz_attempts", Column: "user_id", Export: []string{"id", "course_id", "lesson_id", "number", "status", "started_at", "submitted_at", "earned", "possible", "percent", "passed"}},
	}
}
