package analytics

import (
	"context"
	"strconv"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// risk selects why a student of course_progress AS g, beside enrolled_students AS e, is at risk; it takes the instants of risks.
const risk = `(CASE WHEN g.completed_at IS NOT NULL THEN ''
	WHEN g.started_at IS NULL THEN CASE WHEN e.created_at < ? THEN 'not_started' ELSE '' END
	WHEN g.last_at < ? THEN 'inactive'
	WHEN EXISTS (SELECT 1 FROM lesson_progress AS f WHERE f.user_id = e.user_id AND f.course_id = e.course_id AND f.status = 'failed') THEN 'failed' ELSE '' END)`

// selectStudents selects the students of a course.
func selectStudents(q bun.IDB, courseID string) *bun.SelectQuery {
	return selectProgress(q, "enrolled_students", courseID)
}

// selectProgress selects enrollments of a course, of the table enrollments or the view enrolled_students, with the progress in it.
func selectProgress(q bun.IDB, table, courseID string) *bun.SelectQuery {
	return q.NewSelect().TableExpr(table+" AS e").Join("LEFT JOIN course_progress AS g ON g.user_id = e.user_id AND g.course_id = e.course_id").
		Where("e.course_id = ?", courseID)
}

// named adds the columns of a CourseStudent, with the given expression for the risk.
func named(s *bun.SelectQuery, risk string, r risks) *bun.SelectQuery {
	return s.Join("JOIN users AS u ON u.id = e.user_id").
		ColumnExpr("e.user_id, u.full_name, u.name_key, e.created_at AS enrolled_at, e.status AS enrollment, e.updated_at AS changed_at, e.ends_at").
		ColumnExpr(learnerColumns).ColumnExpr(risk+" AS risk", r.notBegunSince, r.idleSince)
}

// riskOfAny is the risk in a list that also has users who may not learn: they are at none.
const riskOfAny = "CASE WHEN EXISTS (SELECT 1 FROM enrolled_students AS s WHERE s.id = e.id) THEN " + risk + " ELSE '' END"

// studentList is a list of the students of a course.
type studentList struct {
	courseID string
	filter   StudentFilter
	risks    risks
	behind   []string // sort value and id of the last student of the page before; nil for the first page
}

// selected returns the list without its columns and order, and the expression for the risk of its rows.
func (l studentList) selected(q bun.IDB) (s *bun.SelectQuery, itsRisk string) {
	s, itsRisk = selectStudents(q, l.courseID), risk
	if status := l.filter.Enrollment; status != "" {
		s, itsRisk = selectProgress(q, "enrollments", l.courseID), riskOfAny
		if status != "any" {
			s.Where("e.status = ?", status)
		}
	}
	db.WhereUserMatches(s, "e.user_id", l.filter.Search)
	if l.filter.AtRisk {
		s.Where(itsRisk+" <> ''", l.risks.notBegunSince, l.risks.idleSince)
	}
	switch l.filter.Progress {
	case notStarted:
		s.Where("g.started_at IS NULL")
	case inProgress:
		s.Where("g.started_at IS NOT NULL AND g.completed_at IS NULL")
	case completed:
		s.Where("g.completed_at IS NOT NULL")
	}
	return s, itsRisk
}

// never stands for the last activity of students who have not begun.
var never = time.Unix(0, 0).UTC()

// sortColumn returns what a list is sorted by, as an SQL expression with its arguments and as a function of a row.
func (l studentList) sortColumn() (expr string, args []any, of func(c CourseStudent) string) {
	switch column, _ := l.filter.order(); column {
	case "fullName":
		return "u.name_key", nil, func(c CourseStudent) string { return c.NameKey }
	case "progressPercentage":
		return "coalesce(g.percent, 0)", nil, func(c CourseStudent) string {
			if c.Percent == nil {
				return "0"
			}
			return strconv.FormatInt(*c.Percent, 10)
		}
	case "timeSpent":
		return "coalesce(g.time_spent, 0)", nil, func(c CourseStudent) string { return strconv.FormatInt(c.TimeSpent, 10) }
	case "enrolledAt":
		return "e.created_at", nil, func(c CourseStudent) string { return c.EnrolledAt.Format(time.RFC3339Nano) }
	}
	return "coalesce(CASE WHEN g.started_at IS NOT NULL THEN g.last_at END, ?)", []any{never}, func(c CourseStudent) string {
		if c.LastAt == nil {
			return never.Format(time.RFC3339Nano)
		}
		return c.LastAt.Format(time.RFC3339Nano)
	}
}

func (l studentList) mark(c CourseStudent) []string {
	_, _, of := l.sortColumn()
	return []string{of(c), c.UserID}
}

// value converts the cursor's value to the type of the sort column.
func (l studentList) value() (any, error) {
	switch column, _ := l.filter.order(); column {
	case "fullName":
		return l.behind[0], nil
	case "progressPercentage", "timeSpent":
		n, err := strconv.ParseInt(l.behind[0], 10, 64)
		if err != nil {
			return nil, rest.InvalidCursor()
		}
		return n, nil
	}
	at, err := time.Parse(time.RFC3339Nano, l.behind[0])
	if err != nil {
		return nil, rest.InvalidCursor()
	}
	return at.UTC(), nil
}

func (l studentList) page(ctx context.Context, q bun.IDB, limit, offset int64) (cs []CourseStudent, err error) {
	expr, args, _ := l.sortColumn()
	direction, beyond := "ASC", ">"
	if _, down := l.filter.order(); down {
		direction, beyond = "DESC", "<"
	}
	selected, itsRisk := l.selected(q)
	s := named(selected, itsRisk, l.risks).OrderExpr(expr+" "+direction, args...).OrderExpr("e.user_id " + direction).Limit(limit)
	if l.behind == nil {
		s.Offset(offset)
	} else {
		value, err := l.value()
		if err != nil {
			return nil, err
		}
		s.Where("("+expr+", e.user_id) "+beyond+" (?, ?)", append(args, value, l.behind[1])...)
	}
	err = s.Scan(ctx, &cs)
	for i := range cs {
		cs[i].derive()
	}
	return cs, err
}

func (l studentList) count(ctx context.Context, q bun.IDB) (rest.Count, error) {
	selected, _ := l.selected(q)
	some := selected.ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// student returns someone who is or was enrolled in a course. errNoStudent.
func student(ctx context.Context, q bun.IDB, courseID, userID string, r risks) (c CourseStudent, err error) {
	err = named(selectProgress(q, "enrollments", courseID), riskOfAny, r).Where("e.user_id = ?", userID).Scan(ctx, &c)
	c.derive()
	return c, db.One(err, errNoStudent)
}

// summary sums up the students of a course, with those whose account was erased since: they are neither at risk nor active.
func summary(ctx context.Context, q bun.IDB, courseID string, r risks, activeSince time.Time) (a CourseAnalytics, err error) {
	present := selectStudents(q, courseID).ColumnExpr("0 AS erased, g.started_at, g.completed_at, g.percent, g.time_spent").
		ColumnExpr("CASE WHEN "+risk+" <> '' THEN 1 ELSE 0 END AS at_risk", r.notBegunSince, r.idleSince).
		ColumnExpr("CASE WHEN g.started_at IS NOT NULL AND g.last_at >= ? THEN 1 ELSE 0 END AS active", activeSince)
	retained := q.NewSelect().TableExpr("retained_learners AS k").Where("k.course_id = ? AND k.counted", courseID).
		ColumnExpr("1, k.started_on, k.completed_on, k.percent, k.time_spent, 0, 0")
	err = q.NewSelect().TableExpr("(? UNION ALL ?) AS s", present, retained).
		ColumnExpr("? AS course_id, (SELECT title FROM courses WHERE id = ?) AS title, count(*) AS students", courseID, courseID).
		ColumnExpr("coalesce(sum(s.erased), 0) AS erased, coalesce(sum(s.at_risk), 0) AS at_risk, coalesce(sum(s.active), 0) AS active").
		ColumnExpr("coalesce(sum(CASE WHEN s.started_at IS NULL THEN 1 ELSE 0 END), 0) AS not_started").
		ColumnExpr("coalesce(sum(CASE WHEN s.completed_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS completed").
		ColumnExpr("CAST(coalesce(round(avg(coalesce(s.percent, 0))), 0) AS BIGINT) AS percent, coalesce(sum(s.time_spent), 0) AS time_spent").Scan(ctx, &a)
	return a, err
}

// lessonFigures returns the figures of each lesson of a course, over its students, with those whose account was erased since.
func lessonFigures(ctx context.Context, q bun.IDB, courseID string) (ls []ClassLesson, err error) {
	ls = []ClassLesson{}
	return ls, q.NewRaw(`SELECT p.lesson_id, p.title, p.type, p.position, p.required, count(s.started_at) AS begun,
		coalesce(sum(CASE WHEN s.completed_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS completed, coalesce(sum(s.time_spent), 0) AS time_spent,
		CAST(round(avg(s.score)) AS BIGINT) AS average_score
		FROM published_lessons AS p LEFT JOIN (
			SELECT w.lesson_id, w.started_at, w.completed_at, w.time_spent, w.score FROM enrolled_students AS e
				JOIN lesson_progress AS w ON w.user_id = e.user_id AND w.course_id = e.course_id WHERE e.course_id = ?0
			UNION ALL SELECT l.lesson_id, l.started_on, l.completed_on, l.time_spent, l.score FROM retained_learners AS r
				JOIN retained_lessons AS l ON l.learner_id = r.id WHERE r.course_id = ?0 AND r.counted
		) AS s ON s.lesson_id = p.lesson_id
		WHERE p.course_id = ?0 GROUP BY p.lesson_id, p.title, p.type, p.position, p.required ORDER BY p.position`, courseID).Scan(ctx, &ls)
}
