package blog

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/fault"
)

const (
	keptDeleted = 30 * 24 * time.Hour
	mostPurged  = 50 // posts in one run
)

// Undelete restores a deleted post as it was. Same callers as Draft. fault.NotFound for one that is not deleted, or was more than 30 days ago.
func (s *Service) Undelete(ctx context.Context, who access.Caller, id string) (d PostDraft, err error) {
	err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error {
		r, err := lockDeleted(ctx, tx, id, who.OwnOrAll())
		if err != nil {
			return err
		}
		r.DeletedAt = nil
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if err := s.record(ctx, tx, who, "blog.restored", id, deleted, r.Status); err != nil {
			return err
		}
		d, err = s.draft(ctx, tx, who, id)
		return err
	})
	return d, err
}

// purge removes the posts that were deleted more than 30 days ago, with all their texts.
func (s *Service) purge(ctx context.Context) error {
	before := s.deps.Clock.Now().Add(-keptDeleted)
	ids, err := deletedBefore(ctx, s.deps.DB.Reader(), before, mostPurged)
	for _, id := range ids {
		if err != nil {
			break
		}
		err = s.deps.DB.InTx(ctx, func(tx bun.IDB) error { return s.purgeOne(ctx, tx, id, before) })
	}
	return err
}

// purgeOne removes a post, unless it has been restored since.
func (s *Service) purgeOne(ctx context.Context, tx bun.IDB, id string, before time.Time) error {
	r, err := lockDeleted(ctx, tx, id, "")
	if fault.Is(err, fault.NotFound) || err == nil && !r.DeletedAt.Before(before) {
		return nil
	}
	if err != nil {
		return err
	}
	covers, err := coversOf(ctx, tx, id)
	if err == nil {
		err = remove(ctx, tx, id)
	}
	if err != nil {
		return err
	}
	return s.release(ctx, tx, covers)
}
