package transcode

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/objectkey"
)

// knownGenerations returns the prefixes of all generations that have a row.
func knownGenerations(ctx context.Context, q bun.IDB) (map[string]bool, error) {
	var rows []Generation
	err := q.NewSelect().Model(&rows).Column("video_id", "generation").Scan(ctx)
	known := map[string]bool{}
	for _, g := range rows {
		known[objectkey.Generation(g.VideoID, g.Generation)] = true
	}
	return known, err
}

// liveInits lists the renditions that manifests name.
func liveInits(ctx context.Context, q bun.IDB) (rows []Rendition, err error) {
	err = q.NewSelect().Model(&rows).Column("r.video_id", "r.generation", "r.name", "r.init_fence").
		Join("JOIN videos AS v ON v.id = r.video_id AND v.live_generation = r.generation").Where("r.status = 'completed'").Scan(ctx)
	return rows, err
}

// livePieces lists the pieces of the renditions that manifests name.
func livePieces(ctx context.Context, q bun.IDB) (rows []Piece, err error) {
	err = q.NewSelect().Model(&rows).
		Where(`EXISTS (SELECT 1 FROM videos AS v JOIN video_renditions AS r ON r.video_id = v.id AND r.generation = v.live_generation
			WHERE v.id = piece.video_id AND r.generation = piece.generation AND r.name = piece.rendition AND r.status = 'completed')`).Scan(ctx)
	return rows, err
}
