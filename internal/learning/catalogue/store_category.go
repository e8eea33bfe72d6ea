package catalogue

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/searchindex"
)

// categories returns the categories by position and name, those without a position last; not yet in tree order.
func categories(ctx context.Context, q bun.IDB) (cs []Category, err error) {
	cs = []Category{}
	err = q.NewRaw(`SELECT k.name, k.parent, k.position, coalesce(n.count, 0) AS count FROM course_categories AS k
		LEFT JOIN (SELECT category, count(*) AS count FROM courses WHERE status = 'Published' GROUP BY category) AS n ON n.category = k.name
		WHERE n.count > 0 OR k.position > 0 OR k.parent <> '' OR EXISTS (SELECT 1 FROM course_categories AS u WHERE u.parent = k.name)
		ORDER BY `+byPosition).Scan(ctx, &cs)
	return cs, err
}

const byPosition = "CASE WHEN k.position > 0 THEN 0 ELSE 1 END, k.position, lower(k.name), k.name"

// sortCategories puts the values of a facet in the order of the tree.
func sortCategories(ctx context.Context, q bun.IDB, values []FacetValue) error {
	var cs []Category
	if err := q.NewRaw("SELECT k.name, k.parent, k.position FROM course_categories AS k ORDER BY "+byPosition).Scan(ctx, &cs); err != nil {
		return err
	}
	places := make(map[string]int, len(cs))
	for i, c := range ordered(cs) {
		places[c.Name] = i
	}
	slices.SortStableFunc(values, func(a, b FacetValue) int { return cmp.Compare(places[a.Value], places[b.Value]) })
	return nil
}

func placeCategory(ctx context.Context, tx bun.IDB, n CategoryChange) error {
	_, err := tx.NewRaw(`INSERT INTO course_categories (name, parent, position) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET parent = excluded.parent, position = excluded.position`, n.Name, n.Parent, n.Position).Exec(ctx)
	return err
}

// orderCategories stores the place of each category.
func orderCategories(ctx context.Context, tx bun.IDB, names []string) error {
	for i, name := range names {
		if _, err := tx.NewRaw("UPDATE course_categories SET position = ? WHERE name = ?", i+1, name).Exec(ctx); err != nil {
			return err
		}
	}
	return nil
}

// renameCategory renames a category, also in its courses.
func renameCategory(ctx context.Context, tx bun.IDB, from, to string, now time.Time) error {
	var ids []string
	if err := tx.NewRaw("SELECT id FROM courses WHERE category = ?", from).Scan(ctx, &ids); err != nil {
		return err
	}
	for _, query := range []struct {
		sql  string
		args []any
	}{
		{"UPDATE course_categories SET name = ? WHERE name = ?", []any{to, from}},
		{"UPDATE course_categories SET parent = ? WHERE parent = ?", []any{to, from}},
		{"UPDATE courses SET category = ?, updated_at = ? WHERE category = ?", []any{to, now, from}},
	} {
		if _, err := tx.NewRaw(query.sql, query.args...).Exec(ctx); err != nil {
			return err
		}
	}
	for _, id := range ids {
		if err := searchindex.Reindex(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

func categoryUse(ctx context.Context, q bun.IDB, name string) (there, used bool, err error) {
	err = q.NewRaw(`SELECT EXISTS (SELECT 1 FROM course_categories WHERE name = ?0) AS there,
		EXISTS (SELECT 1 FROM courses WHERE category = ?0) AS used`, name).Scan(ctx, &there, &used)
	return there, used, err
}

// removeCategory deletes a category; its children move up to its parent.
func removeCategory(ctx context.Context, tx bun.IDB, name string) error {
	_, err := tx.NewRaw(`UPDATE course_categories SET parent = (SELECT k.parent FROM course_categories AS k WHERE k.name = ?0) WHERE parent = ?0`, name).Exec(ctx)
	if err == nil {
		_, err = tx.NewRaw("DELETE FROM course_categories WHERE name = ?", name).Exec(ctx)
	}
	return err
}
