package course

import (
	"context"

	"lectern/internal/platform/access"
	"lectern/internal/platform/clock"
	"lectern/internal/platform/db"
)

// Permissions tells other features what a caller may do with a course and what belongs to it.
type Permissions struct {
	db    *db.DB
	clock clock.Clock
}

func NewPermissions(d *db.DB, c clock.Clock) *Permissions { return &Permissions{d, c} }

// MayTeach reports whether the caller may change a course and what belongs to it.
func (p *Permissions) MayTeach(ctx context.Context, who access.Caller, courseID string) (bool, error) {
	if who.ID == "" {
		return false, nil
	}
	return exists(ctx, p.db.Reader(), courseID, Teaches(who))
}

// MayWatch reports whether the caller may watch a video of a course. Its teachers and students may, and anyone if it
// is a free course open to all. Anyone may watch a preview while the course is in the catalogue.
func (p *Permissions) MayWatch(ctx context.Context, who access.Caller, courseID string, preview bool) (bool, error) {
	if preview {
		return exists(ctx, p.db.Reader(), courseID, Visible(who))
	}
	return exists(ctx, p.db.Reader(), courseID, MayLearn(who, p.clock.Now()))
}
