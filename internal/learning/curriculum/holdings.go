package curriculum

import "lectern/internal/platform/personaldata"

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "curricula", Column: "updated_by", Excuse: personaldata.Work},
		{Table: "curricula", Column: "publish_by", Excuse: personaldata.Work},
		{Table: "curriculum_edits", Column: "edited_by", Excuse: personaldata.Work},
		{Table: "curriculum_versions", Column: "published_by", Export: []string{"course_id", "number", "note", "published_at"}},
	}
}
