package session

import (
	"context"
	"time"

	"lectern/internal/platform/db"

	"github.com/uptrace/bun"
)

func insertChallenge(ctx context.Context, tx bun.IDB, c challenge) error {
	_, err := tx.NewInsert().Model(&c).Exec(ctx)
	return err
}

func liveChallenge(ctx context.Context, q bun.IDB, id string, now time.Time) (c challenge, err error) {
	err = q.NewSelect().Model(&c).Where("c.id = ? AND c.expires_at > ?", id, now).Scan(ctx)
	return c, db.One(err, errDeadChallenge)
}

// takeChallenge deletes and returns a challenge: of several concurrent calls one gets it, the others errDeadChallenge.
func takeChallenge(ctx context.Context, tx bun.IDB, id string, now time.Time) (c challenge, err error) {
	err = tx.NewRaw("DELETE FROM sign_in_challenges WHERE id = ? AND expires_at > ? RETURNING *", id, now).Scan(ctx, &c)
	return c, db.One(err, errDeadChallenge)
}

func deleteChallenges(ctx context.Context, tx bun.IDB, user string) error {
	_, err := tx.NewRaw("DELETE FROM sign_in_challenges WHERE user_id = ?", user).Exec(ctx)
	return err
}

func deleteExpiredChallenges(ctx context.Context, tx bun.IDB, now time.Time) error {
	_, err := tx.NewRaw("DELETE FROM sign_in_challenges WHERE expires_at <= ?", now).Exec(ctx)
	return err
}
