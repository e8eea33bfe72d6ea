package note

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "lesson_notes", Column: "user_id", Export: []string{"course_id", "lesson_id", "at_ms", "body", "created_at", "updated_at"}},
	}
}
