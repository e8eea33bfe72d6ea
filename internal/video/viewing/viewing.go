// Package viewing stores viewers' positions in videos and tells teachers how videos are watched.
//
// Watch events are stored once, by the id that the client made, and added to counters in the same transaction: analytics
// read only the counters.
package viewing

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/video/videoaccess"
)

// ProgressRecorder is notified of what a student has watched. Package progress implements it.
type ProgressRecorder interface {
	// Watched is called when events of a user for a video have been stored with tx.
	Watched(ctx context.Context, tx bun.IDB, userID, videoID string) error
}

// Deps of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Videos   *videoaccess.Checker
	Progress ProgressRecorder
}

// Service implements the use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	videos   *videoaccess.Checker
	progress ProgressRecorder
}

func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:       d.DB,
		clock:    d.Clock,
		videos:   d.Videos,
		progress: d.Progress,
	}
}

// Erase deletes a user's positions in videos, with the transaction tx. Watch events stay for the analytics; the
// user's row no longer identifies anybody by then. For package profile.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deletePositions(ctx, tx, user)
}
