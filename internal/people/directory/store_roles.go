package directory

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
)

type role struct {
	bun.BaseModel `bun:"table:user_roles"`

	UserID string
	Role   access.Role
}

// AddRole adds a role unless the user has it.
func AddRole(ctx context.Context, tx bun.IDB, user string, r access.Role) error {
	_, err := tx.NewInsert().Model(&role{UserID: user, Role: r}).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

// ReplaceRoles replaces a user's roles.
func ReplaceRoles(ctx context.Context, tx bun.IDB, user string, roles []access.Role, now time.Time) error {
	if _, err := tx.NewRaw("DELETE FROM user_roles WHERE user_id = ?", user).Exec(ctx); err != nil {
		return err
	}
	for _, r := range roles {
		if err := AddRole(ctx, tx, user, r); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw("UPDATE users SET updated_at = ? WHERE id = ?", now, user).Exec(ctx)
	return err
}

// ReadRoles fills in the roles of the users with one query.
func ReadRoles(ctx context.Context, q bun.IDB, us []User) error {
	ids := make([]string, len(us))
	place := make(map[string]int, len(us))
	for i, u := range us {
		ids[i], place[u.ID] = u.ID, i
		us[i].Roles = []access.Role{}
	}
	var rows []role
	err := q.NewSelect().Model(&rows).Where("user_id IN (?)", bun.List(ids)).Order("user_id", "role").Scan(ctx)
	for _, r := range rows {
		u := &us[place[r.UserID]]
		u.Roles = append(u.Roles, r.Role)
	}
	return err
}
