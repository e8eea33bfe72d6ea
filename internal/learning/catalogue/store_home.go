package catalogue

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
)

const newestAtHome = 8 // courses, if none are chosen

// homeCourses returns the courses of the home page, and whether they were chosen.
func homeCourses(ctx context.Context, q bun.IDB) (cs []course.Course, chosen bool, err error) {
	// CROSS JOIN makes SQLite start with the few chosen courses instead of looking each published course up among
	// them.
	err = q.NewSelect().Model(&cs).ModelTableExpr("home_courses AS h CROSS JOIN courses AS c").
		Where("c.id = h.course_id AND c.status = 'Published'").Order("h.position").Scan(ctx)
	if chosen = len(cs) > 0; err == nil && !chosen {
		err = q.NewSelect().Model(&cs).Where("c.status = 'Published'").Order("c.created_at DESC", "c.id DESC").Limit(newestAtHome).Scan(ctx)
	}
	if err != nil {
		return nil, false, err
	}
	return cs, chosen, course.Complete(ctx, q, cs)
}

// putHome sets the courses of the home page; it returns false if one is not in the catalogue.
func putHome(ctx context.Context, tx bun.IDB, ids []string) (bool, error) {
	if _, err := tx.NewRaw("DELETE FROM home_courses").Exec(ctx); err != nil || len(ids) == 0 {
		return true, err
	}
	n, err := tx.NewSelect().Table("courses").Where("id IN (?) AND status = 'Published'", bun.List(ids)).Count(ctx)
	if err != nil || n != int64(len(ids)) {
		return false, err
	}
	for i, id := range ids {
		if _, err := tx.NewRaw("INSERT INTO home_courses (course_id, position) VALUES (?, ?)", id, i+1).Exec(ctx); err != nil {
			return false, err
		}
	}
	return true, nil
}
