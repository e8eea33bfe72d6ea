package videoaccess

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// videoByID returns fault.NotFound when there is no such video.
func videoByID(ctx context.Context, q bun.IDB, id string) (v Video, err error) {
	err = q.NewSelect().Model(&v).
		Column("v.id", "v.course_id", "v.is_preview", "v.is_downloadable", "v.status", "v.live_generation", "v.duration_ms").
		ColumnExpr("v.is_shared OR EXISTS (SELECT 1 FROM course_recordings AS r WHERE r.video_id = v.id) AS is_shared").
		ColumnExpr("COALESCE(g.has_images, FALSE) AS has_images").
		Join("LEFT JOIN video_generations AS g ON g.video_id = v.id AND g.generation = v.live_generation").
		Where("v.id = ?", id).Scan(ctx)
	return v, db.One(err, NotFound())
}
