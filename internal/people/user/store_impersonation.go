package user

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
)

func insertImpersonation(ctx context.Context, tx bun.IDB, a impersonation) error {
	_, err := tx.NewInsert().Model(&a).Exec(ctx)
	return err
}

// impersonated is the user of a valid impersonation.
type impersonated struct {
	Roles    string // comma-separated
	ReadOnly bool
}

// impersonatedBy returns the user whom an administrator impersonates; errActingEnded when the impersonation, the
// administrator's session or account, or the user's account is no longer valid.
func impersonatedBy(ctx context.Context, q bun.IDB, who access.Caller, now time.Time) (row impersonated, err error) {
	err = q.NewRaw(`SELECT a.read_only, coalesce((SELECT string_agg(r.role, ',') FROM user_roles AS r WHERE r.user_id = u.id), '') AS roles
		FROM impersonations AS a JOIN users AS u ON u.id = a.user_id JOIN users AS d ON d.id = a.admin_id JOIN sessions AS s ON s.id = a.session_id AND s.user_id = a.admin_id
		WHERE a.id = ? AND a.user_id = ? AND a.admin_id = ? AND a.ended_at IS NULL AND a.expires_at > ?
		AND s.revoked_at IS NULL AND s.expires_at > ? AND u.status = 'active' AND d.status = 'active'
		AND EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = d.id AND r.role = 'admin')
		AND NOT EXISTS (SELECT 1 FROM user_roles AS r WHERE r.user_id = u.id AND r.role = 'admin')
		AND NOT EXISTS (SELECT 1 FROM admin_locks AS l WHERE l.user_id = d.id AND (l.locked_until IS NULL OR l.locked_until > ?))`,
		who.Session, who.ID, who.Actor, now, now, now).Scan(ctx, &row)
	return row, db.One(err, errImpersonationEnded)
}

func endImpersonation(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE impersonations SET ended_at = ? WHERE id = ? AND ended_at IS NULL", now, id).Exec(ctx)
	return err
}

func deleteImpersonationsBefore(ctx context.Context, tx bun.IDB, expired time.Time) error {
	_, err := tx.NewRaw("DELETE FROM impersonations WHERE expires_at < ?", expired).Exec(ctx)
	return err
}

func deleteImpersonationsOf(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM impersonations WHERE user_id = ?", user).Exec(ctx)
	return err
}
