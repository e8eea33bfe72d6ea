package curriculum

import (
	"context"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/learning/outline"
	"lectern/internal/platform/db"
)

type PublishedCurriculum struct {
	bun.BaseModel `bun:"table:curriculum_versions,alias:v" json:"-"`

	CourseID        string                   `bun:",pk" json:"-"`
	Number          int64                    `bun:",pk" json:"number"`
	Outline         db.JSON[outline.Outline] `json:"-"`
	Note            string                   `json:"note"`
	PublishedBy     string                   `json:"-"`
	PublishedByName string                   `bun:",scanonly" json:"published_by"`
	PublishedAt     time.Time                `json:"published_at"`
}

// editedDraft is a draft that an edit has replaced.
type editedDraft struct {
	bun.BaseModel `bun:"table:curriculum_edits"`

	CourseID    string `bun:",pk"`
	Revision    int64  `bun:",pk"`
	Outline     db.JSON[outline.Outline]
	Description string
	EditedBy    string
	EditedAt    time.Time
}

// insert creates a curriculum if there is none.
func insert(ctx context.Context, tx bun.IDB, r outline.Record) error {
	_, err := tx.NewInsert().Model(&r).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

func update(ctx context.Context, tx bun.IDB, r outline.Record) error {
	if _, err := tx.NewUpdate().Model(&r).WherePK().Exec(ctx); err != nil {
		return err
	}
	return replaceLessonVideos(ctx, tx, r.CourseID, r.Outline.V)
}

// lessonVideo is the video of a lesson of the draft.
type lessonVideo struct {
	bun.BaseModel `bun:"table:lesson_videos"`

	CourseID string `bun:",pk"`
	LessonID string `bun:",pk"`
	VideoID  string
	Position int64
}

// replaceLessonVideos notes which lessons of a draft show which videos, where an edit has changed that.
func replaceLessonVideos(ctx context.Context, tx bun.IDB, courseID string, o outline.Outline) error {
	var before, after []lessonVideo
	position := int64(0)
	for _, l := range o.AllLessons() {
		if position++; l.VideoID != "" {
			after = append(after, lessonVideo{CourseID: courseID, LessonID: l.ID, VideoID: l.VideoID, Position: position})
		}
	}
	err := tx.NewSelect().Model(&before).Where("course_id = ?", courseID).Order("position").Scan(ctx)
	if err != nil || slices.Equal(before, after) {
		return err
	}
	if _, err := tx.NewRaw("DELETE FROM lesson_videos WHERE course_id = ?", courseID).Exec(ctx); err != nil || len(after) == 0 {
		return err
	}
	_, err = tx.NewInsert().Model(&after).Exec(ctx)
	return err
}

// storeEdit stores a draft that is about to be replaced, and deletes those too old for undo.
func storeEdit(ctx context.Context, tx bun.IDB, e editedDraft) error {
	if _, err := tx.NewInsert().Model(&e).Exec(ctx); err != nil {
		return err
	}
	_, err := tx.NewRaw("DELETE FROM curriculum_edits WHERE course_id = ? AND revision <= ?", e.CourseID, e.Revision-keptEdits).Exec(ctx)
	return err
}

// lastEdit returns the draft that undo would restore; ok is false if there is none.
func lastEdit(ctx context.Context, q bun.IDB, courseID string) (e editedDraft, ok bool, err error) {
	err = q.NewSelect().Model(&e).Where("course_id = ?", courseID).Order("revision DESC").Limit(1).Scan(ctx)
	ok, err = db.Found(err)
	return e, ok, err
}

func forgetEdit(ctx context.Context, tx bun.IDB, e editedDraft) error {
	_, err := tx.NewDelete().Model(&e).WherePK().Exec(ctx)
	return err
}
