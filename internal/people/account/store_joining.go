package account

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/access"
	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insertApplication(ctx context.Context, tx bun.IDB, a Application) error {
	_, err := tx.NewInsert().Model(&a).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "already_applied", "You have applied already. Please wait for the answer.").WithCause(err)
	}
	return err
}

func selectApplications(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("a.*, u.full_name, u.email").Join("JOIN users AS u ON u.id = a.user_id")
}

func applicationByID(ctx context.Context, q bun.IDB, id string) (a Application, err error) {
	err = selectApplications(q, &a).Where("a.id = ?", id).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = fault.New(fault.NotFound, "application_not_found", "There is no such application.")
	}
	return a, err
}

func applications(ctx context.Context, q bun.IDB, user, status string, limit, offset int64) (as []Application, total int64, err error) {
	s := selectApplications(q, &as)
	if user != "" {
		s = s.Where("a.user_id = ?", user)
	}
	if status != "" {
		s = s.Where("a.status = ?", status)
	}
	n, err := s.Order("a.created_at DESC", "a.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return as, int64(n), err
}

// decide writes the answer to a pending application: of two at once the first.
func decide(ctx context.Context, tx bun.IDB, id, status, note, by string, now time.Time) error {
	result, err := tx.NewRaw("UPDATE role_applications SET status = ?, note = ?, decided_by = ?, decided_at = ? WHERE id = ? AND status = 'pending'",
		status, note, by, now, id).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return fault.New(fault.Conflict, "already_decided", "This application has been decided already.").WithCause(err)
	}
	return nil
}

// grant gives a user a role, once.
func grant(ctx context.Context, tx bun.IDB, user string, r access.Role) error {
	_, err := tx.NewInsert().Model(&role{UserID: user, Role: r}).On("CONFLICT DO NOTHING").Exec(ctx)
	return err
}

var errNoInvitation = fault.New(fault.NotFound, "invitation_not_found", "There is no such invitation.")

func insertInvitation(ctx context.Context, tx bun.IDB, i Invitation) error {
	_, err := tx.NewInsert().Model(&i).Exec(ctx)
	return err
}

func openInvitation(ctx context.Context, q bun.IDB, id string, now time.Time) (i Invitation, err error) {
	err = q.NewSelect().Model(&i).Where("i.id = ? AND i.ended_at IS NULL AND i.expires_at > ?", id, now).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		err = errNoInvitation
	}
	return i, err
}

func openInvitations(ctx context.Context, q bun.IDB, now time.Time, limit, offset int64) (is []Invitation, total int64, err error) {
	n, err := q.NewSelect().Model(&is).Where("i.ended_at IS NULL AND i.expires_at > ?", now).
		Order("i.created_at DESC", "i.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	return is, int64(n), err
}

// prolongInvitation lets an open invitation be good until then; errNoInvitation when it is not open.
func prolongInvitation(ctx context.Context, tx bun.IDB, id string, now, until time.Time) error {
	result, err := tx.NewRaw("UPDATE invitations SET expires_at = ? WHERE id = ? AND ended_at IS NULL AND expires_at > ?", until, id, now).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errNoInvitation
	}
	return nil
}

// endInvitation ends an open invitation; errNoInvitation when it is not, or another was faster.
func endInvitation(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	result, err := tx.NewRaw("UPDATE invitations SET ended_at = ? WHERE id = ? AND ended_at IS NULL AND expires_at > ?", now, id, now).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errNoInvitation
	}
	return nil
}
