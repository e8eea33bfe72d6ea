package viewing

import (
	"context"
	"time"

	"lectern/internal/platform/db"
	"lectern/internal/video/videoaccess"

	"github.com/uptrace/bun"
)

type positionRow struct {
	bun.BaseModel `bun:"table:watch_positions,alias:p"`

	UserID     string `bun:",pk"`
	VideoID    string `bun:",pk"`
	PositionMS int64  `bun:"position_ms"`
	ClientTime time.Time
	UpdatedAt  time.Time
}

// positionOf returns the start of the video for users who have not started it.
func positionOf(ctx context.Context, q bun.IDB, user string, v videoaccess.Video) (Position, error) {
	var row positionRow
	p := Position{Duration: float64(v.DurationMS) / 1000}
	err := q.NewSelect().Model(&row).Where("p.user_id = ?", user).Where("p.video_id = ?", v.ID).Scan(ctx)
	if found, err := db.Found(err); !found {
		return p, err
	}
	p.Position, p.UpdatedAt = float64(row.PositionMS)/1000, new(row.ClientTime.UTC())
	return p, err
}

// putPosition keeps the latest position by the clients' clocks; of two at one instant the further one, in whichever order
// they arrive.
func putPosition(ctx context.Context, tx bun.IDB, row positionRow) error {
	_, err := tx.NewInsert().Model(&row).On("CONFLICT (user_id, video_id) DO UPDATE").
		Set("position_ms = EXCLUDED.position_ms").Set("client_time = EXCLUDED.client_time").Set("updated_at = EXCLUDED.updated_at").
		Where("(EXCLUDED.client_time, EXCLUDED.position_ms) > (p.client_time, p.position_ms)").Exec(ctx)
	return err
}

// coursePositions lists the videos of a course that a user has started, in course order.
func coursePositions(ctx context.Context, q bun.IDB, user, courseID string, limit, offset int64) (rows []coursePositionRow, total int64, err error) {
	total, err = q.NewSelect().TableExpr("videos AS v").Join("LEFT JOIN watch_positions AS p ON p.video_id = v.id AND p.user_id = ?", user).
		Join("LEFT JOIN watched_time AS w ON w.video_id = v.id AND w.user_id = ?", user).
		ColumnExpr("v.id, v.duration_ms, coalesce(p.position_ms, 0) AS position_ms, p.client_time, coalesce(w.watched_ms, 0) AS watched_ms").
		Where("v.course_id = ?", courseID).Where("(p.user_id IS NOT NULL OR w.user_id IS NOT NULL)").
		OrderExpr("v.position, v.id").Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	return rows, total, err
}

// deletePositions deletes a user's positions.
func deletePositions(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM watch_positions WHERE user_id = ?", user).Exec(ctx)
	return err
}
