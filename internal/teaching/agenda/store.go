package agenda

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
)

const (
	// attends reports whether a user attends sessions s of batches b, as a member or as a guest of the session.
	attends = `(EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status <> 'dropped')
		OR EXISTS (SELECT 1 FROM admitted_guests AS g WHERE g.session_id = s.id AND g.user_id = ?))`
	teaches = "(? OR b.assigned_instructor = ? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = b.course_id AND i.user_id = ?))"
)

// calendarOf says whose sessions are read: of a batch, of instructors, the whole school, or the caller's own.
type calendarOf struct {
	batch       string
	instructors []string
	everything  bool
	withRooms   bool     // besides the caller's own, what takes place in classrooms
	room        string   // only what is in this classroom; "" for all
	course      string   // only what belongs to it; "" for all
	kinds       []string // none for all
}

func (of calendarOf) has(kind busy.Kind) bool {
	if of.room != "" && kind != busy.Session { // only sessions are in classrooms
		return false
	}
	return len(of.kinds) == 0 || slices.Contains(of.kinds, string(kind))
}

// selectEntries selects sessions s of batches b, as the caller knows them.
func selectEntries(q bun.IDB, who access.Caller, entries *[]Entry, now time.Time) *bun.SelectQuery {
	mine := []any{who.HasRole(access.Admin), who.ID, who.ID}
	return q.NewSelect().Model(entries).Join("JOIN batches AS b ON b.id = s.batch_id").Join("JOIN courses AS c ON c.id = b.course_id").
		Join("LEFT JOIN users AS u ON u.id = coalesce(s.instructor_id, b.assigned_instructor)").Join("LEFT JOIN resources AS r ON r.id = s.room_id").Join("LEFT JOIN classrooms AS cr ON cr.id = s.room_id").
		ColumnExpr("?TableColumns").ColumnExpr("coalesce(s.room_id, '') AS room_id, coalesce(r.name, '') AS room_name, coalesce(cr.place, '') AS room_place").ColumnExpr("b.batch_name, b.course_id, c.title AS course_title").
		ColumnExpr("coalesce(s.instructor_id, b.assigned_instructor, '') AS instructor_id, coalesce(u.full_name, '') AS instructor_name").ColumnExpr("s.series_id IS NOT NULL AS in_series, 'session' AS kind").
		ColumnExpr("("+teaches+" AND s.status = 'scheduled' AND s.starts_at > ? AND s.started_at IS NULL AND b.status NOT IN ('Completed', 'Cancelled')) AS can_move", append(mine, now)...).
		ColumnExpr("("+teaches+" OR "+attends+") AS is_known", append(mine, who.ID, who.ID)...).OrderExpr("s.starts_at, s.id")
}

// between returns what of a calendar takes place within [from, to), by time.
func between(ctx context.Context, q bun.IDB, who access.Caller, of calendarOf, from, to, now time.Time, limit int64) (entries []Entry, err error) {
	entries = []Entry{}
	if of.has(busy.Session) {
		if entries, err = sessionsBetween(ctx, q, who, of, from, to, now, limit); err != nil {
			return nil, err
		}
	}
	meetings, err := meetingsBetween(ctx, q, who, of, from, to, now, limit)
	if err != nil {
		return nil, err
	}
	entries = append(entries, meetings...)
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.StartsAt.Compare(b.StartsAt) })
	return entries, nil
}

func sessionsBetween(ctx context.Context, q bun.IDB, who access.Caller, of calendarOf, from, to, now time.Time, limit int64) (entries []Entry, err error) {
	entries = []Entry{}
	s := selectEntries(q, who, &entries, now).Where("s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ?", from.Add(-timetable.Longest), to, from).Limit(limit)
	switch {
	case of.batch != "":
		s.Where("s.batch_id = ?", of.batch).Where("("+teaches+" OR "+attends+")", who.HasRole(access.Admin), who.ID, who.ID, who.ID, who.ID)
	case of.withRooms:
		s.Where("(s.room_id IS NOT NULL AND s.status = 'scheduled' OR "+teaches+" OR "+attends+")", false, who.ID, who.ID, who.ID, who.ID)
	case !of.everything && len(of.instructors) == 0:
		s.Where("("+teaches+" OR "+attends+")", false, who.ID, who.ID, who.ID, who.ID)
	}
	if len(of.instructors) > 0 {
		s.Where("coalesce(s.instructor_id, b.assigned_instructor) IN (?)", bun.List(of.instructors))
	}
	if of.room != "" {
		s.Where("s.room_id = ?", of.room)
	}
	if of.course != "" { // only what the caller may know of: else it would tell of which course others are busy
		s.Where("b.course_id = ?", of.course).Where("("+teaches+" OR "+attends+")", who.HasRole(access.Admin), who.ID, who.ID, who.ID, who.ID)
	}
	return entries, s.Scan(ctx)
}

// whereUpcoming restricts a query to sessions s of batches b of a student that are not over and begin before an instant.
func whereUpcoming(s *bun.SelectQuery, student string, now, until time.Time) *bun.SelectQuery {
	return s.Where("s.starts_at > ? AND s.starts_at < ? AND s.ends_at > ? AND s.status = 'scheduled'", now.Add(-timetable.Longest), until, now).
		Where(`b.status <> 'Cancelled' AND (EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status IN ('active', 'on_hold'))
			OR EXISTS (SELECT 1 FROM admitted_guests AS g WHERE g.session_id = s.id AND g.user_id = ?))`, student, student)
}

func upcoming(ctx context.Context, q bun.IDB, who access.Caller, student string, now, until time.Time, limit int64) (entries []Entry, err error) {
	entries = []Entry{}
	return entries, whereUpcoming(selectEntries(q, who, &entries, now), student, now, until).Limit(limit).Scan(ctx)
}

func countUpcoming(ctx context.Context, q bun.IDB, student string, now, until time.Time) (int64, error) {
	return whereUpcoming(q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id"), student, now, until).Count(ctx)
}

// studentOf returns a user whose sessions the caller may read, or fault.NotFound.
func studentOf(ctx context.Context, q bun.IDB, who access.Caller, id string) (s Student, err error) {
	query := q.NewSelect().TableExpr("users AS u").Column("u.id", "u.full_name").Where("u.id = ?", id)
	if id != who.ID && !who.HasRole(access.Admin) {
		query.Where("EXISTS (SELECT 1 FROM batch_members AS m JOIN batches AS b ON b.id = m.batch_id WHERE m.user_id = u.id AND m.status <> 'dropped' AND "+teaches+")", false, who.ID, who.ID)
	}
	return s, db.One(query.Scan(ctx, &s), fault.New(fault.NotFound, "student_not_found", "This student doesn't exist."))
}
