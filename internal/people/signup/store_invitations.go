package signup

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

var errNoInvitation = fault.New(fault.NotFound, "invitation_not_found", "This invitation doesn't exist.")

func insertInvitation(ctx context.Context, tx bun.IDB, i Invitation) error {
	_, err := tx.NewInsert().Model(&i).Exec(ctx)
	return err
}

func openInvitation(ctx context.Context, q bun.IDB, id string, now time.Time) (i Invitation, err error) {
	err = q.NewSelect().Model(&i).Where("i.id = ? AND i.ended_at IS NULL AND i.expires_at > ?", id, now).Scan(ctx)
	return i, db.One(err, errNoInvitation)
}

func openInvitations(ctx context.Context, q bun.IDB, now time.Time, limit, offset int64) (is []Invitation, total int64, err error) {
	n, err := q.NewSelect().Model(&is).Where("i.ended_at IS NULL AND i.expires_at > ?", now).
		Order("i.created_at DESC", "i.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return is, int64(n), err
}

// extendInvitation extends an open invitation; errNoInvitation when it is not open.
func extendInvitation(ctx context.Context, tx bun.IDB, id string, now, until time.Time) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE invitations SET expires_at = ? WHERE id = ? AND ended_at IS NULL AND expires_at > ?", until, id, now), errNoInvitation)
}

// endInvitation ends an open invitation; errNoInvitation when it is not open.
func endInvitation(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE invitations SET ended_at = ? WHERE id = ? AND ended_at IS NULL AND expires_at > ?", now, id, now), errNoInvitation)
}
