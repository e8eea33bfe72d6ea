package course

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/text"
)

// condition is a predicate over course c.
type condition struct {
	sql  string
	args []any
}

// teaches says that the caller may change course c: its instructors and administrators.
func teaches(who access.Caller) condition {
	return condition{"(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))",
		[]any{who.HasRole(access.Admin), who.ID}}
}

// belongs says that course c is the caller's to learn or to teach, in the catalogue or not.
func belongs(who access.Caller) condition {
	t := teaches(who)
	return condition{"(" + t.sql + ` OR EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = c.id AND e.user_id = ?))`, append(t.args, who.ID)}
}

// learns says that the caller may learn in course c at an instant: teachers always, who is enrolled while a free course is
// open, and everybody in a course of the catalogue that is open to all.
func learns(who access.Caller, now time.Time) condition {
	t := teaches(who)
	return condition{"(" + t.sql + ` OR EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = c.id AND e.user_id = ?)
			AND (c.course_type <> 'free' OR c.access_type <> 'by_date'
				OR (c.access_from IS NULL OR c.access_from <= ?) AND (c.access_until IS NULL OR c.access_until > ?))
		OR c.course_type = 'free' AND c.access_type = 'open' AND c.status = 'Published')`, append(t.args, who.ID, now, now)}
}

// visible says that the caller may know of course c.
func visible(who access.Caller) condition {
	b := belongs(who)
	return condition{"(c.status = 'Published' OR " + b.sql + ")", b.args}
}

func exists(ctx context.Context, q bun.IDB, id string, where condition) (bool, error) {
	return q.NewSelect().TableExpr("courses AS c").Where("c.id = ?", id).Where(where.sql, where.args...).Exists(ctx)
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

const (
	mostTeachers   = 20   // that a search gives
	mostCandidates = 2000 // that a search for people looks at: who types one letter wants to type another
	teacherByTail  = "u.id IN (SELECT user_id FROM (SELECT t.user_id FROM user_tails AS t WHERE t.tail >= ? AND t.tail < ? ORDER BY t.tail, t.user_id LIMIT ?) AS found)"
)

// ableTeachers is people who may teach, by name; all of them until something is looked for.
func ableTeachers(ctx context.Context, q bun.IDB, search string) (is []Instructor, err error) {
	is = []Instructor{}
	s := q.NewSelect().TableExpr("users AS u").ColumnExpr("DISTINCT u.id, u.full_name, u.name_key").
		Join("JOIN user_roles AS r ON r.user_id = u.id AND r.role IN (?)", bun.List(teachers)).Where("u.status = 'active'")
	if start := text.SearchPrefix(search); start != "" {
		s.Where(teacherByTail, start, start+"\U0010FFFF", mostCandidates)
	}
	var rows []struct{ ID, FullName, NameKey string }
	err = s.OrderExpr("u.name_key, u.id").Limit(mostTeachers).Scan(ctx, &rows)
	for _, r := range rows {
		is = append(is, Instructor{r.ID, r.FullName})
	}
	return is, err
}
