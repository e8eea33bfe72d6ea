package enrollment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// Save keeps a course for later; a second time changes nothing. For whoever is signed in. fault.NotFound when there is none
// that they may see.
func (s *Service) Save(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if _, err := course.Find(ctx, tx, who, id); err != nil {
			return err
		}
		return save(ctx, tx, who.ID, id, s.clock.Now())
	})
}

// Unsave takes a course from what is kept for later, whether they may still see it or not. For whoever is signed in.
// fault.NotFound when it is not among that.
func (s *Service) Unsave(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		was, err := unsave(ctx, tx, who.ID, id)
		if err == nil && !was {
			err = fault.New(fault.NotFound, "course_not_saved", "You have not saved this course.")
		}
		return err
	})
}

// Saved is a page of what the caller has kept for later and may still see, the last kept first, and how many there are. For
// whoever is signed in.
func (s *Service) Saved(ctx context.Context, who access.Caller, limit, offset int64) ([]course.Course, int64, error) {
	return saved(ctx, s.db.Reader(), course.Visible(who), who.ID, limit, offset)
}
