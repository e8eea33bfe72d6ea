package playback

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/video/videoaccess"
)

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
