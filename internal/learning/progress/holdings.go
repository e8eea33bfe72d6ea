package progress

import "lectern/internal/platform/personaldata"

// Holdings are the tables of this package that hold something of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "progress_events", Column: "user_id", Export: []string{"course_id", "lesson_id", "kind", "value", "client_time", "received_at"}},
		{Table: "lesson_progress", Column: "user_id", Export: []string{"course_id", "lesson_id", "status", "percent", "score", "time_spent", "started_at", "completed_at", "last_at"}},
		{Table: "lesson_activity", Column: "user_id", Excuse: personaldata.Derived},
		{Table: "course_completions", Column: "user_id", Export: []string{"course_id", "completed_at"}},
		{Table: "course_progress", Column: "user_id", Export: []string{"course_id", "completed", "required", "percent", "time_spent", "started_at", "completed_at", "last_at"}},
	}
}
