package db

import (
	"strings"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect"
)

// ForUpdate locks what s reads until the transaction ends. On SQLite every transaction holds the only writer anyway.
func ForUpdate(s *bun.SelectQuery) *bun.SelectQuery {
	if s.Dialect().Name() == dialect.PG {
		return s.For("UPDATE")
	}
	return s
}

// IsPostgres says which database a query goes to.
func IsPostgres(q bun.IDB) bool { return q.Dialect().Name() == dialect.PG }

// EscapeLike is text as LIKE … ESCAPE '\' takes it literally.
func EscapeLike(text string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text)
}
