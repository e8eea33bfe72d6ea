package lesson

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/db"
)

func filesOf(ctx context.Context, q bun.IDB, courseID string, limit, offset int64) (files []content.CourseFile, total int64, err error) {
	total, err = q.NewSelect().Model(&files).Where("f.course_id = ?", courseID).OrderExpr("f.created_at DESC, f.id DESC").
		Limit(limit).Offset(offset).ScanAndCount(ctx)
	return files, total, err
}

// enrolledAt returns when a user enrolled; ok is false unless they are enrolled now.
func enrolledAt(ctx context.Context, q bun.IDB, userID, courseID string) (at time.Time, ok bool, err error) {
	err = q.NewRaw("SELECT created_at FROM enrolled_students WHERE user_id = ? AND course_id = ?", userID, courseID).Scan(ctx, &at)
	ok, err = db.Found(err)
	return at, ok, err
}

// lessonsShowing returns the published lessons with a video, with only the fields that decide when they open.
func lessonsShowing(ctx context.Context, q bun.IDB, courseID, videoID string) (lessons []outline.Lesson, err error) {
	var rows []struct {
		LessonID, After string
		Previewable     bool
		At              *time.Time
		Days            int64
	}
	err = q.NewRaw(`SELECT lesson_id, previewable, release_at AS at, coalesce(release_days, 0) AS days, coalesce(release_after, '') AS after
		FROM published_lessons WHERE course_id = ? AND video_id = ? AND video_id <> ''`, courseID, videoID).Scan(ctx, &rows)
	for _, r := range rows {
		lessons = append(lessons, outline.Lesson{ID: r.LessonID, Previewable: r.Previewable, Release: outline.Release{At: r.At, DaysAfterEnrolment: r.Days, AfterLesson: r.After}})
	}
	return lessons, err
}
