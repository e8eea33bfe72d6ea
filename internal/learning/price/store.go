package price

import (
	"context"
	"slices"

	"github.com/uptrace/bun"
)

// Of returns the prices of a course in their author's order; with all, inactive ones too.
func Of(ctx context.Context, q bun.IDB, id string, all bool) (ps []Price, err error) {
	ps = []Price{}
	s := q.NewSelect().Model(&ps).Where("p.course_id = ?", id).Order("p.position")
	if !all {
		s.Where("p.is_active")
	}
	return ps, s.Scan(ctx)
}

// Put replaces the prices of a course, and the fee shown in lists.
func Put(ctx context.Context, tx bun.IDB, id string, ps []Price) error {
	if _, err := tx.NewRaw("DELETE FROM course_prices WHERE course_id = ?", id).Exec(ctx); err != nil {
		return err
	}
	if len(ps) > 0 {
		if _, err := tx.NewInsert().Model(&ps).Exec(ctx); err != nil {
			return err
		}
	}
	isFree, amount, code := Fee(ps)
	_, err := tx.NewRaw("UPDATE courses SET is_free = ?, course_fee = ?, fee_currency = ? WHERE id = ?", isFree, amount, code, id).Exec(ctx)
	return err
}

// Currencies returns the currencies on offer, the default first. There is always one.
func Currencies(ctx context.Context, q bun.IDB) (codes []string, err error) {
	err = q.NewRaw("SELECT code FROM currencies ORDER BY position").Scan(ctx, &codes)
	if len(codes) == 0 {
		codes = slices.Clone(usualCurrencies)
	}
	return codes, err
}

// In returns the active prices of courses in one currency, by course.
func In(ctx context.Context, q bun.IDB, courseIDs []string, code string) (map[string]*Price, error) {
	by := map[string]*Price{}
	if len(courseIDs) == 0 {
		return by, nil
	}
	var ps []Price
	err := q.NewSelect().Model(&ps).Where("p.course_id IN (?) AND p.currency = ? AND p.is_active", bun.List(courseIDs), code).Scan(ctx)
	for i := range ps {
		by[ps[i].CourseID] = &ps[i]
	}
	return by, err
}

// PutCurrencies replaces the currencies on offer.
func PutCurrencies(ctx context.Context, tx bun.IDB, codes []string) error {
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
