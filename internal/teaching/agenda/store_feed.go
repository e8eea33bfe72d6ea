package agenda

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

func feedsOf(ctx context.Context, q bun.IDB, userID string) (feeds []Feed, err error) {
	feeds = []Feed{}
	return feeds, q.NewSelect().Model(&feeds).Where("f.user_id = ?", userID).Order("f.created_at DESC", "f.id DESC").Scan(ctx)
}

// feedByDigest returns the feed of a user who may sign in at now, or errNoFeed. Failed attempts to sign in, which anybody can make,
// don't end it; an administrator's lock does.
func feedByDigest(ctx context.Context, q bun.IDB, digest string, now time.Time) (f Feed, err error) {
	return f, db.One(q.NewSelect().Model(&f).Join("JOIN users AS u ON u.id = f.user_id").Where("f.digest = ? AND u.status = 'active'", digest).
		Where("NOT EXISTS (SELECT 1 FROM admin_locks AS a WHERE a.user_id = u.id AND (a.locked_until IS NULL OR a.locked_until > ?))", now).Scan(ctx), errNoFeed)
}

// lockUser lets only one request at a time make addresses for a user.
func lockUser(ctx context.Context, tx bun.IDB, id string) error {
	var locked string
	return db.ForUpdate(tx.NewSelect().TableExpr("users").Column("id").Where("id = ?", id)).Scan(ctx, &locked)
}

func insertFeed(ctx context.Context, tx bun.IDB, f Feed) error {
	_, err := tx.NewInsert().Model(&f).Exec(ctx)
	return err
}

// deleteFeed returns errNoFeed if the user has no such feed.
func deleteFeed(ctx context.Context, tx bun.IDB, userID, id string) error {
	done, err := tx.NewRaw("DELETE FROM calendar_feeds WHERE id = ? AND user_id = ?", id, userID).Exec(ctx)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); n > 0 || err != nil {
		return err
	}
	return errNoFeed
}

func setUsed(ctx context.Context, tx bun.IDB, id string, now time.Time) error {
	_, err := tx.NewRaw("UPDATE calendar_feeds SET last_used_at = ? WHERE id = ?", now, id).Exec(ctx)
	return err
}
