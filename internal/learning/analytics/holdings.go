package analytics

import "lectern/internal/platform/personaldata"

// Holdings are the tables of this package that hold something of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "leaderboard_opt_outs", Column: "user_id", Export: []string{"course_id", "left_at"}},
	}
}
