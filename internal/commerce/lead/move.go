package lead

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

// Find returns a lead, for features that act on it. fault.NotFound.
func (s *Service) Find(ctx context.Context, q bun.IDB, id string) (Lead, error) {
	return find(ctx, q, id)
}

// Move gives a lead another status, with a note in its history, for features that act on it; who is nobody for its sender. An empty status leaves it as it is, and so does a proposal to one that is
// won. It locks the lead. fault.NotFound.
func (s *Service) Move(ctx context.Context, tx bun.IDB, who access.Caller, id, status, note string) error {
	l, err := lock(ctx, tx, id)
	if err != nil {
		return err
	}
	if note != "" {
		e := LeadEvent{ID: db.NewID(), LeadID: id, Action: actNote, UserID: pointer(who.ID), Note: note, CreatedAt: s.deps.Clock.Now()}
		if err := addEvent(ctx, tx, e); err != nil {
			return err
		}
	}
	if status == "" || l.Status == Won {
		return nil
	}
	to := l.edit()
	to.Status = status
	return s.apply(ctx, tx, who, &l, to)
}
