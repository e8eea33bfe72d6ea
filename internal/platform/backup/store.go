package backup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	texts "lectern/internal/platform/text"
)

type table struct {
	name    string
	columns []column // by name, which is the same on both databases
	key     []string
}

type column struct {
	name, kind string // kind: TEXT, BIGINT, BOOLEAN, TIMESTAMPTZ or JSONB
}

// Marks of what is to be summed again are left out: a database that is restored makes them itself.
const (
	liteColumns = `SELECT m.name AS "table", c.name, upper(c.type) AS kind, c.pk > 0 AS is_key FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE 'goose%' AND m.name <> 'report_dirty' ORDER BY m.name, c.name`
	liteReferences = `SELECT m.name AS "from", f."table" AS "to" FROM sqlite_master AS m JOIN pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'`

	postgresColumns = `SELECT c.table_name AS "table", c.column_name AS name,
			CASE c.data_type WHEN 'timestamp with time zone' THEN 'TIMESTAMPTZ' ELSE upper(c.data_type) END AS kind,
			EXISTS (SELECT 1 FROM information_schema.table_constraints AS t JOIN information_schema.key_column_usage AS k
				ON k.constraint_name = t.constraint_name AND k.table_schema = t.table_schema AND k.table_name = t.table_name
				WHERE t.constraint_type = 'PRIMARY KEY' AND t.table_schema = c.table_schema AND t.table_name = c.table_name AND k.column_name = c.column_name) AS is_key
		FROM information_schema.columns AS c JOIN information_schema.tables AS b
			ON b.table_schema = c.table_schema AND b.table_name = c.table_name AND b.table_type = 'BASE TABLE'
		WHERE c.table_schema = current_schema() AND c.table_name NOT LIKE 'goose%' AND c.table_name <> 'report_dirty' ORDER BY c.table_name, c.column_name COLLATE "C"`
	postgresReferences = `SELECT f.relname AS "from", t.relname AS "to" FROM pg_constraint AS c
		JOIN pg_class AS f ON f.oid = c.conrelid JOIN pg_class AS t ON t.oid = c.confrelid
		WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`
)

// tablesOf lists the tables such that each comes after those that it references.
func tablesOf(ctx context.Context, d *db.DB, q bun.IDB) ([]table, error) {
	columnsQuery, referencesQuery := liteColumns, liteReferences
	if d.Postgres {
		columnsQuery, referencesQuery = postgresColumns, postgresReferences
	}
	var rows []struct {
		Table, Name, Kind string
		IsKey             bool
	}
	if err := q.NewRaw(columnsQuery).Scan(ctx, &rows); err != nil {
		return nil, err
	}
	var references []struct{ From, To string }
	if err := q.NewRaw(referencesQuery).Scan(ctx, &references); err != nil {
		return nil, err
	}
	tables := map[string]*table{}
	var names []string
	for _, r := range rows {
		if tables[r.Table] == nil {
			tables[r.Table] = &table{name: r.Table}
			names = append(names, r.Table)
		}
		t := tables[r.Table]
		t.columns = append(t.columns, column{r.Name, r.Kind})
		if r.IsKey {
			t.key = append(t.key, r.Name)
		}
	}
	slices.Sort(names)
	var sorted []table
	placed := map[string]bool{}
	var place func(name string)
	place = func(name string) {
		if placed[name] {
			return
		}
		placed[name] = true
		for _, r := range references {
			if r.From == name {
				place(r.To)
			}
		}
		sorted = append(sorted, *tables[name])
	}
	for _, name := range names {
		place(name)
	}
	return sorted, nil
}

// dump writes the lines of a table in key order.
func dump(ctx context.Context, q bun.IDB, t table, w io.Writer) (Table, error) {
	s := q.NewSelect().Table(t.name)
	for _, c := range t.columns {
		s = s.ColumnExpr("?", bun.Ident(c.name))
	}
	for _, k := range t.key { // by bytes, which is the same on both databases
		s = s.OrderExpr(t.order(k, q))
	}
	rows, err := s.Rows(ctx)
	if err != nil {
		return Table{}, err
	}
	defer rows.Close()
	h, n := sha256.New(), int64(0)
	values, targets := make([]any, len(t.columns)), make([]any, len(t.columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for ; rows.Next(); n++ {
		if err := rows.Scan(targets...); err != nil {
			return Table{}, err
		}
		line, err := encode(t.columns, values)
		if err != nil {
			return Table{}, err
		}
		h.Write(line)
		if _, err := w.Write(line); err != nil {
			return Table{}, err
		}
	}
	return Table{n, hexOf(h)}, rows.Err()
}

func (t table) order(key string, q bun.IDB) string {
	i := slices.IndexFunc(t.columns, func(c column) bool { return c.name == key })
	if t.columns[i].kind == "TEXT" && db.IsPostgres(q) {
		return key + ` COLLATE "C"`
	}
	return key
}

// encode returns a value as JSON, the same for both databases.
func (c column) encode(v any) ([]byte, error) {
	if b, ok := v.([]byte); ok {
		v = string(b)
	}
	switch {
	case v == nil:
	case c.kind == "JSONB":
		text, ok := v.(string)
		if !ok { // SQLite returns a JSON document that is a bare number as a number
			return json.Marshal(v)
		}
		var document any
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.UseNumber()
		if err := decoder.Decode(&document); err != nil {
			return nil, err
		}
		return json.Marshal(document) // PostgreSQL keeps neither whitespace nor order
	case c.kind == "BOOLEAN":
		if n, ok := v.(int64); ok {
			v = n != 0
		}
	case c.kind == "TIMESTAMPTZ":
		switch at := v.(type) {
		case time.Time:
			v = clock.Exact(at).Format(time.RFC3339Nano)
		case string:
			parsed, err := time.Parse("2006-01-02 15:04:05.999999999-07:00", at)
			if err != nil {
				return nil, err
			}
			v = clock.Exact(parsed).Format(time.RFC3339Nano)
		}
	}
	return json.Marshal(v)
}

// insert writes a line as a row.
func insert(ctx context.Context, tx bun.IDB, t table, line []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	row := map[string]json.RawMessage{}
	if err := decoder.Decode(&row); err != nil {
		return err
	}
	names, values := make([]string, 0, len(t.columns)), make([]any, 0, len(t.columns))
	for _, c := range t.columns {
		v, err := c.decode(row[c.name])
		if err != nil {
			return fmt.Errorf("column %s: %w", c.name, err)
		}
		names, values = append(names, `"`+c.name+`"`), append(values, v)
	}
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(names)), ", ")
	_, err := tx.NewRaw("INSERT INTO "+t.name+" ("+strings.Join(names, ", ")+") VALUES ("+marks+")", values...).Exec(ctx)
	return err
}

// decode returns a value as bun accepts it for the column. U+0000, which SQLite may hold from elsewhere, becomes the replacement
// character as everywhere else.
func (c column) decode(text json.RawMessage) (v any, err error) {
	if len(text) == 0 || string(text) == "null" && c.kind != "JSONB" {
		return nil, nil
	}
	text = texts.StorableJSON(text)
	switch c.kind {
	case "JSONB":
		return string(text), nil
	case "BOOLEAN":
		v = new(bool)
	case "BIGINT":
		v = new(int64)
	case "TIMESTAMPTZ":
		v = new(time.Time)
	default:
		v = new(string)
	}
	return v, json.Unmarshal(text, v)
}
