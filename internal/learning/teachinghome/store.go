package teachinghome

import (
	"context"

	"github.com/uptrace/bun"
)

// taughtBy returns the courses of an instructor with what waits in each. Every count stops at mostWaiting, so that it costs the same in a
// course of any size.
func taughtBy(ctx context.Context, q bun.IDB, userID string) (courses []TaughtCourse, err error) {
	waiting := func(rows string) string { return "(SELECT count(*) FROM (SELECT 1 " + rows + " LIMIT ?) AS w)" }
	err = q.NewSelect().TableExpr("course_instructors AS i").Join("JOIN courses AS c ON c.id = i.course_id").
		ColumnExpr("c.id AS course_id, c.title").
		ColumnExpr(waiting("FROM submissions AS s WHERE s.course_id = c.id AND s.status IN ('submitted', 'pending_review')")+" AS to_grade", mostWaiting).
		ColumnExpr(waiting("FROM lesson_comments AS m WHERE m.course_id = c.id AND m.awaits_answer")+" AS unanswered_comments", mostWaiting).
		ColumnExpr(waiting("FROM enrollments AS e WHERE e.course_id = c.id AND e.status = 'waitlisted'")+" AS enrollments_to_decide", mostWaiting).
		Where("i.user_id = ? AND c.status <> 'archived'", userID).OrderExpr("c.title_key, c.id").Limit(mostCourses).Scan(ctx, &courses)
	return courses, err
}
