package playback

import (
	"context"
	"database/sql"
	"errors"

	"github.com/uptrace/bun"
)

// captionsOf lists captions by language, without their bodies.
func captionsOf(ctx context.Context, q bun.IDB, video string) (list []Caption, err error) {
	return list, q.NewSelect().Model(&list).ExcludeColumn("body").Where("c.video_id = ?", video).Order("c.language").Scan(ctx)
}

// captionByLanguage is fault.NotFound when there are none.
func captionByLanguage(ctx context.Context, q bun.IDB, video, language string) (c Caption, err error) {
	err = q.NewSelect().Model(&c).Where("c.video_id = ?", video).Where("c.language = ?", language).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = captionsNotFound()
	}
	return c, err
}

// putCaption is fault.Conflict when another language has the label.
func upsertCaption(ctx context.Context, tx bun.IDB, c Caption) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT (video_id, language) DO UPDATE").
		Set("label = EXCLUDED.label").Set("body = EXCLUDED.body").Set("updated_at = EXCLUDED.updated_at").Exec(ctx)
	return labelTaken(err)
}

// deleteCaption is fault.NotFound when there are none.
func deleteCaption(ctx context.Context, tx bun.IDB, video, language string) error {
	r, err := tx.NewDelete().Model((*Caption)(nil)).Where("video_id = ?", video).Where("language = ?", language).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n > 0 {
		return err
	}
	return captionsNotFound()
}
