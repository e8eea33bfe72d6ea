package profile

import (
	"context"

	"github.com/uptrace/bun"

	"lectern/internal/platform/clock"
	"lectern/internal/platform/fault"
	"lectern/internal/platform/jobs"
)

// Deletions are the requests for the deletion of accounts. They exist before the service, because signing in asks for them and
// the service asks for sessions.
type Deletions struct {
	clock clock.Clock
	queue *jobs.Queue
}

// NewDeletions returns the requests.
func NewDeletions(c clock.Clock, q *jobs.Queue) *Deletions { return &Deletions{c, q} }

// MayReturn reports whether a user has asked for the deletion themselves and may still take it back by signing in. For package
// session.
func (d *Deletions) MayReturn(ctx context.Context, q bun.IDB, user string) (bool, error) {
	row, err := deletionOf(ctx, q, user)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return row.RequestedBy == user && row.ErasedAt == nil && row.EraseAt.After(d.clock.Now()), err
}

// KeepOut makes a user's own request one of an administrator, with the transaction tx: only an administrator can give the account
// back then. It reports whether there was one of their own. For package account.
func (d *Deletions) KeepOut(ctx context.Context, tx bun.IDB, admin, user string) (bool, error) {
	return takeOverDeletion(ctx, tx, admin, user)
}

// Return takes a request back, with the transaction tx, and emails the user. For package session.
func (d *Deletions) Return(ctx context.Context, tx bun.IDB, user string) error {
	if err := deleteDeletion(ctx, tx, user); err != nil {
		return err
	}
	_, err := d.queue.Add(ctx, tx, jobs.New{Kind: letterJob, Payload: letterWork{User: user, Occasion: onReturn}})
	return err
}
