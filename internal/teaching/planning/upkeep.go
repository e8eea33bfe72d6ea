package planning

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
)

// Holdings lists the tables that hold data of a user.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "batch_members", Column: "user_id", Export: []string{"batch_id", "status", "by_enrollment", "notes", "joined_at", "left_at", "updated_at"}},
		{Table: "batches", Column: "student_id", Excuse: personaldata.Derived},
		{Table: "batches", Column: "assigned_instructor", Export: []string{"batch_code", "batch_name", "course_id", "start_date", "end_date", "status"}},
		{Table: "batches", Column: "created_by", Excuse: personaldata.Work},
	}
}

// Handlers include the periodic job that begins and ends batches.
func (s *Service) Handlers() map[string]jobs.Handler {
	return map[string]jobs.Handler{
		"batches.follow_dates": {Every: time.Minute, Do: func(ctx context.Context, _ []jobs.Job) error { return s.FollowDates(ctx) }},
	}
}

// FollowDates makes upcoming batches active on their first day, in their time zone, and active ones completed after their last.
func (s *Service) FollowDates(ctx context.Context) error {
	return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return followDates(ctx, tx, s.deps.Clock.Now()) })
}
