package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/access"
	"lectern/internal/fault"
)

// condition is a predicate over course c.
type condition struct {
	sql  string
	args []any
}

// teaches says that the caller may change course c: its instructors and administrators.
func teaches(who access.Caller) condition {
	return condition{"(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))",
		[]any{who.Is(access.Admin), who.ID}}
}

// belongs says that course c is the caller's to learn or to teach, in the catalogue or not.
func belongs(who access.Caller) condition {
	t := teaches(who)
	return condition{"(" + t.sql + ` OR EXISTS (SELECT 1 FROM enrollments AS e
		WHERE e.course_id = c.id AND e.user_id = ? AND e.status IN ('active', 'completed')))`, append(t.args, who.ID)}
}

// visible says that the caller may know of course c.
func visible(who access.Caller) condition {
	b := belongs(who)
	return condition{"(c.status = 'Published' OR " + b.sql + ")", b.args}
}

func exists(ctx context.Context, q bun.IDB, id string, where condition) (bool, error) {
	return q.NewSelect().TableExpr("courses AS c").Where("c.id = ?", id).Where(where.sql, where.args...).Exists(ctx)
}

func list(ctx context.Context, q bun.IDB, who access.Caller, f Filter, limit, offset int64) (cs []Course, total int64, err error) {
	v := visible(who)
	s := q.NewSelect().Model(&cs).Where(v.sql, v.args...)
	if f.Mine {
		s.Where("EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?)", who.ID)
	}
	for column, value := range map[string]string{"status": f.Status, "category": f.Category, "course_type": f.Type, "level": f.Level} {
		if value != "" {
			s.Where("c.? = ?", bun.Ident(column), value)
		}
	}
	for _, word := range f.words() {
		like := "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(word) + "%"
		s.Where("c.search_text LIKE ? ESCAPE '!'", like)
	}
	if f.Sort == "title" {
		s.OrderExpr("c.search_text, c.id")
	} else {
		s.OrderExpr("c.created_at DESC, c.id DESC")
	}
	total, err = s.Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, err
	}
	return cs, total, readInstructors(ctx, q, cs)
}

func categories(ctx context.Context, q bun.IDB) (cs []Category, err error) {
	cs = []Category{}
	return cs, q.NewRaw(`SELECT category AS name, count(*) AS count FROM courses WHERE status = 'Published'
		GROUP BY category ORDER BY lower(category), category`).Scan(ctx, &cs)
}

// detail is a course as the caller may see it; fault.NotFound for a stranger to it.
func detail(ctx context.Context, q bun.IDB, who access.Caller, id string) (c CourseDetail, err error) {
	v, t := visible(who), teaches(who)
	var row struct {
		CourseDetail
		Teaches bool
	}
	err = q.NewSelect().Model(&row).ModelTableExpr("courses AS c").ColumnExpr("c.*").ColumnExpr(t.sql+" AS teaches", t.args...).
		Where("c.id = ?", id).Where(v.sql, v.args...).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return CourseDetail{}, fault.New(fault.NotFound, "course_not_found", "There is no such course.")
	}
	if err != nil {
		return CourseDetail{}, err
	}
	c, cs := row.CourseDetail, []Course{row.Course}
	c.CanTeach = row.Teaches
	if err := readInstructors(ctx, q, cs); err != nil {
		return CourseDetail{}, err
	}
	c.Course = cs[0]
	e, err := enrollmentOf(ctx, q, who.ID, id)
	if err == nil {
		c.Enrollment = &e
	} else if fault.Is(err, fault.NotFound) {
		err = nil
	}
	return c, err
}

// readInstructors fills in who teaches some courses with one query.
func readInstructors(ctx context.Context, q bun.IDB, cs []Course) error {
	if len(cs) == 0 {
		return nil
	}
	ids, place := make([]string, len(cs)), make(map[string]int, len(cs))
	for i := range cs {
		ids[i], place[cs[i].ID] = cs[i].ID, i
		cs[i].Instructors = []Instructor{}
	}
	var rows []struct{ CourseID, ID, FullName string }
	err := q.NewSelect().TableExpr("course_instructors AS i").Join("JOIN users AS u ON u.id = i.user_id").
		ColumnExpr("i.course_id, u.id, u.full_name").Where("i.course_id IN (?)", bun.In(ids)).
		OrderExpr("u.full_name, u.id").Scan(ctx, &rows)
	for _, r := range rows {
		c := &cs[place[r.CourseID]]
		c.Instructors = append(c.Instructors, Instructor{r.ID, r.FullName})
	}
	return err
}

func insert(ctx context.Context, tx bun.IDB, c CourseDetail) error {
	if _, err := tx.NewInsert().Model(&c).ModelTableExpr("courses").Exec(ctx); err != nil {
		return fmt.Errorf("insert course: %w", err)
	}
	_, err := tx.NewRaw("INSERT INTO course_instructors (course_id, user_id) VALUES (?, ?)", c.ID, c.CreatedBy).Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, id string, n NewCourse, now time.Time) error {
	_, err := tx.NewRaw(`UPDATE courses SET title = ?, summary = ?, description = ?, category = ?, course_type = ?,
		search_text = ?, level = ?, updated_at = ? WHERE id = ?`,
		n.Title, n.Summary, n.Description, n.Category, n.CourseType, n.searchText(), n.Level, now, id).Exec(ctx)
	return err
}

func toggle(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw(`UPDATE courses SET updated_at = ?, status = CASE status WHEN 'draft' THEN 'Published' ELSE 'draft' END
		WHERE id = ? AND status IN ('draft', 'Published')`, now, id).Exec(ctx)
	return err
}
