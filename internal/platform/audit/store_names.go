package audit

import (
	"context"
	"regexp"

	"github.com/uptrace/bun"
)

var idsInText = regexp.MustCompile(`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`)

// addNames adds the names of what the values of rows refer to by id, with one statement.
func addNames(ctx context.Context, q bun.IDB, rows []AuditRow) error {
	seen := map[string]bool{}
	for _, r := range rows {
		collectIDs(map[string]any(r.Before), seen)
		collectIDs(map[string]any(r.After), seen)
	}
	if len(seen) == 0 {
		return nil
	}
	ids := make([]string, 0, len(seen))
	for id := range seen {
		ids = append(ids, id)
	}
	var found []struct{ ID, Name string }
	err := q.NewRaw(`SELECT id, full_name AS name FROM users WHERE id IN (?0)
		UNION ALL SELECT id, title FROM courses WHERE id IN (?0)
		UNION ALL SELECT id, batch_name FROM batches WHERE id IN (?0)
		UNION ALL SELECT id, name FROM companies WHERE id IN (?0)`, bun.In(ids)).Scan(ctx, &found)
	if err != nil {
		return err
	}
	names := make(map[string]string, len(found))
	for _, f := range found {
		names[f.ID] = f.Name
	}
	for i := range rows {
		rows[i].Names = rows[i].namesAmong(names)
	}
	return nil
}

// namesAmong returns those of names whose ids stand in the values of r.
func (r AuditRow) namesAmong(names map[string]string) map[string]string {
	seen, own := map[string]bool{}, map[string]string{}
	collectIDs(map[string]any(r.Before), seen)
	collectIDs(map[string]any(r.After), seen)
	for id := range seen {
		if name, ok := names[id]; ok {
			own[id] = name
		}
	}
	return own
}

// collectIDs adds the ids in a JSON value to seen: also those in a text, as in the audience course:<id>.
func collectIDs(value any, seen map[string]bool) {
	switch v := value.(type) {
	case string:
		for _, id := range idsInText.FindAllString(v, -1) {
			seen[id] = true
		}
	case []any:
		for _, one := range v {
			collectIDs(one, seen)
		}
	case map[string]any:
		for _, one := range v {
			collectIDs(one, seen)
		}
	}
}
