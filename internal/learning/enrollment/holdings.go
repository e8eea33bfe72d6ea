package enrollment

import (
	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "enrollments", Column: "user_id", Export: []string{"course_id", "status", "created_at", "updated_at"}},
		{Table: "course_grants", Column: "user_id", Export: []string{"course_id", "source", "created_at", "revoked_at"}},
		{Table: "saved_courses", Column: "user_id", Export: []string{"course_id", "created_at"}},
	}
}
