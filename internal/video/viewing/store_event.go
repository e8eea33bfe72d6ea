package viewing

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/spans"
	"lectern/internal/video/videoaccess"
)

type eventRow struct {
	bun.BaseModel `bun:"table:watch_events,alias:e"`

	UserID     string `bun:",pk"`
	ID         string `bun:",pk"`
	VideoID    string
	Kind       string
	FromMS     int64 `bun:"from_ms"`
	ToMS       int64 `bun:"to_ms"`
	ValueMS    int64 `bun:"value_ms"`
	Rendition  string
	Clamped    bool // ClientTime was in the future and is that of its arrival
	ClientTime time.Time
	ReceivedAt time.Time
}

type bucketRow struct {
	bun.BaseModel `bun:"table:watched_buckets"`

	VideoID string `bun:",pk"`
	UserID  string `bun:",pk"`
	Bucket  int64  `bun:",pk"`
}

// watchedRow is how much of a video a user has seen.
type watchedRow struct {
	bun.BaseModel `bun:"table:watched_time,alias:w"`

	VideoID   string `bun:",pk"`
	UserID    string `bun:",pk"`
	WatchedMS int64  `bun:"watched_ms"`
}

type retentionRow struct {
	bun.BaseModel `bun:"table:watch_retention,alias:w"`

	VideoID string `bun:",pk"`
	Bucket  int64  `bun:",pk"`
	Viewers int64
}

type startupRow struct {
	bun.BaseModel `bun:"table:watch_startups,alias:w"`

	VideoID string `bun:",pk"`
	Class   int64  `bun:",pk"`
	Views   int64
}

type totalsRow struct {
	bun.BaseModel `bun:"table:watch_totals,alias:w"`

	VideoID string `bun:",pk"`
	Views   int64
	Viewers int64
	WatchMS int64 `bun:"watch_ms"`
	Stalls  int64
	StallMS int64 `bun:"stall_ms"`
}

// insertEvents returns the ids of the new ones.
func insertEvents(ctx context.Context, tx bun.IDB, rows []eventRow) (map[string]bool, error) {
	var ids []string
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Returning("id").Exec(ctx, &ids)
	fresh := make(map[string]bool, len(ids))
	for _, id := range ids {
		fresh[id] = true
	}
	return fresh, err
}

// addToCounters adds a batch to the counters. Every transaction locks the rows in the same order, so that none deadlock.
func addToCounters(ctx context.Context, tx bun.IDB, video, user string, g watchDelta) error {
	viewers := int64(0)
	if len(g.buckets) > 0 {
		var err error
		viewers, err = db.Affected(tx.NewRaw("INSERT INTO watch_viewers (video_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING", video, user).Exec(ctx))
		if err != nil {
			return err
		}
		if err := addRetention(ctx, tx, video, user, g.buckets); err != nil {
			return err
		}
	}
	if err := addStartups(ctx, tx, video, g.startups); err != nil {
		return err
	}
	t := totalsRow{VideoID: video, Views: g.views, Viewers: viewers, WatchMS: g.watchMS, Stalls: g.stalls, StallMS: g.stallMS}
	insert := tx.NewInsert().Model(&t).On("CONFLICT (video_id) DO UPDATE")
	for _, column := range []string{"views", "viewers", "watch_ms", "stalls", "stall_ms"} {
		insert = insert.Set("? = w.? + EXCLUDED.?", bun.Ident(column), bun.Ident(column), bun.Ident(column))
	}
	_, err := insert.Exec(ctx)
	return err
}

// addRetention adds a viewer to each bucket that this user had not watched before.
func addRetention(ctx context.Context, tx bun.IDB, video, user string, buckets []int64) error {
	watched := make([]bucketRow, len(buckets))
	for i, b := range buckets {
		watched[i] = bucketRow{VideoID: video, UserID: user, Bucket: b}
	}
	var fresh []int64
	if _, err := tx.NewInsert().Model(&watched).On("CONFLICT DO NOTHING").Returning("bucket").Exec(ctx, &fresh); err != nil || len(fresh) == 0 {
		return err
	}
	slices.Sort(fresh)
	rows := make([]retentionRow, len(fresh))
	for i, b := range fresh {
		rows[i] = retentionRow{VideoID: video, Bucket: b, Viewers: 1}
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT (video_id, bucket) DO UPDATE").Set("viewers = w.viewers + EXCLUDED.viewers").Exec(ctx)
	return err
}

// putWatched computes how much of a video a user has seen from all their events. It locks the row first: of two batches at once, each
// must count what the other has brought.
func putWatched(ctx context.Context, tx bun.IDB, v videoaccess.Video, user string) error {
	w := watchedRow{VideoID: v.ID, UserID: user}
	_, err := tx.NewInsert().Model(&w).On("CONFLICT (video_id, user_id) DO UPDATE").Set("watched_ms = w.watched_ms").Exec(ctx)
	if err != nil {
		return err
	}
	var seen []struct {
		FromMS int64 `bun:"from_ms"`
		ToMS   int64 `bun:"to_ms"`
	}
	err = tx.NewRaw("SELECT from_ms, to_ms FROM watch_events WHERE user_id = ? AND video_id = ? AND kind = 'watched'", user, v.ID).Scan(ctx, &seen)
	if err != nil {
		return err
	}
	var set spans.Set
	for _, e := range seen {
		set.Add(e.FromMS, e.ToMS)
	}
	w.WatchedMS = set.Covered(v.DurationMS)
	_, err = tx.NewUpdate().Model(&w).WherePK().Exec(ctx)
	return err
}

func addStartups(ctx context.Context, tx bun.IDB, video string, classes map[int64]int64) error {
	if len(classes) == 0 {
		return nil
	}
	var rows []startupRow
	for _, class := range slices.Sorted(maps.Keys(classes)) {
		rows = append(rows, startupRow{VideoID: video, Class: class, Views: classes[class]})
	}
	_, err := tx.NewInsert().Model(&rows).On("CONFLICT (video_id, class) DO UPDATE").Set("views = w.views + EXCLUDED.views").Exec(ctx)
	return err
}

// countersOf reads all counters of a video; they are zero before the first event.
func countersOf(ctx context.Context, q bun.IDB, video string) (t totalsRow, retention []retentionRow, startups []startupRow, err error) {
	err = q.NewSelect().Model(&t).Where("w.video_id = ?", video).Scan(ctx)
	if found, err := db.Found(err); !found {
		return t, nil, nil, err
	}
	if err == nil {
		err = q.NewSelect().Model(&retention).Where("w.video_id = ?", video).Order("w.bucket").Scan(ctx)
	}
	if err == nil {
		err = q.NewSelect().Model(&startups).Where("w.video_id = ?", video).Order("w.class").Scan(ctx)
	}
	return t, retention, startups, err
}
