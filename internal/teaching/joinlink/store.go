package joinlink

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"lectern/internal/platform/db"
)

// Use reports whether a link, which is stored in a table, still works, which it then does no longer.
func (l Link) Use(ctx context.Context, tx bun.IDB, table string, now time.Time) (bool, error) {
	return db.Changed(tx.NewRaw("UPDATE ? SET used_at = ? WHERE digest = ? AND used_at IS NULL AND expires_at > ?", bun.Ident(table), now, l.Digest, now).Exec(ctx))
}

// DeleteExpired deletes the links in a table that have expired before an instant.
func DeleteExpired(ctx context.Context, tx bun.IDB, table string, before time.Time) error {
	_, err := tx.NewRaw("DELETE FROM ? WHERE expires_at < ?", bun.Ident(table), before).Exec(ctx)
	return err
}
