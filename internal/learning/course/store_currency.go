package course

import (
	"context"
	"slices"

	"github.com/uptrace/bun"
)

// currencies is never empty.
func currencies(ctx context.Context, q bun.IDB) (codes []string, err error) {
	err = q.NewRaw("SELECT code FROM currencies ORDER BY position").Scan(ctx, &codes)
	if len(codes) == 0 {
		codes = slices.Clone(usualCurrencies)
	}
	return codes, err
}

func putCurrencies(ctx context.Context, tx bun.IDB, codes []string) error {
	if _, err := tx.NewRaw("DELETE FROM currencies").Exec(ctx); err != nil {
		return err
	}
	for i, code := range codes {
		if _, err := tx.NewRaw("INSERT INTO currencies (code, position) VALUES (?, ?)", code, i+1).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

const newestAtHome = 8 // courses, where nobody has chosen

// homeCourses is the courses of the first page, and whether they were chosen.
func homeCourses(ctx context.Context, q bun.IDB) (cs []Course, chosen bool, err error) {
	// The few come first: SQLite would look each published course up among them.
	err = q.NewSelect().Model(&cs).ModelTableExpr("home_courses AS h CROSS JOIN courses AS c").
		Where("c.id = h.course_id AND c.status = 'Published'").Order("h.position").Scan(ctx)
	if chosen = len(cs) > 0; err == nil && !chosen {
		err = q.NewSelect().Model(&cs).Where("c.status = 'Published'").Order("c.created_at DESC", "c.id DESC").Limit(newestAtHome).Scan(ctx)
	}
	if err != nil {
		return nil, false, err
	}
	return cs, chosen, readInstructors(ctx, q, cs)
}

// putHome chooses the courses of the first page; false when one of them is not in the catalogue.
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

// pricesIn is what some courses cost in one currency, by course.
func pricesIn(ctx context.Context, q bun.IDB, cs []Course, code string) (map[string]*Price, error) {
	by := map[string]*Price{}
	if len(cs) == 0 {
		return by, nil
	}
	ids := make([]string, len(cs))
	for i, c := range cs {
		ids[i] = c.ID
	}
	var ps []Price
	err := q.NewSelect().Model(&ps).Where("p.course_id IN (?) AND p.currency = ? AND p.is_active", bun.List(ids), code).Scan(ctx)
	for i := range ps {
		by[ps[i].CourseID] = &ps[i]
	}
	return by, err
}
