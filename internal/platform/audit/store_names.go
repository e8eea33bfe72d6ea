package audit

import (
	"context"
	"regexp"
	"slices"

	"github.com/uptrace/bun"
)

var idsInText = regexp.MustCompile(`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`)

// addNames adds the names of what the values of rows refer to by id, with one statement.
func addNames(ctx context.Context, q bun.IDB, rows []AuditRow) error {
	ids := make([][]string, len(rows))
	for i, r := range rows {
		ids[i] = slices.Concat(idsIn(map[string]any(r.Before)), idsIn(map[string]any(r.After)))
	}
	var found []struct{ ID, Name string }
	if all := slices.Concat(ids...); len(all) > 0 {
		err := q.NewRaw(`SELECT id, full_name AS name FROM users WHERE id IN (?0)
			UNION ALL SELECT id, title FROM courses WHERE id IN (?0)
			UNION ALL SELECT id, batch_name FROM batches WHERE id IN (?0)
			UNION ALL SELECT id, name FROM companies WHERE id IN (?0)`, bun.List(all)).Scan(ctx, &found)
		if err != nil {
			return err
		}
	}
	for i := range rows {
		rows[i].Names = map[string]string{}
		for _, f := range found {
			if slices.Contains(ids[i], f.ID) {
				rows[i].Names[f.ID] = f.Name
			}
		}
	}
	return nil
}

// idsIn returns the ids in a JSON value: also those in a text, as in the audience course:<id>.
func idsIn(value any) (ids []string) {
	switch v := value.(type) {
	case string:
		ids = idsInText.FindAllString(v, -1)
	case []any:
		for _, one := range v {
			ids = append(ids, idsIn(one)...)
		}
	case map[string]any:
		for _, one := range v {
			ids = append(ids, idsIn(one)...)
		}
	}
	return ids
}
