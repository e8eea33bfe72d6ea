package profile

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Deletions stores requests to delete accounts. It is separate from Service to break a cycle: session needs it, and Service
// needs sessions.
type Deletions struct {
	clock clock.Clock
	queue *jobs.Queue
}

func NewDeletions(c clock.Clock, q *jobs.Queue) *Deletions { return &Deletions{c, q} }

// CanRestore reports whether users have deleted their account themselves and may still restore it by signing in. For package
// session.
func (d *Deletions) CanRestore(ctx context.Context, q bun.IDB, user string) (bool, error) {
	row, err := deletionOf(ctx, q, user)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return row.RequestedBy == user && row.ErasedAt == nil && row.EraseAt.After(d.clock.Now()), err
}

// BlockOwnRestore turns a user's own request into an administrator's, with the transaction tx, so that only an administrator can
// restore the account. It reports whether there was one. For package account.
func (d *Deletions) BlockOwnRestore(ctx context.Context, tx bun.IDB, admin, user string) (bool, error) {
	return takeOverDeletion(ctx, tx, admin, user)
}

// Restore cancels a user's own request, with the transaction tx, and emails the user. For package session.
func (d *Deletions) Restore(ctx context.Context, tx bun.IDB, user string) error {
	if err := deleteDeletion(ctx, tx, user); err != nil {
		return err
	}
	_, err := d.queue.Add(ctx, tx, jobs.New{Kind: emailJob, Payload: emailPayload{User: user, Kind: restoredEmail}})
	return err
}
