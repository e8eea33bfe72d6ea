package idempotency

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// row is a claimed key, with the answer once there is one.
type row struct {
	bun.BaseModel `bun:"table:idempotency_keys,alias:k"`

	ID        string `bun:",pk"`
	UserID    string `bun:",nullzero"`
	Digest    string
	Status    int64  // 0 until the answer is known
	ETag      string `bun:"etag"`
	Answer    []byte // encrypted
	CreatedAt time.Time
}

// claim takes a free key, or one that was claimed before an instant, and reports whether it did.
func claim(ctx context.Context, tx bun.IDB, r row, before time.Time) (bool, error) {
	r.Answer = []byte{}
	return db.Changed(tx.NewInsert().Model(&r).On("CONFLICT (id) DO UPDATE").
		Set("digest = excluded.digest, status = 0, etag = '', answer = excluded.answer, created_at = excluded.created_at").
		Where("k.created_at <= ?", before).Exec(ctx))
}

func find(ctx context.Context, tx bun.IDB, id string) (r row, err error) {
	return r, tx.NewSelect().Model(&r).Where("id = ?", id).Scan(ctx)
}

func save(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewUpdate().Model(&r).Column("status", "etag", "answer").Where("id = ? AND digest = ?", r.ID, r.Digest).Exec(ctx)
	return err
}

func release(ctx context.Context, tx bun.IDB, r row) error {
	_, err := tx.NewDelete().Model(&r).Where("id = ? AND digest = ? AND status = 0", r.ID, r.Digest).Exec(ctx)
	return err
}

func deleteBefore(ctx context.Context, tx bun.IDB, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM idempotency_keys WHERE created_at <= ?", before).Exec(ctx)
	return err
}
