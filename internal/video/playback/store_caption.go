package playback

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// captionsOf lists captions by language, without their bodies.
func captionsOf(ctx context.Context, q bun.IDB, video string) (list []Caption, err error) {
	return list, q.NewSelect().Model(&list).ExcludeColumn("body").Where("c.video_id = ?", video).Order("c.language").Scan(ctx)
}

// captionByLanguage returns fault.NotFound when there are none.
func captionByLanguage(ctx context.Context, q bun.IDB, video, language string) (c Caption, err error) {
	err = q.NewSelect().Model(&c).Where("c.video_id = ?", video).Where("c.language = ?", language).Scan(ctx)
	return c, db.One(err, captionsNotFound())
}

// upsertCaption returns fault.Conflict when another language has the label.
func upsertCaption(ctx context.Context, tx bun.IDB, c Caption) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT (video_id, language) DO UPDATE").
		Set("label = EXCLUDED.label").Set("body = EXCLUDED.body").Set("updated_at = EXCLUDED.updated_at").Exec(ctx)
	return labelTaken(err)
}

// insertFoundCaption leaves captions of the same language or label as they are.
func insertFoundCaption(ctx context.Context, tx bun.IDB, c Caption) error {
	_, err := tx.NewInsert().Model(&c).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

// deleteCaption returns fault.NotFound when there are none.
func deleteCaption(ctx context.Context, tx bun.IDB, video, language string) error {
	return db.MustChange(ctx, tx.NewDelete().Model((*Caption)(nil)).Where("video_id = ?", video).Where("language = ?", language), captionsNotFound())
}
