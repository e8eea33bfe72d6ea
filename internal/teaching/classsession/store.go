package classsession

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

// Insert stores new sessions.
func Insert(ctx context.Context, tx bun.IDB, sessions []Session) error {
	if len(sessions) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&sessions).Exec(ctx)
	return err
}

// Of returns the sessions of a batch by time, cancelled ones too.
func Of(ctx context.Context, q bun.IDB, batchID string) (sessions []Session, err error) {
	sessions = []Session{}
	return sessions, q.NewSelect().Model(&sessions).Where("s.batch_id = ?", batchID).OrderExpr("s.starts_at, s.id").Scan(ctx)
}

// NextOf returns the next sessions of a batch that are not cancelled.
func NextOf(ctx context.Context, q bun.IDB, batchID string, now time.Time, limit int64) (sessions []Session, err error) {
	sessions = []Session{}
	return sessions, q.NewSelect().Model(&sessions).Where("s.batch_id = ? AND s.ends_at > ? AND s.status <> ?", batchID, now, Cancelled).
		OrderExpr("s.starts_at, s.id").Limit(limit).Scan(ctx)
}

// taughtSessions returns those sessions whose batches the caller teaches.
func taughtSessions(ctx context.Context, q bun.IDB, who access.Caller, ids []string) (taught []string, err error) {
	return taught, q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").Column("s.id").Where("s.id IN (?)", bun.List(ids)).
		Where("b.assigned_instructor = ? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = b.course_id AND i.user_id = ?)", who.ID, who.ID).Scan(ctx, &taught)
}
