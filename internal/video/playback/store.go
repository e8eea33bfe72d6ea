package playback

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/keyrotation"
	"lectern/internal/platform/seal"
	"lectern/internal/video/media"
	"lectern/internal/video/videoaccess"
)

type generationRow struct {
	bun.BaseModel `bun:"table:video_generations,alias:g"`

	VideoID     string
	Generation  int64
	Plan        db.JSON[media.Plan]
	ImagesFence int64
	FinishedAt  *time.Time
}

type renditionRow struct {
	bun.BaseModel `bun:"table:video_renditions,alias:r"`

	Name                string
	Codec               string
	InitFence, InitSize int64
	PeakBandwidth       int64
	Bytes               int64
	MediaMS             int64 `bun:"media_ms"`
}

type pieceRow struct {
	bun.BaseModel `bun:"table:video_pieces,alias:p"`

	Rendition    string
	FirstSegment int64
	Fence        int64
	Sizes        db.JSON[[]int64]
	Keyframes    db.JSON[[]int64]
}

type keyRow struct {
	bun.BaseModel `bun:"table:video_keys,alias:k"`

	VideoID       string `bun:",pk"`
	Generation    int64  `bun:",pk"`
	Epoch         int64  `bun:",pk"`
	Wrapped       string
	MasterVersion int64
}

func (k keyRow) id() seal.KeyID {
	return seal.KeyID{Video: k.VideoID, Generation: k.Generation, Epoch: k.Epoch}
}
func (k keyRow) wrapped() seal.WrappedKey {
	return seal.WrappedKey{Text: k.Wrapped, Master: k.MasterVersion}
}

// posterOf returns the number of the thumbnail that the poster is based on; fault.NotFound when there is no such video.
func posterOf(ctx context.Context, q bun.IDB, id string) (thumbnail int64, err error) {
	err = q.NewSelect().Table("videos").Column("poster").Where("id = ?", id).Scan(ctx, &thumbnail)
	return thumbnail, db.One(err, videoaccess.NotFound())
}

// downloadableTitle returns the title of a video; fault.Forbidden while it can't be downloaded.
func downloadableTitle(ctx context.Context, q bun.IDB, id string) (title string, err error) {
	var v struct {
		Title          string
		IsDownloadable bool
	}
	err = q.NewSelect().Table("videos").Column("title", "is_downloadable").Where("id = ?", id).Scan(ctx, &v)
	if err == nil && !v.IsDownloadable {
		return "", errDownloadOff()
	}
	return v.Title, db.One(err, videoaccess.NotFound())
}

// manifestOf reads the playable part of a generation; fault.NotFound when there is none.
func manifestOf(ctx context.Context, q bun.IDB, video string, generation int64) (*manifest, []keyRow, error) {
	var g generationRow
	err := q.NewSelect().Model(&g).Where("g.video_id = ?", video).Where("g.generation = ?", generation).Where("g.playable").Scan(ctx)
	if err := db.One(err, videoaccess.NotFound()); err != nil {
		return nil, nil, err
	}
	var renditions []renditionRow
	if err := q.NewSelect().Model(&renditions).Where("r.video_id = ?", video).Where("r.generation = ?", generation).
		Where("r.status = 'completed'").Scan(ctx); err != nil {
		return nil, nil, err
	}
	// Read after the renditions, so that every piece of those that were complete is there.
	var pieces []pieceRow
	if err := q.NewSelect().Model(&pieces).Where("p.video_id = ?", video).Where("p.generation = ?", generation).
		Order("p.rendition", "p.first_segment").Scan(ctx); err != nil {
		return nil, nil, err
	}
	var keys []keyRow
	if err := q.NewSelect().Model(&keys).Where("k.video_id = ?", video).Where("k.generation = ?", generation).Scan(ctx); err != nil {
		return nil, nil, err
	}
	m, err := newManifest(g, renditions, pieces)
	return m, keys, err
}

// outdatedKeys reads up to limit data keys, after the given one in their order, that another version of the master key than the
// newest wraps.
func outdatedKeys(ctx context.Context, q bun.IDB, newest int64, after keyRow, limit int64) (keys []keyRow, err error) {
	return keys, q.NewSelect().Model(&keys).Where("k.master_version <> ?", newest).
		Where("(k.video_id, k.generation, k.epoch) > (?, ?, ?)", after.VideoID, after.Generation, after.Epoch).
		Order("k.video_id", "k.generation", "k.epoch").Limit(limit).Scan(ctx)
}

// replaceKey stores the same data key wrapped anew, unless another process was faster.
func replaceKey(ctx context.Context, tx bun.IDB, k keyRow, w seal.WrappedKey) error {
	_, err := tx.NewUpdate().Model(&k).Set("wrapped = ?", w.Text).Set("master_version = ?", w.Master).
		WherePK().Where("wrapped = ?", k.Wrapped).Exec(ctx)
	return err
}

func countKeys(ctx context.Context, q bun.IDB) (counts []keyrotation.Count, err error) {
	return counts, q.NewRaw("SELECT master_version AS version, count(*) AS keys FROM video_keys GROUP BY master_version").Scan(ctx, &counts)
}

// chaptersOf lists the chapters that start within the length of a video, in milliseconds: another file may be shorter than the one for which
// they were written.
func chaptersOf(ctx context.Context, q bun.IDB, video string, length int64) (ChapterList, error) {
	var rows []chapterRow
	err := q.NewSelect().Model(&rows).Where("ch.video_id = ?", video).Where("ch.start_ms < ?", length).Order("ch.start_ms").Scan(ctx)
	l := ChapterList{make([]Chapter, len(rows))}
	for i, r := range rows {
		l.Chapters[i] = Chapter{float64(r.StartMS) / 1000, r.Title}
	}
	return l, err
}

// lockVideo keeps other changes away from what belongs to a video; fault.NotFound if it was deleted.
func lockVideo(ctx context.Context, tx bun.IDB, video string) error {
	var id string
	err := db.ForUpdate(tx.NewSelect().Table("videos").Column("id").Where("id = ?", video)).Scan(ctx, &id)
	return db.One(err, videoaccess.NotFound())
}

// replaceChapters sets all chapters of a video.
func replaceChapters(ctx context.Context, tx bun.IDB, video string, rows []chapterRow) error {
	if _, err := tx.NewDelete().Table("video_chapters").Where("video_id = ?", video).Exec(ctx); err != nil || len(rows) == 0 {
		return err
	}
	_, err := tx.NewInsert().Model(&rows).Exec(ctx)
	return err
}
