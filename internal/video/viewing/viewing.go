// Package viewing keeps where each viewer stands in a video and what teachers learn of how it is watched.
//
// Watch events are stored once each, by the id that the client made, and are added to counters in the same transaction:
// analytics read the counters alone.
package viewing

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
	"lectern/internal/platform/deps"
	"lectern/internal/video/videoaccess"
)

// ProgressRecorder follows what a learner has watched. Package progress implements it.
type ProgressRecorder interface {
	// Watched is called when events of the user with a video have been stored with tx.
	Watched(ctx context.Context, tx bun.IDB, userID, videoID string) error
}

// Deps is what the service needs.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Videos   *videoaccess.Checker
	Progress ProgressRecorder
}

// Service is the use cases.
type Service struct {
	db       *db.DB
	clock    clock.Clock
	videos   *videoaccess.Checker
	progress ProgressRecorder
}

// New builds the service. It panics when a dependency is missing.
func New(d Deps) *Service {
	deps.Require(d)
	return &Service{
		db:       d.DB,
		clock:    d.Clock,
		videos:   d.Videos,
		progress: d.Progress,
	}
}

// Erase forgets where a user stands in videos, with the transaction tx. That a user has watched stays, for what teachers
// learn from it; who it was is no longer known then. For package profile.
func (s *Service) Erase(ctx context.Context, tx bun.IDB, user string) error {
	return deletePositions(ctx, tx, user)
}
