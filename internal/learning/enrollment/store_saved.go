package enrollment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
)

func save(ctx context.Context, tx bun.IDB, userID, courseID string, now time.Time) error {
	_, err := tx.NewRaw("INSERT INTO saved_courses (user_id, course_id, created_at) VALUES (?, ?, ?) ON CONFLICT (user_id, course_id) DO NOTHING", userID, courseID, now).Exec(ctx)
	return err
}

func unsave(ctx context.Context, tx bun.IDB, userID, courseID string) (bool, error) {
	return db.Changed(tx.NewRaw("DELETE FROM saved_courses WHERE user_id = ? AND course_id = ?", userID, courseID).Exec(ctx))
}

func deleteSaved(ctx context.Context, tx bun.IDB, userID string) error {
	_, err := tx.NewRaw("DELETE FROM saved_courses WHERE user_id = ?", userID).Exec(ctx)
	return err
}

// saved returns a user's saved courses that they may still see, last saved first.
func saved(ctx context.Context, q bun.IDB, v course.Condition, userID string, f SavedFilter, limit, offset int64) (cs []course.Course, total int64, err error) {
	title := course.TitleHas(f.Search)
	total, err = q.NewSelect().Model(&cs).Join("JOIN saved_courses AS k ON k.course_id = c.id").Where("k.user_id = ?", userID).Where(v.SQL, v.Args...).
		Where(title.SQL, title.Args...).OrderExpr("k.created_at DESC, k.course_id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, err
	}
	return cs, total, course.Complete(ctx, q, cs)
}
