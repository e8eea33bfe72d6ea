package agenda

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/timetable"
)

const (
	answers = "(? OR d.instructor_id = ? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = d.course_id AND i.user_id = ?))"
	mayAsk  = "EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = d.course_id AND e.user_id = ?)"
)

// doubtsBetween returns the Q&A sessions of a calendar that take place within [from, to), by time; a batch has none.
func doubtsBetween(ctx context.Context, q bun.IDB, who access.Caller, of calendarOf, from, to time.Time, limit int64) (entries []Entry, err error) {
	if of.batch != "" {
		return nil, nil
	}
	mine := func(admin bool) []any { return []any{admin, who.ID, who.ID, who.ID} }
	s := q.NewSelect().TableExpr("course_doubt_sessions AS d").Join("JOIN courses AS c ON c.id = d.course_id").Join("LEFT JOIN users AS u ON u.id = d.instructor_id").
		ColumnExpr("'doubt' AS kind, d.id, '' AS batch_id, '' AS batch_name, d.course_id, c.title AS course_title, d.title, 'scheduled' AS status").
		ColumnExpr("d.date, d.start_time, d.end_time, d.timezone, d.starts_at, d.ends_at, coalesce(d.instructor_id, '') AS instructor_id, coalesce(u.full_name, '') AS instructor_name").
		ColumnExpr("FALSE AS in_series, FALSE AS can_move, 0 AS sequence, d.created_at AS updated_at").ColumnExpr("("+answers+" OR "+mayAsk+") AS is_known", mine(who.HasRole(access.Admin))...).
		Where("d.starts_at > ? AND d.starts_at < ? AND d.ends_at > ?", from.Add(-timetable.Longest), to, from).OrderExpr("d.starts_at, d.id").Limit(limit)
	switch {
	case len(of.instructors) > 0:
		s.Where("d.instructor_id IN (?)", bun.List(of.instructors))
	case !of.everything:
		s.Where("("+answers+" OR "+mayAsk+")", mine(false)...)
	}
	if of.course != "" { // only what the caller may know of
		s.Where("d.course_id = ?", of.course).Where("("+answers+" OR "+mayAsk+")", mine(who.HasRole(access.Admin))...)
	}
	return entries, s.Scan(ctx, &entries)
}
