package course

import (
	"context"

	"github.com/uptrace/bun"
)

// recorded is a page of the recordings of live courses in which somebody learns or which they teach.
func recorded(ctx context.Context, q bun.IDB, userID string, limit, offset int64) (rs []RecordedVideo, total int64, err error) {
	rs = []RecordedVideo{}
	total, err = q.NewSelect().Model(&rs).ColumnExpr("r.*").ColumnExpr("c.id AS of_course").ColumnExpr("c.title AS course_title").
		Join("JOIN courses AS c ON c.id = r.course_id").
		Where(`c.course_type = 'live' AND (c.id IN (SELECT course_id FROM enrolled_students WHERE user_id = ?)
			OR c.id IN (SELECT course_id FROM course_instructors WHERE user_id = ?))`, userID, userID).
		Order("r.created_at DESC", "r.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return rs, total, err
}
