package agenda

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/timetable"
)

const (
	isInvited = `(EXISTS (SELECT 1 FROM online_meeting_people AS p WHERE p.meeting_id = m.id AND p.user_id = ?)
		OR m.for_course AND EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = m.course_id AND e.user_id = ?))`
	// holds reports whether a user may change meetings m: those that they hold or have planned, and the Q&A sessions of their courses.
	holds = "(? OR m.instructor_id = ? OR m.created_by = ? OR m.kind = 'doubt' AND EXISTS (SELECT 1 FROM course_instructors AS t WHERE t.course_id = m.course_id AND t.user_id = ?))"
)

// selectMeetings selects meetings m outside of batches, as the caller knows them.
func selectMeetings(q bun.IDB, who access.Caller, now time.Time) *bun.SelectQuery {
	mine := func(more ...any) []any {
		return append([]any{who.HasRole(access.Admin), who.ID, who.ID, who.ID}, more...)
	}
	return q.NewSelect().TableExpr("online_meetings AS m").Join("LEFT JOIN users AS u ON u.id = m.instructor_id").Join("LEFT JOIN courses AS c ON c.id = m.course_id").
		ColumnExpr("m.kind, m.id, '' AS batch_id, '' AS batch_name, coalesce(m.course_id, '') AS course_id, coalesce(c.title, '') AS course_title, m.title, m.status").
		ColumnExpr("m.date, m.start_time, m.end_time, m.timezone, m.starts_at, m.ends_at, coalesce(m.instructor_id, '') AS instructor_id, coalesce(u.full_name, '') AS instructor_name").
		ColumnExpr("m.weekly_key <> '' AS in_series, m.sequence, m.updated_at").ColumnExpr("("+holds+" AND m.status = 'scheduled' AND m.starts_at > ?) AS can_move", mine(now)...).
		ColumnExpr("("+holds+" OR "+isInvited+") AS is_known", mine(who.ID, who.ID)...).OrderExpr("m.starts_at, m.id")
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
		s.Where("("+holds+" OR "+isInvited+")", false, who.ID, who.ID, who.ID, who.ID, who.ID)
	}
	if of.course != "" {
		s.Where("m.course_id = ?", of.course).Where("("+holds+" OR "+isInvited+")", who.HasRole(access.Admin), who.ID, who.ID, who.ID, who.ID, who.ID)
	}
	return entries, s.Scan(ctx, &entries)
}
