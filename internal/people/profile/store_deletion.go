package profile

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func deletionOf(ctx context.Context, q bun.IDB, user string) (d Deletion, err error) {
	err = q.NewSelect().Model(&d).Where("d.user_id = ?", user).Scan(ctx)
	return d, db.One(err, errNoDeletion)
}

// upsertDeletion stores a request, replacing an earlier one.
func upsertDeletion(ctx context.Context, tx bun.IDB, d Deletion) error {
	_, err := tx.NewInsert().Model(&d).On("CONFLICT (user_id) DO UPDATE").
		Set("requested_by = EXCLUDED.requested_by, requested_at = EXCLUDED.requested_at, erase_at = EXCLUDED.erase_at").Exec(ctx)
	return err
}

// takeOverDeletion turns a user's own request into an administrator's.
func takeOverDeletion(ctx context.Context, tx bun.IDB, admin, user string) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE deletion_requests SET requested_by = ? WHERE user_id = ? AND requested_by = user_id AND erased_at IS NULL", admin, user).Exec(ctx))
}

func deleteDeletion(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM deletion_requests WHERE user_id = ? AND erased_at IS NULL", user).Exec(ctx)
	return err
}

// isDue reports whether a user is to be erased now: the time is over and the account was not enabled again.
func isDue(ctx context.Context, q bun.IDB, user string, now time.Time) (due bool, err error) {
	err = q.NewRaw(`SELECT EXISTS (SELECT 1 FROM deletion_requests AS d JOIN users AS u ON u.id = d.user_id
		WHERE d.user_id = ? AND d.erased_at IS NULL AND d.erase_at <= ? AND u.status <> 'active')`, user, now).Scan(ctx, &due)
	return due, err
}

// retry is the interval at which an erasure is queued again after its job has failed.
const retry = 24 * time.Hour

// claimDueDeletions lists the users to erase now, and deletes the requests of accounts that were enabled again.
func claimDueDeletions(ctx context.Context, tx bun.IDB, now time.Time) (users []string, err error) {
	if _, err = tx.NewRaw(`DELETE FROM deletion_requests WHERE erased_at IS NULL
		AND user_id IN (SELECT id FROM users WHERE status = 'active')`).Exec(ctx); err != nil {
		return nil, err
	}
	err = tx.NewRaw(`SELECT user_id FROM deletion_requests AS d WHERE erased_at IS NULL AND erase_at <= ?
		AND NOT EXISTS (SELECT 1 FROM jobs AS j WHERE j.kind = ? AND j.ref = d.user_id AND (j.state IN ('waiting', 'running') OR j.created_at > ?))
		ORDER BY erase_at LIMIT 100`, now, eraseJob, now.Add(-retry)).Scan(ctx, &users)
	return users, err
}

// objectsOf returns a user's avatar, "" for none, and their archives.
func objectsOf(ctx context.Context, q bun.IDB, user string) (avatar string, exports []string, err error) {
	err = q.NewRaw("SELECT coalesce(max(avatar_id), '') FROM profiles WHERE user_id = ?", user).Scan(ctx, &avatar)
	if err != nil {
		return "", nil, err
	}
	err = q.NewRaw("SELECT id FROM data_exports WHERE user_id = ?", user).Scan(ctx, &exports)
	return avatar, exports, err
}

func eraseProfile(ctx context.Context, tx bun.IDB, user string, now time.Time) error {
	for _, table := range []string{"profiles", "data_exports"} {
		if _, err := tx.NewDelete().Table(table).Where("user_id = ?", user).Exec(ctx); err != nil {
			return err
		}
	}
	_, err := tx.NewRaw("UPDATE deletion_requests SET erased_at = ? WHERE user_id = ?", now, user).Exec(ctx)
	return err
}
