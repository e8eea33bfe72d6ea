package curriculum

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/content"
	"lectern/internal/learning/outline"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func newestVersion(ctx context.Context, q bun.IDB, courseID string) (number int64, err error) {
	return number, q.NewRaw("SELECT coalesce(max(number), 0) FROM curriculum_versions WHERE course_id = ?", courseID).Scan(ctx, &number)
}

func insertVersion(ctx context.Context, tx bun.IDB, v PublishedCurriculum) error {
	_, err := tx.NewInsert().Model(&v).Exec(ctx)
	return err
}

func versions(ctx context.Context, q bun.IDB, courseID string, limit, offset int64) (vs []PublishedCurriculum, total int64, err error) {
	total, err = q.NewSelect().Model(&vs).Column("number", "note", "published_at").ColumnExpr("u.full_name AS published_by_name").
		Join("JOIN users AS u ON u.id = v.published_by").Where("v.course_id = ?", courseID).
		OrderExpr("v.number DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return vs, total, err
}

func versionByNumber(ctx context.Context, q bun.IDB, courseID string, number int64) (v PublishedCurriculum, err error) {
	err = q.NewSelect().Model(&v).Where("v.course_id = ? AND v.number = ?", courseID, number).Scan(ctx)
	return v, db.One(err, fault.New(fault.NotFound, "version_not_found", "This version of the curriculum doesn't exist."))
}

type publishedLesson struct {
	bun.BaseModel `bun:"table:published_lessons"`

	CourseID    string
	LessonID    string
	SectionID   string
	Position    int64
	Type        string
	Title       string
	Required    bool
	Previewable bool
	ContentID   string
	VideoID     string

	Completion   string
	WatchedShare int64
	MinimumScore int64

	ReleaseAt    *time.Time
	ReleaseDays  int64
	ReleaseAfter string

	DueAt      *time.Time
	DueIsFinal bool
}

// replacePublished replaces the list of published lessons, which other queries count and join.
func replacePublished(ctx context.Context, tx bun.IDB, courseID string, o outline.Outline, due map[string]content.Deadline, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM published_lessons WHERE course_id = ?", courseID).Exec(ctx); err != nil {
		return err
	}
	var rows []publishedLesson
	for s, l := range o.AllLessons() {
		row := publishedLesson{CourseID: courseID, LessonID: l.ID, SectionID: s.ID, Position: int64(len(rows) + 1), Type: l.Type,
			Title: l.Title, Required: l.Required, Previewable: l.Previewable, ContentID: l.ContentID, VideoID: l.VideoID,
			Completion: l.Completion.Rule, WatchedShare: l.Completion.WatchedShare, MinimumScore: l.Completion.MinimumScore,
			ReleaseAt: l.Release.At, ReleaseDays: l.Release.DaysAfterEnrolment, ReleaseAfter: l.Release.AfterLesson}
		if d, ok := due[l.ContentID]; ok {
			row.DueAt, row.DueIsFinal = &d.At, d.Final
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil
	}
	if _, err := tx.NewInsert().Model(&rows).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw(`UPDATE lessons SET published_at = ? WHERE course_id = ? AND published_at IS NULL
		AND id IN (SELECT lesson_id FROM published_lessons WHERE course_id = ?)`, now, courseID, courseID).Exec(ctx)
	return err
}

// publishedIDs returns the published lessons in order.
func publishedIDs(ctx context.Context, q bun.IDB, courseID string) (ids []string, err error) {
	return ids, q.NewRaw("SELECT lesson_id FROM published_lessons WHERE course_id = ? ORDER BY position", courseID).Scan(ctx, &ids)
}

// video holds the columns that this package reads.
type video struct {
	ID, Title  string
	IsPreview  bool
	DurationMS int64
}

// videosOf returns the videos of a course that have been uploaded, in order.
func videosOf(ctx context.Context, q bun.IDB, courseID string) (vs []video, err error) {
	return vs, q.NewRaw(`SELECT id, title, is_preview, duration_ms FROM videos
		WHERE course_id = ? AND status IN ('pending', 'processing', 'completed') ORDER BY position, id`, courseID).Scan(ctx, &vs)
}
