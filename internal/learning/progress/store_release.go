package progress

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// enrolledAt returns when a user was enrolled in a course, the zero time if never.
func enrolledAt(ctx context.Context, q bun.IDB, userID, courseID string) (at time.Time, err error) {
	err = q.NewRaw("SELECT created_at FROM enrollments WHERE user_id = ? AND course_id = ?", userID, courseID).Scan(ctx, &at)
	return at, db.One(err, nil)
}

// outcome returns when a user completed a lesson, nil for not yet, and their best score in it, nil for none.
func outcome(ctx context.Context, q bun.IDB, userID, lessonID string) (at *time.Time, score *int64, err error) {
	err = q.NewRaw("SELECT completed_at, score FROM lesson_progress WHERE user_id = ? AND lesson_id = ?", userID, lessonID).Scan(ctx, &at, &score)
	return at, score, db.One(err, nil)
}

// begunAfter returns the published lessons that a lesson unlocks and in which the user has events.
func begunAfter(ctx context.Context, q bun.IDB, userID string, l lesson) (ls []lesson, err error) {
	return ls, q.NewRaw(selectLessons+`WHERE p.course_id = ? AND p.release_after = ?
		AND EXISTS (SELECT 1 FROM lesson_progress AS w WHERE w.user_id = ? AND w.lesson_id = p.lesson_id) ORDER BY p.lesson_id`,
		l.CourseID, l.LessonID, userID).Scan(ctx, &ls)
}
