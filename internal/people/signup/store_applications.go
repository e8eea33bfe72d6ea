package signup

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

func insertApplication(ctx context.Context, tx bun.IDB, a Application) error {
	_, err := tx.NewInsert().Model(&a).Exec(ctx)
	if db.IsUniqueViolation(err) {
		return fault.New(fault.Conflict, "already_applied", "You have already applied. Wait for the answer.").WithCause(err)
	}
	return err
}

func selectApplications(q bun.IDB, into any) *bun.SelectQuery {
	return q.NewSelect().Model(into).ColumnExpr("a.*, u.full_name, u.email").Join("JOIN users AS u ON u.id = a.user_id")
}

func applicationByID(ctx context.Context, q bun.IDB, id string) (a Application, err error) {
	err = selectApplications(q, &a).Where("a.id = ?", id).Scan(ctx)
	return a, db.One(err, fault.New(fault.NotFound, "application_not_found", "This application doesn't exist."))
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

// decide stores the answer to a pending application. Of two concurrent calls one succeeds; fault.Conflict for the other.
func decide(ctx context.Context, tx bun.IDB, id, status, note, by string, now time.Time) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE role_applications SET status = ?, note = ?, decided_by = ?, decided_at = ? WHERE id = ? AND status = 'pending'",
		status, note, by, now, id), fault.New(fault.Conflict, "already_decided", "This application has already been decided."))
}
