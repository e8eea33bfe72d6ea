package objecthash

import (
	"context"
	"time"

	"github.com/uptrace/bun"
)

// row is the record of an object.
type row struct {
	bun.BaseModel `bun:"table:object_hashes"`

	Key      string `bun:",pk"`
	Size     int64
	SHA256   string `bun:"sha256"` // "" where only the size is known
	StoredAt time.Time
}

func (s *Store) record(ctx context.Context, key string, size int64, hash string) error {
	r := row{Key: key, Size: size, SHA256: hash, StoredAt: s.clock.Now()}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		_, err := tx.NewInsert().Model(&r).On("CONFLICT (key) DO UPDATE").
			Set("size = EXCLUDED.size, sha256 = EXCLUDED.sha256, stored_at = EXCLUDED.stored_at").Exec(ctx)
		return err
	})
}

func (s *Store) forget(ctx context.Context, keys ...string) error {
	if len(keys) == 0 {
		return nil
	}
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		_, err := tx.NewRaw("DELETE FROM object_hashes WHERE key IN (?)", bun.List(keys)).Exec(ctx)
		return err
	})
}

func (s *Store) forgetPrefix(ctx context.Context, prefix string) error {
	from, to := keyRange(prefix)
	return s.db.InTx(ctx, func(tx bun.IDB) error {
		_, err := tx.NewRaw("DELETE FROM object_hashes WHERE key >= ? AND key < ?", from, to).Exec(ctx)
		return err
	})
}

// recorded returns the records of the objects under a prefix.
func (s *Store) recorded(ctx context.Context, prefix string) (map[string]row, error) {
	var rows []row
	from, to := keyRange(prefix)
	err := s.db.Reader().NewSelect().Model(&rows).Where("key >= ? AND key < ?", from, to).Scan(ctx)
	known := make(map[string]row, len(rows))
	for _, r := range rows {
		known[r.Key] = r
	}
	return known, err
}

func (s *Store) isRecorded(ctx context.Context, key string) (bool, error) {
	return s.db.Reader().NewSelect().Model((*row)(nil)).Where("key = ?", key).Exists(ctx)
}

// keyRange returns the keys between which those with a prefix stand that ends in a slash: a 0 is the character after it.
func keyRange(prefix string) (from, to string) { return prefix, prefix[:len(prefix)-1] + "0" }
