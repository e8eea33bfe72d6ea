package instructor

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
	"lectern/internal/platform/text"
)

// orders are the ORDER BY of each sort. Reviews are averaged as if there were five more of 3.5 stars, as the rating of a course is.
var orders = map[string]string{
	"name":    "u.name_key, u.id",
	"courses": "count(*) DESC, u.name_key, u.id",
	"rating":  "CASE WHEN sum(c.rating_count) > 0 THEN (sum(c.rating_average * c.rating_count) + 1750.0) / (sum(c.rating_count) + 5) ELSE 0 END DESC, u.name_key, u.id",
}

// selectInstructors selects who teaches a course of the catalogue, one row each. Accounts that are closed are left out.
func selectInstructors(q bun.IDB) *bun.SelectQuery {
	return q.NewSelect().TableExpr("courses AS c").Join("JOIN course_instructors AS i ON i.course_id = c.id").Join("JOIN users AS u ON u.id = i.user_id").
		Join("LEFT JOIN profiles AS p ON p.user_id = u.id").Where("c.status = 'Published' AND u.status = 'active'").GroupExpr("u.id, p.user_id")
}

func withFigures(s *bun.SelectQuery) *bun.SelectQuery {
	return s.ColumnExpr("u.id, u.full_name, p.about, coalesce(p.avatar_id, '') AS avatar_id").ColumnExpr("count(*) AS courses").
		ColumnExpr("CAST(sum(c.rating_count) AS BIGINT) AS rating_count, CAST(sum(c.rating_average * c.rating_count) AS BIGINT) AS stars_sum")
}

func list(ctx context.Context, q bun.IDB, f InstructorFilter, limit, offset int64) (rows []row, err error) {
	s := narrow(withFigures(selectInstructors(q)), f)
	return rows, s.OrderExpr(orders[f.Sort]).Limit(limit).Offset(offset).Scan(ctx, &rows)
}

// count counts the instructors of a filter, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, f InstructorFilter) (rest.Count, error) {
	some := narrow(selectInstructors(q), f).ColumnExpr("u.id").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// narrow applies a filter; the figures of those who are found stay those of all their courses.
func narrow(s *bun.SelectQuery, f InstructorFilter) *bun.SelectQuery {
	if f.Search != "" { // not the index of names, which holds email addresses too
		s.Where(`u.name_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(f.Search))+"%")
	}
	if f.CourseID != "" {
		s.Where("u.id IN (SELECT o.user_id FROM course_instructors AS o JOIN courses AS d ON d.id = o.course_id AND d.status = 'Published' WHERE o.course_id = ?)", f.CourseID)
	}
	if f.Category != "" {
		s.Where(`u.id IN (WITH RECURSIVE below (name) AS (SELECT CAST(? AS TEXT) UNION SELECT k.name FROM course_categories AS k JOIN below ON k.parent = below.name)
			SELECT o.user_id FROM courses AS d JOIN course_instructors AS o ON o.course_id = d.id WHERE d.status = 'Published' AND d.category IN (SELECT name FROM below))`,
			course.Line(f.Category))
	}
	return s
}

// byID returns fault.NotFound for those who are not public.
func byID(ctx context.Context, q bun.IDB, id string) (r row, err error) {
	return r, db.One(withFigures(selectInstructors(q)).Where("i.user_id = ?", id).Scan(ctx, &r), errNoInstructor)
}

// countLearners counts the different learners of each instructor in courses of the catalogue. It stops where the number is not shown.
func countLearners(ctx context.Context, q bun.IDB, of []row) (map[string]int64, error) {
	ids := make([]string, len(of))
	for i, r := range of {
		ids[i] = r.ID
	}
	var counts []struct {
		ID       string
		Learners int64
	}
	err := q.NewRaw(`SELECT u.id, (SELECT count(*) FROM (SELECT DISTINCT e.user_id FROM course_instructors AS i JOIN courses AS c ON c.id = i.course_id
			JOIN enrolled_students AS e ON e.course_id = i.course_id WHERE i.user_id = u.id AND c.status = 'Published' LIMIT ?) AS l) AS learners
		FROM users AS u WHERE u.id IN (?)`, course.MostShownLearners, bun.List(ids)).Scan(ctx, &counts)
	by := make(map[string]int64, len(counts))
	for _, c := range counts {
		by[c.ID] = c.Learners
	}
	return by, err
}

// taughtOrders are the ORDER BY of each sort of the courses of an instructor.
var taughtOrders = map[string]string{
	"newest": "c.created_at DESC, c.id DESC",
	"rating": "c.rating_rank DESC, c.id DESC",
	"title":  "c.title_key, c.id",
}

func taughtBy(ctx context.Context, q bun.IDB, id string, f TaughtFilter, limit, offset int64) (cs []course.Course, err error) {
	err = q.NewSelect().Model(&cs).Where("c.status = 'Published' AND c.id IN (SELECT course_id FROM course_instructors WHERE user_id = ?)", id).
		OrderExpr(taughtOrders[f.Sort]).Limit(limit).Offset(offset).Scan(ctx)
	return cs, err
}
