package progress

import (
	"context"

	"github.com/uptrace/bun"
)

func activityIn(ctx context.Context, q bun.IDB, userID, lessonID string) (as []activity, err error) {
	return as, q.NewSelect().Model(&as).Where("a.user_id = ? AND a.lesson_id = ?", userID, lessonID).OrderExpr("a.starts_at").Scan(ctx)
}

func putActivity(ctx context.Context, tx bun.IDB, as []activity) error {
	if len(as) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&as).On("CONFLICT (user_id, lesson_id, starts_at) DO UPDATE").
		Set("course_id = excluded.course_id, acts = excluded.acts, seconds = excluded.seconds, completed = excluded.completed").Exec(ctx)
	return err
}

func deleteActivity(ctx context.Context, tx bun.IDB, a activity) error {
	_, err := tx.NewDelete().Model(&a).WherePK().Exec(ctx)
	return err
}

// stepsOf returns the lessons of some courses in which a user is enrolled, course by course and in their order.
func stepsOf(ctx context.Context, q bun.IDB, userID string, courseIDs []string) (ss []step, err error) {
	return ss, q.NewRaw(`SELECT p.course_id, p.lesson_id, p.title, p.type, p.position, p.previewable, p.release_at, coalesce(p.release_days, 0) AS release_days,
		coalesce(p.release_after, '') AS release_after, e.created_at AS enrolled_at, w.completed_at, coalesce(g.last_lesson, '') AS last_lesson
		FROM enrollments AS e JOIN published_lessons AS p ON p.course_id = e.course_id
		LEFT JOIN course_progress AS g ON g.user_id = e.user_id AND g.course_id = e.course_id
		LEFT JOIN lesson_progress AS w ON w.user_id = e.user_id AND w.lesson_id = p.lesson_id
		WHERE e.user_id = ? AND e.course_id IN (?) ORDER BY p.course_id, p.position`, userID, bun.List(courseIDs)).Scan(ctx, &ss)
}
