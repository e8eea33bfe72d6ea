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

// enrollment is what decides whether a course is open to a user. The status is empty for users who have never been enrolled.
type enrollment struct {
	Status      string
	Enrolled    bool // according to the view enrolled_students
	Since       *time.Time
	EndsAt      *time.Time
	AccessFrom  *time.Time // of the course, where it is open between two instants
	AccessUntil *time.Time
}

func enrollmentIn(ctx context.Context, q bun.IDB, userID, courseID string) (e enrollment, err error) {
	err = q.NewRaw(`SELECT coalesce(e.status, '') AS status, EXISTS (SELECT 1 FROM enrolled_students AS i WHERE i.id = e.id) AS enrolled,
		e.created_at AS since, e.ends_at, CASE WHEN c.course_type = 'free' AND c.access_type = 'by_date' THEN c.access_from END AS access_from,
		CASE WHEN c.course_type = 'free' AND c.access_type = 'by_date' THEN c.access_until END AS access_until
		FROM courses AS c LEFT JOIN enrollments AS e ON e.course_id = c.id AND e.user_id = ? WHERE c.id = ?`, userID, courseID).Scan(ctx, &e)
	return e, db.One(err, nil)
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

// videoLengths returns the lengths of videos in seconds; 0 until they are known.
func videoLengths(ctx context.Context, q bun.IDB, ids []string) (map[string]int64, error) {
	var rows []struct {
		ID         string
		DurationMS int64
	}
	err := q.NewSelect().TableExpr("videos AS v").Column("v.id", "v.duration_ms").Where("v.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	lengths := make(map[string]int64, len(rows))
	for _, r := range rows {
		lengths[r.ID] = r.DurationMS / 1000
	}
	return lengths, err
}
