package course

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func putAccess(ctx context.Context, tx bun.IDB, id string, a FreeAccess, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET access_type = ?, access_from = ?, access_until = ?, updated_at = ? WHERE id = ?",
		a.AccessType, a.AccessFrom, a.AccessUntil, now, id).Exec(ctx)
	return err
}

func putSchedule(ctx context.Context, tx bun.IDB, id string, s LiveSchedule, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET schedule = ?, updated_at = ? WHERE id = ?", db.JSON[LiveSchedule]{V: s}, now, id).Exec(ctx)
	return err
}

func putDoubtSchedule(ctx context.Context, tx bun.IDB, id string, d DoubtSchedule, now time.Time) error {
	_, err := tx.NewRaw("UPDATE courses SET doubt_schedule = ?, updated_at = ? WHERE id = ?", db.JSON[DoubtSchedule]{V: d}, now, id).Exec(ctx)
	return err
}

func doubtScheduleOf(ctx context.Context, q bun.IDB, id string) (DoubtSchedule, error) {
	var r struct{ DoubtSchedule db.JSON[DoubtSchedule] }
	err := q.NewRaw("SELECT doubt_schedule FROM courses WHERE id = ?", id).Scan(ctx, &r)
	if r.DoubtSchedule.V.Slots == nil {
		r.DoubtSchedule.V.Slots = []DoubtSlot{}
	}
	return r.DoubtSchedule.V, err
}

// mostExtras is how many sessions and recordings one course shows, the newest.
const mostExtras = 500

func doubtSessions(ctx context.Context, q bun.IDB, id string) (ds []DoubtSession, err error) {
	ds = []DoubtSession{}
	return ds, q.NewSelect().Model(&ds).Where("d.course_id = ?", id).Order("d.starts_at DESC", "d.id").Limit(mostExtras).Scan(ctx)
}

func insertDoubtSession(ctx context.Context, tx bun.IDB, d DoubtSession) error {
	_, err := tx.NewInsert().Model(&d).Exec(ctx)
	return err
}

func recordings(ctx context.Context, q bun.IDB, id string) (rs []CourseRecording, err error) {
	rs = []CourseRecording{}
	return rs, q.NewSelect().Model(&rs).Where("r.course_id = ?", id).Order("r.created_at DESC", "r.id").Limit(mostExtras).Scan(ctx)
}

// putRecording names a video of the course as a recording, or gives the recording that it is another title.
func putRecording(ctx context.Context, tx bun.IDB, r CourseRecording) (CourseRecording, error) {
	var title string
	err := tx.NewRaw("SELECT title FROM videos WHERE id = ? AND course_id = ?", r.VideoID, r.CourseID).Scan(ctx, &title)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.New(fault.NotFound, "video_not_found", "There is no such video in this course.")
	}
	if err != nil {
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

func removeDoubtSession(ctx context.Context, tx bun.IDB, courseID, id string) (bool, error) {
	return changed(tx.NewRaw("DELETE FROM course_doubt_sessions WHERE course_id = ? AND id = ?", courseID, id).Exec(ctx))
}

func removeRecording(ctx context.Context, tx bun.IDB, courseID, weekID, id string) (bool, error) {
	return changed(tx.NewRaw("DELETE FROM course_recordings WHERE course_id = ? AND week_id = ? AND id = ?", courseID, weekID, id).Exec(ctx))
}
