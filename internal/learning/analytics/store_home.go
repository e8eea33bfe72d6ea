package analytics

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
)

// isInProgress and isCompleted decide by course_progress AS g as LearnerProgress.derive does.
const (
	isCompleted  = "g.completed_at IS NOT NULL"
	isInProgress = "(g.started_at IS NOT NULL AND g.required > 0 AND g.completed_at IS NULL)"
)

// lastActive is when a learner was last in a course, or else when they enrolled.
const lastActive = "coalesce(CASE WHEN g.started_at IS NOT NULL THEN g.last_at END, e.created_at)"

func (f CourseFilter) narrow(s *bun.SelectQuery) *bun.SelectQuery {
	if title := course.TitleHas(f.Search); f.Search != "" {
		s.Where(title.SQL, title.Args...)
	}
	switch f.Status {
	case completed:
		s.Where(isCompleted)
	case inProgress:
		s.Where(isInProgress)
	case notStarted:
		s.Where("coalesce(NOT (" + isCompleted + " OR " + isInProgress + "), TRUE)")
	}
	switch f.Sort {
	case "recent":
		return s.OrderExpr(lastActive + " DESC, e.id DESC")
	case "title":
		return s.OrderExpr("c.title_key, e.id")
	case "progress":
		return s.OrderExpr("coalesce(g.percent, 0) DESC, e.id DESC")
	}
	return s.OrderExpr("e.updated_at DESC, e.id DESC")
}

// uncompletedCourses returns courses that are open to a user, those begun first, last active first.
func uncompletedCourses(ctx context.Context, q bun.IDB, userID string, limit int64) (ps []enrolledCourse, err error) {
	err = selectEnrolledCourses(q, "enrolled_students", userID).Where("NOT ("+isCompleted+")").
		OrderExpr("CASE WHEN g.started_at IS NULL THEN 1 ELSE 0 END, "+lastActive+" DESC, e.id DESC").Limit(limit).Scan(ctx, &ps)
	for i := range ps {
		ps[i].derive()
	}
	return ps, err
}

func countEnrolled(ctx context.Context, q bun.IDB, userID string) (n int64, err error) {
	return n, q.NewRaw("SELECT count(*) FROM enrolled_students WHERE user_id = ?", userID).Scan(ctx, &n)
}

func pendingEnrollments(ctx context.Context, q bun.IDB, userID string) (es []course.Enrollment, err error) {
	return es, q.NewSelect().Model(&es).Where("e.user_id = ? AND e.status IN ('invited', 'pending_payment', 'waitlisted')", userID).
		OrderExpr("e.updated_at DESC, e.id DESC").Limit(mostPending).Scan(ctx)
}

func courseIDs(es []course.Enrollment) (all []string) {
	for _, e := range es {
		all = append(all, e.CourseID)
	}
	return all
}

func coursesByID(ctx context.Context, q bun.IDB, ids []string) (map[string]course.Course, error) {
	by := make(map[string]course.Course, len(ids))
	if len(ids) == 0 {
		return by, nil
	}
	var cs []course.Course
	if err := q.NewSelect().Model(&cs).Where("c.id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, err
	}
	err := course.Complete(ctx, q, cs)
	for _, c := range cs {
		by[c.ID] = c
	}
	return by, err
}

// dueLessons returns the lessons with a date whose work a user has not handed in and still can, earliest first.
func dueLessons(ctx context.Context, q bun.IDB, userID string, now time.Time) (ds []DueLesson, err error) {
	open := course.LearnableAt(now)
	ds = []DueLesson{}
	err = q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN courses AS c ON c.id = e.course_id").
		Join("JOIN published_lessons AS p ON p.course_id = e.course_id AND p.due_at IS NOT NULL").
		ColumnExpr("p.course_id, c.title AS course_title, p.lesson_id, p.title, p.type, p.due_at, p.due_is_final").
		Where("e.user_id = ?", userID).Where(open.SQL, open.Args...).Where("(p.due_at > ? OR NOT p.due_is_final)", now).
		Where("NOT EXISTS (SELECT 1 FROM lesson_progress AS w WHERE w.user_id = e.user_id AND w.lesson_id = p.lesson_id AND w.completed_at IS NOT NULL)").
		Where("NOT EXISTS (SELECT 1 FROM submissions AS s WHERE s.user_id = e.user_id AND s.lesson_id = p.lesson_id AND (s.number > 0 OR s.excused))").
		Where("NOT EXISTS (SELECT 1 FROM quiz_attempts AS a WHERE a.user_id = e.user_id AND a.lesson_id = p.lesson_id AND a.status = 'submitted' AND NOT a.trial)").
		OrderExpr("p.due_at, p.course_id, p.lesson_id").Limit(mostDue).Scan(ctx, &ds)
	for i := range ds {
		ds[i].Overdue = ds[i].DueAt.Before(now)
	}
	return ds, err
}

// positionIn returns where a user stopped in the video of a lesson and how long it is, in seconds; nil for a lesson without one.
func positionIn(ctx context.Context, q bun.IDB, userID, courseID, lessonID string) (stopped, duration *float64, err error) {
	var rows []struct {
		PositionMS *int64
		DurationMS int64
	}
	err = q.NewRaw(`SELECT w.position_ms, v.duration_ms FROM published_lessons AS p JOIN videos AS v ON v.id = p.video_id
		LEFT JOIN watch_positions AS w ON w.video_id = v.id AND w.user_id = ? WHERE p.course_id = ? AND p.lesson_id = ?`, userID, courseID, lessonID).Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return nil, nil, err
	}
	if at := rows[0].PositionMS; at != nil {
		stopped = new(float64(*at) / 1000)
	}
	return stopped, new(float64(rows[0].DurationMS) / 1000), nil
}
