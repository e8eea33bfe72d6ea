package assignment

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
)

// states says how an assignment stands for its learner, from published_lessons AS p and their submission AS s. Its argument is the present.
const states = `CASE WHEN s.excused THEN 'excused' WHEN s.status = 'returned' THEN 'returned' WHEN s.number > 0 THEN 'submitted'
	WHEN p.due_at IS NULL OR p.due_at > ? THEN 'due' WHEN p.due_is_final THEN 'closed' ELSE 'overdue' END`

// own selects the assignments p in the courses c that are open to a learner, with their submission s.
func own(q bun.IDB, userID string, now time.Time) *bun.SelectQuery {
	open := course.LearnableAt(now)
	return q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN courses AS c ON c.id = e.course_id").
		Join("JOIN published_lessons AS p ON p.course_id = e.course_id AND p.type = 'assignment'").
		Join("LEFT JOIN submissions AS s ON s.lesson_id = p.lesson_id AND s.user_id = e.user_id").
		Where("e.user_id = ?", userID).Where(open.SQL, open.Args...)
}

// ownAssignments returns a page of the assignments of a learner, by due date, those without one last.
func ownAssignments(ctx context.Context, q bun.IDB, userID string, f OwnFilter, now time.Time, limit, offset int64) (items []OwnAssignment, total int64, err error) {
	items = []OwnAssignment{}
	query := own(q, userID, now).
		ColumnExpr("p.lesson_id, p.title, p.course_id, c.title AS course_title, p.due_at, p.due_is_final, coalesce(s.late, ?) AS late, s.submitted_at, s.returned_grade", false).
		ColumnExpr(states+" AS state", now)
	if f.State != "" {
		query.Where(states+" = ?", now, f.State)
	}
	if f.CourseID != "" {
		query.Where("p.course_id = ?", f.CourseID)
	}
	total, err = query.OrderExpr("CASE WHEN p.due_at IS NULL THEN 1 ELSE 0 END, p.due_at, p.course_id, p.position, p.lesson_id").Limit(limit).Offset(offset).ScanAndCount(ctx, &items)
	for i, a := range items {
		if g := a.Returned.V; g != nil && a.State == returned {
			items[i].Score = &Score{g.Earned, g.Possible, g.Percent}
		}
	}
	return items, total, err
}

// ownSummary counts the assignments of a learner.
func ownSummary(ctx context.Context, q bun.IDB, userID string, now time.Time) (sum AssignmentSummary, err error) {
	count := func(condition string) string {
		return "coalesce(sum(CASE WHEN " + condition + " THEN 1 ELSE 0 END), 0)"
	}
	const open = "coalesce(s.number, 0) = 0 AND NOT coalesce(s.excused, ?)"
	return sum, own(q, userID, now).
		ColumnExpr(count(open+" AND p.due_at > ? AND p.due_at <= ?")+" AS due_in7_days", false, now, now.Add(lately)).
		ColumnExpr(count(open+" AND p.due_at <= ? AND NOT p.due_is_final")+" AS overdue", false, now).
		ColumnExpr(count("s.status = 'returned' AND s.updated_at > ?")+" AS returned_lately", now.Add(-lately)).Scan(ctx, &sum)
}

// dueAssignment is an assignment that is due.
type dueAssignment struct {
	LessonID, Title, CourseID, CourseTitle string
	DueAt                                  *time.Time
	UpdatedAt                              time.Time
	Version                                int64 // of the curriculum
}

// dueAssignments returns what a learner has to hand in within a time, by time.
func dueAssignments(ctx context.Context, q bun.IDB, userID string, from, until, now time.Time, limit int64) (due []dueAssignment, err error) {
	return due, own(q, userID, now).Join("JOIN curricula AS k ON k.course_id = p.course_id").
		ColumnExpr("p.lesson_id, p.title, p.course_id, c.title AS course_title, p.due_at, c.updated_at, k.published_version AS version").
		Where("p.due_at > ? AND p.due_at < ?", from, until).Where("coalesce(s.number, 0) = 0 AND NOT coalesce(s.excused, ?)", false).
		OrderExpr("p.due_at, p.lesson_id").Limit(limit).Scan(ctx, &due)
}

// toGrade selects the submissions that wait for a grade in the courses of an instructor.
func toGrade(q bun.IDB, userID string, f WaitingFilter) *bun.SelectQuery {
	s := q.NewSelect().TableExpr("submissions AS s").Join("JOIN course_instructors AS i ON i.course_id = s.course_id AND i.user_id = ?", userID).
		Join("JOIN courses AS c ON c.id = s.course_id AND c.status <> 'archived'").Where("s.number > 0 AND s.status IN ('submitted', 'pending_review')")
	if f.CourseID != "" {
		s = s.Where("s.course_id = ?", f.CourseID)
	}
	return s
}

// waitingSubmissions returns at most limit rows behind a position, longest waiting first.
func waitingSubmissions(ctx context.Context, q bun.IDB, userID string, f WaitingFilter, behind position, limit int64) (rows []WaitingSubmission, err error) {
	rows = []WaitingSubmission{}
	s := named(toGrade(q, userID, f)).ColumnExpr("s.course_id, c.title AS course_title").Limit(limit)
	if behind.id != "" {
		s = s.Where("(s.submitted_at, s.id) > (?, ?)", behind.at, behind.id)
	}
	err = s.OrderExpr("s.submitted_at, s.id").Scan(ctx, &rows)
	for i := range rows {
		rows[i].SubmissionRow = rows[i].scored()
	}
	return rows, err
}

// countToGrade counts up to most+1.
func countToGrade(ctx context.Context, q bun.IDB, userID string, f WaitingFilter, most int64) (n int64, err error) {
	return n, q.NewSelect().TableExpr("(?) AS w", toGrade(q, userID, f).ColumnExpr("1").Limit(most+1)).ColumnExpr("count(*)").Scan(ctx, &n)
}
