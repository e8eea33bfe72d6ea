package agenda

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/timetable"
)

const (
	isInvited = `(EXISTS (SELECT 1 FROM online_meeting_people AS p WHERE p.meeting_id = m.id AND p.user_id = ?)
		OR m.for_course AND EXISTS (SELECT 1 FROM enrolled_students AS e WHERE e.course_id = m.course_id AND e.user_id = ?))`
	holds = "(? OR m.instructor_id = ? OR m.created_by = ?)"
)

// selectMeetings selects meetings m outside of batches, as the caller knows them.
func selectMeetings(q bun.IDB, who access.Caller) *bun.SelectQuery {
	mine := []any{who.HasRole(access.Admin), who.ID, who.ID}
	return q.NewSelect().TableExpr("online_meetings AS m").Join("JOIN users AS u ON u.id = m.instructor_id").Join("LEFT JOIN courses AS c ON c.id = m.course_id").
		ColumnExpr("'meeting' AS kind, m.id, '' AS batch_id, '' AS batch_name, coalesce(m.course_id, '') AS course_id, coalesce(c.title, '') AS course_title, m.title, m.status").
		ColumnExpr("m.date, m.start_time, m.end_time, m.timezone, m.starts_at, m.ends_at, m.instructor_id, u.full_name AS instructor_name, FALSE AS in_series, FALSE AS can_move").
		ColumnExpr("m.sequence, m.updated_at").ColumnExpr("("+holds+" OR "+isInvited+") AS is_known", append(mine, who.ID, who.ID)...).OrderExpr("m.starts_at, m.id")
}

// selectMeetingsWithin is selectMeetings of those that take place within [from, to).
func selectMeetingsWithin(q bun.IDB, who access.Caller, from, to time.Time) *bun.SelectQuery {
	return selectMeetings(q, who).Where("m.starts_at > ? AND m.starts_at < ? AND m.ends_at > ?", from.Add(-timetable.Longest), to, from)
}

// meetingsBetween returns the meetings of a calendar that take place within [from, to), by time; a batch has none.
func meetingsBetween(ctx context.Context, q bun.IDB, who access.Caller, of calendarOf, from, to time.Time, limit int64) (entries []Entry, err error) {
	if of.batch != "" {
		return nil, nil
	}
	s := selectMeetingsWithin(q, who, from, to).Limit(limit)
	switch {
	case len(of.instructors) > 0:
		s.Where("m.instructor_id IN (?)", bun.List(of.instructors))
	case !of.everything:
		s.Where("("+holds+" OR "+isInvited+")", false, who.ID, who.ID, who.ID, who.ID)
	}
	if of.course != "" {
		s.Where("m.course_id = ?", of.course).Where("("+holds+" OR "+isInvited+")", who.HasRole(access.Admin), who.ID, who.ID, who.ID, who.ID)
	}
	return entries, s.Scan(ctx, &entries)
}
