package authoring

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/learning/schedule"
	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func putAccess(ctx context.Context, tx bun.IDB, id string, a course.FreeAccess, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET access_type = ?, access_from = ?, access_until = ?, updated_at = ? WHERE id = ?",
		a.AccessType, a.AccessFrom, a.AccessUntil, now, id).Exec(ctx)
	return err
}

func putSchedule(ctx context.Context, tx bun.IDB, id string, s schedule.LiveSchedule, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET schedule = ?, updated_at = ? WHERE id = ?", db.JSON[schedule.LiveSchedule]{V: s}, now, id).Exec(ctx)
	return err
}

func putDoubtSchedule(ctx context.Context, tx bun.IDB, id string, d schedule.DoubtSchedule, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET doubt_schedule = ?, updated_at = ? WHERE id = ?", db.JSON[schedule.DoubtSchedule]{V: d}, now, id).Exec(ctx)
	return err
}

// mostExtras limits the recordings that a course shows, newest first.
const mostExtras = 500

func recordings(ctx context.Context, q bun.IDB, id string) (rs []CourseRecording, err error) {
	rs = []CourseRecording{}
	return rs, q.NewSelect().Model(&rs).Where("r.course_id = ?", id).Order("r.created_at DESC", "r.id").Limit(mostExtras).Scan(ctx)
}

// sessionRecordings returns what can be watched of the sessions of the batches of a course: for its teachers all that is published, for others of the batches in which they
// take part. The newest session is the first.
func sessionRecordings(ctx context.Context, q bun.IDB, who access.Caller, courseID string, teaches bool) (rs []sessionRecording, err error) {
	s := q.NewSelect().TableExpr("batches AS b").Join("JOIN batch_sessions AS s ON s.batch_id = b.id").Join("JOIN recorded_lessons AS l ON l.session_id = s.id").
		Join("JOIN videos AS v ON v.id = l.video_id").ColumnExpr("l.id, l.video_id, l.title, s.date, b.start_date, s.id AS session_id, b.id AS batch_id, b.batch_name, s.timezone, s.starts_at, s.ends_at").
		Where("b.course_id = ? AND l.is_published AND v.live_generation > 0", courseID)
	if !teaches {
		s.Where("EXISTS (SELECT 1 FROM batch_members AS m WHERE m.batch_id = b.id AND m.user_id = ? AND m.status IN (?, ?))", who.ID, "active", "completed") // seats, not enrolments
	}
	return rs, s.OrderExpr("s.starts_at DESC, l.created_at, l.id").Limit(mostExtras).Scan(ctx, &rs)
}

// putRecording adds a video of the course as a recording, or changes the recording's title.
func putRecording(ctx context.Context, tx bun.IDB, r CourseRecording) (CourseRecording, error) {
	var title string
	err := tx.NewRaw("SELECT title FROM videos WHERE id = ? AND course_id = ?", r.VideoID, r.CourseID).Scan(ctx, &title)
	if err = db.One(err, fault.New(fault.NotFound, "video_not_found", "This course has no such video.")); err != nil {
		return r, err
	}
	if r.Title == "" {
		r.Title = title
	}
	if _, err := tx.NewInsert().Model(&r).On("CONFLICT (course_id, week_id, video_id) DO UPDATE").Set("title = excluded.title").Exec(ctx); err != nil {
		return r, err
	}
	err = tx.NewSelect().Model(&r).Where("r.course_id = ? AND r.week_id = ? AND r.video_id = ?", r.CourseID, r.WeekID, r.VideoID).Scan(ctx)
	return r, err
}

func removeRecording(ctx context.Context, tx bun.IDB, courseID, weekID, id string) (bool, error) {
	return db.Changed(tx.NewRaw("DELETE FROM course_recordings WHERE course_id = ? AND week_id = ? AND id = ?", courseID, weekID, id).Exec(ctx))
}

// recorded returns a page of the recordings of live courses that a user attends or teaches.
func recorded(ctx context.Context, q bun.IDB, userID string, limit, offset int64) (rs []RecordedVideo, total int64, err error) {
	rs = []RecordedVideo{}
	total, err = q.NewSelect().Model(&rs).ColumnExpr("r.*").ColumnExpr("c.id AS of_course").ColumnExpr("c.title AS course_title").
		Join("JOIN courses AS c ON c.id = r.course_id").
		Where(`c.course_type = 'live' AND (c.id IN (SELECT course_id FROM enrolled_students WHERE user_id = ?)
			OR c.id IN (SELECT course_id FROM course_instructors WHERE user_id = ?))`, userID, userID).
		Order("r.created_at DESC", "r.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return rs, total, err
}
