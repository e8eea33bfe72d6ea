package upload

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "videos", Column: "owner_id", Export: []string{"id", "course_id", "title", "description", "original_file_name", "file_size", "status", "created_at"}},
		{Table: "upload_sessions", Column: "user_id", Export: []string{"id", "course_id", "original_file_name", "file_size", "status", "created_at", "completed_at"}},
	}
}
