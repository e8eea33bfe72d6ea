package course

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/text"
)

// ErrNotFound is returned for a course that does not exist or that the caller may not know of.
var ErrNotFound = fault.New(fault.NotFound, "course_not_found", "This course doesn't exist.")

// ErrNotTaught is returned for a change of a course that the caller may only see.
var ErrNotTaught = fault.New(fault.Forbidden, "not_your_course", "Only instructors of this course can change it.")

// Condition is an SQL predicate with its arguments.
type Condition struct {
	SQL  string
	Args []any
}

func Where(sql string, args ...any) Condition { return Condition{sql, args} }

// TitleHas selects courses c in whose title a text occurs; upper and lower case and accents do not matter.
func TitleHas(search string) Condition {
	return Where(`c.title_key LIKE ? ESCAPE '\'`, "%"+db.EscapeLike(text.Fold(search))+"%")
}

// Teaches selects courses c that the caller may change, as one of the instructors or as an administrator.
func Teaches(who access.Caller) Condition {
	return Condition{"(? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = c.id AND i.user_id = ?))",
		[]any{who.HasRole(access.Admin), who.ID}}
}

// Visible selects courses c that the caller may know of: those in the catalogue, and those that they teach or are
// enrolled in.
func Visible(who access.Caller) Condition {
	t := Teaches(who)
	return Condition{"(c.status = 'Published' OR " + t.SQL + ` OR EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = c.id AND e.user_id = ?))`,
		append(t.Args, who.ID)}
}

// MayLearn selects courses c in which the caller may learn at an instant: teachers always, students while a free course
// is open, and anyone if a course in the catalogue is open to all.
func MayLearn(who access.Caller, now time.Time) Condition {
	t := Teaches(who)
	open := LearnableAt(now)
	return Condition{"(" + t.SQL + ` OR EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = c.id AND e.user_id = ? AND ` + open.SQL + `)
		OR c.course_type = 'free' AND c.access_type = 'open' AND c.status = 'Published')`, append(append(t.Args, who.ID), open.Args...)}
}

// LearnableAt selects enrollments e in courses c that let their users learn at an instant: neither the enrollment nor the access to
// the course has ended, and the access has begun. The status alone is not enough: a job changes it a little later.
func LearnableAt(now time.Time) Condition {
	return Condition{`(e.ends_at IS NULL OR e.ends_at > ?) AND (c.course_type <> 'free' OR c.access_type <> 'by_date'
		OR (c.access_from IS NULL OR c.access_from <= ?) AND (c.access_until IS NULL OR c.access_until > ?))`, []any{now, now, now}}
}

// EndedAt selects enrollments e in courses c that are over at an instant, by their own end or by that of the access to the course.
func EndedAt(now time.Time) Condition {
	return Condition{`(coalesce(e.ends_at <= ?, FALSE) OR coalesce(c.course_type = 'free' AND c.access_type = 'by_date' AND c.access_until <= ?, FALSE))`,
		[]any{now, now}}
}

func exists(ctx context.Context, q bun.IDB, id string, where Condition) (bool, error) {
	return q.NewSelect().TableExpr("courses AS c").Where("c.id = ?", id).Where(where.SQL, where.Args...).Exists(ctx)
}

// Found is a course with the caller's rights to it.
type Found struct {
	bun.BaseModel `bun:"table:courses,alias:c" json:"-"`

	Record
	Teaches bool `bun:",scanonly" json:"-"` // the caller may change it
}

// SelectVisible selects a course that the caller may see into a model that embeds Found.
func SelectVisible(q bun.IDB, who access.Caller, id string, model any) *bun.SelectQuery {
	v, t := Visible(who), Teaches(who)
	return q.NewSelect().Model(model).ColumnExpr("?TableColumns").ColumnExpr(t.SQL+" AS teaches", t.Args...).Where("c.id = ?", id).Where(v.SQL, v.Args...)
}

// Find reads a course that the caller may see, or returns ErrNotFound.
func Find(ctx context.Context, q bun.IDB, who access.Caller, id string) (f Found, err error) {
	err = SelectVisible(q, who, id, &f).Scan(ctx)
	return f, db.One(err, ErrNotFound)
}

// FindPublished reads a course of the catalogue with its cover, or returns ErrNotFound.
func FindPublished(ctx context.Context, q bun.IDB, id string) (Course, error) {
	one := make([]Course, 1)
	err := q.NewSelect().Model(&one[0]).Where("c.id = ? AND c.status = ?", id, Published).Scan(ctx)
	if err == nil {
		err = ReadCovers(ctx, q, one)
	}
	return one[0], db.One(err, ErrNotFound)
}

// FindTaught reads a course that the caller may change. It returns ErrNotFound, or ErrNotTaught.
func FindTaught(ctx context.Context, q bun.IDB, who access.Caller, id string) (Found, error) {
	f, err := Find(ctx, q, who, id)
	if err == nil {
		err = f.RequireTeaches()
	}
	return f, err
}

// RequireTeaches returns ErrNotTaught if the caller may not change the course.
func (f Found) RequireTeaches() error {
	if f.Teaches {
		return nil
	}
	return ErrNotTaught
}

// ReadInstructors fills in the teachers of courses, in one query, but for those whose account was erased.
func ReadInstructors(ctx context.Context, q bun.IDB, cs []Course) error {
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
		ColumnExpr("i.course_id, u.id, u.full_name").Where("i.course_id IN (?) AND u.full_name <> ''", bun.In(ids)).
		OrderExpr("u.full_name, u.id").Scan(ctx, &rows)
	for _, r := range rows {
		c := &cs[place[r.CourseID]]
		c.Instructors = append(c.Instructors, Instructor{r.ID, r.FullName})
	}
	return err
}

// PutStatus writes the status of a course. The caller reindexes the course.
func PutStatus(ctx context.Context, tx bun.IDB, id, status string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET updated_at = ?, status = ? WHERE id = ?", now, status, id).Exec(ctx)
	return err
}
