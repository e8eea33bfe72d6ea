package report

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// daySum is the sum of a metric on a day.
type daySum struct {
	Metric, Scope, Day string
	Value              int64
}

// schoolDays returns the sums of all days of a range, of the school and of its currencies.
func schoolDays(ctx context.Context, q bun.IDB, from, to int64) (sums []daySum, err error) {
	var names []string
	for _, m := range metrics {
		names = append(names, m.Metric)
	}
	first, last := clock.FormatDay(from), clock.FormatDay(to)
	return sums, q.NewRaw(`SELECT metric, scope, day, value FROM stat_days WHERE metric IN (?0) AND scope = 'school' AND day >= ?1 AND day <= ?2
		UNION ALL SELECT metric, scope, day, value FROM stat_days WHERE metric = 'revenue' AND scope >= 'currency:' AND scope < 'currency;' AND day >= ?1 AND day <= ?2`,
		bun.List(names), first, last).Scan(ctx, &sums)
}

// seriesOf returns the sums of the days of a range.
func seriesOf(ctx context.Context, q bun.IDB, metric string, of scope, from, to int64) (sums []daySum, err error) {
	first, last := clock.FormatDay(from), clock.FormatDay(to)
	if of.kind == scopeSelf {
		return sums, q.NewRaw(`SELECT d.day, CAST(sum(d.value) AS BIGINT) AS value FROM course_instructors AS i JOIN stat_days AS d ON d.scope = 'course:' || i.course_id
			WHERE i.user_id = ? AND d.metric = ? AND d.day >= ? AND d.day <= ? GROUP BY d.day`, of.id, metric, first, last).Scan(ctx, &sums)
	}
	return sums, q.NewRaw("SELECT day, value FROM stat_days WHERE metric = ? AND scope = ? AND day >= ? AND day <= ?", metric, of.String(), first, last).Scan(ctx, &sums)
}

// asOf returns when figures were last brought up to date.
func asOf(ctx context.Context, q bun.IDB) (*time.Time, error) {
	var at time.Time
	return db.Optional(&at, q.NewRaw("SELECT computed_at FROM stat_now WHERE metric = 'refreshed' AND scope = ''").Scan(ctx, &at))
}

// failedJobs counts what operators should look at.
func failedJobs(ctx context.Context, q bun.IDB, since time.Time) (n int64, err error) {
	return n, q.NewRaw("SELECT count(*) FROM jobs WHERE state = 'failed' AND finished_at > ?", since).Scan(ctx, &n)
}

// courseNow is a kept figure of a course.
type courseNow struct {
	CourseID, Title, Metric string
	Value                   int64
}

// taughtNow returns the kept figures of the courses that someone teaches.
func taughtNow(ctx context.Context, q bun.IDB, userID string) (all []courseNow, err error) {
	return all, q.NewRaw(`SELECT c.id AS course_id, c.title, n.metric, n.value FROM course_instructors AS i JOIN courses AS c ON c.id = i.course_id AND c.status <> 'archived'
		JOIN stat_now AS n ON n.scope = 'course:' || c.id WHERE i.user_id = ? ORDER BY c.title_key, c.id`, userID).Scan(ctx, &all)
}

// change is a figure with that of the period before.
type change struct {
	Metric         string
	Value, Before  int64
	Cases, Earlier int64
}

// taughtChanges returns figures of the courses that someone teaches, in one statement.
func taughtChanges(ctx context.Context, q bun.IDB, userID string, days clock.Calendar, today int64) (all []change, err error) {
	from, before := today-period+1, today-2*period+1
	return all, q.NewRaw(`SELECT d.metric, CAST(sum(CASE WHEN d.day >= ?1 THEN d.value ELSE 0 END) AS BIGINT) AS value, CAST(sum(CASE WHEN d.day < ?1 THEN d.value ELSE 0 END) AS BIGINT) AS before,
			0 AS cases, 0 AS earlier
			FROM course_instructors AS i JOIN stat_days AS d ON d.scope = 'course:' || i.course_id
			WHERE i.user_id = ?0 AND d.metric IN ('enrolments', 'lessons_done', 'courses_done', 'learning_time') AND d.day >= ?2 AND d.day <= ?3 GROUP BY d.metric
		UNION ALL SELECT 'active_week', count(DISTINCT CASE WHEN a.day >= ?4 THEN a.user_id END), count(DISTINCT CASE WHEN a.day < ?4 THEN a.user_id END), 0, 0
			FROM course_instructors AS i JOIN active_days AS a ON a.course_id = i.course_id WHERE i.user_id = ?0 AND a.day >= ?5 AND a.day <= ?3 AND a.acts > 0
		UNION ALL SELECT 'pass_rate', count(CASE WHEN t.submitted_at >= ?6 AND t.passed THEN 1 END), count(CASE WHEN t.submitted_at < ?6 AND t.passed THEN 1 END),
			count(CASE WHEN t.submitted_at >= ?6 THEN 1 END), count(CASE WHEN t.submitted_at < ?6 THEN 1 END)
			FROM course_instructors AS i JOIN quiz_attempts AS t ON t.course_id = i.course_id AND t.submitted_at >= ?7 WHERE i.user_id = ?0 AND NOT t.trial`,
		userID, clock.FormatDay(from), clock.FormatDay(before), clock.FormatDay(today), clock.FormatDay(today-6), clock.FormatDay(today-13), days.Start(from), days.Start(before)).Scan(ctx, &all)
}

// grading is how long a submission waited for its grade.
type grading struct{ SubmittedAt, ReturnedAt time.Time }

// gradings returns what was returned since an instant in the courses that someone teaches, the newest first.
func gradings(ctx context.Context, q bun.IDB, userID string, since time.Time) (gs []grading, err error) {
	return gs, q.NewRaw(`SELECT s.submitted_at, s.returned_at FROM course_instructors AS i JOIN submissions AS s ON s.course_id = i.course_id AND s.returned_at >= ?
		WHERE i.user_id = ? AND s.submitted_at IS NOT NULL`, since, userID).Scan(ctx, &gs)
}

// managedCompanies returns the companies that someone manages, or one of them. Administrators manage all.
func managedCompanies(ctx context.Context, q bun.IDB, userID, id string) (ids []string, err error) {
	s := q.NewSelect().TableExpr("company_people AS p").Join("JOIN companies AS c ON c.id = p.company_id AND c.status = 'active'").
		ColumnExpr("p.company_id").Where("p.user_id = ? AND p.role = 'manager' AND p.state = 'active'", userID)
	if id != "" {
		s.Where("p.company_id = ?", id)
	}
	return ids, s.OrderExpr("p.company_id").Scan(ctx, &ids)
}

// companyChanges returns the figures of companies, in one statement.
func companyChanges(ctx context.Context, q bun.IDB, companies []string, today int64, now time.Time) (all []change, err error) {
	return all, q.NewRaw(`SELECT 'seats_bought' AS metric, CAST(coalesce(sum(p.total), 0) AS BIGINT) AS value, 0 AS before, count(*) AS cases, 0 AS earlier
			FROM seat_pools AS p WHERE p.company_id IN (?0) AND p.ended_at IS NULL AND p.starts_at <= ?1 AND (p.ends_at IS NULL OR p.ends_at > ?1)
		UNION ALL SELECT 'seats_taken', CAST(coalesce(sum(p.taken), 0) AS BIGINT), 0, count(*), 0
			FROM seat_pools AS p WHERE p.company_id IN (?0) AND p.ended_at IS NULL AND p.starts_at <= ?1 AND (p.ends_at IS NULL OR p.ends_at > ?1)
		UNION ALL SELECT 'seat_use', count(DISTINCT CASE WHEN a.day >= ?2 THEN a.user_id END), 0, count(DISTINCT CASE WHEN a.day >= ?2 THEN a.user_id END), 0
			FROM seats AS s JOIN active_days AS a ON a.course_id = s.course_id AND a.user_id = s.user_id AND a.day >= ?2 AND a.acts > 0 WHERE s.company_id IN (?0) AND s.state = 'active'
		UNION ALL SELECT 'company_time', CAST(coalesce(sum(CASE WHEN a.day >= ?3 THEN a.seconds END), 0) AS BIGINT), CAST(coalesce(sum(CASE WHEN a.day < ?3 THEN a.seconds END), 0) AS BIGINT),
			count(DISTINCT CASE WHEN a.day >= ?3 THEN a.user_id END), count(DISTINCT CASE WHEN a.day < ?3 THEN a.user_id END)
			FROM seats AS s JOIN active_days AS a ON a.course_id = s.course_id AND a.user_id = s.user_id AND a.day >= ?4 WHERE s.company_id IN (?0) AND s.state = 'active'
		UNION ALL SELECT 'company_done', count(g.completed_at), 0, count(*), 0
			FROM seats AS s LEFT JOIN course_progress AS g ON g.user_id = s.user_id AND g.course_id = s.course_id WHERE s.company_id IN (?0) AND s.state = 'active'`,
		bun.List(companies), now, clock.FormatDay(today-29), clock.FormatDay(today-period+1), clock.FormatDay(today-2*period+1)).Scan(ctx, &all)
}

// teaches reports whether someone teaches a course; administrators may ask for every one that exists.
func teaches(ctx context.Context, q bun.IDB, userID, courseID string, isAdmin bool) (bool, error) {
	return q.NewSelect().TableExpr("courses AS c").Where("c.id = ?", courseID).
		Where("(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))", isAdmin, userID).Exists(ctx)
}

// within selects what a scope covers, by the column of the course.
func (sc scope) within(s *bun.SelectQuery, course string) *bun.SelectQuery {
	switch sc.kind {
	case scopeSelf:
		return s.Where(course+" IN (SELECT i.course_id FROM course_instructors AS i WHERE i.user_id = ?)", sc.id)
	case scopeCourse:
		return s.Where(course+" = ?", sc.id)
	}
	return s
}

// position is the last row that was read.
type position struct {
	at time.Time
	id string
}

// factRows returns what a figure was made of, the newest first.
func factRows(ctx context.Context, q bun.IDB, f fact, of scope, from, to time.Time, after position, limit int64) (rs []FigureRow, err error) {
	id := "f.id"
	if f.from == completed {
		id = "f.user_id || ' ' || f.course_id"
	}
	s := q.NewSelect().TableExpr(f.from).Join("LEFT JOIN users AS u ON u.id = "+f.user).
		ColumnExpr(id+" AS id, "+f.at+" AS at, coalesce(u.id, '') AS user_id, coalesce(u.full_name, '') AS name, "+f.value+" AS value").
		Where(f.where).Where(f.at+" >= ? AND "+f.at+" < ?", from, to)
	if f.course != "" {
		s.Join("LEFT JOIN courses AS k ON k.id = " + f.course).ColumnExpr("coalesce(k.id, '') AS course_id, coalesce(k.title, '') AS course").Apply(func(s *bun.SelectQuery) *bun.SelectQuery { return of.within(s, f.course) })
	}
	if of.kind == scopeCurrency {
		s.Where(f.currency+" = ?", of.id)
	}
	if after.id != "" {
		s.Where("("+f.at+" < ? OR "+f.at+" = ? AND "+id+" < ?)", after.at, after.at, after.id)
	}
	return rs, s.OrderExpr(f.at+" DESC, "+id+" DESC").Limit(limit).Scan(ctx, &rs)
}

// activityRows returns the learners of which a figure of activity was made, by id.
func activityRows(ctx context.Context, q bun.IDB, metric string, of scope, from, to string, after string, limit int64) (rs []FigureRow, err error) {
	value, counts := "1", "a.acts > 0"
	switch metric {
	case "learning_time":
		value, counts = "CAST(sum(a.seconds) AS BIGINT)", "a.seconds > 0"
	case "lessons_done":
		value, counts = "CAST(sum(a.completions) AS BIGINT)", "a.completions > 0"
	}
	s := q.NewSelect().TableExpr("active_days AS a").Join("JOIN users AS u ON u.id = a.user_id").
		ColumnExpr("u.id, u.id AS user_id, u.full_name AS name, max(a.day) AS day, "+value+" AS value").
		Where("a.day >= ? AND a.day <= ? AND a.user_id > ?", from, to, after).Where(counts).Apply(func(s *bun.SelectQuery) *bun.SelectQuery { return of.within(s, "a.course_id") })
	if metric == "new_learners" {
		s.Where("NOT EXISTS (SELECT 1 FROM active_days AS b WHERE b.user_id = a.user_id AND b.day < ? AND b.acts > 0)", from)
	}
	return rs, s.GroupExpr("u.id, u.full_name").OrderExpr("u.id").Limit(limit).Scan(ctx, &rs)
}

// isActivity reports whether a metric follows from active_days.
func isActivity(metric string) bool {
	return strings.HasPrefix(metric, "active_") && metric != "active_week" || metric == "learning_time" || metric == "lessons_done" || metric == "new_learners"
}
