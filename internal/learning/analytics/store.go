package analytics

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
)

// enrolledCourse is a course in which a user is enrolled, with their progress.
type enrolledCourse struct {
	CourseID   string
	Title      string
	Category   string
	EnrolledAt time.Time
	LearnerProgress
}

// learnerColumns are the columns of a LearnerProgress, from course_progress AS g and enrollments AS e. A learner who has not begun
// has no row that counts the required lessons.
const learnerColumns = `coalesce(g.completed, 0) AS completed, coalesce(g.time_spent, 0) AS time_spent, g.started_at, g.completed_at,
	CASE WHEN g.started_at IS NOT NULL THEN g.last_at END AS last_at,
	CASE WHEN g.started_at IS NOT NULL THEN g.required ELSE (SELECT count(*) FROM published_lessons AS r WHERE r.course_id = e.course_id AND r.required) END AS required`

// selectEnrolledCourses reads the courses of a user, from the table enrollments or the view enrolled_students.
func selectEnrolledCourses(q bun.IDB, table, userID string) *bun.SelectQuery {
	return q.NewSelect().TableExpr("? AS e", bun.Ident(table)).Join("JOIN courses AS c ON c.id = e.course_id").
		Join("LEFT JOIN course_progress AS g ON g.user_id = e.user_id AND g.course_id = e.course_id").
		ColumnExpr("e.course_id, c.title, c.category, e.created_at AS enrolled_at").ColumnExpr(learnerColumns).Where("e.user_id = ?", userID)
}

// enrolledCourses returns a page of the courses that are open to a user.
func enrolledCourses(ctx context.Context, q bun.IDB, userID string, f CourseFilter, limit, offset int64) (ps []enrolledCourse, total int64, err error) {
	total, err = f.narrow(selectEnrolledCourses(q, "enrolled_students", userID)).
		Limit(limit).Offset(offset).ScanAndCount(ctx, &ps)
	for i := range ps {
		ps[i].derive()
	}
	return ps, total, err
}

// enrolledCourseByID returns a course in which a user is or was enrolled. course.ErrNotFound.
func enrolledCourseByID(ctx context.Context, q bun.IDB, userID, courseID string) (p enrolledCourse, err error) {
	err = selectEnrolledCourses(q, "enrollments", userID).Where("e.course_id = ?", courseID).Scan(ctx, &p)
	p.derive()
	return p, db.One(err, course.ErrNotFound)
}

func ids(ps []enrolledCourse) (all []string) {
	for _, p := range ps {
		all = append(all, p.CourseID)
	}
	return all
}

// toolsOf returns the tools and technologies that courses teach, by course id.
func toolsOf(ctx context.Context, q bun.IDB, ps []enrolledCourse) (map[string][]string, error) {
	tools := map[string][]string{}
	if len(ps) == 0 {
		return tools, nil
	}
	var rows []struct{ CourseID, Tag string }
	err := q.NewRaw("SELECT course_id, tag FROM course_tags WHERE course_id IN (?) AND kind = 'tool' ORDER BY course_id, tag_key", bun.List(ids(ps))).Scan(ctx, &rows)
	for _, r := range rows {
		tools[r.CourseID] = append(tools[r.CourseID], r.Tag)
	}
	return tools, err
}

// selectQuarters selects the quarters of a learner in one course or, where courseID is "", in all.
func selectQuarters(q bun.IDB, userID, courseID string) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("lesson_activity AS a").Where("a.user_id = ?", userID).GroupExpr("a.starts_at")
	if courseID != "" {
		s.Where("a.course_id = ?", courseID)
	}
	return s
}

func quartersSince(ctx context.Context, q bun.IDB, userID, courseID string, since time.Time) (qs []quarter, err error) {
	return qs, selectQuarters(q, userID, courseID).Where("a.starts_at >= ?", since).
		ColumnExpr("a.starts_at, sum(a.acts) AS acts, sum(a.seconds) AS seconds, sum(CASE WHEN a.completed THEN 1 ELSE 0 END) AS completed").Scan(ctx, &qs)
}

// learnedBefore returns the starts of the quarters in which a learner was active, the latest first.
func learnedBefore(ctx context.Context, q bun.IDB, userID, courseID string, before time.Time, limit int) (starts []time.Time, err error) {
	return starts, selectQuarters(q, userID, courseID).Where("a.starts_at < ? AND a.acts > 0", before).
		ColumnExpr("a.starts_at").OrderExpr("a.starts_at DESC").Limit(int64(limit)).Scan(ctx, &starts)
}

// completions returns the times at which a learner completed required lessons since an instant, by course.
func completions(ctx context.Context, q bun.IDB, userID string, courseIDs []string, since time.Time) (map[string][]time.Time, error) {
	by := map[string][]time.Time{}
	if len(courseIDs) == 0 {
		return by, nil
	}
	var rows []struct {
		CourseID    string
		CompletedAt time.Time
	}
	err := q.NewRaw(`SELECT w.course_id, w.completed_at FROM lesson_progress AS w
		JOIN published_lessons AS p ON p.course_id = w.course_id AND p.lesson_id = w.lesson_id AND p.required
		WHERE w.user_id = ? AND w.course_id IN (?) AND w.completed_at >= ?`, userID, bun.List(courseIDs), since).Scan(ctx, &rows)
	for _, r := range rows {
		by[r.CourseID] = append(by[r.CourseID], r.CompletedAt)
	}
	return by, err
}

// lessonsOf returns the published lessons of a course with a learner's progress in them.
func lessonsOf(ctx context.Context, q bun.IDB, userID, courseID string) (ls []LessonStanding, err error) {
	ls = []LessonStanding{}
	return ls, q.NewRaw(`SELECT p.lesson_id, p.title, p.type, p.position, p.required, coalesce(w.status, 'not_started') AS status, coalesce(w.percent, 0) AS percent,
		w.score, coalesce(w.time_spent, 0) AS time_spent, w.completed_at
		FROM published_lessons AS p LEFT JOIN lesson_progress AS w ON w.lesson_id = p.lesson_id AND w.user_id = ?
		WHERE p.course_id = ? ORDER BY p.position`, userID, courseID).Scan(ctx, &ls)
}
