package db

import (
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"
)

// ForUpdate locks the rows that s reads until the transaction ends: against other changes, not against new rows that refer to
// them, such as the log entries of two administrators who change each other's account, which would wait for each other in a
// circle. On SQLite every transaction holds the only writer anyway.
func ForUpdate(s *bun.SelectQuery) *bun.SelectQuery {
	if s.Dialect().Name() == dialect.PG {
		return s.For("NO KEY UPDATE")
	}
	return s
}

// IsPostgres reports whether a query goes to PostgreSQL.
func IsPostgres(q bun.IDB) bool { return q.Dialect().Name() == dialect.PG }

// EscapeLike escapes text for LIKE … ESCAPE '\'.
func EscapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}
