package company

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
	"lectern/internal/platform/fault"
)

// upsertInvitation stores an invitation, or opens again the one that the address has, and returns it.
func upsertInvitation(ctx context.Context, tx bun.IDB, i CompanyInvitation) (CompanyInvitation, error) {
	_, err := tx.NewInsert().Model(&i).On("CONFLICT (company_id, email_key) DO UPDATE").
		Set(`email = excluded.email, full_name = excluded.full_name, role = excluded.role, department = excluded.department, state = 'open', invited_by = excluded.invited_by,
			user_id = NULL, created_at = excluded.created_at, expires_at = excluded.expires_at`).Exec(ctx)
	if err != nil {
		return i, err
	}
	err = tx.NewRaw("SELECT id FROM company_invitations WHERE company_id = ? AND email_key = ?", i.CompanyID, i.EmailKey).Scan(ctx, &i.ID)
	return i, err
}

func openInvitation(ctx context.Context, q bun.IDB, id string, now time.Time) (i CompanyInvitation, err error) {
	err = q.NewSelect().Model(&i).Where("i.id = ? AND i.state = 'open' AND i.expires_at > ?", id, now).Scan(ctx)
	return i, db.One(err, errDead)
}

func openInvitations(ctx context.Context, q bun.IDB, company string, now, before time.Time, beforeID string, limit int64) (is []CompanyInvitation, err error) {
	is = []CompanyInvitation{}
	return is, q.NewSelect().Model(&is).Where("i.company_id = ? AND i.state = 'open' AND i.expires_at > ? AND (i.created_at, i.id) < (?, ?)", company, now, before, beforeID).
		OrderExpr("i.created_at DESC, i.id DESC").Limit(limit).Scan(ctx)
}

func acceptInvitation(ctx context.Context, tx bun.IDB, id, user string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE company_invitations SET state = 'accepted', user_id = ? WHERE id = ? AND state = 'open'", user, id), errDead)
}

func revokeInvitation(ctx context.Context, tx bun.IDB, company, id string) error {
	return db.MustChange(ctx, tx.NewRaw("UPDATE company_invitations SET state = 'revoked' WHERE id = ? AND company_id = ? AND state = 'open'", id, company),
		fault.New(fault.NotFound, "invitation_not_found", "This invitation doesn't exist."))
}

func deleteOldInvitations(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM company_invitations WHERE expires_at < ?", before).Exec(ctx)
	return err
}

// userByEmail returns the id of the account that has an address, "" if there is none.
func userByEmail(ctx context.Context, q bun.IDB, key string) (id string, err error) {
	err = q.NewRaw("SELECT id FROM users WHERE email_key = ?", key).Scan(ctx, &id)
	return id, db.One(err, nil)
}

// invitedAlready returns those of these keys that have an open invitation.
func invitedAlready(ctx context.Context, q bun.IDB, company string, keys []string, now time.Time) (open []string, err error) {
	err = q.NewRaw("SELECT email_key FROM company_invitations WHERE company_id = ? AND email_key IN (?) AND state = 'open' AND expires_at > ?", company, bun.List(keys), now).Scan(ctx, &open)
	return open, db.One(err, nil)
}
