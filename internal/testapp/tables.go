package testapp

import "encoding/json"

// Tables returns every row of every table as JSON, by the name of the table.
func (a *App) Tables() map[string]string {
	a.t.Helper()
	query := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if a.DB.Postgres {
		query = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
	}
	var names []string
	if must(a.t, a.DB.Reader().NewRaw(query).Scan(a.t.Context(), &names)); len(names) < 20 {
		a.t.Fatal("these cannot be all tables:", names)
	}
	tables := map[string]string{}
	for _, name := range names {
		var rows []map[string]any
		must(a.t, a.DB.Reader().NewSelect().TableExpr(name).Scan(a.t.Context(), &rows))
		for _, row := range rows {
			for column, value := range row {
				if b, ok := value.([]byte); ok {
					row[column] = string(b)
				}
			}
		}
		text, err := json.Marshal(rows)
		must(a.t, err)
		tables[name] = string(text)
	}
	return tables
}
