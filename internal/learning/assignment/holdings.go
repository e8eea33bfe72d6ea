package assignment

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "submissions", Column: "user_id", Export: []string{"id", "course_id", "lesson_id", "status", "number", "late", "excused", "draft_text", "draft_format", "draft_link", "submitted_at", "returned_at", "returned_grade"}},
		{Table: "submissions", Column: "graded_by", Excuse: personaldata.Others},
	}
}
