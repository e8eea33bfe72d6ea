package settings

import (
	"context"
	"encoding/json"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// row is a group that has been changed at least once.
type row struct {
	bun.BaseModel `bun:"table:setting_groups,alias:g"`

	Name      string `bun:",pk"`
	Value     db.JSON[json.RawMessage]
	Version   int64
	ChangedAt time.Time
}

func allRows(ctx context.Context, q bun.IDB) (map[string]row, error) {
	var rows []row
	if err := q.NewSelect().Model(&rows).Scan(ctx); err != nil {
		return nil, err
	}
	byName := make(map[string]row, len(rows))
	for _, r := range rows {
		byName[r.Name] = r
	}
	return byName, nil
}

// saveRow stores a version that follows the stored one; ErrChanged when it does not.
func saveRow(ctx context.Context, tx bun.IDB, r row) error {
	insert := tx.NewRaw(`INSERT INTO setting_groups AS g (name, value, version, changed_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, changed_at = excluded.changed_at WHERE g.version = excluded.version - 1`,
		r.Name, r.Value, r.Version, r.ChangedAt)
	return db.MustChange(ctx, insert, ErrChanged)
}
