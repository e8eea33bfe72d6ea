package live

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/jobs"
	"lectern/internal/platform/personaldata"
	"lectern/internal/teaching/joinlink"
)

// Sweeps delete links into rooms that have expired.
func (s *Service) Sweeps() jobs.Sweeps {
	return jobs.Sweeps{"join_links.sweep": func(ctx context.Context) error {
		return s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return joinlink.DeleteExpired(ctx, tx, linkTable, s.deps.Clock.Now()) })
	}}
}

// Holdings lists the tables that hold data of a user. Erasing the user deletes them.
func (*Service) Holdings() []personaldata.Holding {
	return []personaldata.Holding{
		{Table: "attendance_intervals", Column: "user_id", Export: []string{"session_id", "source", "joined_at", "left_at"}},
		{Table: "attendance_marks", Column: "user_id", Export: []string{"session_id", "status", "note", "marked_at"}},
		{Table: "attendance_marks", Column: "marked_by", Excuse: "what an instructor has said of a learner belongs to that learner"},
		{Table: "attendance_disputes", Column: "user_id", Export: []string{"session_id", "reason", "contested", "state", "answer", "created_at", "answered_at"}},
		{Table: "attendance_disputes", Column: "answered_by", Excuse: "what an instructor has answered a learner belongs to that learner"},
		{Table: "join_links", Column: "user_id", Excuse: personaldata.Passing},
	}
}
