package authoring

import (
	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "courses", Column: "created_by", Export: []string{"id", "title", "summary", "description", "status", "created_at", "updated_at"}},
		{Table: "course_instructors", Column: "user_id", Export: []string{"course_id"}},
	}
}
