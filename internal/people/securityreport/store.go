package securityreport

import (
	"context"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/rest"
)

// apply applies the filter to s.
func (f Filter) apply(s *bun.SelectQuery) *bun.SelectQuery {
	for column, value := range map[string]string{"kind": f.Kind, "user_id": f.User} {
		if value != "" {
			s.Where("e.? = ?", bun.Ident(column), value)
		}
	}
	if f.Network != "" {
		column := bun.Ident("address")
		if strings.Contains(f.Network, "/") {
			column = "network"
		}
		s.Where("e.? = ?", column, f.Network)
	}
	if f.From != "" {
		s.Where("e.at >= ?", f.from)
	}
	if f.To != "" {
		s.Where("e.at < ?", f.to)
	}
	return db.WhereUserMatches(s, "e.user_id", f.Search)
}

// position is where a page begins: behind an event, or at an offset.
type position struct {
	before time.Time
	id     string
	offset int64
}

// list reads a page of events, newest first.
func list(ctx context.Context, q bun.IDB, f Filter, at position, limit int64) (events []SecurityEvent, err error) {
	s := f.apply(q.NewSelect().Model(&events)).Join("LEFT JOIN users AS u ON u.id = e.user_id").
		ColumnExpr("e.id, e.at, e.kind, e.user_id, e.network, e.address, e.user_agent").
		ColumnExpr("coalesce(u.full_name, '') AS full_name, coalesce(u.email, '') AS email").
		OrderExpr("e.at DESC, e.id DESC").Limit(limit)
	if at.offset > 0 {
		return events, s.Offset(at.offset).Scan(ctx)
	}
	return events, s.Where("(e.at, e.id) < (?, ?)", at.before.UTC(), at.id).Scan(ctx)
}

func count(ctx context.Context, q bun.IDB, f Filter) (rest.Count, error) {
	some := f.apply(q.NewSelect().Model((*SecurityEvent)(nil))).ColumnExpr("1").Limit(rest.MaxCount + 1)
	n, err := q.NewSelect().TableExpr("(?) AS counted", some).Count(ctx)
	return rest.CountUpTo(int64(n)), err
}
