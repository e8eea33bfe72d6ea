package playback

import (
	"context"
	"time"

	"lectern/internal/platform/access"
)

// CoursePosition is where somebody stands in a video of a course, and whether they have seen it.
type CoursePosition struct {
	VideoID   string     `json:"videoId"`
	Position  float64    `json:"position" doc:"In seconds; 0 for who has not begun."`
	Duration  float64    `json:"duration" doc:"Of the film, in seconds."`
	Percent   int64      `json:"watchedPercentage" doc:"How much of the film they have seen, 0 to 100. What was seen twice counts once."`
	Watched   bool       `json:"watched" doc:"Whether that is all but its end."`
	UpdatedAt *time.Time `json:"updatedAt" doc:"By the clock of the device that was there last; null where none has told."`
}

// watchedPercent is how much of a film counts as seen: the end is titles.
const watchedPercent = 90

// Positions is a page of the videos of a course that the caller has begun, in the order of the course, and how many those
// are. It tells everybody of nothing but their own. For whoever is signed in.
func (s *Service) Positions(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]CoursePosition, int64, error) {
	rows, total, err := positionsIn(ctx, s.DB.Reader(), who.ID, courseID, limit, offset)
	ps := make([]CoursePosition, len(rows))
	for i, r := range rows {
		ps[i] = r.told()
	}
	return ps, total, err
}

// begunRow is a video that somebody has begun.
type begunRow struct {
	ID         string
	DurationMS int64 `bun:"duration_ms"`
	PositionMS int64 `bun:"position_ms"`
	Buckets    int64 // that they have seen
	ClientTime *time.Time
}

func (r begunRow) told() CoursePosition {
	p := CoursePosition{VideoID: r.ID, Position: float64(r.PositionMS) / 1000, Duration: float64(r.DurationMS) / 1000, UpdatedAt: r.ClientTime}
	if all := (r.DurationMS + bucketMS - 1) / bucketMS; all > 0 {
		p.Percent = min(100, r.Buckets*100/all)
	}
	p.Watched = p.Percent >= watchedPercent
	return p
}
