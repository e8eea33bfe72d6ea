package attendance

import (
	"context"

	"github.com/uptrace/bun"
)

// Intervals returns when users were in sessions, of all sources, by time; nil for all users.
func Intervals(ctx context.Context, q bun.IDB, sessions, users []string) (map[Cell][]Interval, error) {
	const columns = "id, session_id, user_id, source, joined_at, left_at, closed"
	where := func(s *bun.SelectQuery) *bun.SelectQuery {
		s.Where("x.session_id IN (?)", bun.List(sessions))
		if users != nil {
			s.Where("x.user_id IN (?)", bun.List(users))
		}
		return s
	}
	known := where(q.NewSelect().TableExpr("attendance_intervals AS x").ColumnExpr(columns))
	imported := where(q.NewSelect().TableExpr("attendance_imports AS x").ColumnExpr("id, session_id, user_id, 'import' AS source, joined_at, left_at, TRUE AS closed")).Where("x.user_id IS NOT NULL")
	var rows []Interval
	err := q.NewSelect().TableExpr("(?) AS i", known.UnionAll(imported)).ColumnExpr(columns).OrderExpr("i.joined_at, i.id").Scan(ctx, &rows)
	of := map[Cell][]Interval{}
	for _, i := range rows {
		c := Cell{i.SessionID, i.UserID}
		of[c] = append(of[c], i)
	}
	return of, err
}

// Marks returns the marks of users in sessions; nil for all users.
func Marks(ctx context.Context, q bun.IDB, sessions, users []string) (map[Cell]*Mark, error) {
	var rows []Mark
	s := q.NewSelect().Model(&rows).Where("k.session_id IN (?)", bun.List(sessions))
	if users != nil {
		s.Where("k.user_id IN (?)", bun.List(users))
	}
	err := s.Scan(ctx)
	of := map[Cell]*Mark{}
	for i, m := range rows {
		of[Cell{m.SessionID, m.UserID}] = &rows[i]
	}
	return of, err
}
