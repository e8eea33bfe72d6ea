package classsession

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/timetable"
)

// Insert stores new sessions with their series.
func Insert(ctx context.Context, tx bun.IDB, sessions []Session, series []Series) error {
	if len(series) > 0 {
		if _, err := tx.NewInsert().Model(&series).Exec(ctx); err != nil {
			return err
		}
	}
	if len(sessions) == 0 {
		return nil
	}
	_, err := tx.NewInsert().Model(&sessions).Exec(ctx)
	return err
}

// Update stores changed sessions of a batch, whose sessions before are given. Where one moves onto the day of another, their days are freed first.
func Update(ctx context.Context, tx bun.IDB, sessions, before []Session) error {
	if len(sessions) == 0 {
		return nil
	}
	ids, swaps := make([]string, len(sessions)), false
	for i, s := range sessions {
		ids[i] = s.ID
		swaps = swaps || slices.ContainsFunc(before, func(b Session) bool { return b.ID != s.ID && b.Date == s.Date })
	}
	if swaps {
		if _, err := tx.NewRaw("UPDATE batch_sessions SET date = id WHERE id IN (?)", bun.List(ids)).Exec(ctx); err != nil {
			return err
		}
	}
	q := tx.NewInsert().Model(&sessions).On("CONFLICT (id) DO UPDATE")
	for _, column := range []string{"date", "start_time", "end_time", "starts_at", "ends_at", "title", "description", "detached", "status", "sequence", "reason", "instructor_id", "room_id", "updated_at"} {
		q.Set("? = excluded.?", bun.Ident(column), bun.Ident(column))
	}
	_, err := q.Exec(ctx)
	return err
}

// ByID returns sessions by time, with those that are cancelled.
func ByID(ctx context.Context, q bun.IDB, ids []string) (sessions []Session, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	return sessions, q.NewSelect().Model(&sessions).Where("s.id IN (?)", bun.List(ids)).OrderExpr("s.starts_at, s.id").Scan(ctx)
}

// Of returns the sessions of a batch by time, cancelled ones too.
func Of(ctx context.Context, q bun.IDB, batchID string) (sessions []Session, err error) {
	sessions = []Session{}
	return sessions, q.NewSelect().Model(&sessions).Where("s.batch_id = ?", batchID).OrderExpr("s.starts_at, s.id").Scan(ctx)
}

// SeriesOf returns the rules by which sessions of a batch repeat.
func SeriesOf(ctx context.Context, q bun.IDB, batchID string) (series []Series, err error) {
	return series, q.NewSelect().Model(&series).Where("r.batch_id = ?", batchID).OrderExpr("r.id").Scan(ctx)
}

// IDsOf returns the ids of the sessions of a batch.
func IDsOf(ctx context.Context, q bun.IDB, batchID string) (ids []string, err error) {
	return ids, q.NewSelect().Table("batch_sessions").Column("id").Where("batch_id = ?", batchID).Scan(ctx, &ids)
}

// NextOf returns the next sessions of a batch that are not cancelled.
func NextOf(ctx context.Context, q bun.IDB, batchID string, now time.Time, limit int64) (sessions []Session, err error) {
	sessions = []Session{}
	return sessions, q.NewSelect().Model(&sessions).Where("s.batch_id = ? AND s.ends_at > ? AND s.status <> ?", batchID, now, Cancelled).
		OrderExpr("s.starts_at, s.id").Limit(limit).Scan(ctx)
}

// TaughtSessions returns those sessions whose batches the caller teaches.
func TaughtSessions(ctx context.Context, q bun.IDB, who access.Caller, ids []string) (taught []string, err error) {
	return taught, q.NewSelect().TableExpr("batch_sessions AS s").Join("JOIN batches AS b ON b.id = s.batch_id").Column("s.id").Where("s.id IN (?)", bun.List(ids)).
		Where("b.assigned_instructor = ? OR EXISTS (SELECT 1 FROM course_instructors AS i WHERE i.course_id = b.course_id AND i.user_id = ?)", who.ID, who.ID).Scan(ctx, &taught)
}

// HolidaysFor returns the holidays that matter to a rule; none for no rule. It returns fault.Invalid for a calendar that does not exist; the
// school's always does.
func HolidaysFor(ctx context.Context, q bun.IDB, r *timetable.Recurrence) (timetable.Holidays, error) {
	if r == nil {
		return nil, nil
	}
	holidays, err := HolidaysIn(ctx, q, r.HolidayCalendar, r.StartDate)
	if err != nil || len(holidays) > 0 || r.HolidayCalendar == timetable.SchoolHolidays {
		return holidays, err
	}
	exists, err := q.NewSelect().Table("holiday_calendars").Where("calendar = ?", r.HolidayCalendar).Exists(ctx)
	if err == nil && !exists {
		err = fault.InvalidField("recurrence.holiday_calendar", "unknown_value", "This calendar of holidays doesn't exist")
	}
	return holidays, err
}

// HolidaysIn returns the holidays of a calendar from a day on; none for one that does not exist.
func HolidaysIn(ctx context.Context, q bun.IDB, calendar, from string) (timetable.Holidays, error) {
	var found []struct{ Date, Name string }
	err := q.NewSelect().TableExpr("holidays AS h").Column("h.date", "h.name").Where("h.calendar = ? AND h.date >= ?", calendar, from).Scan(ctx, &found)
	holidays := timetable.Holidays{}
	for _, h := range found {
		holidays[h.Date] = h.Name
	}
	return holidays, err
}

// SharesCourse reports whether the caller may know when an instructor is free: of themselves, of those who teach one of their courses, and as
// an administrator of all.
func SharesCourse(ctx context.Context, q bun.IDB, who access.Caller, instructorID string) (bool, error) {
	return SharesCourses(ctx, q, who, []string{instructorID})
}

// SharesCourses reports whether SharesCourse holds for each of some instructors, all of them different.
func SharesCourses(ctx context.Context, q bun.IDB, who access.Caller, instructorIDs []string) (bool, error) {
	others := slices.DeleteFunc(slices.Clone(instructorIDs), func(id string) bool { return id == who.ID })
	if len(others) == 0 {
		return true, nil
	}
	theirs := q.NewSelect().TableExpr("course_instructors AS i").ColumnExpr("count(DISTINCT i.user_id)").Where("i.user_id IN (?)", bun.List(others))
	if !who.HasRole(access.Admin) {
		theirs.Where("EXISTS (SELECT 1 FROM course_instructors AS mine WHERE mine.course_id = i.course_id AND mine.user_id = ?)", who.ID)
	}
	var known int
	err := theirs.Scan(ctx, &known)
	return known == len(others), err
}
