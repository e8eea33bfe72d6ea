package publication

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "course_publications", Column: "published_by", Export: []string{"course_id", "number", "version_after", "status_after", "published_at"}},
	}
}
