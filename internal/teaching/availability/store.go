package availability

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/teaching/workinghours"
)

// person is an instructor.
type person struct{ ID, FullName string }

const isInstructor = "u.status = 'active' AND EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'instructor')"

func find(ctx context.Context, q bun.IDB, id string) (p person, err error) {
	err = q.NewSelect().TableExpr("users AS u").Column("u.id", "u.full_name").Where("u.id = ?", id).Where(isInstructor).Scan(ctx, &p)
	return p, db.One(err, errNoInstructor)
}

// bookable returns the instructors of a course in the catalogue, or one instructor, or this one of the course, by name.
func bookable(ctx context.Context, q bun.IDB, courseID, instructorID string) (people []person, err error) {
	s := q.NewSelect().TableExpr("users AS u").Column("u.id", "u.full_name").Where(isInstructor)
	if instructorID != "" {
		s.Where("u.id = ?", instructorID)
	}
	if courseID != "" {
		s.Join("JOIN course_instructors AS i ON i.user_id = u.id").Join("JOIN courses AS c ON c.id = i.course_id AND c.status = 'Published'").Where("c.id = ?", courseID)
	}
	return people, s.OrderExpr("u.full_name, u.id").Scan(ctx, &people)
}

func put(ctx context.Context, tx bun.IDB, r workinghours.Row) error {
	_, err := tx.NewRaw("DELETE FROM instructor_rules WHERE instructor_id = ?", r.InstructorID).Exec(ctx)
	if err == nil {
		_, err = tx.NewInsert().Model(&r).Exec(ctx)
	}
	return err
}

// timeOffOf returns the time off of an instructor that is not over, by time.
func timeOffOf(ctx context.Context, q bun.IDB, id string, now time.Time) (all []TimeOff, err error) {
	all = []TimeOff{}
	return all, q.NewSelect().Model(&all).Where("o.instructor_id = ? AND o.ends_at > ?", id, now).OrderExpr("o.starts_at, o.id").Scan(ctx)
}

// timeOffByID returns time off of an instructor, or errNoTimeOff.
func timeOffByID(ctx context.Context, q bun.IDB, instructorID, id string) (o TimeOff, err error) {
	return o, db.One(q.NewSelect().Model(&o).Where("o.id = ? AND o.instructor_id = ?", id, instructorID).Scan(ctx), errNoTimeOff)
}

// instructorsOf returns those of some ids that are of instructors.
func instructorsOf(ctx context.Context, q bun.IDB, ids []string) (known []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return known, q.NewSelect().TableExpr("users AS u").Column("u.id").Where("u.id IN (?)", bun.List(ids)).Where(isInstructor).Scan(ctx, &known)
}

func insertTimeOff(ctx context.Context, tx bun.IDB, o TimeOff) error {
	_, err := tx.NewInsert().Model(&o).Exec(ctx)
	return err
}

func deleteTimeOff(ctx context.Context, tx bun.IDB, instructorID, id string) error {
	return db.MustChange(ctx, tx.NewRaw("DELETE FROM instructor_time_off WHERE id = ? AND instructor_id = ?", id, instructorID), errNoTimeOff)
}

func erase(ctx context.Context, tx bun.IDB, user string) error {
	if _, err := tx.NewRaw("DELETE FROM instructor_time_off WHERE instructor_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM instructor_rules WHERE instructor_id = ?", user).Exec(ctx)
	return err
}
