package account

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func updatePerson(ctx context.Context, tx bun.IDB, u User) error {
	_, err := tx.NewUpdate().Model(&u).Column("full_name", "email", "email_key", "email_verified_at", "updated_at").WherePK().Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "email_taken", "There is another account with this e-mail address.").WithCause(err)
	}
	if err != nil {
		return err
	}
	return enlist(ctx, tx, u)
}

func replaceRoles(ctx context.Context, tx bun.IDB, user string, roles []access.Role, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM user_roles WHERE user_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	for _, r := range roles {
		if err := grant(ctx, tx, user, r); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw("UPDATE users SET updated_at = ? WHERE id = ?", now, user).Exec(ctx)
	return err
}

// isLeaving says that somebody has asked for an account to be deleted.
func isLeaving(ctx context.Context, q bun.IDB, user string) (bool, error) {
	return q.NewSelect().Table("deletion_requests").Where("user_id = ?", user).Exists(ctx)
}

// isErased says that of a user nothing is left but a row to which others refer.
func isErased(ctx context.Context, q bun.IDB, user string) (bool, error) {
	return q.NewSelect().Table("deletion_requests").Where("user_id = ? AND erased_at IS NOT NULL", user).Exists(ctx)
}
