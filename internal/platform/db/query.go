package db

import (
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"
)

// ForUpdate locks the rows that s reads until the transaction ends. On SQLite every transaction holds the only writer
// anyway.
func ForUpdate(s *bun.SelectQuery) *bun.SelectQuery {
	if s.Dialect().Name() == dialect.PG {
		return s.For("UPDATE")
	}
	return s
}

// IsPostgres reports whether a query goes to PostgreSQL.
func IsPostgres(q bun.IDB) bool { return q.Dialect().Name() == dialect.PG }

// EscapeLike escapes text for LIKE … ESCAPE '\'.
func EscapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}
