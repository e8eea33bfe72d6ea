package onlinemeeting

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/busy"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoDoubt = fault.New(fault.NotFound, "doubt_session_not_found", "This course has no such session.")

// lockDoubt keeps a Q&A session of a course as it is until the transaction ends; errNoDoubt.
func lockDoubt(ctx context.Context, tx bun.IDB, courseID, id string) error {
	var locked string
	return db.One(db.ForUpdate(tx.NewSelect().TableExpr("online_meetings").Column("id").Where("id = ? AND course_id = ? AND kind = 'doubt'", id, courseID)).Scan(ctx, &locked), errNoDoubt)
}

func doubtsOf(ctx context.Context, q bun.IDB, courseID string) (doubts []OnlineMeeting, err error) {
	doubts = []OnlineMeeting{}
	return doubts, q.NewSelect().Model(&doubts).ColumnExpr("?TableColumns, coalesce(u.full_name, '') AS instructor_name").Join("LEFT JOIN users AS u ON u.id = m.instructor_id").
		Where("m.course_id = ? AND m.kind = 'doubt'", courseID).OrderExpr("m.starts_at DESC, m.id").Limit(most).Scan(ctx)
}

func idsOfCourse(ctx context.Context, tx bun.IDB, courseID string, kind busy.Kind) (ids []string, err error) {
	return ids, tx.NewRaw("SELECT id FROM online_meetings WHERE course_id = ? AND kind = ?", courseID, kind).Scan(ctx, &ids)
}

// weeklyOf returns a course with its weekly Q&A sessions, locked: so that only one transaction lays them out.
func weeklyOf(ctx context.Context, tx bun.IDB, id string) (c weeklyCourse, err error) {
	err = db.ForUpdate(tx.NewSelect().TableExpr("courses").ColumnExpr("id, title, doubt_schedule AS schedule, course_type = 'blended' AND status = 'Published' AS takes_them").Where("id = ?", id)).Scan(ctx, &c)
	if err != nil {
		return c, db.One(err, errNoDoubt)
	}
	return c, tx.NewSelect().TableExpr("course_instructors").Column("user_id").Where("course_id = ?", id).Order("user_id").Scan(ctx, &c.Teachers)
}

// weeklyDates returns the dates of weekly Q&A sessions that are ahead, or of which the date is, wherever they were moved.
func weeklyDates(ctx context.Context, tx bun.IDB, courseID string, now time.Time) (there []OnlineMeeting, err error) {
	yesterday := now.AddDate(0, 0, -1).Format(time.DateOnly) // in some zone it still is
	return there, tx.NewSelect().Model(&there).Where("m.course_id = ? AND m.weekly_key <> '' AND (m.starts_at > ? OR m.weekly_date >= ?)", courseID, now, yesterday).Scan(ctx)
}

// latestWeekly returns the room of that date of the weekly Q&A sessions of a course that was changed last; an empty one for none.
func latestWeekly(ctx context.Context, tx bun.IDB, courseID string) (m OnlineMeeting, err error) {
	err = tx.NewSelect().Model(&m).Column("provider", "url").Where("m.course_id = ? AND m.weekly_key <> ''", courseID).OrderExpr("m.updated_at DESC, m.starts_at DESC").Limit(1).Scan(ctx)
	_, err = db.Optional(&m, err)
	return m, err
}

// moveLater gives the later dates of a weekly Q&A session the room of one of them.
func moveLater(ctx context.Context, tx bun.IDB, m OnlineMeeting) error {
	_, err := tx.NewRaw("UPDATE online_meetings SET provider = ?, url = ?, sequence = sequence + 1, updated_at = ? WHERE course_id = ? AND weekly_key = ? AND starts_at > ? AND status = ?",
		m.Provider, m.URL, m.UpdatedAt, *m.CourseID, m.WeeklyKey, m.StartsAt, scheduled).Exec(ctx)
	return err
}

func deleteMeetings(ctx context.Context, tx bun.IDB, ids []string) error {
	_, err := tx.NewRaw("DELETE FROM online_meetings WHERE id IN (?)", bun.List(ids)).Exec(ctx)
	return err
}

func insertAll(ctx context.Context, tx bun.IDB, meetings []OnlineMeeting) error {
	_, err := tx.NewInsert().Model(&meetings).Exec(ctx)
	return err
}

// doubtsWithoutCourse returns the Q&A sessions ahead of a course of another format.
func doubtsWithoutCourse(ctx context.Context, tx bun.IDB, courseID string, now time.Time) (ahead []OnlineMeeting, err error) {
	return ahead, tx.NewSelect().Model(&ahead).Join("JOIN courses AS c ON c.id = m.course_id").
		Where("m.course_id = ? AND m.kind = 'doubt' AND m.status = ? AND m.starts_at > ? AND c.course_type <> 'blended'", courseID, scheduled, now).OrderExpr("m.id").Scan(ctx)
}

// weeklyCourses returns the ids of the courses that have, or had, weekly Q&A sessions ahead.
func weeklyCourses(ctx context.Context, q bun.IDB, now time.Time) (ids []string, err error) {
	return ids, q.NewRaw(`SELECT id FROM courses WHERE course_type = 'blended' AND status = 'Published' UNION
		SELECT course_id FROM online_meetings WHERE kind = 'doubt' AND weekly_key <> '' AND starts_at > ? ORDER BY 1`, now).Scan(ctx, &ids)
}
