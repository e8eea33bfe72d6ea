package course

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

func save(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) error {
	_, err := tx.NewRaw("INSERT INTO saved_courses (user_id, course_id, created_at) VALUES (?, ?, ?) ON CONFLICT (user_id, course_id) DO NOTHING", userID, courseID, now).Exec(ctx)
	return err
}

func unsave(ctx context.Context, tx bun.IDB, userID, courseID string) (bool, error) {
	return changed(tx.NewRaw("DELETE FROM saved_courses WHERE user_id = ? AND course_id = ?", userID, courseID).Exec(ctx))
}

func forgetSaved(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM saved_courses WHERE user_id = ?", userID).Exec(ctx)
	return err
}

// saved is the courses that somebody has kept and may still see, the last kept first.
func saved(ctx context.Context, q bun.IDB, v condition, userID string, limit, offset int64) (cs []Course, total int64, err error) {
	total, err = q.NewSelect().Model(&cs).Join("JOIN saved_courses AS k ON k.course_id = c.id").Where("k.user_id = ?", userID).Where(v.sql, v.args...).
		OrderExpr("k.created_at DESC, k.course_id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, err
	}
	return cs, total, readInstructors(ctx, q, cs)
}
