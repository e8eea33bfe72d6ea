package student

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// mostCourses limits the courses and the batches of one student that are shown.
const mostCourses = 200

// narrow selects the students u whom the caller may see, by a filter.
func narrow(s *bun.SelectQuery, who access.Caller, f StudentFilter) *bun.SelectQuery {
	s.TableExpr("users AS u").Where("u.status = 'active'")
	if who.HasRole(access.Admin) {
		s.Where("EXISTS (SELECT 1 FROM user_roles AS h WHERE h.user_id = u.id AND h.role = 'student')")
	} else {
		s.Where("u.id IN (SELECT e.user_id FROM enrolled_students AS e WHERE e.course_id IN (SELECT course_id FROM course_instructors WHERE user_id = ?))", who.ID)
	}
	taught := course.Teaches(who)
	if f.CourseID != "" {
		s.Where("u.id IN (SELECT e.user_id FROM enrolled_students AS e JOIN courses AS c ON c.id = e.course_id WHERE e.course_id = ? AND "+taught.SQL+")",
			append([]any{f.CourseID}, taught.Args...)...)
	}
	if f.BatchID != "" {
		s.Where(`u.id IN (SELECT m.user_id FROM batch_members AS m JOIN batches AS b ON b.id = m.batch_id JOIN courses AS c ON c.id = b.course_id
			WHERE m.batch_id = ? AND m.status <> 'dropped' AND `+taught.SQL+")", append([]any{f.BatchID}, taught.Args...)...)
	}
	return db.WhereUserMatches(s, "u.id", f.Search)
}

func list(ctx context.Context, q bun.IDB, who access.Caller, f StudentFilter, limit, offset int64) (students []TaughtStudent, err error) {
	order := "u.name_key, u.id"
	if f.Sort == "-name" {
		order = "u.name_key DESC, u.id DESC"
	}
	err = narrow(q.NewSelect(), who, f).Join("LEFT JOIN profiles AS p ON p.user_id = u.id").
		ColumnExpr("u.id, u.full_name, u.email, coalesce(p.avatar_id, '') AS avatar_id").OrderExpr(order).Limit(limit).Offset(offset).Scan(ctx, &students)
	return students, err
}

// count counts the students of a filter, up to rest.MaxCount.
func count(ctx context.Context, q bun.IDB, who access.Caller, f StudentFilter) (rest.Count, error) {
	some := narrow(q.NewSelect(), who, f).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(n), err
}

// byID returns fault.NotFound for those whom the caller may not see.
func byID(ctx context.Context, q bun.IDB, who access.Caller, id string) (student TaughtStudent, err error) {
	err = narrow(q.NewSelect(), who, StudentFilter{}).Join("LEFT JOIN profiles AS p ON p.user_id = u.id").
		ColumnExpr("u.id, u.full_name, u.email, coalesce(p.avatar_id, '') AS avatar_id").Where("u.id = ?", id).Scan(ctx, &student)
	return student, db.One(err, errNoStudent)
}

// complete fills in the figures and the pictures of students.
func (s *Service) complete(ctx context.Context, q bun.IDB, who access.Caller, students []TaughtStudent) error {
	ids := make([]string, len(students))
	for i := range students {
		ids[i] = students[i].ID
		if avatar := students[i].AvatarID; avatar != "" {
			students[i].Picture = &StudentPicture{Small: s.deps.Pictures.AvatarURL(avatar, smallPicture)}
		}
	}
	figures, err := figuresOf(ctx, q, who, ids)
	for i := range students {
		f := figures[students[i].ID]
		students[i].Courses, students[i].CoursesCompleted, students[i].Percent, students[i].LastActiveAt = f.Courses, f.CoursesCompleted, f.Percent, f.LastActiveAt
	}
	return err
}

// figuresOf sums up the courses of students that the caller teaches.
func figuresOf(ctx context.Context, q bun.IDB, who access.Caller, ids []string) (map[string]TaughtStudent, error) {
	var rows []TaughtStudent
	taught := course.Teaches(who)
	err := q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN courses AS c ON c.id = e.course_id").
		Join("LEFT JOIN course_progress AS g ON g.user_id = e.user_id AND g.course_id = e.course_id").
		ColumnExpr("e.user_id AS id, count(*) AS courses, count(g.completed_at) AS courses_completed, CAST(avg(coalesce(g.percent, 0)) AS BIGINT) AS percent").
		ColumnExpr("max(CASE WHEN g.started_at IS NOT NULL THEN g.last_at END) AS last_active_at").
		Where("e.user_id IN (?)", bun.List(ids)).Where(taught.SQL, taught.Args...).GroupExpr("e.user_id").Scan(ctx, &rows)
	by := make(map[string]TaughtStudent, len(rows))
	for _, r := range rows {
		by[r.ID] = r
	}
	return by, err
}

// coursesOf returns the courses of a student that the caller teaches, by title.
func coursesOf(ctx context.Context, q bun.IDB, who access.Caller, id string) (courses []StudentCourse, err error) {
	courses = []StudentCourse{}
	taught := course.Teaches(who)
	return courses, q.NewSelect().TableExpr("enrolled_students AS e").Join("JOIN courses AS c ON c.id = e.course_id").
		Join("LEFT JOIN course_progress AS g ON g.user_id = e.user_id AND g.course_id = e.course_id").
		ColumnExpr("c.id AS course_id, c.title, e.status, e.created_at AS enrolled_at, g.percent, g.completed_at").
		ColumnExpr("coalesce(g.completed, 0) AS completed, coalesce(g.required, 0) AS required, coalesce(g.time_spent, 0) AS time_spent").
		ColumnExpr("CASE WHEN g.started_at IS NOT NULL THEN g.last_at END AS last_at").
		Where("e.user_id = ?", id).Where(taught.SQL, taught.Args...).OrderExpr("c.title_key, c.id").Limit(mostCourses).Scan(ctx, &courses)
}

// batchesOf returns the batches of a student in courses that the caller teaches, the latest first.
func batchesOf(ctx context.Context, q bun.IDB, who access.Caller, id string) (batches []StudentBatch, err error) {
	batches = []StudentBatch{}
	taught := course.Teaches(who)
	return batches, q.NewSelect().TableExpr("batch_members AS m").Join("JOIN batches AS b ON b.id = m.batch_id").Join("JOIN courses AS c ON c.id = b.course_id").
		ColumnExpr("b.id, b.batch_name, b.course_id, c.title AS course_title, b.status, m.status AS member_status, b.start_date, b.end_date, m.joined_at").
		Where("m.user_id = ?", id).Where(taught.SQL, taught.Args...).OrderExpr("b.start_date DESC, b.id DESC").Limit(mostCourses).Scan(ctx, &batches)
}
