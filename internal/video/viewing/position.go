package viewing

import (
	"context"
	"math"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/video/videoaccess"
)

// Position of a viewer in a video.
type Position struct {
	Position  float64    `json:"position" doc:"In seconds; 0 for users who have not begun."`
	Duration  float64    `json:"duration" doc:"Of the video, in seconds."`
	UpdatedAt *time.Time `json:"updatedAt" doc:"By the clock of the device that was there last; null for users who have not begun."`
}

// PositionUpdate is a viewer's position on one device. The latest by the device's clock counts.
type PositionUpdate struct {
	Position float64   `json:"position" minimum:"0" maximum:"1000000" msg:"Position must be a number of seconds"`
	At       time.Time `json:"at" msg:"The time of the position is required" doc:"By the client's clock; one in the future counts as now."`
}

// Position returns the caller's position in a video, across devices. fault.NotFound for callers who may not watch it.
func (s *Service) Position(ctx context.Context, who access.Caller, id string) (Position, error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return Position{}, err
	}
	return positionOf(ctx, s.db.Reader(), who.ID, v)
}

// SetPosition stores the caller's position, unless another device has sent a later one, and returns the one that counts.
// fault.NotFound for callers who may not watch the video.
func (s *Service) SetPosition(ctx context.Context, who access.Caller, id string, u PositionUpdate) (p Position, err error) {
	v, err := s.videos.Watchable(ctx, who, id)
	if err != nil {
		return p, err
	}
	now := s.clock.Now()
	row := positionRow{UserID: who.ID, VideoID: v.ID, PositionMS: clip(v, u.Position), ClientTime: clock.Exact(u.At), UpdatedAt: now}
	if row.ClientTime.After(now) { // otherwise a device whose clock is ahead would win until then
		row.ClientTime = now
	}
	err = s.db.InTx(ctx, func(tx bun.IDB) error {
		if err := putPosition(ctx, tx, row); err != nil {
			return err
		}
		p, err = positionOf(ctx, tx, who.ID, v)
		return err
	})
	return p, err
}

// clip returns a time in the video in milliseconds, at most its end.
func clip(v videoaccess.Video, seconds float64) int64 {
	return min(int64(math.Round(seconds*1000)), v.DurationMS)
}

// CoursePosition is a user's position in a video of a course, and whether they have watched it.
type CoursePosition struct {
	VideoID   string     `json:"videoId"`
	Position  float64    `json:"position" doc:"In seconds; 0 for users who have not begun."`
	Duration  float64    `json:"duration" doc:"Of the video, in seconds."`
	Percent   int64      `json:"watchedPercentage" doc:"How much of the video they have seen, 0 to 100. What was seen twice counts once."`
	Watched   bool       `json:"watched" doc:"Whether that is all but its end."`
	UpdatedAt *time.Time `json:"updatedAt" doc:"By the clock of the device that was there last; null where no device has sent one."`
}

// watchedPercent of a video counts as watched: the rest is credits.
const watchedPercent = 90

// Positions returns a page of the videos of a course that the caller has started, in course order, and their number. Users
// see only their own. For signed-in users.
func (s *Service) Positions(ctx context.Context, who access.Caller, courseID string, limit, offset int64) ([]CoursePosition, int64, error) {
	rows, total, err := coursePositions(ctx, s.db.Reader(), who.ID, courseID, limit, offset)
	ps := make([]CoursePosition, len(rows))
	for i, r := range rows {
		ps[i] = r.position()
	}
	return ps, total, err
}

// coursePositionRow is a video that a user has started.
type coursePositionRow struct {
	ID         string
	DurationMS int64 `bun:"duration_ms"`
	PositionMS int64 `bun:"position_ms"`
	WatchedMS  int64 `bun:"watched_ms"` // what the user has seen
	ClientTime *time.Time
}

func (r coursePositionRow) position() CoursePosition {
	p := CoursePosition{VideoID: r.ID, Position: float64(r.PositionMS) / 1000, Duration: float64(r.DurationMS) / 1000, UpdatedAt: r.ClientTime}
	if r.DurationMS > 0 {
		p.Percent = min(100, r.WatchedMS*100/r.DurationMS) // a row from before exact figures may hold more than there is
	}
	p.Watched = p.Percent >= watchedPercent
	return p
}
