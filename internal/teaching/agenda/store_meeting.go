package agenda

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/timetable"
	"lectern/internal/teaching/meetingaccess"
)

// selectMeetings selects meetings m outside of batches, as the caller knows them.
func selectMeetings(q bun.IDB, who access.Caller, now time.Time) *bun.SelectQuery {
	return q.NewSelect().TableExpr("online_meetings AS m").Join("LEFT JOIN users AS u ON u.id = m.instructor_id").Join("LEFT JOIN courses AS c ON c.id = m.course_id").
		ColumnExpr("m.kind, m.id, '' AS batch_id, '' AS batch_name, coalesce(m.course_id, '') AS course_id, coalesce(c.title, '') AS course_title, m.title, m.status").
		ColumnExpr("m.date, m.start_time, m.end_time, m.timezone, m.starts_at, m.ends_at, coalesce(m.instructor_id, '') AS instructor_id, coalesce(u.full_name, '') AS instructor_name").
		ColumnExpr("m.weekly_key <> '' AS in_series, m.sequence, m.updated_at").ColumnExpr("("+meetingaccess.Manages+" AND m.status = 'scheduled' AND m.starts_at > ?) AS can_move", append(meetingaccess.Mine(who), now)...).
		ColumnExpr(meetingaccess.Sees+" AS is_known", meetingaccess.Theirs(who)...).OrderExpr("m.starts_at, m.id")
}

// selectMeetingsWithin is selectMeetings of those that take place within [from, to).
func selectMeetingsWithin(q bun.IDB, who access.Caller, from, to, now time.Time) *bun.SelectQuery {
	return selectMeetings(q, who, now).Where("m.starts_at > ? AND m.starts_at < ? AND m.ends_at > ?", from.Add(-timetable.Longest), to, from)
}

// meetingsBetween returns the meetings of a calendar that take place within [from, to), by time; a batch has none.
func meetingsBetween(ctx context.Context, q bun.IDB, who access.Caller, of calendarOf, from, to, now time.Time, limit int64) (entries []Entry, err error) {
	kinds := slices.DeleteFunc([]busy.Kind{busy.Meeting, busy.Doubt}, func(k busy.Kind) bool { return !of.has(k) })
	if of.batch != "" || len(kinds) == 0 {
		return nil, nil
	}
	s := selectMeetingsWithin(q, who, from, to, now).Limit(limit)
	if len(kinds) == 1 {
		s.Where("m.kind = ?", kinds[0])
	}
	switch {
	case len(of.instructors) > 0:
		s.Where("m.instructor_id IN (?)", bun.List(of.instructors))
	case !of.everything:
		s.Where(meetingaccess.Sees, meetingaccess.Theirs(access.Caller{ID: who.ID})...) // of administrators, too, only their own
	}
	if of.course != "" {
		s.Where("m.course_id = ?", of.course).Where(meetingaccess.Sees, meetingaccess.Theirs(who)...)
	}
	return entries, s.Scan(ctx, &entries)
}
