package notification

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "notifications", Column: "user_id", Export: []string{"kind", "data", "in_app", "mail", "created_at", "read_at"}},
		{Table: "notification_preferences", Column: "user_id", Export: []string{"kind", "in_app", "mail"}},
		{Table: "notification_schedules", Column: "user_id", Export: []string{"frequency", "hour", "weekday", "time_zone", "next_at"}},
		{Table: "notification_inboxes", Column: "user_id", Excuse: personaldata.Derived},
	}
}
