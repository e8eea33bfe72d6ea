package playback

import (
	"context"

	"github.com/uptrace/bun"
)

// positionsIn is the videos of a course that a user has begun, in the order of the course.
func positionsIn(ctx context.Context, q bun.IDB, user, courseID string, limit, offset int64) (rows []begunRow, total int64, err error) {
	seen := q.NewSelect().TableExpr("watched_buckets AS b").ColumnExpr("count(*)").Where("b.video_id = v.id AND b.user_id = ?", user)
	total, err = q.NewSelect().TableExpr("videos AS v").Join("LEFT JOIN watch_positions AS p ON p.video_id = v.id AND p.user_id = ?", user).
		ColumnExpr("v.id, v.duration_ms, coalesce(p.position_ms, 0) AS position_ms, p.client_time, (?) AS buckets", seen).
		Where("v.course_id = ?", courseID).
		Where("(p.user_id IS NOT NULL OR EXISTS (SELECT 1 FROM watched_buckets AS w WHERE w.video_id = v.id AND w.user_id = ?))", user).
		OrderExpr("v.position, v.id").Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	return rows, total, err
}
