package idempotency

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// claim takes a free key, or one that was claimed before an instant, and reports whether it did.
func claim(ctx context.Context, tx bun.IDB, r Request, now, before time.Time) (bool, error) {
	return db.Changed(tx.NewRaw(`INSERT INTO idempotency_keys AS k (user_id, key, digest, status, etag, answer, created_at) VALUES (?, ?, ?, 0, '', '', ?)
		ON CONFLICT (user_id, key) DO UPDATE SET digest = excluded.digest, status = 0, etag = '', answer = '', created_at = excluded.created_at
		WHERE k.created_at <= ?`, r.User, r.Key, r.Digest, now, before).Exec(ctx))
}

func find(ctx context.Context, tx bun.IDB, r Request) (digest string, a Response, err error) {
	err = tx.NewRaw("SELECT digest, status, etag, answer FROM idempotency_keys WHERE user_id = ? AND key = ?", r.User, r.Key).
		Scan(ctx, &digest, &a.Status, &a.ETag, &a.Body)
	return digest, a, err
}

func save(ctx context.Context, tx bun.IDB, r Request, a Response) error {
	_, err := tx.NewRaw("UPDATE idempotency_keys SET status = ?, etag = ?, answer = ? WHERE user_id = ? AND key = ? AND digest = ?",
		a.Status, a.ETag, a.Body, r.User, r.Key, r.Digest).Exec(ctx)
	return err
}

func release(ctx context.Context, tx bun.IDB, r Request) error {
	_, err := tx.NewRaw("DELETE FROM idempotency_keys WHERE user_id = ? AND key = ? AND digest = ? AND status = 0", r.User, r.Key, r.Digest).Exec(ctx)
	return err
}

func deleteBefore(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM idempotency_keys WHERE created_at <= ?", before).Exec(ctx)
	return err
}
