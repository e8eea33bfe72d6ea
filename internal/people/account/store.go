package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/people/directory"
	"lectern/internal/platform/db"
)

// countOtherAdmins counts the other administrators who can sign in. It locks their rows until the transaction ends, so that
// two of them cannot disable each other concurrently. The row of the user itself is locked already: everybody takes the locks
// in this order.
func countOtherAdmins(ctx context.Context, tx bun.IDB, user string, now time.Time) (int64, error) {
	var ids []string
	err := db.ForUpdate(tx.NewSelect().Table("user_roles").Column("user_id").Where("role = 'admin'").Order("user_id")).Scan(ctx, &ids)
	if err != nil {
		return 0, err
	}
	return tx.NewSelect().Model((*directory.User)(nil)).Where("u.id IN (?) AND u.id <> ? AND u.status = ?", bun.List(ids), user, directory.Active).
		Where("NOT EXISTS (SELECT 1 FROM admin_locks AS a WHERE a.user_id = u.id AND (a.locked_until IS NULL OR a.locked_until > ?))", now).Count(ctx)
}

// isAdmin reports whether a user is an administrator who is neither disabled nor locked by hand.
func isAdmin(ctx context.Context, q bun.IDB, user string, now time.Time) (bool, error) {
	return q.NewSelect().Model((*directory.User)(nil)).Where("u.id = ? AND u.status = ?", user, directory.Active).
		Where("EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'admin')").
		Where("NOT EXISTS (SELECT 1 FROM admin_locks AS a WHERE a.user_id = u.id AND (a.locked_until IS NULL OR a.locked_until > ?))", now).Exists(ctx)
}

// isBeingDeleted reports whether there is a request to delete the account.
func isBeingDeleted(ctx context.Context, q bun.IDB, user string) (bool, error) {
	return q.NewSelect().Table("deletion_requests").Where("user_id = ?", user).Exists(ctx)
}
