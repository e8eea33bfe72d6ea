package viewing

import "lectern/internal/platform/personaldata"

// Holdings lists the tables of this package that hold personal data.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "watch_positions", Column: "user_id", Export: []string{"video_id", "position_ms", "client_time", "updated_at"}},
		{Table: "watch_events", Column: "user_id", Export: []string{"video_id", "kind", "from_ms", "to_ms", "value_ms", "rendition", "client_time", "received_at"}},
		{Table: "watch_viewers", Column: "user_id", Excuse: personaldata.Derived},
		{Table: "watched_buckets", Column: "user_id", Excuse: personaldata.Derived},
		{Table: "watched_time", Column: "user_id", Excuse: personaldata.Derived},
	}
}
