package account

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

type role struct {
	bun.BaseModel `bun:"table:user_roles"`

	UserID string
	Role   access.Role
}

func insertUser(ctx context.Context, tx bun.IDB, u User) error {
	_, err := tx.NewInsert().Model(&u).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "email_taken", "There is an account with this e-mail address already. Please sign in instead.").WithCause(err)
	}
	if err != nil {
		return fmt.Errorf("insert user: %w", err)
	}
	rows := make([]role, len(u.Roles))
	for i, r := range u.Roles {
		rows[i] = role{UserID: u.ID, Role: r}
	}
	if _, err = tx.NewInsert().Model(&rows).On("CONFLICT DO NOTHING").Exec(ctx); err != nil { // a role named twice is held once
		return err
	}
	return enlist(ctx, tx, u)
}

func userByEmail(ctx context.Context, q bun.IDB, key string) (User, error) {
	return oneUser(ctx, q, "u.email_key = ?", key)
}

func userByID(ctx context.Context, q bun.IDB, id string) (User, error) {
	return oneUser(ctx, q, "u.id = ?", id)
}

var errNoUser = fault.New(fault.NotFound, "user_not_found", "There is no such account.")

func oneUser(ctx context.Context, q bun.IDB, where, value string) (u User, err error) {
	err = q.NewSelect().Model(&u).Where(where, value).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return User{}, errNoUser
	}
	if err != nil {
		return User{}, err
	}
	us := []User{u}
	err = readRoles(ctx, q, us)
	return us[0], err
}

// replacePassword gives u another password hash, unless it has got one meanwhile: fault.Conflict.
func replacePassword(ctx context.Context, tx bun.IDB, u User, hash string, now time.Time) error {
	result, err := tx.NewRaw("UPDATE users SET password_hash = ?, updated_at = ? WHERE id = ? AND password_hash = ?",
		hash, now, u.ID, u.PasswordHash).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return fault.New(fault.Conflict, "password_changed", "Your password has been changed meanwhile. Please sign in again.").WithCause(err)
	}
	return nil
}

func users(ctx context.Context, q bun.IDB, after string, limit int64) (us []User, err error) {
	err = q.NewSelect().Model(&us).Where("u.id > ?", after).Order("u.id").Limit(limit).Scan(ctx)
	if err != nil || len(us) == 0 {
		return us, err
	}
	return us, readRoles(ctx, q, us)
}

// readRoles fills in the roles of some users with one query.
func readRoles(ctx context.Context, q bun.IDB, us []User) error {
	ids := make([]string, len(us))
	place := make(map[string]int, len(us))
	for i, u := range us {
		ids[i], place[u.ID] = u.ID, i
		us[i].Roles = []access.Role{}
	}
	var rows []role
	err := q.NewSelect().Model(&rows).Where("user_id IN (?)", bun.In(ids)).Order("user_id", "role").Scan(ctx)
	for _, r := range rows {
		u := &us[place[r.UserID]]
		u.Roles = append(u.Roles, r.Role)
	}
	return err
}

// isSetUp says that there is an administrator or has once been one.
func isSetUp(ctx context.Context, q bun.IDB) (done bool, err error) {
	err = q.NewRaw(`SELECT EXISTS (SELECT 1 FROM settings WHERE name = 'set_up_at')
		OR EXISTS (SELECT 1 FROM user_roles WHERE role = 'admin')`).Scan(ctx, &done)
	return done, err
}

// markSetUp lets one of several who set up at once be the first.
func markSetUp(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("INSERT INTO settings (name, value) VALUES ('set_up_at', ?)", now.Format(time.RFC3339)).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return errSetUp
	}
	return err
}
