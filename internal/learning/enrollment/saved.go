package enrollment

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/learning/course"
	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

// SavedFilter narrows the list of saved courses.
type SavedFilter struct {
	Search string `query:"search" maxLength:"200" msg:"search must be at most 200 characters" doc:"Occurs in the title; upper and lower case and accents do not matter."`
}

// Save saves a course for later; saving it again changes nothing. For signed-in callers. It returns fault.NotFound if
// they may not see the course.
func (s *Service) Save(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		if _, err := course.Find(ctx, tx, who, id); err != nil {
			return err
		}
		return save(ctx, tx, who.ID, id, s.clock.Now())
	})
}

// Unsave removes a saved course, even if the caller may no longer see it. For signed-in callers. It returns
// fault.NotFound if it is not saved.
func (s *Service) Unsave(ctx context.Context, who access.Caller, id string) error {
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		was, err := unsave(ctx, tx, who.ID, id)
		if err == nil && !was {
			err = fault.New(fault.NotFound, "course_not_saved", "You have not saved this course.")
		}
		return err
	})
}

// Saved lists the caller's saved courses that they may still see, last saved first, and their number. For signed-in
// callers.
func (s *Service) Saved(ctx context.Context, who access.Caller, f SavedFilter, limit, offset int64) ([]course.Course, int64, error) {
	return saved(ctx, s.db.Reader(), course.Visible(who), who.ID, f, limit, offset)
}
