package discussion

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "lesson_comments", Column: "author_id", Export: []string{"course_id", "lesson_id", "thread_id", "body", "format", "created_at", "edited_at", "hidden_reason"}},
		{Table: "lesson_comments", Column: "hidden_by", Excuse: personaldata.Others},
	}
}
